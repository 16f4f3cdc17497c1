// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeLinux
import JokeWire

/// The backups of the database, at most one a day, such as `backups/jokesd-2026-11-21.sqlite`. The newest seven are
/// kept.
///
/// A backup is one file without a write-ahead log. It has an epoch of its own, so a client notices when the backup
/// takes the place of the database, even if a person copied the file. The epoch is a hash of that of the database, so
/// that `backup(newerThan:)` knows the backups of a database.
///
/// The date in a name comes from a clock that may have been wrong, so it does not decide which backup is newer. The
/// reserved sequence number in the backup does. The number of the database grows with its events, and `make` raises the
/// number of a new backup above those of all existing ones. So the numbers give the order in which the backups were
/// made, even after an older backup with a lower number took the place of the database.
struct BackupDirectory {
    /// The most backups that are kept.
    static let most = 7
    let path: String
    private let schema: Schema

    init(in directory: String, schema: Schema) {
        path = "\(directory)/backups"
        self.schema = schema
    }

    func path(of date: LocalDate) -> String { "\(path)/jokesd-\(date.rawValue).sqlite" }

    /// The dates of all backups that are regular files, in no particular order.
    var dates: [LocalDate] {
        // A directory that cannot be read counts as empty.
        ((try? Directory.names(in: path)) ?? []).compactMap(Self.date(in:)).filter {
            DurableFile.isRegular(path(of: $0))
        }
    }

    /// The values that decide which of two backups is newer, compared in order.
    private struct Age: Comparable {
        var reservedSequence: Int
        /// The position of the last seen joke. It orders backups of versions that did not raise the sequence number.
        var seen: Int64
        /// The date in the name, which decides if the other values are equal.
        var date = ""

        static func < (left: Age, right: Age) -> Bool {
            (left.reservedSequence, left.seen, left.date) < (right.reservedSequence, right.seen, right.date)
        }
    }

    /// Returns the age of the backup of a date, or nil if the file cannot be read.
    private func age(of date: LocalDate) -> Age? {
        guard let backup = backup(of: date) else { return nil }
        let sql = "SELECT reserved_sequence, (SELECT max(position) FROM seen) FROM session"
        return try? open(backup).first(sql) {
            // A number that jokesd never writes says nothing about the age.
            let isPlausible = Limits.numbers.contains(Int($0.integer(0)))
            return Age(
                reservedSequence: isPlausible ? $0.number(0) : 0, seen: $0.integer(1), date: date.rawValue)
        }
    }

    /// The dates, newest backup first. Backups that cannot be read come last.
    private var newestFirst: [LocalDate] {
        dates.map { (date: $0, age: age(of: $0)) }
            .sorted { left, right in
                guard let leftAge = left.age, let rightAge = right.age else { return left.age != nil }
                return leftAge > rightAge
            }
            .map(\.date)
    }

    /// Returns the backup of this date, or nil if there is none.
    func backup(of date: LocalDate) -> Backup? {
        let path = path(of: date)
        guard let facts = DurableFile.facts(path), facts.isRegular else { return nil }
        return Backup(path: path, bytes: facts.bytes, madeAt: WallTime(milliseconds: facts.changed))
    }

    /// The paths of all backups, the newest one first.
    var newestPaths: [String] { newestFirst.map(path(of:)) }

    /// Returns the newest backup that is undamaged and has a layout that this version can read, or nil.
    func newestGood(unless cancellation: Cancellation) -> Backup? {
        for date in newestFirst {
            if let backup = backup(of: date), isGood(backup, unless: cancellation) { return backup }
        }
        return nil
    }

    /// Returns a backup of this database that has a newer decision, or nil if there is none.
    ///
    /// Then the database has lost commits with its write-ahead log, or an older copy took its place. A backup that a
    /// person has put there has another epoch.
    func backup(newerThan database: Database) throws(SQLiteError) -> Backup? {
        let dates = dates
        guard !dates.isEmpty else { return nil }
        let progress = try database.progress()
        return dates.lazy.compactMap(backup(of:)).first { backup in
            guard let newer = try? open(backup).progress() else { return false }
            return newer.newestDecision > progress.newestDecision
                && newer.epoch == Self.epoch(ofBackup: newer.reservedSequence, of: progress.epoch)
        }
    }

    /// The epoch of the backup with this reserved sequence number, of a database with this epoch.
    private static func epoch(ofBackup reservedSequence: Int64, of epoch: String) -> String {
        HexDigits.of(TextHash.bytes("backup\u{0}\(epoch)\u{0}\(reservedSequence)".utf8))
    }

    /// Whether the backup is undamaged and has a known layout. False if it cannot be read for any reason.
    private func isGood(_ backup: Backup, unless cancellation: Cancellation) -> Bool {
        do throws(SQLiteError) {
            let database = try open(backup)
            database.interrupt(on: cancellation)
            switch try schema.content(of: database) {
            case .older(0), .newer, .foreign: return false
            case .older: return try database.defect(in: nil) == nil
            case .current: return try database.defect(in: schema) == nil
            }
        } catch {
            return false
        }
    }

    /// Returns the decisions in the newest backup, or nil if there is none that can be read.
    func newestDecisions() -> Database.Decisions? {
        guard let date = newestFirst.first, let backup = backup(of: date) else { return nil }
        // A backup that cannot be read counts as missing.
        return try? open(backup).decisions()
    }

    /// Opens a backup as immutable, so that SQLite creates no files next to it.
    private func open(_ backup: Backup) throws(SQLiteError) -> Database {
        try Database(backup.path, for: .readingImmutable)
    }

    /// Removes all but the newest seven backups. Those that cannot be read are removed first.
    func prune() { for date in newestFirst.dropFirst(Self.most) { unlink(path(of: date)) } }

    private static func date(in name: String) -> LocalDate? {
        guard name.hasPrefix("jokesd-"), name.hasSuffix(".sqlite") else { return nil }
        let date = name.dropFirst(7).dropLast(7)
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], date.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 })
        else { return nil }
        return LocalDate(rawValue: String(date))
    }
}

// Making a backup.
extension BackupDirectory {
    /// Copies the database and checks the copy. If it is undamaged, renames it to the name of `date`, which replaces an
    /// earlier backup of that date, and removes the oldest backups.
    ///
    /// If a step fails, the unfinished copy is removed and the existing backups are not changed.
    func make(
        _ date: LocalDate, of location: DatabaseLocation, unless cancellation: Cancellation
    ) throws(ArchiveError) -> Backup {
        let target = path(of: date)
        guard DurableFile.facts(target)?.isRegular != false else { throw .obstructed(target) }
        let unfinished = "\(path)/unfinished.sqlite"
        do throws(Errno) { try DurableFile.removeDatabase(unfinished) } catch {
            throw ArchiveError(errno: error.code, path: unfinished)
        }
        let error = PrivateDirectory(path: path).makeFile(unfinished)
        guard error == 0 else { throw ArchiveError(errno: error, path: unfinished) }
        do throws(ArchiveError) {
            try copy(location, to: unfinished, unless: cancellation)
            do throws(Errno) {
                try DurableFile.rename(unfinished, to: target)
            } catch {
                throw ArchiveError(errno: error.code, path: target)
            }
        } catch {
            try? DurableFile.removeDatabase(unfinished)
            throw error
        }
        DurableFile.sync(directory: path)
        prune()
        guard let backup = backup(of: date) else { throw .closed }
        return backup
    }

    private func copy(
        _ location: DatabaseLocation, to path: String, unless cancellation: Cancellation
    ) throws(ArchiveError) {
        let defect = try ArchiveError.translating(path) { () throws(SQLiteError) in
            let copy = try Database(path, for: .writingAlone)
            let original = try location.openForReading()
            try original.copy(to: copy, unless: cancellation)
            copy.interrupt(on: cancellation)
            // With FULL, the default, both statements below are on the disk before they return.
            try copy.script("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")
            try copy.raiseReservedSequence(above: dates.compactMap { age(of: $0)?.reservedSequence }.max())
            let progress = try copy.progress()
            try copy.set(epoch: Self.epoch(ofBackup: progress.reservedSequence, of: progress.epoch))
            return try copy.defect(in: schema)
        }
        // The copy is exact, so a defect in it is a defect of the database.
        if let defect { throw .corrupt(location.path, cause: defect) }
    }
}
