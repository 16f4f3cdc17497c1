// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeSystem
import JokeWire

/// The copies of the database: one a day, `backups/jokesd-2026-11-21.sqlite`, the newest seven.
///
/// A copy is one file in itself, without a write-ahead log, and has an epoch of its own, so that whoever puts it in the
/// database's place, by whatever means, is known to have done so.
///
/// The date in a name is that of a clock that may have been wrong, so it does not say which copy is newer. The reserved
/// sequence number in a copy does: the database's grows with its events, and `make` raises that of a new copy above those
/// of all copies that are there. So the order is the one in which they were made, also after an older copy, which has a
/// lower number, took the database's place.
struct BackupDirectory {
    static let most = 7
    let path: String
    private let schema: Schema

    init(in directory: String, schema: Schema) {
        path = "\(directory)/backups"
        self.schema = schema
    }

    func path(of date: LocalDate) -> String { "\(path)/jokesd-\(date.rawValue).sqlite" }

    /// In no order.
    var dates: [LocalDate] {
        // A directory that cannot be read has none.
        ((try? Directory.names(in: path)) ?? []).compactMap(Self.date(in:))
    }

    /// What tells which of two copies is newer.
    private struct Age: Comparable {
        var reservedSequence: Int64
        /// The position of the joke that was seen last: for copies of one run, made before their numbers were raised.
        var seen: Int64
        /// The date in the name, for copies that are otherwise equal.
        var date = ""

        static func < (left: Age, right: Age) -> Bool {
            (left.reservedSequence, left.seen, left.date) < (right.reservedSequence, right.seen, right.date)
        }
    }

    /// Sequence numbers are integers that JSON numbers hold exactly. One beyond them is not a number of ours.
    private static let sequences: ClosedRange<Int64> = 0...(1 << 53)

    /// The age of a copy, or nil if it cannot be read.
    private func age(of date: LocalDate) -> Age? {
        guard let backup = backup(of: date) else { return nil }
        let sql = "SELECT reserved_sequence, (SELECT max(position) FROM seen) FROM session"
        let age = try? open(backup).first(sql) {
            Age(reservedSequence: $0.integer(0), seen: $0.integer(1), date: date.rawValue)
        }
        return age.flatMap { Self.sequences.contains($0.reservedSequence) ? $0 : nil }
    }

    /// The newest copy first; those that cannot be read come last.
    private var newestFirst: [LocalDate] {
        dates.map { (date: $0, age: age(of: $0)) }
            .sorted { left, right in
                guard let leftAge = left.age, let rightAge = right.age else { return left.age != nil }
                return leftAge > rightAge
            }
            .map(\.date)
    }

    func backup(of date: LocalDate) -> Backup? {
        let path = path(of: date)
        return DurableFile.facts(path).map {
            Backup(path: path, bytes: $0.bytes, madeAt: WallTime(milliseconds: $0.changed))
        }
    }

    /// The newest one that is whole, and that this program understands.
    func newestGood(unless cancellation: Cancellation) -> Backup? {
        for date in newestFirst {
            if let backup = backup(of: date), isGood(backup, unless: cancellation) { return backup }
        }
        return nil
    }

    /// What cannot be read is not good, whyever.
    private func isGood(_ backup: Backup, unless cancellation: Cancellation) -> Bool {
        do throws(SQLiteError) {
            let database = try open(backup)
            database.interrupt(on: cancellation)
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
        guard let date = newestFirst.first, let backup = backup(of: date) else { return nil }
        // One that cannot be read is as good as none.
        return try? open(backup).decisions()
    }

    /// Immutable: nothing is made beside it, wherever it is.
    private func open(_ backup: Backup) throws(SQLiteError) -> Database {
        try Database(backup.path, for: .readingImmutable)
    }

    /// Removes those beyond the newest seven, and of these first the ones that cannot be read.
    func prune() {
        for date in newestFirst.dropFirst(Self.most) { unlink(path(of: date)) }
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
extension BackupDirectory {
    /// Copies the database, checks the copy, and only then puts it in the place of the one of that date, and lets
    /// the oldest go.
    func make(
        _ date: LocalDate, of location: DatabaseLocation, unless cancellation: Cancellation
    ) throws(ArchiveError) -> Backup {
        let unfinished = "\(path)/unfinished.sqlite"
        removeAll(of: unfinished)
        let error = PrivateDirectory(path: path).makeFile(unfinished)
        guard error == 0 else { throw ArchiveError(errno: error, path: unfinished) }
        do throws(ArchiveError) {
            try copy(location, to: unfinished, unless: cancellation)
            do throws(Errno) {
                try DurableFile.rename(unfinished, to: path(of: date))
            } catch {
                throw ArchiveError(errno: error.code, path: unfinished)
            }
        } catch {
            removeAll(of: unfinished)
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
            let copy = try Database(path, for: .writing)
            let original = try location.openForReading()
            try original.copy(to: copy, unless: cancellation)
            copy.interrupt(on: cancellation)
            // The default: each of the two that follow is on the disk before it is done.
            try copy.script("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")
            try copy.renewEpoch()
            try copy.raiseReservedSequence(above: dates.compactMap { age(of: $0)?.reservedSequence }.max())
            return try copy.defect()
        }
        // What was copied faithfully is damaged where it came from.
        if let defect { throw .corrupt(location.path, cause: defect) }
    }

    private func removeAll(of database: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
    }
}
