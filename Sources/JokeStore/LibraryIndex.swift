// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Maintains which joke of each duplicate group has the decision about the text, and its sort key.
struct LibraryIndex {
    let collation: Collation
    /// The number of the collation, which is the first byte of its sort keys.
    let generation: UInt8

    /// Updates which joke has the decision about a text after a change of one joke, and the number of saved jokes.
    ///
    /// It costs the same however many jokes have the text, unless the change ends the decision about it.
    ///
    /// - Parameter change: A change of the text or the decision of the joke `id`, which may insert it.
    func update(
        _ id: Joke.ID, in database: Database, after change: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let old = try database.decidedJoke("id = ?", id.rawValue)
        try change()
        guard let new = try database.decidedJoke("id = ?", id.rawValue) else { return }
        var listed = old?.place == Place.saved ? -1 : 0
        if let old, old.place > 0, old.textClass != new.textClass {
            try promote(in: old.textClass, database, &listed)
        }
        let other = try database.decidedJoke(
            "text_class = ? AND shown > 0 AND number <> ?", new.textClass, new.number)
        guard new.isDecided else {
            try set(new, to: Place.none, database, &listed)
            if other == nil { try promote(in: new.textClass, database, &listed) }
            return try database.addToSavedCount(listed)
        }
        if let other, other.isNewer(than: new) {
            try set(new, to: Place.superseded, database, &listed)
        } else {
            if let other {
                if other.place == Place.saved { listed -= 1 }
                try set(other, to: Place.superseded, database, &listed)
            }
            try set(new, to: new.wantedPlace, database, &listed)
        }
        try database.addToSavedCount(listed)
    }

    /// - Parameter listed: How many more jokes are saved than before.
    private func set(
        _ joke: DecidedJoke, to place: Int64, _ database: Database, _ listed: inout Int
    ) throws(SQLiteError) {
        try database.setPlace(place, of: joke, sortKey(of: joke.value, at: place))
        if place == Place.saved { listed += 1 }
    }

    /// Lets the newest decision about a text count that does not yet, after the one that did has gone.
    private func promote(
        in textClass: Int64, _ database: Database, _ listed: inout Int
    ) throws(SQLiteError) {
        let promoted = try database.promote(in: textClass) { sortKey(of: $0, at: Place.saved) }
        if promoted?.wantedPlace == Place.saved { listed += 1 }
    }

    /// Returns the sort key of a joke that appears at this place, or nil if it appears nowhere.
    func sortKey(of value: String, at place: Int64) -> [UInt8]? {
        [Place.saved, Place.trash].contains(place) ? collation.key(of: value, generation: generation) : nil
    }

    /// Updates at most `count` sort keys to this collation. Returns true if it updated that many, because more may be
    /// left.
    func recollate(_ count: Int, in database: Database) throws(SQLiteError) -> Bool {
        var older: [(number: Int64, value: String)] = []
        for condition in ["shown = 1", "shown = 2 AND deleted_at IS NOT NULL AND emptied = 0"] {
            older += try database.rows(
                "SELECT number, value FROM jokes WHERE \(condition) AND sort_key < ? ORDER BY sort_key LIMIT ?",
                [generation], count - older.count
            ) { ($0.integer(0), $0.text(1)) }
        }
        for (number, value) in older {
            try database.run(
                "UPDATE jokes SET sort_key = ?2 WHERE number = ?1", number,
                collation.key(of: value, generation: generation))
        }
        return older.count == count
    }
}

extension Database {
    /// Every statement that changes `jokes.shown` needs this.
    ///
    /// - Parameter more: How many more jokes are saved than before.
    func addToSavedCount(_ more: Int) throws(SQLiteError) {
        if more != 0 { try run("UPDATE session SET saved_count = saved_count + ?", more) }
    }

    /// The condition for a joke that is saved, deleted or disliked.
    static let isDecided = "(saved_at IS NOT NULL OR deleted_at IS NOT NULL OR buried_at IS NOT NULL)"

    /// The collation of the sort keys. While rows are being updated, some have keys of an older one.
    func collation() throws(SQLiteError) -> (name: String, generation: UInt8) {
        let row = try first("SELECT collation, generation FROM session") {
            ($0.text(0), UInt8(truncatingIfNeeded: $0.integer(1)))
        }
        return row ?? ("C", 0)
    }

    /// The decision about a text, and the id of the joke that has it; or nil.
    func decision(about textClass: Int64) throws(SQLiteError) -> (status: JokeStatus, id: Joke.ID)? {
        try first(
            """
            SELECT iif(emptied, NULL, saved_at), iif(emptied, NULL, deleted_at), buried_at, lesson, id FROM jokes
            WHERE text_class = ? AND shown > 0
            """, textClass
        ) { ($0.status(at: 0), Joke.ID(rawValue: $0.text(4))) }
    }

    /// Reads the first joke with a condition, with its decision.
    fileprivate func decidedJoke(
        _ condition: String, _ values: (any Bindable)?...
    ) throws(SQLiteError) -> DecidedJoke? {
        try rows("\(DecidedJoke.select) WHERE \(condition) LIMIT 1", binding: values, read: DecidedJoke.init)
            .first
    }

    fileprivate func setPlace(
        _ place: Int64, of joke: DecidedJoke, _ sortKey: [UInt8]?
    ) throws(SQLiteError) {
        try run(
            "UPDATE jokes SET shown = ?2, sort_key = ?3 WHERE number = ?1", joke.number, place, sortKey)
    }

    /// Lets the newest decision about a text count that does not yet: of several with the same time, that of the joke with
    /// the greatest key. Returns the joke, or nil if there is none.
    @discardableResult
    func promote(
        in textClass: Int64, sortKey: (String) -> [UInt8]?
    ) throws(SQLiteError) -> DecidedJoke? {
        guard let newest = try superseded(in: textClass).first else { return nil }
        let place = newest.wantedPlace
        let isListed = place == Place.saved || place == Place.trash
        try setPlace(place, of: newest, isListed ? sortKey(newest.value) : nil)
        return newest
    }

    /// Returns the jokes with a decision about a text that does not count, newest first.
    private func superseded(in textClass: Int64) throws(SQLiteError) -> [DecidedJoke] {
        try rows(
            "\(DecidedJoke.select) WHERE text_class = ? AND shown < 0", textClass, read: DecidedJoke.init
        ).sorted { $0.isNewer(than: $1) }
    }

    /// Returns the jokes with a decision about a text that does not count, newest first, with their own decisions.
    func successors(in textClass: Int64) throws(SQLiteError) -> [JokeRecord] {
        var records: [JokeRecord] = []
        for joke in try superseded(in: textClass) {
            if let record = try record(number: joke.number) { records.append(record) }
        }
        return records
    }

    /// Returns the answer to `ArchiveQuery.successors`.
    func successors(of ids: [Joke.ID]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var records: [JokeRecord] = []
            for id in ids {
                let textClass = try first(
                    "SELECT text_class FROM jokes WHERE id = ? AND shown > 0", id.rawValue
                ) {
                    $0.integer(0)
                }
                guard let textClass else { continue }
                records += try successors(in: textClass)
            }
            return records
        }
    }
}

/// The values of the column `shown`: what the decision of a joke is for its text. At most one joke of a text has a value
/// above 0.
enum Place {
    /// The decision does not count, because another joke of the text has a newer one.
    static let superseded: Int64 = -1
    /// The joke has no decision.
    static let none: Int64 = 0
    static let saved: Int64 = 1
    static let trash: Int64 = 2
    /// Disliked, and not in the trash.
    static let disliked: Int64 = 3
    /// Deleted so long ago that the text has gone.
    static let gone: Int64 = 4

    static func of(_ status: JokeStatus, isEmptied: Bool = false) -> Int64 {
        if status == .undecided { return none }
        if isEmptied || status.savedAt == nil { return status.isDisliked ? disliked : gone }
        return status.deletedAt == nil ? saved : trash
    }
}

/// A stored joke with its own decision, which may not be the one about its text.
struct DecidedJoke {
    let number: Int64
    let value: String
    let textClass: Int64
    let key: JokeKey
    let status: JokeStatus
    let isEmptied: Bool
    let changedAt: Int64
    /// The value of `shown`.
    let place: Int64

    static let select = """
        SELECT number, value, text_class, id, source, saved_at, deleted_at, buried_at, emptied,
            ifnull(changed_at, -1), shown FROM jokes
        """

    init(_ row: Statement) {
        (number, value, textClass) = (row.integer(0), row.text(1), row.integer(2))
        key = JokeKey(Joke.ID(rawValue: row.text(3)), of: row.text(4))
        status = row.dates(at: 5)
        isEmptied = row.integer(8) != 0
        (changedAt, place) = (row.integer(9), row.integer(10))
    }

    var isDecided: Bool { status != .undecided }
    /// The value of `shown` if this is the decision about the text.
    var wantedPlace: Int64 { Place.of(status, isEmptied: isEmptied) }

    func isNewer(than other: DecidedJoke) -> Bool {
        changedAt != other.changedAt ? changedAt > other.changedAt : key > other.key
    }
}
