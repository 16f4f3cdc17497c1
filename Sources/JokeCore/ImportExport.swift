// SPDX-License-Identifier: MIT

/// Lines of a library on their way in: staged until the last ones are there, then merged at once.
package struct ImportID: Sendable, Hashable {
    /// Unique while the process lives.
    package let number: Int
    package init(number: Int) { self.number = number }
}

/// What became of the lines of an import.
package struct MergeOutcome: Sendable, Hashable {
    /// Of jokes that were not known.
    package var added = 0
    /// That took the place of an older one.
    package var updated = 0
    /// That were as old as what is there, or older.
    package var unchanged = 0

    package init(added: Int = 0, updated: Int = 0, unchanged: Int = 0) {
        (self.added, self.updated, self.unchanged) = (added, updated, unchanged)
    }

    package var hasChanged: Bool { added + updated > 0 }
}

/// A part of a library on its way out.
package struct ExportChunk: Sendable, Hashable {
    package var lines: [String]
    /// The id behind which the next part begins; nil at the end.
    package var next: String?

    package init(lines: [String], next: String?) {
        self.lines = lines
        self.next = next
    }
}
