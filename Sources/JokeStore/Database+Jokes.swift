// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// What is asked of the table of jokes in more than one place.
extension Database {
    func record(_ id: Joke.ID) throws(SQLiteError) -> JokeRecord? {
        let row = try first(
            "SELECT \(JokeRecord.columns), text_class FROM jokes WHERE id = ? AND emptied = 0", id.rawValue
        ) { ($0.record(), $0.integer(JokeRecord.columnCount)) }
        guard let (known, textClass) = row else { return nil }
        var record = known
        record.isListed = try isListed(textClass)
        return record
    }

    /// Of a joke that need not be known.
    func record(_ joke: Joke) throws(SQLiteError) -> JokeRecord {
        JokeRecord(joke: joke, status: try status(joke.id), isListed: try isListed(joke))
    }

    /// Those of the jokes that are known.
    func jokes(_ ids: [Joke.ID]) throws(SQLiteError) -> [Joke.ID: JokeRecord] {
        var known: [Joke.ID: JokeRecord] = [:]
        for id in ids where known[id] == nil { known[id] = try record(id) }
        return known
    }

    func status(_ id: Joke.ID) throws(SQLiteError) -> JokeStatus {
        try first("SELECT saved_at, deleted_at, buried_at FROM jokes WHERE id = ?", id.rawValue) {
            $0.status(at: 0)
        } ?? .undecided
    }

    func savedCount() throws(SQLiteError) -> Int {
        try first("SELECT count FROM library") { Int($0.integer(0)) } ?? 0
    }

    /// The newest entries of the log, oldest first.
    func log() throws(SQLiteError) -> [StoredLogEntry] {
        try rows("SELECT sequence, members FROM log ORDER BY sequence") {
            StoredLogEntry(sequence: Int($0.integer(0)), members: $0.text(1))
        }
    }

    /// An arm of a kind that is not known is left out.
    func taste() throws(SQLiteError) -> [Taste.Arm: Taste.Tally] {
        let rows = try rows("SELECT kind, name, decisions, count, used_at FROM taste") { row in
            Taste.Arm.Kind(rawValue: row.text(0)).map { kind in
                (
                    Taste.Arm(kind, row.text(1)),
                    Taste.Tally(
                        decisions: UInt64(bitPattern: row.integer(2)), count: Int(row.integer(3)),
                        usedAt: Int(row.integer(4)))
                )
            }
        }
        return Dictionary(rows.compactMap { $0 }) { first, _ in first }
    }

    func seenCount() throws(SQLiteError) -> Int {
        try first("SELECT count(*) FROM seen") { Int($0.integer(0)) } ?? 0
    }

    /// When the joke was seen, by its id or its text: a number that grows; nil when it was not.
    func lastSeen(_ joke: Joke) throws(SQLiteError) -> Int64? {
        var latest: Int64?
        for hash in Seen.fingerprints(of: joke) {
            let position = try first(
                "SELECT position FROM seen WHERE hash = ?", Int64(bitPattern: hash)
            ) { $0.integer(0) }
            latest = position.map { max($0, latest ?? $0) } ?? latest
        }
        return latest
    }

    /// Whether the joke is neither seen, saved nor buried.
    func isNew(_ joke: Joke) throws(SQLiteError) -> Bool {
        if try lastSeen(joke) != nil { return false }
        let status = try status(joke.id)
        return !status.isSaved && !status.isDisliked
    }
}
