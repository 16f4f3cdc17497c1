// SPDX-License-Identifier: MIT
package import JokeCore
import JokeLinux

// Checks, backups and recovery, on the maintenance thread.
extension Store {
    /// Whether the last shutdown was unclean and the database was not checked since then. If so, call `check`.
    package var isCheckDue: Bool { opener.isCheckDue }

    /// Returns the persisted state, with the newest recovery since the start, if there was one.
    func persistedState() throws(ArchiveError) -> PersistedState {
        var kept = try writer.use(opener) { writer throws(ArchiveError) in try writer.load() }.get()
        kept.recovery = opener.recovery
        return kept
    }

    package func check(completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void) {
        let isPosted = maintenanceThread.post { [writer, opener] in
            let location = writer.withLock { $0?.location }
            completion(
                Result { () throws(ArchiveError) in
                    guard let location else { throw opener.absence }
                    let defect = try ArchiveError.translating(location.path) { () throws(SQLiteError) in
                        let database = try location.openForReading()
                        database.interrupt(on: opener.cancellation)
                        return try database.defect(in: opener.schema)
                    }
                    if let defect { throw ArchiveError.corrupt(location.path, cause: defect) }
                    opener.noteCheck(isDue: false)
                })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveError>) -> Void
    ) {
        // Most starts find the backup of the day. Do not start a thread for them.
        if trigger == .daily, opener.backups.backup(of: date) != nil, !opener.isIndexCheckDue {
            return completion(.success(nil))
        }
        let isPosted = maintenanceThread.post { [writer, opener] in
            let location = writer.withLock { $0?.location }
            completion(
                Result { () throws(ArchiveError) in
                    guard let location else { throw opener.absence }
                    var backup: Backup?
                    if try opener.isBackupDue(trigger, on: date, of: location) {
                        backup = try opener.backups.make(date, of: location, unless: opener.cancellation)
                    }
                    if trigger != .onDemand { try opener.checkIndexes(of: location) }
                    return backup
                })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void
    ) {
        // Interrupts a backup or a check that is running: both are useless on a damaged database.
        opener.cancellation.isOn = true
        opener.indexCheckCancellation.isOn = true
        let isPosted = maintenanceThread.post { [self] in
            opener.cancellation.isOn = false
            completion(Result { () throws(ArchiveError) in try recover(because: cause) })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// Closes all connections, replaces the database and returns the state of the new one.
    ///
    /// Call this on the maintenance thread, whose jobs have connections of their own. Meanwhile queries and commits
    /// wait for the locks.
    func recover(because cause: ArchiveError) throws(ArchiveError) -> PersistedState {
        try reader.withLock { reader throws(ArchiveError) in
            reader.close()
            try pool.withLock { pool throws(ArchiveError) in
                pool.closeArchive()
                try writer.withLock { writer throws(ArchiveError) in
                    try opener.replace(&writer, because: cause)
                }
            }
        }
        return try persistedState()
    }
}

extension Monitor<StoreWriter?> {
    /// Calls `body` with the writer, or fails with the reason why there is no database.
    func use<Success>(
        _ opener: DatabaseOpener, _ body: (StoreWriter) throws(ArchiveError) -> Success
    ) -> Result<Success, ArchiveError> {
        withLock { writer in
            Result { () throws(ArchiveError) in
                guard let writer else { throw opener.absence }
                return try body(writer)
            }
        }
    }
}

extension DatabaseOpener {
    /// Whether a backup has to be made. An automatic one is skipped if the newest backup has all decisions.
    fileprivate func isBackupDue(
        _ trigger: BackupTrigger, on date: LocalDate, of location: DatabaseLocation
    ) throws(ArchiveError) -> Bool {
        switch trigger {
        case .onDemand: return true
        case .daily: if backups.backup(of: date) != nil { return false }
        case .again: break
        }
        let decisions = try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            let database = try location.openForReading()
            database.interrupt(on: cancellation)
            return try database.decisions()
        }
        guard let newest = backups.newestDecisions() else { return decisions.count > 0 }
        return decisions != newest
    }
}

// The check of the indexes.
extension DatabaseOpener {
    /// The time between two checks: a week, in milliseconds.
    private static let checkInterval: Int64 = 7 * 86_400_000

    /// An empty file, whose time of change is that of the last check.
    private var checkMark: String { "\(directory)/last-check" }

    /// Whether the last check of the indexes was a week ago, or the clock was set.
    fileprivate var isIndexCheckDue: Bool {
        guard let last = DurableFile.facts(checkMark)?.changed else { return true }
        return abs(KernelClock.wall.nanoseconds / 1_000_000 - last) > Self.checkInterval
    }

    /// Checks the whole database, if that is due: no other check compares the indexes with the tables. Any other work
    /// of the store ends it, and the next backup tries it again.
    fileprivate func checkIndexes(of location: DatabaseLocation) throws(ArchiveError) {
        indexCheckCancellation.isOn = false
        guard isIndexCheckDue, location.access.canWrite, !cancellation.isOn else { return }
        let result = Result { () throws(ArchiveError) in
            try ArchiveError.translating(location.path) { () throws(SQLiteError) in
                let database = try location.openForReading()
                database.interrupt(on: indexCheckCancellation)
                return try database.defect(in: schema, withIndexes: true)
            }
        }
        switch result {
        case .success(nil): DurableFile.touch(checkMark)
        case .success(let defect?): throw .corrupt(location.path, cause: defect)
        case .failure(let error): if error.kind == .corrupt { throw error }
        }
    }
}
