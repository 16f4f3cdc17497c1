// SPDX-License-Identifier: MIT
package import JokeWire

/// A copy of the whole archive in one file.
package struct Backup: Sendable, Hashable {
    package var path: String
    package var bytes: Int
    package var madeAt: WallTime

    package init(path: String, bytes: Int, madeAt: WallTime) {
        self.path = path
        self.bytes = bytes
        self.madeAt = madeAt
    }
}

/// The occasion of a backup.
package enum BackupTrigger: Sendable, Hashable {
    /// A daily backup. It is skipped if there is one of that date, or if the newest one has all decisions.
    case daily
    /// Another backup of the day, which replaces the first one. It is skipped if the newest one has all decisions.
    case again
    /// A request of the user, which always makes a backup.
    case onDemand
}

/// The recovery of a damaged or lost archive.
package struct CompletedRecovery: Sendable, Hashable {
    /// What was read from the damaged file.
    package struct Salvage: Sendable, Hashable {
        /// The number of decisions that the backup did not have, or nil if the report of an earlier run tells it.
        package var recovered: Int?
        /// The number of pages and rows that could not be read. If it is 0, the file has no other decisions.
        package var unreadable: Int

        package init(recovered: Int?, unreadable: Int) {
            (self.recovered, self.unreadable) = (recovered, unreadable)
        }
    }

    package var at: WallTime
    /// A sentence for people: what was wrong. If `hasOutcome` is true, also what was done.
    private var cause: String
    private var hasOutcome = false
    /// The path to which the damaged file was moved, or empty if nothing was left of it. If only the write-ahead log
    /// was left, the path to which that was moved.
    package var damaged: String
    /// The backup that took its place, or nil if an empty archive did because there was no usable backup.
    package var backup: Backup?
    /// Whether a copy of the open file took its place, as it was removed while it was in use.
    private var isCopied = false
    /// Whether it was not damaged, but covered by another archive, which is used instead.
    private var isAdopted = false
    /// The number of backups, none of which could be used, if `backup` is nil.
    private var damagedBackups: Int
    /// What was read from the damaged file, or nil if nothing was left of it or it could not be read yet.
    package var salvage: Salvage?
    /// Whether an earlier run has logged it.
    package private(set) var isKnown = false

    package init(
        at: WallTime, cause: String, damaged: String, backup: Backup?, isCopied: Bool = false,
        isAdopted: Bool = false, damagedBackups: Int = 0, salvage: Salvage? = nil
    ) {
        (self.isCopied, self.isAdopted) = (isCopied, isAdopted)
        (self.at, self.cause, self.damaged) = (at, cause, damaged)
        (self.backup, self.damagedBackups, self.salvage) = (backup, damagedBackups, salvage)
    }

    /// Creates the recovery that an earlier run reported, or nil if the report has no valid time.
    package init?(known report: StoreRecovery) {
        guard let at = WallTime(rfc3339: report.restoredAt) else { return nil }
        let backup = report.backup.flatMap { file in
            WallTime(rfc3339: file.madeAt).map { Backup(path: file.path, bytes: file.bytes, madeAt: $0) }
        }
        self.init(at: at, cause: report.message, damaged: report.damaged, backup: backup)
        salvage = report.unreadable.map { Salvage(recovered: nil, unreadable: $0) }
        isKnown = salvage != nil || damaged.isEmpty
        hasOutcome = true
        if !isKnown, cause.hasSuffix(Self.pending) { cause.removeLast(Self.pending.count) }
    }

    /// Whether an empty archive took its place.
    package var isReplacedByEmpty: Bool { backup == nil && !isCopied && !isAdopted }

    /// A sentence for people: what was wrong, and what was done.
    package var message: String {
        if isKnown { return cause }
        if hasOutcome { return "\(cause)\(salvaged)" }
        let successor =
            if isAdopted {
                "jokesd goes on with the one that is there now"
            } else if isCopied {
                "A copy of the open file replaced it"
            } else if let backup {
                "It was replaced by the backup of \(backup.madeAt.rfc3339)"
            } else if damagedBackups > 0 {
                "Its backups are damaged, too (\(damagedBackups)), so it was replaced by a new, empty one"
            } else {
                "There was no backup, so it was replaced by a new, empty one"
            }
        let place =
            damaged.isEmpty
            ? "" : isAdopted ? " The former database is in \(damaged)." : " It was moved to \(damaged)."
        return "\(cause)\(place) \(successor)\(salvaged)"
    }

    /// The end of a message about a damaged file that was not read yet.
    private static let pending = "; the next start reads what is left of it."

    private var salvaged: String {
        if salvage == nil, !damaged.isEmpty { return Self.pending }
        let (count, unreadable) = (salvage?.recovered ?? 0, salvage?.unreadable ?? 0)
        if isCopied, count == 0 { return ", so no decision is lost." }
        if salvage == nil { return "." }
        let kind = backup == nil ? "decision" : "later decision"
        return
            "; \(count) \(kind)\(count == 1 ? " was" : "s were") recovered from \(isAdopted ? "the former database" : "the damaged data"), "
            + (unreadable == 0
                ? "which has no others."
                : "and \(unreadable == 1 ? "1 page or row" : "\(unreadable) pages or rows") of it could not be read.")
    }
}
