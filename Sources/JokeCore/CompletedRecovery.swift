// SPDX-License-Identifier: MIT
package import JokeWire

/// A copy of the whole archive, in one file.
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

/// When a copy is made.
package enum BackupTrigger: Sendable, Hashable {
    /// Once a day: not where there is one of that day, nor where the newest one has all decisions.
    case daily
    /// The user wants one, in any case.
    case onDemand
}

/// What was done about a damaged or lost archive.
package struct CompletedRecovery: Sendable, Hashable {
    package var at: WallTime
    /// What was wrong.
    package var cause: String
    /// The file that the damaged one was put aside as; that of its write-ahead log if the archive itself was missing, and
    /// empty if nothing was left of it.
    package var damaged: String
    /// What took its place; nil for an empty archive, where there was no good copy.
    package var backup: Backup?

    package init(at: WallTime, cause: String, damaged: String, backup: Backup?) {
        self.at = at
        self.cause = cause
        self.damaged = damaged
        self.backup = backup
    }

    /// For people.
    package var message: String {
        let successor =
            backup.map { "The backup of \($0.madeAt.rfc3339) took its place." }
            ?? "As there was no usable backup, a new and empty one was made."
        return damaged.isEmpty
            ? "\(cause) \(successor)" : "\(cause) It was put aside as \(damaged). \(successor)"
    }
}
