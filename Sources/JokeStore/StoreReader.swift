// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire

/// The read connection to the database, and the pool of local jokes. It sees what is committed.
final class StoreReader {
    private let location: DatabaseLocation
    /// The corpus that `ArchiveQuery.fallback` takes jokes from first.
    var fallback: (any Corpus)?
    /// The index of the local jokes.
    private let poolIndexer: PoolIndexer
    private var connection: Database?
    /// Whether the owner has posted a call of `step()`.
    private var isStepping = false

    init(location: DatabaseLocation, cacheDirectory: String, fallback: (any Corpus)?) {
        self.location = location
        self.fallback = fallback
        poolIndexer = PoolIndexer(directory: cacheDirectory)
    }

    /// Returns the answer from the committed data.
    func answer(_ question: ArchiveQuery) throws(ArchiveError) -> ArchiveResult {
        try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            try archive().answer(question, fallback: { fallbackJokes })
        }.get()
    }

    func perform(
        _ request: SourceRequest, on corpus: any Corpus, completion: @escaping JokeSource.Completion
    ) -> [PoolIndexer.Reply] {
        poolIndexer.perform(request, on: corpus, isNew: isNew, completion: completion)
    }

    /// Whether the caller must start to call `step()`, until it has no more steps. True once for each series of steps.
    func beginsStepping() -> Bool {
        defer { isStepping = poolIndexer.hasSteps }
        return !isStepping && poolIndexer.hasSteps
    }

    /// Indexes one file. `hasMore` says whether to call this again.
    func step() -> (replies: [PoolIndexer.Reply], hasMore: Bool) {
        let replies = poolIndexer.step(isNew: isNew)
        isStepping = poolIndexer.hasSteps
        return (replies, isStepping)
    }

    /// Closes the connections. The next query opens new ones. The caller calls the returned closures without a lock.
    func close() -> [PoolIndexer.Reply] {
        connection = nil
        isStepping = false
        return poolIndexer.close()
    }

    /// Closes the connection to the database. The next query opens the file that is there then.
    func closeArchive() { connection = nil }

    private func isNew(_ joke: Joke) throws(SQLiteError) -> Bool { try archive().isNew(joke) }

    /// The jokes of the fallback corpus, or none if it cannot be read. Its error is reported when jokes are fetched from
    /// it.
    var fallbackJokes: [Joke] { fallback.flatMap { try? poolIndexer.all(of: $0) } ?? [] }

    private func archive() throws(SQLiteError) -> Database {
        if let connection { return connection }
        let database = try location.openForReading()
        try database.script("PRAGMA cache_size = -512")
        connection = database
        return database
    }
}
