// SPDX-License-Identifier: MIT
import CSQLite
import JokeCore
import JokeFetchProtocol
import JokeWire

/// Gives out local jokes, indexing their corpora as they are asked for, one file at a step.
final class PoolIndexer {
    /// A completion with its result, to be called when no lock is held.
    typealias Delivery = @Sendable () -> Void
    /// Whether the user has neither seen, saved nor buried a joke.
    typealias IsNew = (Joke) throws(SQLiteError) -> Bool

    /// A corpus that is being indexed, and who waits for jokes of it.
    private struct Indexing {
        let corpus: any Corpus
        /// Those that are still to be read, in reverse.
        var files: [CorpusFile]
        /// Why the last unreadable file could not be read.
        var failure: SourceError?
        var waiting: [Waiting] = []
    }

    private struct Waiting {
        let request: SourceRequest
        let completion: JokeSource.Completion

        func delivery(of result: Result<SourceResult, SourceError>) -> Delivery {
            { [completion] in completion(result) }
        }
    }

    private let directory: String
    private var opened: Pool?
    private var indexings: [Indexing] = []

    init(directory: String) { self.directory = directory }

    /// Whether there is a file to be indexed.
    var hasSteps: Bool { !indexings.isEmpty }

    /// Answers at once, or where the corpus is being indexed, after the last step: the first of a hundred files is
    /// no fair choice of jokes.
    func perform(
        _ request: SourceRequest, on corpus: any Corpus, isNew: IsNew,
        completion: @escaping JokeSource.Completion
    ) -> [Delivery] {
        let waiting = Waiting(request: request, completion: completion)
        do throws(SourceError) {
            try scanFiles(of: corpus)
        } catch {
            return [waiting.delivery(of: .failure(error))]
        }
        guard let place = indexings.firstIndex(where: { $0.corpus.source == corpus.source }) else {
            return [serve(waiting, of: corpus.source, nil, isNew)]
        }
        indexings[place].waiting.append(waiting)
        return []
    }

    /// Indexes one file; the last one of a corpus answers those who have waited.
    func step(isNew: IsNew) -> [Delivery] {
        guard !indexings.isEmpty else { return [] }
        readFile(at: 0)
        guard indexings[0].files.isEmpty else { return [] }
        let indexing = indexings.removeFirst()
        let deliveries = indexing.waiting.map {
            serve($0, of: indexing.corpus.source, indexing.failure, isNew)
        }
        if indexings.isEmpty { releaseMemory() }
        return deliveries
    }

    /// Thousands of texts have gone through this thread's heap, and nothing of the kind follows for days.
    private func releaseMemory() {
        opened?.releaseMemory()
        jokesd_release_heap()
    }

    /// All jokes of a corpus that can be read now, indexed before the answer, in an order that stays.
    func all(of corpus: any Corpus) throws(SourceError) -> [Joke] {
        try scanFiles(of: corpus)
        if let place = indexings.firstIndex(where: { $0.corpus.source == corpus.source }) {
            while !indexings[place].files.isEmpty { readFile(at: place) }
            // Who waits is answered by the next step, which is on its way.
            if indexings[place].waiting.isEmpty { indexings.remove(at: place) }
        }
        return try withPool { pool throws(SQLiteError) in try pool.jokes(of: corpus.source) }
    }

    /// Lets go of the pool. Nobody waits any more.
    func close() -> [Delivery] {
        let failure = SourceError(.unavailable, "The store was closed before the jokes were read.")
        let deliveries = indexings.flatMap(\.waiting).map { $0.delivery(of: .failure(failure)) }
        indexings = []
        opened = nil
        return deliveries
    }

    /// Begins to index what has changed, unless that is going on already.
    private func scanFiles(of corpus: any Corpus) throws(SourceError) {
        if indexings.contains(where: { $0.corpus.source == corpus.source }) { return }
        let files = try corpus.files()
        let changed = try withPool { pool throws(SQLiteError) in try pool.scanFiles(of: corpus, files) }
        if !changed.isEmpty { indexings.append(Indexing(corpus: corpus, files: changed.reversed())) }
    }

    /// Reads the next file of an indexing. A file that cannot be read is left out and tried
    /// again when the corpus is looked at the next time.
    private func readFile(at place: Int) {
        guard let file = indexings[place].files.popLast() else { return }
        let corpus = indexings[place].corpus
        do throws(SourceError) {
            let jokes = try corpus.jokes(in: file).map { joke in
                var joke = joke
                joke.source = corpus.source
                return joke
            }
            try withPool { pool throws(SQLiteError) in try pool.replace(file, of: corpus, with: jokes) }
        } catch {
            indexings[place].failure = error
        }
    }

    /// What to answer when a corpus has been indexed.
    ///
    /// - Parameter failure: of a file that could not be read.
    private func serve(
        _ waiting: Waiting, of source: String, _ failure: SourceError?, _ isNew: IsNew
    ) -> Delivery {
        do throws(SourceError) {
            let result = try self.result(of: waiting.request, from: source, isNew)
            if result.jokes.isEmpty, result.categories?.isEmpty ?? true, let failure { throw failure }
            return waiting.delivery(of: .success(result))
        } catch {
            return waiting.delivery(of: .failure(error))
        }
    }

    private func result(
        of request: SourceRequest, from source: String, _ isNew: IsNew
    ) throws(SourceError) -> SourceResult {
        var result = SourceResult()
        switch request.kind {
        case .jokes: result.jokes = try draw(request, of: source, isNew).map { FetchedJoke($0) }
        case .categories:
            // All that there are, by name; each once, however it is written.
            result.categories = try withPool { pool throws(SQLiteError) in try pool.categories(of: source) }
        case .page, .translation:
            throw SourceError(.unavailable, "The source '\(source)' has no pages.", requests: 0)
        }
        return result
    }

    /// The next draw goes on behind this one.
    private func draw(
        _ request: SourceRequest, of source: String, _ isNew: IsNew
    ) throws(SourceError) -> [Joke] {
        try withPool { pool throws(SQLiteError) in
            let draw = try pool.draw(request.count, of: source, category: request.category, where: isNew)
            try pool.accept(draw, of: source)
            return draw.jokes
        }
    }

    /// Does something with the pool; where the pool is at fault, once more with a new one.
    private func withPool<Success>(
        _ body: (Pool) throws(SQLiteError) -> Success
    ) throws(SourceError) -> Success {
        try Self.translating { () throws(SQLiteError) in
            let pool = try pool()
            do throws(SQLiteError) { return try body(pool) } catch {
                guard error.path == pool.path, !pool.path.isEmpty else { throw error }
                if error.isDamage {
                    opened = nil
                    Pool.remove(pool.path)
                } else {
                    // Whatever keeps the file from being written (a full disk, say) does not touch memory.
                    opened = try Pool.inMemory()
                }
                return try body(try self.pool())
            }
        }
    }

    private func pool() throws(SQLiteError) -> Pool {
        if let opened { return opened }
        let pool = try Pool.open(directory: directory)
        opened = pool
        return pool
    }

    private static func translating<Success>(
        _ body: () throws(SQLiteError) -> Success
    ) throws(SourceError) -> Success {
        do throws(SQLiteError) { return try body() } catch {
            throw SourceError(.storage, ArchiveError(error, path: error.path).message)
        }
    }
}
