// SPDX-License-Identifier: MIT
package import JokeCore
import JokeWire

/// The archive in SQLite: `jokesd.sqlite` in the data directory.
///
/// The store has four threads. Each one starts with its first job and ends after `StoreLimits.idle` without work.
/// - The writer thread commits, answers queries within the open transaction, and merges imports. Searches and backups
///   do not run on it.
/// - The reader thread answers queries about the committed data over a connection of its own. A query that takes long is
///   answered in steps, and the steps of other queries come between them. In WAL mode readers and the writer do not
///   block each other, so a slow search delays no commit.
/// - The pool thread returns local jokes, and indexes them while no request waits. So neither fetches nor
///   `ArchiveQuery.fallback`, the query of a change while the queue is empty, wait for clients' reads.
/// - The maintenance thread makes backups, checks the database and replaces a damaged one.
///
/// If the disk is full, a commit fails with the kind `.full` and changes nothing. Queries still work, and the next
/// commit tries again.
package final class Store: Archive {
    private typealias Completion = @Sendable (Result<ArchiveResult, ArchiveError>) -> Void

    let writer: Monitor<StoreWriter?>
    let reader: Monitor<StoreReader>
    let pool: Monitor<PoolReader>
    /// The thread that changes the database, and that answers queries within the open transaction.
    package let writerThread: WorkerThread
    private let location: DatabaseLocation
    /// Whether the work between commits has begun.
    private let hasBackgroundWorkBegun = Monitor(false)
    /// The thread that answers queries about the committed data.
    package let readerThread: WorkerThread
    /// The thread that returns and indexes local jokes.
    package let poolThread: WorkerThread
    /// The thread that makes backups, checks the database and recovers it.
    let maintenanceThread: WorkerThread
    let opener: DatabaseOpener

    /// Opens the database, or creates it. Blocks.
    ///
    /// If the database can be read but not written, it is opened for reading, and every commit fails with the kind
    /// `.readOnly`. If it is damaged, it is moved aside and replaced by the newest good backup, or by an empty database
    /// if there is none.
    ///
    /// - Parameters:
    ///   - directory: The data directory, created if it is missing.
    ///   - cacheDirectory: The directory of the pool, which can be built again.
    ///   - locale: The locale whose order the saved list has.
    ///   - fallback: The corpora that `ArchiveQuery.fallback` takes jokes from first.
    package init(
        directory: String, cacheDirectory: String, locale: String = "C", fallback: [any Corpus] = [],
        schema: Schema = .current,
        limits: StoreLimits = StoreLimits()
    ) throws(ArchiveError) {
        let opener = DatabaseOpener(directory: directory, locale: locale, schema: schema, limits: limits)
        let writer = try opener.open()
        location = writer.location
        let reader = Monitor(StoreReader(location: writer.location, limits: limits))
        let pool = Monitor(
            PoolReader(
                location: writer.location, cacheDirectory: cacheDirectory, fallback: fallback, limits: limits)
        )
        self.opener = opener
        self.writer = Monitor(writer)
        maintenanceThread = WorkerThread(idle: limits.idle)
        (self.reader, self.pool) = (reader, pool)
        writerThread = WorkerThread(idle: limits.idle)
        readerThread = WorkerThread(idle: limits.idle) { reader.withLock { $0.close() } }
        poolThread = WorkerThread(idle: limits.idle) {
            for reply in pool.withLock({ $0.close() }) { reply() }
        }
    }

    /// Returns the persisted state. Blocks; call it once at the start.
    ///
    /// If reading shows that the database is damaged or older than its backup, recovers it first.
    package func load() throws(ArchiveError) -> PersistedState {
        do throws(ArchiveError) {
            let state = try persistedState()
            try writer.use(opener) { writer throws(ArchiveError) in try opener.checkProgress(of: writer) }
                .get()
            return state
        } catch {
            guard error.kind == .corrupt else { throw error }
            return try recover(because: error)
        }
    }

    package func commit(
        _ writes: [Write], in generation: Int,
        completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void
    ) {
        write(completion: completion) { writer throws(ArchiveError) in
            try writer.commit(writes, in: generation)
        }
        startBackgroundWork()
    }

    /// Posts `body` to the writer thread.
    private func write<Success>(
        completion: @escaping @Sendable (Result<Success, ArchiveError>) -> Void,
        _ body: @escaping @Sendable (StoreWriter) throws(ArchiveError) -> Success
    ) {
        opener.indexCheckCancellation.isOn = true
        let isPosted = writerThread.post { [writer, opener] in completion(writer.use(opener, body)) }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// Starts to update the sort keys to the current locale, and to delete the lines of imports that were not finished,
    /// after the first commit. The work is done in steps between commits, so that neither the start nor a commit waits
    /// for it.
    private func startBackgroundWork() {
        let isFirst = hasBackgroundWorkBegun.withLock { hasBackgroundWorkBegun in
            defer { hasBackgroundWorkBegun = true }
            return !hasBackgroundWorkBegun
        }
        if isFirst { postBackgroundStep() }
    }

    private func postBackgroundStep() {
        writerThread.postStep { [self] in
            // After an error the rest is done in the next run of the program.
            switch writer.withLock({ writer in (try? writer?.performBackgroundStep()) ?? .done }) {
            case .more: postBackgroundStep()
            case .blocked: hasBackgroundWorkBegun.withLock { $0 = false }
            case .done: break
            }
        }
    }

    package func query(
        _ question: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        if writes.isEmpty, let answer = answerNow(question, in: transaction) {
            return completion(.success(answer))
        }
        var writes = writes
        if case .fallback = question, !writes.isEmpty {
            // The query may be asked twice.
            apply(writes, in: transaction)
            writes = []
        }
        withFallback(for: question, completion) { [self, writes] fallback, completion in
            write(completion: completion) { writer throws(ArchiveError) in
                try writer.answer(question, after: writes, in: transaction, fallback: fallback)
            }
        }
    }

    /// Answers the query about one joke on the calling thread if the writer thread has nothing to do. Otherwise, or if that
    /// fails, returns nil.
    ///
    /// A decision asks this first, and two changes of threads take longer than the answer.
    private func answerNow(_ question: ArchiveQuery, in transaction: OpenTransaction) -> ArchiveResult? {
        guard case .jokes(let ids) = question, ids.count == 1, writerThread.isIdle else { return nil }
        return writer.withLockIfFree { $0?.answerNow(question, in: transaction) }
    }

    /// Calls `ask` with the jokes of the fallback corpora, on the pool thread. If the query does not need them, calls it
    /// now with none.
    private func withFallback(
        for question: ArchiveQuery, _ completion: @escaping Completion,
        _ ask: @escaping @Sendable (FallbackJokes, @escaping Completion) -> Void
    ) {
        switch question {
        case .fallback(let count, _, let scope):
            readPool({ $0.fallbackJokes(count, in: scope) }, completion) { [self] fallback in
                ask(fallback) { [self] result in
                    guard !fallback.areAll, case .success(.records([])) = result else {
                        return completion(result)
                    }
                    // The open transaction has marked all of them as seen.
                    readPool({ $0.fallbackJokes(count, in: scope, all: true) }, completion) {
                        ask($0, completion)
                    }
                }
            }
        case .dailyJokes(_, let scope):
            readPool({ $0.allFallbackJokes(in: scope) }, completion) { ask($0, completion) }
        default: ask(FallbackJokes(), completion)
        }
    }

    /// Reads jokes on the pool thread, and calls `use` with them there.
    private func readPool(
        _ read: @escaping @Sendable (PoolReader) -> FallbackJokes, _ completion: Completion,
        _ use: @escaping @Sendable (FallbackJokes) -> Void
    ) {
        let isPosted = poolThread.post { [pool] in use(pool.withLock { read($0) }) }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func query(
        _ question: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        switch question {
        case .stage, .discard:
            write(completion: completion) { writer throws(ArchiveError) in try writer.exchange(question) }
            if case .discard = question { postBackgroundStep() }
        default:
            withFallback(for: question, completion) { [self] fallback, completion in
                read(StoreReader.Read(question, fallback: fallback), completion)
            }
        }
    }

    /// Posts the next step of a read to the reader thread, after the steps of the other reads that are in progress.
    private func read(
        _ read: StoreReader.Read,
        _ completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        opener.indexCheckCancellation.isOn = true
        let isPosted = readerThread.post { [self] in
            var read = read
            do throws(ArchiveError) {
                let answer = try reader.withLock { reader throws(ArchiveError) in try reader.step(&read) }
                if let answer { completion(.success(answer)) } else { self.read(read, completion) }
            } catch {
                completion(.failure(error))
            }
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// Returns a source of the jokes of `corpus`. The pool thread indexes them on the first request and answers it.
    package func source(for corpus: any Corpus) -> PoolSource { PoolSource(corpus: corpus, store: self) }

    /// Returns the saved jokes that the user has added, as a corpus of the source `name`.
    package func ownJokes(source name: String) -> any Corpus { OwnJokes(source: name, location: location) }

    func perform(
        _ request: SourceRequest, on corpus: any Corpus, completion: @escaping JokeSource.Completion
    ) {
        let isPosted = readPool { $0.perform(request, on: corpus, completion: completion) }
        if !isPosted { completion(.failure(Self.closed)) }
    }

    private static let closed = SourceError(.unavailable, "The store is closed.")

    /// Queries the pool on its thread, and continues indexing afterwards if files are left. Returns false after
    /// `close()`.
    private func readPool(_ body: @escaping @Sendable (PoolReader) -> [PoolIndexer.Reply]) -> Bool {
        poolThread.post { [pool, poolThread] in
            let (replies, begins) = pool.withLock { (body($0), $0.beginsStepping()) }
            if begins { Self.postStep(of: pool, on: poolThread) }
            for reply in replies { reply() }
        }
    }

    /// Performs one indexing step and posts the next one, so that queries run in between.
    private static func postStep(of pool: Monitor<PoolReader>, on thread: WorkerThread) {
        thread.postStep {
            let (replies, hasMore) = pool.withLock { $0.step() }
            if hasMore { postStep(of: pool, on: thread) }
            for reply in replies { reply() }
        }
    }

    /// Sets the corpora that `ArchiveQuery.fallback` takes jokes from first, and the filter of the jokes whose categories
    /// are listed. Later requests see them.
    package func useFallback(_ corpora: [any Corpus], filter: Filter? = nil) {
        let use: @Sendable (inout PoolReader) -> Void = { ($0.fallback, $0.filter) = (corpora, filter) }
        if pool.withLockIfFree({ use(&$0) }) != nil { return }
        // The pool thread may be reading a large file.
        _ = poolThread.post { [pool] in pool.withLock(use) }
    }

    package func close() {
        opener.cancellation.isOn = true
        opener.indexCheckCancellation.isOn = true
        maintenanceThread.close()
        writerThread.close()
        readerThread.close()
        poolThread.close()
        // A checkpoint would be lost with the removed file.
        if let error = writer.withLock({ $0?.displacement }) { _ = try? recover(because: error) }
        writer.withLock { writer in
            writer?.close(leavesWAL: opener.isCheckDue)
            writer = nil
        }
        opener.close()
    }
}
