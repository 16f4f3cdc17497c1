// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeWire

/// The copies of the database: one a day, `backups/jokesd-2026-11-21.sqlite`, the newest seven.
///
/// A copy is one file in itself, without a write-ahead log, and has an epoch of its own, so that whoever puts it in the
/// database's place, by whatever means, is known to have done so.
struct BackupFolder {
    static let most = 7
    let path: String
    private let schema: Schema

    init(in folder: String, schema: Schema) {
        path = "\(folder)/backups"
        self.schema = schema
    }

    func path(of date: LocalDate) -> String { "\(path)/jokesd-\(date.rawValue).sqlite" }

    /// The newest first.
    var dates: [LocalDate] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var dates: [LocalDate] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let date = Self.date(in: name) { dates.append(date) }
        }
        return dates.sorted { $0.rawValue > $1.rawValue }
    }

    func backup(of date: LocalDate) -> Backup? {
        let path = path(of: date)
        return WholeFile.facts(path).map {
            Backup(path: path, bytes: $0.bytes, madeAt: WallTime(milliseconds: $0.changed))
        }
    }

    /// The newest one that is whole, and that this program understands.
    func newestGood(unless cancellation: Cancellation) -> Backup? {
        for date in dates {
            if let backup = backup(of: date), isGood(backup, unless: cancellation) { return backup }
        }
        return nil
    }

    /// What cannot be read is not good, whyever.
    private func isGood(_ backup: Backup, unless cancellation: Cancellation) -> Bool {
        do throws(SQLiteError) {
            let database = try open(backup)
            database.heed(cancellation)
            switch try schema.content(of: database) {
            case .older(0), .newer, .foreign: return false
            case .older, .current: return try database.defect() == nil
            }
        } catch {
            return false
        }
    }

    /// What the user had decided when the newest one was made.
    func newestDecisions() -> Database.Decisions? {
        guard let date = dates.first, let backup = backup(of: date) else { return nil }
        // One that cannot be read is as good as none.
        return try? open(backup).decisions()
    }

    /// Immutable: nothing is made beside it, wherever it is.
    private func open(_ backup: Backup) throws(SQLiteError) -> Database {
        try Database(backup.path, for: .readingImmutable)
    }

    /// Removes those beyond the newest.
    func prune() {
        for date in dates.dropFirst(Self.most) { unlink(path(of: date)) }
    }

    private static func date(in name: String) -> LocalDate? {
        guard name.hasPrefix("jokesd-"), name.hasSuffix(".sqlite") else { return nil }
        let date = name.dropFirst(7).dropLast(7)
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], date.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 })
        else { return nil }
        return LocalDate(rawValue: String(date))
    }
}

// Making one.
extension BackupFolder {
    /// Copies the database, checks the copy, and only then puts it in the place of the one of that date, and lets
    /// the oldest go.
    func make(
        _ date: LocalDate, of location: Location, unless cancellation: Cancellation
    ) throws(ArchiveFailure) -> Backup {
        let unfinished = "\(path)/unfinished.sqlite"
        removeAll(of: unfinished)
        let error = Folder(path: path).makeFile(unfinished)
        guard error == 0 else { throw ArchiveFailure(errno: error, path: unfinished) }
        do throws(ArchiveFailure) {
            try copy(location, to: unfinished, unless: cancellation)
            do throws(SystemFailure) {
                try WholeFile.rename(unfinished, to: path(of: date))
            } catch {
                throw ArchiveFailure(errno: error.code, path: unfinished)
            }
        } catch {
            removeAll(of: unfinished)
            throw error
        }
        WholeFile.sync(folder: path)
        prune()
        guard let backup = backup(of: date) else { throw .closed }
        return backup
    }

    private func copy(
        _ location: Location, to path: String, unless cancellation: Cancellation
    ) throws(ArchiveFailure) {
        let defect = try ArchiveFailure.translating(path) { () throws(SQLiteError) in
            let copy = try Database(path, for: .writing)
            let original = try location.openForReading()
            try original.copy(to: copy, unless: cancellation)
            copy.heed(cancellation)
            // The default: each of the two that follow is on the disk before it is done.
            try copy.script("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")
            try copy.renewEpoch()
            return try copy.defect()
        }
        // What was copied faithfully is damaged where it came from.
        if let defect { throw .corrupt(location.path, cause: defect) }
    }

    private func removeAll(of database: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
    }
}
