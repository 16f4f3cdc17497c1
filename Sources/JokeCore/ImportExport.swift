// SPDX-License-Identifier: MIT

package import JokeWire

/// The identity of an import.
package struct ImportID: Sendable, Hashable {
    /// A number that is unique while the process lives. Those of imports that earlier processes began are not positive.
    package let number: Int
    package init(number: Int) { self.number = number }
}

/// An import whose lines are all staged, and the result of the merges so far.
///
/// Up to `Limits.importTransaction` lines with `importBytes` are merged in one transaction. More are merged in
/// pieces, one transaction each, so that other changes come in between. The archive stores the import with each piece, so a later process can
/// continue it.
package struct StagedImport: Sendable, Hashable {
    package let id: ImportID
    /// The number of staged lines.
    package let lines: Int
    /// The number of their bytes.
    package let bytes: Int
    /// The number of invalid lines, which are not staged.
    package let skipped: Int
    /// The time at which jokes without timestamps are saved.
    package let at: WallTime
    /// The request that had the last lines.
    package let cause: Cause
    package var outcome: MergeOutcome
    /// The name of the source of the user's own jokes. The archive does not store it with the import.
    package var ownSource = Joke.ownSources[0]
    /// Whether the user imports the lines, and not sync. The archive does not store it with the import.
    package let isOfUser: Bool

    package init(
        id: ImportID, lines: Int, bytes: Int = 0, skipped: Int = 0, at: WallTime,
        cause: Cause = Cause(method: "", client: "", connection: 0), outcome: MergeOutcome = MergeOutcome(),
        isOfUser: Bool = false
    ) {
        (self.id, self.lines, self.bytes, self.skipped, self.at) = (id, lines, bytes, skipped, at)
        (self.cause, self.outcome, self.isOfUser) = (cause, outcome, isOfUser)
    }

    /// The number of lines that are not merged.
    package var pending: Int { lines - outcome.lines }

    /// This import without the lines that are not merged.
    package var lost: StagedImport {
        StagedImport(
            id: id, lines: outcome.lines, bytes: bytes, skipped: skipped, at: at, cause: cause,
            outcome: outcome,
            isOfUser: isOfUser)
    }

    /// Whether it is merged in pieces.
    package var isInPieces: Bool {
        lines > Limits.importTransaction || bytes > Limits.importBytes
    }
    /// The most lines of the next transaction. The archive may end a piece earlier, so that other changes do not wait.
    package var transactionLines: Int { isInPieces ? 1_000 : lines }
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
    package var lines: Int { added + updated + unchanged }
}

/// A part of an exported library.
package struct ExportChunk: Sendable, Hashable {
    package var lines: [String]
    /// The key after which the next part begins, or nil at the end.
    package var next: JokeKey?

    package init(lines: [String], next: JokeKey?) {
        self.lines = lines
        self.next = next
    }
}
