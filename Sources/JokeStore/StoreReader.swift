// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A read connection to the database. It sees what is committed.
final class StoreReader {
    private let location: DatabaseLocation
    private let limits: StoreLimits
    private var connection: Database?

    init(location: DatabaseLocation, limits: StoreLimits) {
        (self.location, self.limits) = (location, limits)
    }

    /// A query that is answered in steps.
    struct Read {
        let question: ArchiveQuery
        let fallback: FallbackJokes
        fileprivate var page: SavedPageReader?

        init(_ question: ArchiveQuery, fallback: FallbackJokes) {
            (self.question, self.fallback) = (question, fallback)
        }
    }

    /// Performs the next step of a read. Returns nil if another one has to follow.
    func step(_ read: inout Read) throws(ArchiveError) -> ArchiveResult? {
        typealias Answer = Result<ArchiveResult, ArchiveError>
        return try ArchiveError.translating(location.path) { () throws(SQLiteError) -> Answer? in
            let database = try database()
            guard case .saved(let query) = read.question else {
                return try database.answer(read.question, fallback: read.fallback)
            }
            var page = read.page ?? SavedPageReader(query, stepTime: limits.stepTime)
            defer { read.page = page }
            return try page.step(in: database)?.map { .page($0) }
        }?.get()
    }

    /// Whether the user has neither seen, saved nor disliked a joke.
    func isNew(_ joke: Joke) throws(SQLiteError) -> Bool { try database().isNew(joke) }

    /// Whether the user has not seen a joke.
    func isUnseen(_ joke: Joke) throws(SQLiteError) -> Bool { try database().lastSeen(joke) == nil }

    /// The number of the last entry of the log, which each decision changes.
    func lastEntry() throws(SQLiteError) -> Int64 {
        try database().first("SELECT max(sequence) FROM log") { $0.integer(0) } ?? 0
    }

    /// Calls `visit` with the fingerprints of all jokes that were shown.
    func seen(visit: (Int64) -> Void) throws(SQLiteError) {
        try database().scan("SELECT hash FROM seen", []) {
            visit($0.integer(0))
            return true
        }
    }

    /// Runs `body` in a read transaction, so that SQLite does not lock and unlock the log for each joke.
    func inTransaction<Success>(_ body: () -> Success) -> Success {
        // If it cannot be begun, the calls within `body` fail, too.
        let database = try? database()
        try? database?.begin(.deferred)
        defer { database?.rollBack() }
        return body()
    }

    /// Closes the connection. The next use opens the file that is there then.
    func close() { connection = nil }

    private func database() throws(SQLiteError) -> Database {
        if let connection { return connection }
        let database = try location.openForReading()
        try database.script("PRAGMA cache_size = -512")
        connection = database
        return database
    }
}
