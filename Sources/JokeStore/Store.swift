// SPDX-License-Identifier: MIT
package import JokeCore
import JokeFetchProtocol

/// The archive in SQLite: `jokesd.sqlite` in the data directory.
///
/// One thread writes, another one reads, a third one copies and checks; they start on demand and end when idle.
/// docs/decisions.md says why.
package final class Store: Archive {
    let writer: Monitor<StoreWriter?>
    let reader: Monitor<StoreReader>
    /// The thread that commits.
    package let writerThread: WorkerThread
    private let isRecollating = Monitor(false)
    /// The thread that answers queries.
    package let readerThread: WorkerThread
    /// Copies, checks and restores.
    let maintenanceThread: WorkerThread
    let opener: DatabaseOpener

    /// Opens the database, or makes it. Blocks.
    ///
    /// A database that can be read but not written is opened all the same; then every commit fails with `.readOnly`. One
    /// that is damaged is put aside for the newest good backup, or for an empty one.
    ///
    /// - Parameters:
    ///   - directory: of the data; made where it is missing.
    ///   - cacheDirectory: holds what can be derived again.
    ///   - locale: by which texts are sorted.
    ///   - fallback: what `ArchiveQuery.fallback` is answered from first, a small one.
    package init(
        directory: String, cacheDirectory: String, locale: String = "C", fallback: (any Corpus)? = nil,
        schema: Schema = .current,
        limits: StoreLimits = StoreLimits()
    ) throws(ArchiveError) {
        let opener = DatabaseOpener(directory: directory, locale: locale, schema: schema, limits: limits)
        let writer = try opener.open()
        let reader = Monitor(
            StoreReader(location: writer.location, cacheDirectory: cacheDirectory, fallback: fallback))
        self.opener = opener
        self.writer = Monitor(writer)
        maintenanceThread = WorkerThread(idle: limits.idle)
        self.reader = reader
        writerThread = WorkerThread(idle: limits.idle)
        readerThread = WorkerThread(idle: limits.idle) {
            for deliver in reader.withLock({ $0.close() }) { deliver() }
        }
    }

    /// What was kept. Blocks; meant for the start. Damage that shows only now is dealt with as well.
    package func load() throws(ArchiveError) -> PersistedState {
        do throws(ArchiveError) {
            return try kept()
        } catch {
            guard error.kind == .corrupt else { throw error }
            return try recover(because: error)
        }
    }

    package func commit(
        _ writes: [Write], completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void
    ) {
        let isPosted = writerThread.post { [self] in
            completion(writer.use(opener) { writer throws(ArchiveError) in try writer.commit(writes) })
            recollate()
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// In steps, once something was written: not at the start, and never in a commit's way.
    private func recollate() {
        guard
            isRecollating.withLock({ wasBegun in
                defer { wasBegun = true }
                return !wasBegun
            })
        else { return }
        Self.postRecollation(of: writer, on: writerThread)
    }

    private static func postRecollation(of writer: Monitor<StoreWriter?>, on thread: WorkerThread) {
        thread.postStep {
            // What fails now is made good after the next start.
            let hasMore = writer.withLock { writer in (try? writer?.recollate()) ?? false }
            if hasMore { postRecollation(of: writer, on: thread) }
        }
    }

    package func query(
        _ question: ArchiveQuery, upon writes: [Write],
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        if question.isOfWriter { return exchange(question, completion: completion) }
        let isPosted = readerThread.post { [reader, writer, opener] in
            let result = reader.withLock { reader in
                Result { () throws(ArchiveError) in
                    if writes.isEmpty { return try reader.answer(question) }
                    return try writer.use(opener) { writer throws(ArchiveError) in
                        try reader.answer(question, supposing: writes, on: writer)
                    }.get()
                }
            }
            completion(result)
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    private func exchange(
        _ question: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        let isPosted = writerThread.post { [writer, opener] in
            completion(
                writer.use(opener) { writer throws(ArchiveError) in try writer.exchange(question) })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// The jokes of a corpus, indexed when they are asked for and given out by this store's reading thread.
    package func source(for corpus: any Corpus) -> PoolSource { PoolSource(corpus: corpus, store: self) }

    func perform(
        _ request: SourceRequest, on corpus: any Corpus, completion: @escaping JokeSource.Completion
    ) {
        let isPosted = readLocally { $0.perform(request, on: corpus, completion: completion) }
        if !isPosted { completion(.failure(Self.closed)) }
    }

    private static let closed = SourceError(.unavailable, "The store is closed.")

    /// Asks the pool, on the reading thread; indexing goes on behind it where that is needed.
    private func readLocally(_ ask: @escaping @Sendable (StoreReader) -> [PoolIndexer.Delivery]) -> Bool {
        readerThread.post { [reader, readerThread] in
            let (deliveries, begins) = reader.withLock { (ask($0), $0.beginsStepping()) }
            if begins { Self.postStep(of: reader, on: readerThread) }
            for deliver in deliveries { deliver() }
        }
    }

    /// One step, then the next one, so that questions come between.
    private static func postStep(of reader: Monitor<StoreReader>, on thread: WorkerThread) {
        thread.postStep {
            let (deliveries, hasMore) = reader.withLock { $0.step() }
            if hasMore { postStep(of: reader, on: thread) }
            for deliver in deliveries { deliver() }
        }
    }

    /// What `ArchiveQuery.fallback` is answered from first, from now on. Waits while a question is being answered.
    package func useFallback(_ corpus: (any Corpus)?) { reader.withLock { $0.fallback = corpus } }

    package func close() {
        opener.cancellation.isOn = true
        maintenanceThread.close()
        writerThread.close()
        readerThread.close()
        writer.withLock { writer in
            writer?.close(leavesLog: opener.isCheckDue)
            writer = nil
        }
        opener.close()
    }
}

extension ArchiveQuery {
    /// Whether it is answered where it is written, and so behind what was handed over before.
    fileprivate var isOfWriter: Bool {
        switch self {
        case .stage, .discard, .merge: true
        default: false
        }
    }
}
