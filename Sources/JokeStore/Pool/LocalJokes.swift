// SPDX-License-Identifier: MIT
import CSQLite
import JokeCore
import JokeFetchProtocol
import JokeWire

/// Gives out local jokes, indexing their corpora as they are asked for, one file at a step.
final class LocalJokes {
    typealias Completion = @Sendable (Result<[Joke], SourceError>) -> Void
    typealias NamesCompletion = @Sendable (Result<[String], SourceError>) -> Void
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

    private enum Waiting {
        case jokes(FetchOrder, Completion)
        case categories(NamesCompletion)

        func refusal(_ failure: SourceError) -> Delivery {
            switch self {
            case .jokes(_, let completion): { completion(.failure(failure)) }
            case .categories(let completion): { completion(.failure(failure)) }
            }
        }
    }

    private let folder: String
    private var opened: Pool?
    private var indexings: [Indexing] = []

    init(folder: String) { self.folder = folder }

    /// Whether there is a file to be indexed.
    var hasSteps: Bool { !indexings.isEmpty }

    /// Answers at once, or where the corpus is being indexed, after the last step: the first of a hundred files is
    /// no fair choice of jokes.
    func fetch(
        _ order: FetchOrder, from corpus: any Corpus, isNew: IsNew, completion: @escaping Completion
    ) -> [Delivery] {
        answer(.jokes(order, completion), from: corpus, isNew)
    }

    /// The categories of all jokes of a corpus, by name; each once, however it is written.
    func categories(
        of corpus: any Corpus, isNew: IsNew, completion: @escaping NamesCompletion
    ) -> [Delivery] {
        answer(.categories(completion), from: corpus, isNew)
    }

    private func answer(_ waiting: Waiting, from corpus: any Corpus, _ isNew: IsNew) -> [Delivery] {
        do throws(SourceError) {
            try takeStock(of: corpus)
        } catch {
            return [waiting.refusal(error)]
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
        try takeStock(of: corpus)
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
        let deliveries = indexings.flatMap(\.waiting).map { $0.refusal(failure) }
        indexings = []
        opened = nil
        return deliveries
    }

    /// Begins to index what has changed, unless that is going on already.
    private func takeStock(of corpus: any Corpus) throws(SourceError) {
        if indexings.contains(where: { $0.corpus.source == corpus.source }) { return }
        let files = try corpus.files()
        let changed = try withPool { pool throws(SQLiteError) in try pool.takeStock(of: corpus, files) }
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
            switch waiting {
            case .jokes(let order, let completion):
                let jokes = try draw(order, of: source, isNew)
                if jokes.isEmpty, let failure { throw failure }
                return { completion(.success(jokes)) }
            case .categories(let completion):
                let names = try withPool { pool throws(SQLiteError) in try pool.categories(of: source) }
                if names.isEmpty, let failure { throw failure }
                return { completion(.success(names)) }
            }
        } catch {
            return waiting.refusal(error)
        }
    }

    /// The next draw goes on behind this one.
    private func draw(
        _ order: FetchOrder, of source: String, _ isNew: IsNew
    ) throws(SourceError) -> [Joke] {
        try withPool { pool throws(SQLiteError) in
            let draw = try pool.draw(order.candidates, of: source, category: order.category, where: isNew)
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
        let pool = try Pool.open(folder: folder)
        opened = pool
        return pool
    }

    private static func translating<Success>(
        _ body: () throws(SQLiteError) -> Success
    ) throws(SourceError) -> Success {
        do throws(SQLiteError) { return try body() } catch {
            throw SourceError(.storage, ArchiveFailure(error, path: error.path).message)
        }
    }
}
