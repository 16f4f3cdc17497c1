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
    /// A request of the user, which always makes a backup.
    case onDemand
}

/// The recovery of a damaged or lost archive.
package struct CompletedRecovery: Sendable, Hashable {
    package var at: WallTime
    /// A sentence for people: what was wrong.
    package var cause: String
    /// The path to which the damaged file was moved, or empty if nothing was left of it. If only the write-ahead log
    /// was left, the path to which that was moved.
    package var damaged: String
    /// The backup that took its place, or nil if an empty archive did because there was no usable backup.
    package var backup: Backup?

    package init(at: WallTime, cause: String, damaged: String, backup: Backup?) {
        self.at = at
        self.cause = cause
        self.damaged = damaged
        self.backup = backup
    }

    /// A sentence for people: what was wrong, and what was done.
    package var message: String {
        let successor =
            backup.map { "It was replaced by the backup of \($0.madeAt.rfc3339)." }
            ?? "No backup was usable, so it was replaced by a new, empty one."
        return damaged.isEmpty
            ? "\(cause) \(successor)" : "\(cause) It was moved to \(damaged). \(successor)"
    }
}
