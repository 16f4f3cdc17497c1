// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeWire

/// What is done about a damaged database: it is put aside, never removed, and the newest good backup takes its place.
///
/// Nobody may have the database open: SQLite's manual, "How To Corrupt An SQLite Database File", on files that are
/// renamed while in use. Whatever moment this is interrupted at, the next start finishes it or does it again.
struct Salvage {
    private let path: String
    private let folder: String
    private let backups: BackupFolder

    init(_ location: Location, schema: Schema) {
        path = location.path
        folder = location.folder
        backups = BackupFolder(in: folder, schema: schema)
    }

    /// A copy that is complete, and shall be the database.
    private static func successor(of path: String) -> String { "\(path).restored" }

    /// What an interruption has left: the database is gone already, its successor is not yet in its place.
    static func finishInterrupted(at path: String) {
        let successor = successor(of: path)
        guard access(successor, F_OK) == 0 else { return }
        // Where there is a database, it was not put aside yet: it will be found damaged again.
        if access(path, F_OK) == 0 { unlink(successor) } else { Glibc.rename(successor, path) }
    }

    /// Where no backup is good, nothing is in the place of the database afterwards.
    func perform(because cause: ArchiveFailure) throws(ArchiveFailure) -> Restoration {
        let cancellation = Cancellation()
        let now = WallTime.now
        let backup = backups.newestGood(unless: cancellation)
        do throws(ArchiveFailure) {
            if let backup { try prepare(backup) }
            return Restoration(
                at: now, cause: cause.message, damaged: try putAside(at: now), backup: backup)
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
            try WholeFile.rename(unfinished, to: Self.successor(of: path))
        } catch {
            throw ArchiveFailure(errno: error.code, path: unfinished)
        }
        WholeFile.sync(folder: folder)
    }

    /// The log goes first: one that was left behind would be taken for that of the new database.
    private func putAside(at time: WallTime) throws(ArchiveFailure) -> String {
        let aside = unusedName(at: time)
        do throws(SystemFailure) {
            try Self.rename("\(path)-wal", to: "\(aside)-wal")
            try Self.rename("\(path)-shm", to: "\(aside)-shm")
            try Self.rename(path, to: aside)
            WholeFile.sync(folder: folder)
            try Self.rename(Self.successor(of: path), to: path)
        } catch {
            throw ArchiveFailure(errno: error.code, path: aside)
        }
        WholeFile.sync(folder: folder)
        return aside
    }

    /// What is not there need not be renamed.
    private static func rename(_ path: String, to new: String) throws(SystemFailure) {
        if access(path, F_OK) == 0 { try WholeFile.rename(path, to: new) }
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
