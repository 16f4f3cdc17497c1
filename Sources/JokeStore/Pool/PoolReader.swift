// SPDX-License-Identifier: MIT
import JokeCore
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
        reader.inTransaction {
            poolIndexer.perform(request, on: corpus, reader: reader, completion: completion)
        }
    }

    /// Whether the caller must start to call `step()`, until it has no more steps. True once for each series of steps.
    func beginsStepping() -> Bool {
        defer { isStepping = poolIndexer.hasSteps }
        return !isStepping && poolIndexer.hasSteps
    }

    /// Indexes one file. `hasMore` says whether to call this again.
    func step() -> (replies: [PoolIndexer.Reply], hasMore: Bool) {
        let replies = reader.inTransaction { poolIndexer.step(reader: reader) }
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

    /// Returns all jokes of the fallback corpora, except those that cannot be read. Their errors are reported when jokes
    /// are fetched from them.
    func allFallbackJokes(in scope: FallbackScope) -> FallbackJokes {
        var all = FallbackJokes()
        for corpus in corpora(in: scope) {
            try? poolIndexer.jokes(of: corpus) { joke in
                all.jokes.append(joke)
                return true
            }
        }
        return all
    }

    /// Returns the jokes of the fallback corpora and of commands that the scope admits: at most `count` unseen ones of each
    /// corpus, or all if each one was seen. The unseen jokes of several corpora are mixed, and each keeps its order.
    ///
    /// - Parameter isAll: Whether to return all, because the unseen ones were seen since the last commit.
    func fallbackJokes(_ count: Int, in scope: FallbackScope, all isAll: Bool = false) -> FallbackJokes {
        var (unseen, seen): ([(source: String, jokes: [Joke])], [Joke]) = ([], [])
        reader.inTransaction {
            for corpus in corpora(in: scope) {
                var new: [Joke] = []
                try? poolIndexer.jokes(of: corpus) { joke throws(SQLiteError) in
                    guard scope.admits(joke) else { return true }
                    let isNew = isAll ? false : try reader.isUnseen(joke)
                    if isNew { new.append(joke) } else { seen.append(joke) }
                    return new.count < count
                }
                if !new.isEmpty { unseen.append((corpus.source, new)) }
            }
        }
        let mixed = mixed(unseen, in: scope)
        return FallbackJokes(
            jokes: (mixed.isEmpty ? seen : mixed) + scope.commandJokes.filter(scope.admits),
            areAll: mixed.isEmpty)
    }

    private func corpora(in scope: FallbackScope) -> [any Corpus] {
        fallback.filter { scope.admits(source: $0.source) }
    }

    /// Returns the first jokes of several sources in a random order in which those of each source keep theirs. A source
    /// comes as often as its weight says.
    private func mixed(_ lists: [(source: String, jokes: [Joke])], in scope: FallbackScope) -> [Joke] {
        var lists = lists.map { (rest: $1[...], weight: scope.weight(of: $0)) }
        var mixed: [Joke] = []
        while lists.count > 1 {
            var place = Double.random(in: 0..<1) * lists.reduce(0) { $0 + $1.weight }
            let index = lists.dropLast().firstIndex { list in
                place -= list.weight
                return place < 0
            }
            let chosen = index ?? lists.count - 1
            mixed.append(lists[chosen].rest.removeFirst())
            if lists[chosen].rest.isEmpty { lists.remove(at: chosen) }
        }
        return mixed + (lists.first?.rest ?? [])
    }
}

/// The jokes that a query of the fallback chooses from.
struct FallbackJokes: Sendable {
    var jokes: [Joke] = []
    /// Whether these are all jokes of local files and commands that the query may return. If not, they are unseen ones.
    var areAll = true
}
