// SPDX-License-Identifier: MIT

/// The identity of an import. Its lines are staged until the last one has arrived, then merged in one transaction.
package struct ImportID: Sendable, Hashable {
    /// A number that is unique while the process lives.
    package let number: Int
    package init(number: Int) { self.number = number }
}

/// The result of an import.
package struct MergeOutcome: Sendable, Hashable {
    /// The number of lines with new jokes.
    package var added = 0
    /// The number of lines that replaced an older version of a joke.
    package var updated = 0
    /// The number of lines that were as old as the stored version, or older.
    package var unchanged = 0

    package init(added: Int = 0, updated: Int = 0, unchanged: Int = 0) {
        (self.added, self.updated, self.unchanged) = (added, updated, unchanged)
    }

    package var hasChanged: Bool { added + updated > 0 }
}

/// A part of an exported library.
package struct ExportChunk: Sendable, Hashable {
    package var lines: [String]
    /// The id after which the next part begins, or nil at the end.
    package var next: String?

    package init(lines: [String], next: String?) {
        self.lines = lines
        self.next = next
    }
}
