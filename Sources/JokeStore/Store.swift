// SPDX-License-Identifier: MIT
package import JokeCore
import JokeFetchProtocol

/// The archive in SQLite: `jokesd.sqlite` in the data folder.
///
/// One thread writes, another one reads, a third one copies and checks; they start on demand and end when idle.
/// `docs/architecture.md` says why.
package final class Store: Archive {
    let ledger: Monitor<Ledger?>
    let reader: Monitor<Reader>
    /// The thread that commits.
    package let writing: WorkThread
    private let isRecollating = Monitor(false)
    /// The thread that answers queries.
    package let reading: WorkThread
    /// Copies, checks and restores.
    let keeping: WorkThread
    let keeper: Keeper

    /// Opens the database, or makes it. Blocks.
    ///
    /// A database that can be read but not written is opened all the same; then every commit fails with `.readOnly`. One
    /// that is damaged is put aside for the newest good backup, or for an empty one.
    ///
    /// - Parameters:
    ///   - folder: of the data; made where it is missing.
    ///   - cacheFolder: of what can be derived anew.
    ///   - locale: by which texts are sorted.
    ///   - fallback: what `ArchiveQuery.fallback` is answered from first, a small one.
    package init(
        folder: String, cacheFolder: String, locale: String = "C", fallback: (any Corpus)? = nil,
        schema: Schema = .current,
        limits: StoreLimits = StoreLimits()
    ) throws(ArchiveFailure) {
        let keeper = Keeper(folder: folder, locale: locale, schema: schema, limits: limits)
        let ledger = try keeper.open()
        let reader = Monitor(Reader(location: ledger.location, cacheFolder: cacheFolder, fallback: fallback))
        self.keeper = keeper
        self.ledger = Monitor(ledger)
        keeping = WorkThread(idle: limits.idle)
        self.reader = reader
        writing = WorkThread(idle: limits.idle)
        reading = WorkThread(idle: limits.idle) {
            for deliver in reader.withLock({ $0.close() }) { deliver() }
        }
    }

    /// What was kept. Blocks; meant for the start. Damage that shows only now is dealt with as well.
    package func load() throws(ArchiveFailure) -> PersistedState {
        do throws(ArchiveFailure) {
            return try kept()
        } catch {
            guard error.kind == .corrupt else { throw error }
            return try mend(because: error)
        }
    }

    package func commit(
        _ writes: [Write], completion: @escaping @Sendable (Result<Void, ArchiveFailure>) -> Void
    ) {
        let isPosted = writing.post { [self] in
            completion(ledger.use(keeper) { ledger throws(ArchiveFailure) in try ledger.commit(writes) })
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
        Self.postRecollation(of: ledger, on: writing)
    }

    private static func postRecollation(of ledger: Monitor<Ledger?>, on thread: WorkThread) {
        thread.postStep {
            // What fails now is made good after the next start.
            let hasMore = ledger.withLock { ledger in (try? ledger?.recollate()) ?? false }
            if hasMore { postRecollation(of: ledger, on: thread) }
        }
    }

    package func query(
        _ question: ArchiveQuery, upon writes: [Write],
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveFailure>) -> Void
    ) {
        if question.isOfWriter { return exchange(question, completion: completion) }
        let isPosted = reading.post { [reader, ledger, keeper] in
            let result = reader.withLock { reader in
                Result { () throws(ArchiveFailure) in
                    if writes.isEmpty { return try reader.answer(question) }
                    return try ledger.use(keeper) { ledger throws(ArchiveFailure) in
                        try reader.answer(question, supposing: writes, on: ledger)
                    }.get()
                }
            }
            completion(result)
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    private func exchange(
        _ question: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveFailure>) -> Void
    ) {
        let isPosted = writing.post { [ledger, keeper] in
            completion(
                ledger.use(keeper) { ledger throws(ArchiveFailure) in try ledger.exchange(question) })
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
    private func readLocally(_ ask: @escaping @Sendable (Reader) -> [LocalJokes.Delivery]) -> Bool {
        reading.post { [reader, reading] in
            let (deliveries, begins) = reader.withLock { (ask($0), $0.beginsStepping()) }
            if begins { Self.postStep(of: reader, on: reading) }
            for deliver in deliveries { deliver() }
        }
    }

    /// One step, then the next one, so that questions come between.
    private static func postStep(of reader: Monitor<Reader>, on thread: WorkThread) {
        thread.postStep {
            let (deliveries, hasMore) = reader.withLock { $0.step() }
            if hasMore { postStep(of: reader, on: thread) }
            for deliver in deliveries { deliver() }
        }
    }

    /// What `ArchiveQuery.fallback` is answered from first, from now on. Waits while a question is being answered.
    package func useFallback(_ corpus: (any Corpus)?) { reader.withLock { $0.fallback = corpus } }

    package func close() {
        keeper.cancellation.isOn = true
        keeping.close()
        writing.close()
        reading.close()
        ledger.withLock { ledger in
            ledger?.close(leavesLog: keeper.isCheckDue)
            ledger = nil
        }
        keeper.close()
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
