// SPDX-License-Identifier: MIT

/// A library that is synced: that of a running jokesd, or one of a simulation.
package protocol SyncLibrary {
    /// Returns the changes after a position, without those of this program's own imports.
    mutating func changes(since position: SyncPosition?) throws -> SyncChanges
    /// Calls `visit` for the lines of these jokes, or for all lines if `jokes` is nil: all jokes, showings and what was
    /// learned. The line of what this machine has learned has the machine "" and the time 0.
    mutating func export(_ jokes: [String]?, _ visit: (String) -> Void) throws
    /// Imports lines. The library decides which of them are newer. Invalid lines are skipped.
    mutating func merge(_ lines: [String]) throws -> SyncMerge
}

/// The changes of a library.
package struct SyncChanges: Sendable, Hashable {
    /// The position after the changes.
    package var position: SyncPosition
    /// The ids of the changed jokes.
    package var jokes: Set<String> = []
    /// The lines of the jokes that were shown.
    package var showings: [String] = []
    /// Whether these are all changes. If not, the whole library must be compared.
    package var isComplete: Bool

    package init(
        position: SyncPosition, jokes: Set<String> = [], showings: [String] = [], isComplete: Bool
    ) {
        (self.position, self.jokes, self.isComplete) = (position, jokes, isComplete)
        self.showings = showings
    }
}

/// The result of an import.
package struct SyncMerge: Sendable, Hashable {
    package var added = 0
    package var updated = 0
    package var skipped = 0
    /// The number of showings and of what was learned that was newer.
    package var remembered = 0
    /// The position of showings (``SyncPosition/seen``) up to which all others were imported or exported before, or nil
    /// if no showing was imported.
    package var seen: Int?
    package var hasChanged: Bool { added + updated + remembered > 0 }

    package init(
        added: Int = 0, updated: Int = 0, skipped: Int = 0, remembered: Int = 0, seen: Int? = nil
    ) {
        (self.added, self.updated, self.skipped) = (added, updated, skipped)
        (self.remembered, self.seen) = (remembered, seen)
    }
}

/// The result of a run.
package struct SyncReport: Sendable, Hashable {
    /// The number of lines that were written to the folder.
    package var written = 0
    package var merge = SyncMerge()
    package init() {}
}
