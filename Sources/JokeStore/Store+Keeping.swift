// SPDX-License-Identifier: MIT
package import JokeCore

// What keeps the library from harm: copies, checks, and what is done about damage.
extension Store {
    /// Whether the last stop was not clean: then `check` is worth its time.
    package var isCheckDue: Bool { keeper.isCheckDue }

    /// What a restart would find, with what had to be done for it.
    func kept() throws(ArchiveFailure) -> PersistedState {
        var kept = try ledger.use(keeper) { ledger throws(ArchiveFailure) in try ledger.load() }.get()
        kept.recovery = keeper.recovery
        return kept
    }

    package func check(completion: @escaping @Sendable (Result<Void, ArchiveFailure>) -> Void) {
        let isPosted = keeping.post { [ledger, keeper] in
            let location = ledger.withLock { $0?.location }
            completion(
                Result { () throws(ArchiveFailure) in
                    guard let location else { throw keeper.absence }
                    let defect = try ArchiveFailure.translating(location.path) { () throws(SQLiteError) in
                        let database = try location.openForReading()
                        database.heed(keeper.cancellation)
                        return try database.defect()
                    }
                    if let defect { throw ArchiveFailure.corrupt(location.path, cause: defect) }
                    keeper.noteCheck(isDue: false)
                })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveFailure>) -> Void
    ) {
        // Most starts of a day find it: no thread need be started for that.
        if trigger == .daily, keeper.backups.backup(of: date) != nil { return completion(.success(nil)) }
        let isPosted = keeping.post { [ledger, keeper] in
            let location = ledger.withLock { $0?.location }
            completion(
                Result { () throws(ArchiveFailure) in
                    guard let location else { throw keeper.absence }
                    if trigger == .daily, try !keeper.isBackupDue(on: date, of: location) { return nil }
                    return try keeper.backups.make(date, of: location, unless: keeper.cancellation)
                })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    package func restore(
        because cause: ArchiveFailure,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveFailure>) -> Void
    ) {
        // A copy of what is damaged, or a check, need not be waited for.
        keeper.cancellation.isOn = true
        let isPosted = keeping.post { [self] in
            keeper.cancellation.isOn = false
            completion(Result { () throws(ArchiveFailure) in try mend(because: cause) })
        }
        if !isPosted { completion(.failure(.closed)) }
    }

    /// Closes all connections, has the database replaced, and reads what is there now.
    ///
    /// On the thread of the copies, which have connections of their own; whoever asks or commits waits at the lock.
    func mend(because cause: ArchiveFailure) throws(ArchiveFailure) -> PersistedState {
        try reader.withLock { reader throws(ArchiveFailure) in
            reader.closeArchive()
            try ledger.withLock { ledger throws(ArchiveFailure) in
                try keeper.replace(&ledger, because: cause)
            }
        }
        return try kept()
    }
}

extension Monitor<Ledger?> {
    /// What the body makes of the ledger, or why there is none.
    func use<Success>(
        _ keeper: Keeper, _ body: (Ledger) throws(ArchiveFailure) -> Success
    ) -> Result<Success, ArchiveFailure> {
        withLock { ledger in
            Result { () throws(ArchiveFailure) in
                guard let ledger else { throw keeper.absence }
                return try body(ledger)
            }
        }
    }
}

extension Keeper {
    /// Whether there is none of this day yet, and something to be kept that the newest one has not.
    fileprivate func isBackupDue(on date: LocalDate, of location: Location) throws(ArchiveFailure) -> Bool {
        guard backups.backup(of: date) == nil else { return false }
        let decisions = try ArchiveFailure.translating(location.path) { () throws(SQLiteError) in
            let database = try location.openForReading()
            database.heed(cancellation)
            return try database.decisions()
        }
        guard let newest = backups.newestDecisions() else { return decisions.count > 0 }
        return decisions != newest
    }
}
