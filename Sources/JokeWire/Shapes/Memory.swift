// SPDX-License-Identifier: MIT

// The results of the methods that exchange what machines have shown and learned.

/// The result of `memory.export`.
package struct MemoryExportResponse: WireObject {
    package var lines: [String]
    /// The position of the last showing.
    package var position: Int
    /// The cursor of the next part, or nil in the last one.
    package var next: String?

    package init(lines: [String], position: Int, next: String?) {
        (self.lines, self.position, self.next) = (lines, position, next)
    }

    package static var schemaName: String? { "Memory" }
    package static var summary: String { "A part of what was shown and learned, as lines." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            lines: visitor.member("lines", "The lines, each a JSON object.") { $0.lines },
            position: visitor.member(
                "position", "The position of the last showing, which begins the next export."
            ) { $0.position },
            next: visitor.member("next", "The cursor of the next part, or null in the last one.") { $0.next })
    }
}

/// The result of `memory.import`.
package struct MemoryImportResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The number of lines that were newer than what was known.
    package var updated: Int
    /// The number of invalid lines, which were skipped.
    package var skipped: Int
    /// The position of the last showing before the import.
    package var before: Int
    /// The position of the last showing now.
    package var position: Int

    package init(
        sequence: Int, isChanged: Bool, updated: Int, skipped: Int, before: Int, position: Int
    ) {
        (self.sequence, self.isChanged, self.updated) = (sequence, isChanged, updated)
        (self.skipped, self.before, self.position) = (skipped, before, position)
    }

    package static var schemaName: String? { "MemoryImport" }
    package static var summary: String { "The result of adding what other machines have shown and learned." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            updated: visitor.member("updated", "The number of lines that were newer than what was known.") {
                $0.updated
            },
            skipped: visitor.member("skipped", "The number of invalid lines, which were skipped.") {
                $0.skipped
            },
            before: visitor.member("before", "The position of the last showing before the import.") {
                $0.before
            },
            position: visitor.member("position", "The position of the last showing now.") { $0.position })
    }
}
