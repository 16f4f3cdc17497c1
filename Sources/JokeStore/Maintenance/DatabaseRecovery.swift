// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
import JokeLinux
package import JokeWire

/// Replaces a damaged or lost database by the newest good backup. The damaged files are moved aside and never removed.
///
/// No connection to the database may be open: SQLite's manual, "How To Corrupt An SQLite Database File", warns of
/// renaming a database in use. If the recovery is interrupted at any point, the next start completes or repeats it.
package struct DatabaseRecovery {
    private let location: DatabaseLocation
    private let backups: BackupDirectory

    package init(directory: String, schema: Schema) {
        location = DatabaseLocation(directory: directory)
        backups = BackupDirectory(in: directory, schema: schema)
    }

    private var path: String { location.path }

    /// The path of a complete copy of a backup that is about to become the database.
    private var replacementPath: String { "\(path).restored" }

    /// Throws `.corrupt` if the database is missing, empty or without tables although other files show that there was
    /// one.
    ///
    /// SQLite would create a new database and remove the write-ahead log, which is useless without the database that it
    /// belongs to. Call this only with the lock of the directory: another process may be replacing the database.
    func checkPresence() throws(ArchiveError) {
        guard location.hasNoDatabase || location.hasNoTables else {
            // An interrupted recovery left this copy before it moved the database aside. The damaged database is still
            // there and will be detected again.
            unlink(replacementPath)
            return
        }
        let evidence: String? =
            if exists(replacementPath) {
                "its replacement by a backup was interrupted"
            } else if exists("\(path)-wal") {
                "its write-ahead log exists"
            } else if !backups.dates.isEmpty {
                "backups of it exist"
            } else {
                nil
            }
        guard let evidence else { return }
        throw .lost(path, isMissing: !exists(path), evidence: evidence)
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Moves the database aside and puts the newest good backup in its place. If there is no good backup, the place
    /// stays empty.
    ///
    /// Throws `.irreparable` if a file cannot be copied or moved.
    ///
    /// - Parameter isCopied: Whether `copy(_:)` has copied the database. Then the copy takes its place.
    package func perform(because cause: ArchiveError, isCopied: Bool = false) throws(ArchiveError)
        -> CompletedRecovery
    {
        let cancellation = Cancellation()
        let now = WallTime.now
        var backup = isCopied ? nil : backups.newestGood(unless: cancellation)
        do throws(ArchiveError) {
            if isCopied {
                try finish()
            } else if let backup {
                try prepare(backup)
            } else if location.hasNoDatabase {
                backup = interruptedReplacement
            }
            let damaged = damagedPath(at: now)
            let recovery = CompletedRecovery(
                at: now, cause: cause.message,
                // An interrupted recovery has moved the files before.
                damaged: damaged.isEmpty ? unreadReport?.damaged ?? "" : damaged, backup: backup,
                isCopied: isCopied, damagedBackups: backups.dates.count)
            try write(recovery)
            try moveAside(at: now, for: backup == nil && !isCopied ? nil : replacementPath)
            return recovery
        } catch {
            throw .irreparable(cause, error)
        }
    }

    /// The copy that an interrupted recovery prepared, with the path that it will have; nil if there is none.
    private var interruptedReplacement: Backup? {
        DurableFile.facts(replacementPath).map {
            Backup(path: path, bytes: $0.bytes, madeAt: WallTime(milliseconds: $0.changed))
        }
    }

    /// The path of a copy that is not finished.
    private var unfinished: String { "\(path).unfinished" }

    /// Copies a database that was removed or replaced by another file while it is open, or whose directory is covered by
    /// another one. Returns whether the copy is whole.
    func copy(_ writer: StoreWriter, isCovered: Bool) -> Bool {
        do throws(Errno) { try DurableFile.removeDatabase(unfinished) } catch { return false }
        return PrivateDirectory(path: location.directory).makeFile(unfinished) == 0
            && writer.copyDisplaced(to: unfinished, isCovered: isCovered)
    }

    /// Keeps the copy of a database whose directory is covered by one with another database.
    func keepCopy() throws(ArchiveError) -> CompletedRecovery {
        let now = WallTime.now
        let kept = unusedName(at: now)
        try rename([(unfinished, kept)])
        let recovery = CompletedRecovery(
            at: now, cause: "Another file system was mounted over \(location.directory).", damaged: kept,
            backup: nil, isAdopted: true)
        try write(recovery)
        return recovery
    }

    /// Copies the backup to `replacementPath` with a new epoch, and syncs it. The backup itself is not changed.
    private func prepare(_ backup: Backup) throws(ArchiveError) {
        do throws(Errno) {
            try DurableFile.removeDatabase(unfinished)
            try DurableFile.copy(backup.path, to: unfinished)
        } catch {
            unlink(unfinished)
            throw ArchiveError(errno: error.code, path: unfinished)
        }
        try finish()
    }

    /// Gives the unfinished copy a new epoch, and moves it to `replacementPath`.
    private func finish() throws(ArchiveError) {
        try ArchiveError.translating(unfinished) { () throws(SQLiteError) in
            let database = try Database(unfinished, for: .writing)
            try database.script("PRAGMA synchronous = FULL")
            try database.renewEpoch()
            // A backup is exact, so it has the damaged indexes of the database. If one cannot be made again, it stays.
            try? database.script("REINDEX")
        }
        do throws(Errno) {
            try DurableFile.rename(unfinished, to: replacementPath)
        } catch {
            throw ArchiveError(errno: error.code, path: unfinished)
        }
        DurableFile.sync(directory: location.directory)
    }

    /// Moves the database aside, then moves the file `replacement`, unless it is nil, to its place.
    ///
    /// The journals are moved first, because SQLite would apply a journal that stays to the new database. If
    /// `replacement` does not exist, the call fails.
    package func moveAside(at time: WallTime, for replacement: String?) throws(ArchiveError) {
        let aside = unusedName(at: time)
        // SQLite creates the first three as needed.
        let present = ["-journal", "-wal", "-shm", ""].filter { exists(location.path + $0) }
        try rename(present.map { (location.path + $0, aside + $0) })
        if let replacement { try rename([(replacement, location.path)]) }
    }

    /// The path to which `moveAside` moves the database, or its write-ahead log if the database is missing; empty if
    /// both are, or not regular files.
    private func damagedPath(at time: WallTime) -> String {
        let aside = unusedName(at: time)
        return ["", "-wal"].first { DurableFile.isRegular(path + $0) }.map { aside + $0 } ?? ""
    }

    /// Renames each file, in this order, and syncs the directory.
    private func rename(_ files: [(path: String, new: String)]) throws(ArchiveError) {
        for file in files {
            do throws(Errno) {
                try DurableFile.rename(file.path, to: file.new)
            } catch {
                throw ArchiveError(errno: error.code, path: file.path)
            }
        }
        DurableFile.sync(directory: location.directory)
    }

    private func unusedName(at time: WallTime) -> String {
        let stamp = time.rfc3339.filter { $0 != ":" }
        let names = (1...).lazy.map {
            "\(location.directory)/damaged-\(stamp)\($0 == 1 ? "" : "-\($0)").sqlite"
        }
        let unused = names.first { name in ["", "-wal", "-journal"].allSatisfy { !exists(name + $0) } }
        return unused ?? "\(location.directory)/damaged.sqlite"
    }
}

// What is left of the damaged database, and the report for the user.
extension DatabaseRecovery {
    /// The path of the report on the newest recovery: a `StoreRecovery` as JSON. The user removes it.
    private var reportPath: String { "\(location.directory)/restoration.json" }

    /// The report on the newest recovery, or nil if there is none.
    var report: CompletedRecovery? {
        guard let file = try? BoundedFile(reading: reportPath, limit: 1 << 16),
            let json = try? JSON(parsing: file.bytes), let report = try? StoreRecovery(json: json)
        else { return nil }
        return CompletedRecovery(known: report)
    }

    /// The report on a recovery whose damaged files were not read yet, or nil if there is none.
    private var unreadReport: CompletedRecovery? {
        report.flatMap { $0.salvage == nil && exists($0.damaged) ? $0 : nil }
    }

    private func write(_ recovery: CompletedRecovery) throws(ArchiveError) {
        var writer = JSONWriter()
        StoreRecovery(recovery).write(to: &writer)
        do throws(Errno) { try DurableFile.write(writer.take(), to: reportPath) } catch {
            throw ArchiveError(errno: error.code, path: reportPath)
        }
        DurableFile.sync(directory: location.directory)
    }

    /// Merges the decisions that can be read in the damaged files into the new database, and returns the complete
    /// recovery. If that fails, the next start tries it again.
    func salvage(_ recovery: CompletedRecovery, into writer: StoreWriter) -> CompletedRecovery {
        guard recovery.salvage == nil else { return recovery }
        // Without a usable backup, the damaged ones may have what the database has not.
        let files =
            [recovery.damaged].filter(exists) + (recovery.isReplacedByEmpty ? backups.newestPaths : [])
        guard !files.isEmpty else { return recovery }
        var complete = recovery
        var salvage = CompletedRecovery.Salvage(recovered: 0, unreadable: 0)
        do throws(ArchiveError) {
            for file in files {
                let isLog = file.hasSuffix("-wal")
                var damaged = try DamagedDatabase(
                    isLog ? String(file.dropLast(4)) : file, copiedTo: unfinished)
                defer { damaged.remove() }
                salvage.recovered = try writer.merge(&damaged) + (salvage.recovered ?? 0)
                salvage.unreadable += damaged.unreadable
            }
            complete.salvage = salvage
            try write(complete)
            return complete
        } catch {
            return recovery
        }
    }
}

extension WallTime {
    /// The current time of the system clock.
    fileprivate static var now: WallTime { WallTime(milliseconds: KernelClock.wall.nanoseconds / 1_000_000) }
}
