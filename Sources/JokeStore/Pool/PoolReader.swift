// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire

/// The pool of local jokes, and a read connection that shows which of them are new.
final class PoolReader {
    private let reader: StoreReader
    /// The corpora that `ArchiveQuery.fallback` takes jokes from first.
    var fallback: [any Corpus]
    /// The filter of the jokes whose categories are listed, and that are drawn by rank, or nil for all.
    var filter: Filter? {
        get { poolIndexer.filter }
        set { poolIndexer.filter = newValue }
    }
    /// The index of the local jokes.
    private let poolIndexer: PoolIndexer
    /// Whether the owner has posted a call of `step()`.
    private var isStepping = false

    init(
        location: DatabaseLocation, cacheDirectory: String, fallback: [any Corpus], limits: StoreLimits
    ) {
        reader = StoreReader(location: location, limits: limits)
        self.fallback = fallback
        poolIndexer = PoolIndexer(directory: cacheDirectory)
    }

    func perform(
        _ request: SourceRequest, on corpus: any Corpus, completion: @escaping JokeSource.Completion
    ) -> [PoolIndexer.Reply] {
        poolIndexer.perform(request, on: corpus, isNew: reader.isNew, completion: completion)
    }

    /// Whether the caller must start to call `step()`, until it has no more steps. True once for each series of steps.
    func beginsStepping() -> Bool {
        defer { isStepping = poolIndexer.hasSteps }
        return !isStepping && poolIndexer.hasSteps
    }

    /// Indexes one file. `hasMore` says whether to call this again.
    func step() -> (replies: [PoolIndexer.Reply], hasMore: Bool) {
        let replies = poolIndexer.step(isNew: reader.isNew)
        isStepping = poolIndexer.hasSteps
        return (replies, isStepping)
    }

    /// Closes the connections. The next query opens new ones. The caller calls the returned closures without a lock.
    func close() -> [PoolIndexer.Reply] {
        reader.close()
        isStepping = false
        return poolIndexer.close()
    }

    /// Closes the connection to the database. The next query opens the file that is there then.
    func closeArchive() { reader.close() }

    /// Returns the jokes of the fallback corpora and of commands, except those that cannot be read. Their errors are
    /// reported when jokes are fetched from them. The jokes of several corpora are mixed, and each keeps its order.
    func fallbackJokes(in scope: FallbackScope) -> [Joke] {
        let corpora = fallback.filter { scope.admits(source: $0.source) }
        let jokes = corpora.map { (try? poolIndexer.all(of: $0)) ?? [] }.filter { !$0.isEmpty }
        return Self.mixed(jokes) + scope.commandJokes
    }

    /// Returns the elements of all lists in a random order in which those of each list keep theirs.
    private static func mixed(_ lists: [[Joke]]) -> [Joke] {
        guard lists.count > 1 else { return lists.first ?? [] }
        var rests = lists.map { $0[...] }
        let order = lists.indices.flatMap { Array(repeating: $0, count: lists[$0].count) }.shuffled()
        return order.compactMap { rests[$0].popFirst() }
    }
}
