// SPDX-License-Identifier: MIT
import CSQLite
import Glibc
import JokeCore
import JokeWire

/// The write connection to the database. It commits one transaction at a time.
final class StoreWriter {
    let location: DatabaseLocation
    let database: Database
    let limits: StoreLimits
    /// The number of jokes that may be upserted before unreferenced jokes are pruned.
    var upsertsUntilPruning = 0
    /// The number of entries that may be added to the log before old ones are deleted.
    var entriesUntilPruning = 0
    /// The number of fingerprints that may be added to the seen ones before the oldest are deleted.
    var marksUntilPruning = 0
    /// The open transaction, or nil.
    private var open: OpenTransaction?
    /// The generation that had a failure, and the error with which all its later calls fail; or nil.
    private var refused: (generation: Int, error: ArchiveError)?
    /// The writes that came with queries while the database cannot be written, and their generation; or nil. The commit
    /// fails because of them.
    private var waiting: (generation: Int, writes: [Write])?
    /// The current setting of `PRAGMA synchronous`, or nil before the first transaction.
    private var durability: Durability?
    /// The size in bytes above which the next commit tries to empty the write-ahead log. It grows if the log could not
    /// be emptied.
    private var largestLog = StoreLimits.log
    private var logPath: String { "\(location.path)-wal" }
    /// The inode of the write-ahead log and the least size that it must have since the last commit, or nil before the
    /// first one.
    private var log: (inode: UInt64, least: Int)?
    /// Whether a commit was refused that the open file has.
    private var hasRefusedCommit = false
    private let collation: Collation
    /// The library index, or nil until this run has committed its collation to the table `library`.
    private var cachedLibraryIndex: LibraryIndex?
    /// Whether rows may have sort keys of an older collation.
    private var mayRecollate = true
    /// The greatest number of an import of earlier processes, or nil before the first use.
    private var knownLastImport: Int?
    /// The imports that wait for their last lines.
    private var waitingImports: Set<Int> = []
    /// Whether there may be staged lines of imports that were not finished.
    private var mayHaveLeftovers = true
    /// The tables in which implausible rows were found.
    private var implausible: [String] = []

    /// The setting of `PRAGMA synchronous`. SQLite's manual: in WAL mode FULL adds "a sync of the WAL file after each
    /// transaction commit"; with NORMAL a commit "might roll back following a power loss", but the database stays
    /// consistent.
    private enum Durability: String { case full = "FULL", normal = "NORMAL", off = "OFF" }

    /// Opens the database and creates or migrates its tables. If it cannot be written, opens it for reading.
    init(
        _ location: DatabaseLocation, locale: String, schema: Schema, limits: StoreLimits
    ) throws(ArchiveError) {
        collation = Collation(locale: locale)
        var location = location
        (database, location.access) = try location.prepareDatabase(schema)
        self.location = location
        self.limits = limits
    }

    /// Returns the persisted state. Jokes that it refers to and that are missing are left out.
    ///
    /// Rows with values that jokesd never writes are removed or reset (`removeImplausibleRows`). Throws `.corrupt` if
    /// the session is missing.
    func load() throws(ArchiveError) -> PersistedState {
        try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            // SQLite locks and unlocks the log for each transaction, so all tables are read in one.
            try database.transaction(.deferred) {
                () throws(SQLiteError) -> Result<PersistedState, ArchiveError> in
                if let absence = try database.absence() {
                    return .failure(.corrupt(location.path, cause: absence))
                }
                try removeImplausibleRows()
                var state = try persistedState()
                state.implausible = implausible
                // The rows are still there, and an event must be JSON.
                if !location.access.canWrite, implausible.contains("log") { state.log = [] }
                return .success(state)
            }
        }.get()
    }

    private func removeImplausibleRows() throws(SQLiteError) {
        let tables = try database.implausibleTables()
        guard !tables.isEmpty else { return }
        implausible += tables
        if location.access.canWrite { try database.removeImplausibleRows() }
    }

    private func persistedState() throws(SQLiteError) -> PersistedState {
        let session = try SessionRow(in: database)
        let known = try database.jokes(session.loadedIDs)
        let dailyJoke = session.dailyID.flatMap { known[$0]?.joke }
        return PersistedState(
            epoch: session.epoch, reservedSequence: session.reservedSequence,
            card: session.cardID.flatMap { known[$0] }, queue: session.queue.compactMap { known[$0] },
            daily: session.dailyDate.flatMap { date in dailyJoke.map { DailyJoke(date: date, joke: $0) } },
            undo: session.undo, history: session.history, showTranslation: session.showTranslation,
            savedCount: try database.savedCount(), hasOwnJokes: try database.hasOwnJokes(),
            taste: try database.taste(), tasteShares: try database.tasteShares(),
            tasteEpoch: try database.tasteEpoch(), log: try database.log(),
            sources: try database.sources(), engines: try database.engines(), feeds: try database.feeds(),
            imports: try database.imports(after: try lastEarlierImport()))
    }

    /// Applies the writes and commits the open transaction with them.
    ///
    /// If a write is a decision, the transaction is on the disk when this returns. If the disk is full, this throws an
    /// error with the kind `.full` and changes nothing. If the file was removed or replaced, it throws `.corrupt`.
    func commit(_ writes: [Write], in generation: Int) throws(ArchiveError) {
        let isBegun = [open?.generation, refused?.generation, waiting?.generation].contains(generation)
        guard !writes.isEmpty || isBegun else { return }
        let writes = takeWaiting(for: generation) + writes
        // A commit would be in the write-ahead log, which may still be there and is read by the recovery.
        if let displacement { throw displacement }
        let isDecision = writes.contains(where: \.isDecision)
        let transaction = OpenTransaction(
            generation: generation, isDurable: writes.contains(where: \.isDurable))
        do throws(ArchiveError) {
            try perform(in: transaction) { () throws(SQLiteError) in
                for write in writes { try apply(write) }
                if upsertsUntilPruning <= 0 { try prune() }
                precondition(
                    !isDecision || durability == .full, "a decision is in a transaction that is not durable")
                try database.commit()
            }
        } catch {
            overwriteFailedCommit()
            throw error
        }
        open = nil
        // It may have been removed since the check above. Then the commit is lost with the file.
        let facts = logFacts
        if let displacement = displacement(log: facts) {
            hasRefusedCommit = true
            throw displacement
        }
        remember(log: facts)
        limitLog(of: facts?.bytes ?? 0)
    }

    private typealias LogFacts = (inode: UInt64, bytes: Int)

    /// The write-ahead log as it is now, or nil if it is missing.
    private var logFacts: LogFacts? {
        var status = stat()
        return stat(logPath, &status) == 0 ? (UInt64(status.st_ino), Int(status.st_size)) : nil
    }

    /// The error if another program removed or replaced the database or its write-ahead log, or cut the log off; nil
    /// otherwise.
    var displacement: ArchiveError? { displacement(log: logFacts) }

    /// - Parameter facts: The write-ahead log as it is now, or nil if it is missing.
    private func displacement(log facts: LogFacts?) -> ArchiveError? {
        if database.hasMoved { return .removed(location.path) }
        guard let log else { return nil }
        guard let facts, facts.inode == log.inode else { return .removed(location.path) }
        return facts.bytes < log.least
            ? .corrupt(location.path, cause: "its write-ahead log was cut off while jokesd used it") : nil
    }

    /// Remembers the write-ahead log after jokesd has changed it. SQLite itself truncates it to `journal_size_limit`
    /// when it begins it again.
    private func remember(log facts: LogFacts?) {
        log = facts.map { ($0.inode, min($0.bytes, DatabaseLocation.logSizeLimit)) }
    }

    /// Copies the open database to a new file, although the path names another file or none. Returns false if it cannot
    /// be copied, is not displaced, or has a commit that was refused.
    func copyDisplaced(to path: String, isCovered: Bool) -> Bool {
        guard isCovered || displacement != nil, !hasRefusedCommit else { return false }
        rollBack()
        do throws(SQLiteError) {
            let copy = try Database(path, for: .writingAlone)
            try database.copy(to: copy, unless: Cancellation())
            try copy.script("PRAGMA journal_mode = DELETE")
            return try copy.defect(in: .current) == nil
        } catch {
            return false
        }
    }

    /// Applies the writes in the open transaction, and returns the answer from within it.
    func answer(
        _ question: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction,
        fallback: FallbackJokes
    ) throws(ArchiveError) -> ArchiveResult {
        if !location.access.canWrite, !question.isMerge {
            // No transaction can be begun. The writes fail with the commit.
            if !writes.isEmpty {
                waiting = (transaction.generation, takeWaiting(for: transaction.generation) + writes)
            }
            return try ArchiveError.translating(location.path) { () throws(SQLiteError) in
                try database.answer(question, fallback: fallback)
            }.get()
        }
        return try perform(in: transaction) { () throws(SQLiteError) in
            for write in writes { try apply(write) }
            if case .merge(let staged) = question { return try merge(staged) }
            if case .laterSeen(let marks) = question {
                return .success(try database.laterSeen(marks, limit: limits.seen))
            }
            do throws(SQLiteError) {
                return try database.answer(question, fallback: fallback)
            } catch {
                // The query has only read, so what others have written in this transaction stays.
                guard error.code == SQLITE_ERROR, !error.isDamage, database.isInTransaction else {
                    throw error
                }
                return .failure(.failedQuery(location.path, cause: error.message))
            }
        }.get()
    }

    /// Returns the answer from the committed data, without waiting for a lock. Returns nil if it cannot be read, or if a
    /// transaction is open or `transaction` has failed.
    func answerNow(_ question: ArchiveQuery, in transaction: OpenTransaction) -> ArchiveResult? {
        guard open == nil, refused?.generation != transaction.generation else { return nil }
        database.setBusyTimeout(milliseconds: 0)
        defer { database.setBusyTimeout(milliseconds: Database.defaultBusyTimeout) }
        return try? database.answer(question, fallback: FallbackJokes()).get()
    }

    /// Removes and returns the writes that wait for the commit of this generation.
    private func takeWaiting(for generation: Int) -> [Write] {
        defer { waiting = nil }
        return waiting?.generation == generation ? waiting?.writes ?? [] : []
    }

    /// Runs `body` in the open transaction. Begins it if there is none. If that fails, rolls it back.
    private func perform<Success>(
        in transaction: OpenTransaction, _ body: () throws(SQLiteError) -> Success
    ) throws(ArchiveError) -> Success {
        if let refused, refused.generation == transaction.generation { throw refused.error }
        refused = nil
        // The owner has rolled this one back.
        if let open, open.generation != transaction.generation { rollBack() }
        do throws(ArchiveError) {
            if open != nil, !database.isInTransaction {
                // SQLite rolled it back because of an error in a statement that was not part of it, such as staging.
                throw ArchiveError(
                    .inputOutput, "\(location.path): the transaction was rolled back. Try again.")
            }
            return try ArchiveError.translating(location.path) { () throws(SQLiteError) in
                if open == nil {
                    try set(transaction.isDurable ? .full : .normal)
                    try database.begin()
                    open = transaction
                }
                return try body()
            }
        } catch {
            rollBack()
            refused = (transaction.generation, error)
            throw error
        }
    }

    /// Rolls the open transaction back, and forgets the values that were computed in it.
    private func rollBack() {
        database.rollBack()
        (open, cachedLibraryIndex) = (nil, nil)
    }

    /// Merges the decisions that can be read in a damaged database, and returns how many were newer than the known
    /// ones.
    func merge(_ damaged: inout DamagedDatabase) throws(ArchiveError) -> Int {
        var outcome = MergeOutcome()
        try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in try removeImplausibleRows() }
        }
        try damaged.scan { rows throws(ArchiveError) in
            let transaction = OpenTransaction(generation: -1, isDurable: true)
            try perform(in: transaction) { () throws(SQLiteError) in
                var merged = MergedJokes()
                for row in rows {
                    try database.mergeSalvaged(row, try libraryIndex(), &outcome, &merged)
                }
                _ = try database.forgetUndo(about: merged.texts)
                try database.commit()
            }
            open = nil
            limitLog(of: logFacts?.bytes ?? 0)
        }
        return outcome.added + outcome.updated
    }

    /// Stages the lines of an import, or discards them.
    func exchange(_ question: ArchiveQuery) throws(ArchiveError) -> ArchiveResult {
        try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            switch question {
            case .stage(let lines, let id):
                let number = try number(of: id)
                waitingImports.insert(number)
                if open == nil { try set(.normal) }
                try database.transaction { () throws(SQLiteError) in try database.stage(lines, of: number) }
            case .discard(let id):
                waitingImports.remove(try number(of: id))
                mayHaveLeftovers = true
            default: break
            }
        }
        return .records([])
    }

    /// Merges the next staged lines. Fails and changes nothing if not all lines were staged.
    private func merge(
        _ staged: StagedImport
    ) throws(SQLiteError) -> Result<ArchiveResult, ArchiveError> {
        let number = try number(of: staged.id)
        // The lines of a discarded import are deleted later.
        let isKnown = staged.outcome.lines > 0 || waitingImports.contains(number)
        let count = isKnown ? try database.lastStaged(number) : 0
        guard count == staged.lines else {
            return .failure(
                ArchiveError(.importLost, "Lines of this import were lost; start the import again."))
        }
        let isLarge = staged.lines > limits.largeImport
        if isLarge { try database.script(DatabaseLocation.sizesOfImport) }
        let (outcome, merged) = try database.merge(
            staged, number, try libraryIndex(), within: limits.pieceTime)
        if isLarge, outcome.lines >= staged.lines {
            try database.script(DatabaseLocation.sizes)
            database.releaseMemory()
        }
        // The steps before one that can be undone hold again when it is.
        let isStep = staged.isOfUser && !staged.isInPieces
        var isUndoChanged = isStep ? false : try database.forgetUndo(about: merged.texts)
        if staged.isOfUser, staged.outcome.lines == 0, outcome.hasChanged {
            try database.pushUndo(UndoStep(kind: .imported, before: staged.isInPieces ? [] : merged.before))
            isUndoChanged = true
        }
        if outcome.lines >= staged.lines { waitingImports.remove(number) }
        return .success(
            .merged(
                MergeResult(
                    outcome, savedCount: try database.savedCount(), hasOwnJokes: try database.hasOwnJokes(),
                    undo: isUndoChanged ? try database.undoSteps() : nil)))
    }

    /// Returns the number of an import in the database.
    private func number(of id: ImportID) throws(SQLiteError) -> Int { try lastEarlierImport() + id.number }

    /// Returns the greatest number of an import of earlier processes.
    private func lastEarlierImport() throws(SQLiteError) -> Int {
        if let knownLastImport { return knownLastImport }
        let last = try database.lastImport()
        knownLastImport = last
        return last
    }

    /// Commits an empty transaction over one whose commit failed.
    ///
    /// If the sync of a commit fails, the whole commit is in the write-ahead log, and SQLite recovers every transaction
    /// that has a commit record there (SQLite's manual, "The WAL File Format"). After a crash, a refused change would
    /// be in the database. The next commit overwrites it in the log. It must not need a sync, which may fail again: at
    /// the start of the log, SQLite syncs the log's header in every mode but `OFF`. In that mode, no checkpoint may run.
    /// If this commit fails too, the log could not be written before either.
    private func overwriteFailedCommit() {
        try? set(.off)
        try? database.script("PRAGMA wal_autocheckpoint = 0")
        _ = try? database.run("UPDATE session SET only = only")
        try? database.script("PRAGMA wal_autocheckpoint = \(DatabaseLocation.checkpointFrames)")
        try? set(.normal)
    }

    /// Empties the write-ahead log if it has grown beyond its limit in spite of the automatic checkpoints.
    ///
    /// SQLite's manual, "Avoiding Excessively Large WAL Files": a checkpoint can reset the log only if no reader uses
    /// it. Our readers finish within milliseconds, so this waits up to 20 ms for them. It does not wait longer, because
    /// a client waits for the commit. During a backup the log grows, and it is emptied afterwards.
    private func limitLog(of bytes: Int) {
        guard bytes > largestLog else { return }
        database.setBusyTimeout(milliseconds: 20)
        defer { database.setBusyTimeout(milliseconds: Database.defaultBusyTimeout) }
        // The pragma reports in a row, not by an error, if a reader prevented it. The commit holds in either case.
        try? database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        let rest = logFacts
        if log != nil { remember(log: rest) }
        largestLog = max(StoreLimits.log, (rest?.bytes ?? 0) + StoreLimits.log / 4)
    }

    /// The state of the work between commits after a step.
    enum BackgroundStep {
        /// Rows may be left.
        case more
        /// A transaction is open. Nothing was done.
        case blocked
        case done
    }

    /// Updates some of the sort keys after a change of the locale, or deletes some of the lines of imports that were not
    /// finished.
    ///
    /// Until all keys are updated, rows with old keys come first in the list, in the old order.
    func performBackgroundStep() throws(ArchiveError) -> BackgroundStep {
        guard mayRecollate || mayHaveLeftovers, location.access.canWrite else { return .done }
        guard open == nil else { return .blocked }
        return try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            try set(.normal)
            try database.transaction { () throws(SQLiteError) in
                if mayRecollate {
                    mayRecollate = try libraryIndex().recollate(limits.recollated, in: database)
                } else {
                    mayHaveLeftovers = try database.deleteStaged(except: waitingImports)
                }
            }
            return mayRecollate || mayHaveLeftovers ? .more : .done
        }
    }

    /// Returns the library index for the current locale. If the locale has changed, starts a new generation of sort
    /// keys. Call this in a transaction.
    func libraryIndex() throws(SQLiteError) -> LibraryIndex {
        if let cachedLibraryIndex { return cachedLibraryIndex }
        var (name, generation) = try database.collation()
        if name != collation.name {
            generation = generation == .max ? 1 : generation + 1
            try database.run(
                "UPDATE session SET collation = ?, generation = ?", collation.name, Int(generation))
        }
        let libraryIndex = LibraryIndex(collation: collation, generation: generation)
        cachedLibraryIndex = libraryIndex
        return libraryIndex
    }

    /// Moves the write-ahead log into the database, so that one file holds everything.
    ///
    /// - Parameter leavesWAL: Whether to leave the log, as a killed program does, so that the next start checks the
    ///   database.
    func close(leavesWAL: Bool = false) {
        rollBack()
        guard !leavesWAL else { return database.setCheckpointsOnClose(false) }
        // If this fails, nothing is lost: the database then consists of two files.
        try? database.script("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Sets the durability of the next transaction. Call this before it begins: SQLite's manual, `PRAGMA synchronous`,
    /// does not allow a change inside a transaction.
    private func set(_ wanted: Durability) throws(SQLiteError) {
        guard durability != wanted else { return }
        try database.run("PRAGMA synchronous = \(wanted.rawValue)")
        durability = wanted
    }
}
