// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
package import JokeWire

/// What is done about a damaged database: it is put aside, never removed, and the newest good backup takes its place.
///
/// Nobody may have the database open: SQLite's manual, "How To Corrupt An SQLite Database File", on files that are
/// renamed while in use. Whatever moment this is interrupted at, the next start finishes it or does it again.
package struct Salvage {
    private let path: String
    private let folder: String
    private let backups: BackupFolder

    package init(folder: String, schema: Schema) {
        path = Location(folder: folder).path
        self.folder = folder
        backups = BackupFolder(in: folder, schema: schema)
    }

    /// A copy that is complete, and shall be the database.
    private var successor: String { "\(path).restored" }

    /// What an interruption has left: the database is gone already, its successor is not yet in its place.
    ///
    /// Only whoever has claimed the folder may do that: another process may be replacing the database.
    func finishInterrupted() throws(ArchiveFailure) {
        guard access(successor, F_OK) == 0 else { return }
        // If there is a database, it was not put aside yet: it will be found damaged again.
        if access(path, F_OK) == 0 {
            unlink(successor)
        } else {
            try rename([(successor, path)])
        }
    }

    /// Where no backup is good, nothing is in the place of the database afterwards.
    func perform(because cause: ArchiveFailure) throws(ArchiveFailure) -> Restoration {
        let cancellation = Cancellation()
        let now = WallTime.now
        let backup = backups.newestGood(unless: cancellation)
        do throws(ArchiveFailure) {
            if let backup { try prepare(backup) }
            return Restoration(
                at: now, cause: cause.message,
                damaged: try putAside(at: now, for: backup == nil ? nil : successor), backup: backup)
        } catch {
            throw .irreparable(cause, error)
        }
    }

    /// A copy under its own name first: the backup stays what it is.
    private func prepare(_ backup: Backup) throws(ArchiveFailure) {
        let unfinished = "\(path).unfinished"
        do throws(SystemFailure) {
            try WholeFile.copy(backup.path, to: unfinished)
        } catch {
            unlink(unfinished)
            throw ArchiveFailure(errno: error.code, path: unfinished)
        }
        try ArchiveFailure.translating(unfinished) { () throws(SQLiteError) in
            let database = try Database(unfinished, for: .writing)
            try database.script("PRAGMA synchronous = FULL")
            try database.renewEpoch()
        }
        do throws(SystemFailure) {
            try WholeFile.rename(unfinished, to: successor)
        } catch {
            throw ArchiveFailure(errno: error.code, path: unfinished)
        }
        WholeFile.sync(folder: folder)
    }

    /// Moves the database aside, and `successor`, unless it is nil, into its place. Returns where the database is now.
    ///
    /// The log goes first: one that was left behind would be taken for that of the new database. A successor that is
    /// missing is a failure.
    package func putAside(at time: WallTime, for successor: String?) throws(ArchiveFailure) -> String {
        let aside = unusedName(at: time)
        // SQLite makes the others when it needs them.
        let present = ["-wal", "-shm", ""].filter { access(path + $0, F_OK) == 0 }
        try rename(present.map { (path + $0, aside + $0) })
        if let successor { try rename([(successor, path)]) }
        return aside
    }

    /// Renames each file, in this order; done for good when this returns.
    private func rename(_ files: [(path: String, new: String)]) throws(ArchiveFailure) {
        for file in files {
            do throws(SystemFailure) {
                try WholeFile.rename(file.path, to: file.new)
            } catch {
                throw ArchiveFailure(errno: error.code, path: file.path)
            }
        }
        WholeFile.sync(folder: folder)
    }

    private func unusedName(at time: WallTime) -> String {
        let stamp = time.rfc3339.filter { $0 != ":" }
        let names = (1...).lazy.map { "\(folder)/damaged-\(stamp)\($0 == 1 ? "" : "-\($0)").sqlite" }
        return names.first { access($0, F_OK) != 0 } ?? "\(folder)/damaged.sqlite"
    }
}

extension WallTime {
    /// By the clock of this machine.
    fileprivate static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
