// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
import JokeSystem
package import JokeWire

/// Replaces a damaged or lost database: what is left of it is put aside, never removed, and the newest good backup takes
/// its place.
///
/// Nobody may have the database open: SQLite's manual, "How To Corrupt An SQLite Database File", on files that are
/// renamed while in use. Whatever moment this is interrupted at, the next start finishes it or does it again.
package struct DatabaseRecovery {
    private let location: DatabaseLocation
    private let backups: BackupDirectory

    package init(directory: String, schema: Schema) {
        location = DatabaseLocation(directory: directory)
        backups = BackupDirectory(in: directory, schema: schema)
    }

    private var path: String { location.path }

    /// A copy that is complete, and shall be the database.
    private var replacementPath: String { "\(path).restored" }

    /// Throws `.corrupt` if the database is missing or empty, although something beside it shows that there was one.
    ///
    /// SQLite would make a new database there, and remove the write-ahead log, which is of no use without the database that
    /// it belongs to. Only whoever has claimed the directory may call this: another process may be replacing the database.
    func checkPresence() throws(ArchiveError) {
        guard location.hasNoDatabase else {
            // If a restoration was interrupted before the database was put aside, it is found damaged again.
            unlink(replacementPath)
            return
        }
        let evidence: String? =
            if isThere(replacementPath) {
                "its replacement by a backup was interrupted"
            } else if isThere("\(path)-wal") {
                "its write-ahead log is there"
            } else if !backups.dates.isEmpty {
                "there are backups of it"
            } else {
                nil
            }
        guard let evidence else { return }
        throw .lost(path, isMissing: !isThere(path), evidence: evidence)
    }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Puts the newest good backup in the database's place; if there is none, that place is empty afterwards.
    func perform(because cause: ArchiveError) throws(ArchiveError) -> CompletedRecovery {
        let cancellation = Cancellation()
        let now = WallTime.now
        var backup = backups.newestGood(unless: cancellation)
        do throws(ArchiveError) {
            if let backup {
                try prepare(backup)
            } else if location.hasNoDatabase {
                backup = interruptedSuccessor
            }
            return CompletedRecovery(
                at: now, cause: cause.message,
                damaged: try moveAside(at: now, for: backup == nil ? nil : replacementPath), backup: backup)
        } catch {
            throw .irreparable(cause, error)
        }
    }

    /// The copy that an interrupted restoration has prepared, by the name that it is about to get.
    private var interruptedSuccessor: Backup? {
        DurableFile.facts(replacementPath).map {
            Backup(path: path, bytes: $0.bytes, madeAt: WallTime(milliseconds: $0.changed))
        }
    }

    /// A copy under its own name first: the backup stays what it is.
    private func prepare(_ backup: Backup) throws(ArchiveError) {
        let unfinished = "\(path).unfinished"
        do throws(Errno) {
            try DurableFile.copy(backup.path, to: unfinished)
        } catch {
            unlink(unfinished)
            throw ArchiveError(errno: error.code, path: unfinished)
        }
        try ArchiveError.translating(unfinished) { () throws(SQLiteError) in
            let database = try Database(unfinished, for: .writing)
            try database.script("PRAGMA synchronous = FULL")
            try database.renewEpoch()
        }
        do throws(Errno) {
            try DurableFile.rename(unfinished, to: replacementPath)
        } catch {
            throw ArchiveError(errno: error.code, path: unfinished)
        }
        DurableFile.sync(directory: location.directory)
    }

    /// Moves the database aside, and `successor`, unless it is nil, into its place.
    ///
    /// The journals go first: one that was left behind would be taken for that of the new database. A successor that is
    /// missing is a failure.
    ///
    /// - Returns: Where the database is now, or its write-ahead log if the database was missing; empty if both were.
    package func moveAside(at time: WallTime, for successor: String?) throws(ArchiveError) -> String {
        let aside = unusedName(at: time)
        // SQLite makes all but the last one when it needs them.
        let present = ["-journal", "-wal", "-shm", ""].filter { isThere(path + $0) }
        try rename(present.map { (path + $0, aside + $0) })
        if let successor { try rename([(successor, path)]) }
        return ["", "-wal"].first(where: present.contains).map { aside + $0 } ?? ""
    }

    /// Renames each file, in this order; done for good when this returns.
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
        let unused = names.first { name in ["", "-wal", "-journal"].allSatisfy { !isThere(name + $0) } }
        return unused ?? "\(location.directory)/damaged.sqlite"
    }
}

extension WallTime {
    /// By the clock of this machine.
    fileprivate static var now: WallTime {
        WallTime(milliseconds: KernelClock.wall.nanoseconds / 1_000_000)
    }
}
