// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Queries of the table `jokes` that several files use.
extension Database {
    /// Returns the record of a joke, or nil if it is unknown or its text was removed.
    func record(_ id: Joke.ID) throws(SQLiteError) -> JokeRecord? {
        let row = try first(Self.recordSQL, id.rawValue) {
            (
                record: $0.record(), textClass: $0.integer(JokeRecord.columnCount),
                place: $0.integer(JokeRecord.columnCount + 1)
            )
        }
        guard let row else { return nil }
        return row.place > 0 ? row.record : try record(row.record.joke, of: row.textClass)
    }

    private static let recordSQL = """
        SELECT \(JokeRecord.columns), text_class, shown FROM jokes WHERE id = ? AND emptied = 0
        """

    /// Returns a joke with the decision about its text.
    private func record(_ joke: Joke, of textClass: Int64) throws(SQLiteError) -> JokeRecord {
        guard let decision = try decision(about: textClass) else { return JokeRecord(joke: joke) }
        return JokeRecord(
            joke: joke, status: decision.status,
            decidedID: decision.status == .undecided ? nil : decision.id)
    }

    /// Returns the record of a joke of a source, which need not be in the database. An edited joke has its edited text,
    /// and one of the user's own the stored one.
    func record(_ joke: Joke) throws(SQLiteError) -> JokeRecord {
        let stored = try storedJokes(for: joke)
        var joke = stored.isEmpty ? joke : joke.identified(among: stored)
        guard let known = stored.first(where: { $0.joke.id == joke.id }), !known.isEmptied else {
            return try record(joke, of: Int64(bitPattern: DuplicateGroup.of(joke)))
        }
        joke = joke.id.isOwn ? known.joke : joke.keepingEdit(of: known.joke)
        switch try mending(of: known, by: joke) {
        case .leaves: break
        case .keepsText: return try record(joke.id) ?? JokeRecord(joke: joke)
        case .takesAlong:
            if let old = try record(joke.id), old.decidedID == joke.id {
                return JokeRecord(joke: joke, status: old.status)
            }
        }
        return try record(joke, of: Int64(bitPattern: DuplicateGroup.of(joke)))
    }

    /// Returns a joke of a source with the id under which it is stored or may be stored (`Joke.identified`).
    func identified(_ joke: Joke) throws(SQLiteError) -> Joke {
        joke.identified(among: try storedJokes(for: joke))
    }

    /// Returns the jokes with the ids that `identified(_:)` may return. Most jokes of a request for new ones have none.
    private func storedJokes(for joke: Joke) throws(SQLiteError) -> [StoredJoke] {
        // There are at most four ids. The parameters of missing ones are NULL, which equals nothing.
        try rows(
            "SELECT \(StoredJoke.columns) FROM jokes WHERE id IN (?, ?, ?, ?)",
            binding: joke.possibleIDs.map(\.rawValue)
        ) { $0.storedJoke() }
    }

    /// Returns the records of the known jokes among these ids.
    func jokes(_ ids: [Joke.ID]) throws(SQLiteError) -> [Joke.ID: JokeRecord] {
        var known: [Joke.ID: JokeRecord] = [:]
        for id in ids where known[id] == nil { known[id] = try record(id) }
        return known
    }

    /// Returns the number of jokes in the saved list.
    func savedCount() throws(SQLiteError) -> Int {
        try first("SELECT saved_count FROM session") { $0.number(0) } ?? 0
    }

    /// Returns the stored entries of the log, oldest first.
    func log() throws(SQLiteError) -> [StoredLogEntry] {
        try rows("SELECT sequence, members FROM log ORDER BY sequence DESC LIMIT ?", Limits.logEvents + 1) {
            StoredLogEntry(sequence: $0.number(0), members: $0.text(1))
        }.reversed()
    }

    /// Whether the joke is one of the user's own that was deleted, or whose addition was undone. A request that was
    /// sent before may still return it.
    func isTakenBack(_ id: Joke.ID) throws(SQLiteError) -> Bool {
        guard id.isOwn else { return false }
        let textClass = try first(
            "SELECT text_class FROM jokes WHERE id = ? AND changed_at IS NOT NULL", id.rawValue
        ) { $0.integer(0) }
        guard let textClass else { return false }
        return try decision(about: textClass)?.status.isSaved != true
    }

    /// Whether the joke was not shown, and its text is neither saved nor disliked. The user's own jokes are always saved.
    func isNew(_ joke: Joke) throws(SQLiteError) -> Bool {
        if try lastSeen(joke) != nil { return false }
        let record = try record(joke)
        if record.status.isSaved && !record.joke.id.isOwn || record.status.isDisliked { return false }
        return try !isTakenBack(record.joke.id)
    }
}
