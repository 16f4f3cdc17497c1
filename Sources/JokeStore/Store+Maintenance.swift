// SPDX-License-Identifier: MIT
package import JokeCore

// What keeps the library from harm: copies, checks, and what is done about damage.
extension Store {
    /// Whether the last stop was not clean: then `check` is worth its time.
    package var isCheckDue: Bool { opener.isCheckDue }

    /// What a restart would find, with what had to be done for it.
    func kept() throws(ArchiveError) -> PersistedState {
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
                        return try database.defect()
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
        // Most starts of a day find it: no thread need be started for that.
        if trigger == .daily, opener.backups.backup(of: date) != nil { return completion(.success(nil)) }
        let isPosted = maintenanceThread.post { [writer, opener] in
            let location = writer.withLock { $0?.location }
            completion(
                Result { () throws(ArchiveError) in
                    guard let location else { throw opener.absence }
                    if trigger == .daily, try !opener.isBackupDue(on: date, of: location) { return nil }
                    return try opener.backups.make(date, of: location, unless: opener.cancellation)
                })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void
    ) {
        // A copy of what is damaged, or a check, need not be waited for.
        opener.cancellation.isOn = true
        let isPosted = maintenanceThread.post { [self] in
            opener.cancellation.isOn = false
            completion(Result { () throws(ArchiveError) in try recover(because: cause) })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// Closes all connections, has the database replaced, and reads what is there now.
    ///
    /// On the thread of the copies, which have connections of their own; whoever asks or commits waits at the lock.
    func recover(because cause: ArchiveError) throws(ArchiveError) -> PersistedState {
        try reader.withLock { reader throws(ArchiveError) in
            reader.closeArchive()
            try writer.withLock { writer throws(ArchiveError) in
                try opener.replace(&writer, because: cause)
            }
        }
        return try kept()
    }
}

extension Monitor<StoreWriter?> {
    /// What the body makes of the ledger, or why there is none.
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
    /// Whether there is none of this day yet, and something to be kept that the newest one has not.
    fileprivate func isBackupDue(on date: LocalDate, of location: DatabaseLocation) throws(ArchiveError)
        -> Bool
    {
        guard backups.backup(of: date) == nil else { return false }
        let decisions = try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            let database = try location.openForReading()
            database.interrupt(on: cancellation)
            return try database.decisions()
        }
        guard let newest = backups.newestDecisions() else { return decisions.count > 0 }
        return decisions != newest
    }
}
