// SPDX-License-Identifier: MIT
import CSQLite
import JokeCore
import JokeLinux
import JokeWire

/// Answers requests for local jokes, and indexes their corpora on demand, one file per step.
final class PoolIndexer {
    /// A completion bound to its result. Call it while no lock is held.
    typealias Reply = @Sendable () -> Void

    /// A corpus that is being indexed, and the requests that wait for it.
    private struct Indexing {
        let corpus: any Corpus
        /// The files that are not read yet, in reverse order.
        var files: [CorpusFile]
        /// Whether a file had other jokes before.
        var hasChanges = false
        /// The error of the last file that could not be read.
        var failure: SourceError?
        var waiting: [PendingRequest] = []
        /// The requests that came after the files were scanned. A file may have changed since it was read.
        var late: [PendingRequest] = []
    }

    /// A request without a reply yet.
    private struct PendingRequest {
        let request: SourceRequest
        let completion: JokeSource.Completion

        func reply(with result: Result<SourceResult, SourceError>) -> Reply {
            { [completion] in completion(result) }
        }
    }

    private let directory: String
    private var opened: Pool?
    private var indexings: [Indexing] = []
    /// The sources that have lost a file since their last reply.
    private var withLostFiles: Set<String> = []
    /// The number of new texts in files that had other ones, by source, since the start.
    private var added: [String: Int] = [:]
    /// The filter of the jokes whose categories are listed, and that are drawn by rank, or nil for all.
    var filter: Filter? { didSet { counts = [:] } }
    /// The number of texts that the filter admits, and the places of new ones, by source, after this entry of the log.
    private var counts: [String: (total: Int, new: Set<Int64>, entry: Int64)] = [:]

    init(directory: String) { self.directory = directory }

    /// Whether a file is left to be indexed.
    var hasSteps: Bool { !indexings.isEmpty }

    /// Answers at once. If the corpus is being indexed, answers after its last file, because jokes from the first of a
    /// hundred files would be a biased choice.
    func perform(
        _ request: SourceRequest, on corpus: any Corpus, reader: StoreReader,
        completion: @escaping JokeSource.Completion
    ) -> [Reply] {
        perform([PendingRequest(request: request, completion: completion)], on: corpus, reader)
    }

    private func perform(
        _ pending: [PendingRequest], on corpus: any Corpus, _ reader: StoreReader
    ) -> [Reply] {
        if let place = indexings.firstIndex(where: { $0.corpus.source == corpus.source }) {
            indexings[place].late += pending
            return []
        }
        do throws(SourceError) {
            try scanFiles(of: corpus)
        } catch {
            return pending.map { $0.reply(with: .failure(error)) }
        }
        guard let place = indexings.firstIndex(where: { $0.corpus.source == corpus.source }) else {
            return pending.map { serve($0, of: corpus.source, hasChangedFiles: false, nil, reader) }
        }
        indexings[place].waiting += pending
        return []
    }

    /// Indexes one file. After the last one of a corpus, returns the replies to the requests that waited for it.
    func step(reader: StoreReader) -> [Reply] {
        guard !indexings.isEmpty else { return [] }
        readFile(at: 0)
        guard indexings[0].files.isEmpty else { return [] }
        let indexing = indexings.removeFirst()
        var replies = indexing.waiting.map {
            serve(
                $0, of: indexing.corpus.source, hasChangedFiles: indexing.hasChanges, indexing.failure,
                reader)
        }
        replies += perform(indexing.late, on: indexing.corpus, reader)
        if indexings.isEmpty { releaseMemory() }
        return replies
    }

    /// Returns memory to the system. Indexing has used it for thousands of texts, and usually nothing similar follows
    /// for days.
    private func releaseMemory() {
        opened?.releaseMemory()
        Heap.releaseUnused()
    }

    /// Calls `visit` with the jokes of a corpus that can be read, in a stable order, until it returns false. Indexes a
    /// changed file first. If several have changed, which takes long, visits the jokes that are indexed.
    func jokes(of corpus: any Corpus, visit: (Joke) throws(SQLiteError) -> Bool) throws(SourceError) {
        try readChangedFile(of: corpus)
        try withPool { pool throws(SQLiteError) in try pool.jokes(of: corpus.source, visit: visit) }
    }

    /// Indexes a changed file of a corpus, unless several have changed.
    private func readChangedFile(of corpus: any Corpus) throws(SourceError) {
        try scanFiles(of: corpus)
        if let place = indexings.firstIndex(where: { $0.corpus.source == corpus.source }) {
            if indexings[place].files.count == 1 { readFile(at: place) }
            // If requests wait, the next step, which is posted already, answers them.
            if indexings[place].waiting.isEmpty, indexings[place].late.isEmpty { indexings.remove(at: place) }
        }
    }

    /// Closes the pool. Returns the replies to all waiting requests, which fail.
    func close() -> [Reply] {
        let failure = SourceError(.unavailable, "The store was closed before the jokes were read.")
        let replies = indexings.flatMap { $0.waiting + $0.late }.map { $0.reply(with: .failure(failure)) }
        indexings = []
        opened = nil
        return replies
    }

    /// Starts to index the changed files of a corpus, unless it is being indexed already.
    private func scanFiles(of corpus: any Corpus) throws(SourceError) {
        if indexings.contains(where: { $0.corpus.source == corpus.source }) { return }
        let files = try corpus.files()
        let (changed, hasLost) = try withPool { pool throws(SQLiteError) in
            try pool.scanFiles(of: corpus, files)
        }
        if hasLost || !changed.isEmpty { counts[corpus.source] = nil }
        if hasLost { withLostFiles.insert(corpus.source) }
        if !changed.isEmpty { indexings.append(Indexing(corpus: corpus, files: changed.reversed())) }
    }

    /// Reads the next file of a corpus. A file that cannot be read is skipped; the next scan of the corpus finds it
    /// again.
    private func readFile(at place: Int) {
        guard let file = indexings[place].files.popLast() else { return }
        let corpus = indexings[place].corpus
        do throws(SourceError) {
            var content = try corpus.content(of: file)
            let ids = Set(content.jokes.map(\.id))
            for index in content.jokes.indices {
                content.jokes[index].source = corpus.source
                let (id, key) = (content.jokes[index].id, content.jokes[index].key)
                // A pack may have the ids `PACK:1` and `1`, which would be read as the same one.
                if key.id != id, ids.contains(key.id) {
                    content.jokes[index].id = JokeKey.named(id, of: corpus.source)
                }
            }
            let change = try withPool { pool throws(SQLiteError) in
                try pool.replace(file, of: corpus, with: content)
            }
            if change.isChanged { indexings[place].hasChanges = true }
            added[corpus.source, default: 0] += change.added
        } catch {
            indexings[place].failure = error
        }
    }

    /// Returns the reply to a request after its corpus was indexed.
    ///
    /// - Parameter failure: The error of a file that could not be read, or nil. It is the reply if there are no jokes.
    private func serve(
        _ pending: PendingRequest, of source: String, hasChangedFiles: Bool, _ failure: SourceError?,
        _ reader: StoreReader
    ) -> Reply {
        do throws(SourceError) {
            var result = try self.result(of: pending.request, from: source, reader)
            result.hasChangedFiles = hasChangedFiles || withLostFiles.contains(source)
            result.warning = try withPool { pool throws(SQLiteError) in try pool.warning(of: source) }
            result.added = added[source] ?? 0
            if result.jokes.isEmpty, result.categories?.isEmpty ?? true, let failure { throw failure }
            withLostFiles.remove(source)
            return pending.reply(with: .success(result))
        } catch {
            return pending.reply(with: .failure(error))
        }
    }

    private func result(
        of request: SourceRequest, from source: String, _ reader: StoreReader
    ) throws(SourceError) -> SourceResult {
        var result = SourceResult()
        switch request.kind {
        case .jokes:
            let draw = try draw(request, of: source, reader)
            result.jokes = draw.jokes.map { FetchedJoke($0) }
            result.isRemainder = draw.isRemainder
        case .categories where request.countsUnseen:
            (result.total, result.unseen) = try count(of: source, reader)
        case .categories:
            let filter = filter
            let categories = try withPool { pool throws(SQLiteError) in
                try pool.categories(of: source) { filter?.admits($0) ?? true }
            }
            (result.categories, result.categoryCounts) = (categories.map(\.name), categories.map(\.count))
        case .page(let number, let query) where request.files != nil:
            let files = request.files ?? .init()
            let page = try withPool { pool throws(SQLiteError) in
                try pool.page(number, files, query, of: source)
            }
            (result.jokes, result.page) = (page.jokes.map { FetchedJoke($0) }, page.position)
        case .page, .translation:
            throw SourceError(.unavailable, "The source '\(source)' has no pages.", requests: 0)
        }
        return result
    }

    /// Returns the number of the texts of a source that the filter admits, and that of the new ones among them. Reads the
    /// texts again only after a decision, or if they or the filter have changed.
    private func count(of source: String, _ reader: StoreReader) throws(SourceError) -> (Int, Int) {
        let filter = filter
        return try withPool { pool throws(SQLiteError) in
            let entry = try reader.lastEntry()
            var count = counts[source] ?? (0, [], -1)
            if count.entry == entry {
                try reader.seen { count.new.remove($0) }
            } else {
                count = (0, [], entry)
                try pool.jokes(of: source) { joke throws(SQLiteError) in
                    guard filter?.admits(joke) ?? true else { return true }
                    count.total += 1
                    guard try reader.isNew(joke) else { return true }
                    count.new.insert(Int64(bitPattern: TextHash.of(joke.value)))
                    return true
                }
            }
            counts[source] = count
            return (count.total, count.new.count)
        }
    }

    /// Draws jokes, and remembers what the next draw can skip.
    private func draw(
        _ request: SourceRequest, of source: String, _ reader: StoreReader
    ) throws(SourceError) -> Pool.Draw {
        let filter = filter
        let draw = try withPool { pool throws(SQLiteError) in
            try pool.draw(
                request.count, of: source, category: request.category, filter: filter, where: reader.isNew)
        }
        // On a full disk, this replaces the pool by one in memory, which indexes the files again.
        try withPool { pool throws(SQLiteError) in try pool.accept(draw, of: source) }
        return draw
    }

    /// Calls `body` with the pool. After an error of the pool, calls it again with a new pool.
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
                    // Memory works even if the file cannot be written, as on a full disk.
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
