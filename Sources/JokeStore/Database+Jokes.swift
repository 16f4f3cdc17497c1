// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Queries of the table `jokes` that several files use.
extension Database {
    /// Returns the record of a joke, or nil if it is unknown or its text was removed.
    func record(_ id: Joke.ID) throws(SQLiteError) -> JokeRecord? {
        let row = try first(Self.recordSQL, id.rawValue) { ($0.record(), $0.integer(JokeRecord.columnCount)) }
        guard let (known, textClass) = row else { return nil }
        var record = known
        record.isListed = try isListed(textClass)
        return record
    }

    private static let recordSQL = """
        SELECT \(JokeRecord.columns), text_class FROM jokes WHERE id = ? AND emptied = 0
        """

    /// Returns the record of a joke of a source, which need not be in the database. An edited joke has its edited text,
    /// and one of the user's own the stored one.
    func record(_ joke: Joke) throws(SQLiteError) -> JokeRecord {
        let stored = try storedJokes(for: joke)
        guard !stored.isEmpty else {
            let isListed = try isListed(Int64(bitPattern: DuplicateGroup.of(joke)))
            return JokeRecord(joke: joke, status: .undecided, isListed: isListed)
        }
        let joke = joke.identified(among: stored)
        guard let known = try record(joke.id) else {
            return JokeRecord(joke: joke, status: try status(joke.id), isListed: try isListed(joke))
        }
        var record = known
        if !joke.id.isOwn { record.joke = joke.keepingEdit(of: known.joke) }
        record.isListed = try isListed(record.joke)
        return record
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

    /// Returns the status of a joke, which is `.undecided` if the joke is unknown.
    func status(_ id: Joke.ID) throws(SQLiteError) -> JokeStatus {
        try first("SELECT saved_at, deleted_at, buried_at FROM jokes WHERE id = ?", id.rawValue) {
            $0.status(at: 0)
        } ?? .undecided
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
        return try first(
            """
            SELECT 1 FROM jokes
            WHERE id = ? AND changed_at IS NOT NULL AND (saved_at IS NULL OR deleted_at IS NOT NULL)
            """, id.rawValue
        ) { _ in true } ?? false
    }

    /// Whether the joke is neither seen, saved nor disliked. The user's own jokes are always saved.
    func isNew(_ joke: Joke) throws(SQLiteError) -> Bool {
        if try lastSeen(joke) != nil { return false }
        let stored = try storedJokes(for: joke)
        guard !stored.isEmpty else { return true }
        let id = joke.identified(among: stored).id
        let status = try status(id)
        if status.isSaved && !id.isOwn || status.isDisliked { return false }
        return try !isTakenBack(id)
    }
}
