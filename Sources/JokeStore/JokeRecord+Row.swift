// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// A joke and its status as columns of a row.
extension Joke {
    /// The columns that `Statement.joke()` reads and `row` binds, in this order.
    static let columns = """
        id, value, setup, punchline, categories, source, language, url, translation_language, \
        translation_value, translation_machine, translation_engine, translation_text, translation_url
        """
    static let columnCount: Int32 = 14
    /// The number of the column `source` among them.
    static let sourceColumn: Int32 = 5

    /// The value of the column `folded`, in which searches look.
    var folded: String { SearchText.column(value, translation?.value) }

    /// The values for `columns`.
    var row: [(any Bindable)?] {
        [
            id.rawValue, value, setup, punchline, JSONText.list(categories), source, language, url,
            translation?.language, translation?.value, translation?.machine, translation?.attribution.engine,
            translation?.attribution.text, translation?.attribution.url,
        ]
    }
}

extension JokeRecord {
    /// The columns that `Statement.record()` reads, in this order.
    static let columns = "\(Joke.columns), saved_at, deleted_at, buried_at, lesson, original"
    static let columnCount = Joke.columnCount + 5
}

extension StoredJoke {
    /// The columns that `Statement.storedJoke()` reads.
    static let columns = "\(JokeRecord.columns), text_class, emptied, changed_at IS NOT NULL"
}

extension Statement {
    /// Reads `StoredJoke.columns`.
    func storedJoke() -> StoredJoke {
        let column = JokeRecord.columnCount
        return StoredJoke(
            record().joke, group: UInt64(bitPattern: integer(column)), isEmptied: integer(column + 1) != 0,
            hadDecision: integer(column + 2) != 0)
    }

    /// Reads `JokeRecord.columns`. The decision is that of the joke, which is the one about its text if `shown` is above 0.
    func record() -> JokeRecord {
        var joke = joke()
        joke.original = optionalText(Joke.columnCount + 4).flatMap(JSONText.joke).map(Joke.Original.joke)
        return JokeRecord(joke: joke, status: status(at: Joke.columnCount))
    }

    /// Reads `Joke.columns`.
    func joke() -> Joke {
        Joke(
            id: Joke.ID(rawValue: text(0)), value: text(1), setup: optionalText(2),
            punchline: optionalText(3),
            categories: JSONText.strings(text(4)), source: text(5), language: language(6),
            url: optionalText(7), translation: translation(at: 8))
    }

    /// Reads `saved_at, deleted_at, buried_at, lesson`.
    func status(at column: Int32) -> JokeStatus {
        var status = dates(at: column)
        status.lesson = optionalInteger(column + 3).flatMap { Taste.Lesson(column: $0) }
        return status
    }

    /// Reads `saved_at, deleted_at, buried_at`.
    func dates(at column: Int32) -> JokeStatus {
        JokeStatus(savedAt: time(column), deletedAt: time(column + 1), dislikedAt: time(column + 2))
    }

    private func translation(at column: Int32) -> Joke.Translation? {
        guard optionalText(column) != nil else { return nil }
        return Joke.Translation(
            language: language(column), value: text(column + 1), machine: integer(column + 2) != 0,
            attribution: Joke.Attribution(
                engine: text(column + 3), text: text(column + 4), url: text(column + 5)))
    }

    /// Reads a language. An older jokesd also stored codes with a region, such as `en-gb`.
    private func language(_ column: Int32) -> String {
        let name = text(column)
        return LanguageCode.of(name) ?? name
    }
}

extension Taste.Lesson {
    /// The value of the column `lesson`.
    var column: Int64 { Int64(epoch) << 1 | (isLiked ? 1 : 0) }

    /// Reads the column, also of a decision that the undo of an import has put back.
    init?(column: Int64) {
        let value = column < 0 ? -2 &- column : column
        guard value >= 0 else { return nil }
        self.init(isLiked: value & 1 == 1, epoch: Int(clamping: value >> 1))
    }

    /// Marks decisions that the undo of an import has put back. The next decision removes the mark.
    static let takenBackSQL = """
        UPDATE jokes SET lesson = -2 - ifnull(lesson, -1)
        WHERE id IN (SELECT value FROM json_each(?)) AND ifnull(lesson, 0) >= 0
        """
}
