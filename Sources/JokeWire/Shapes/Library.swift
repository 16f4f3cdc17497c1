// SPDX-License-Identifier: MIT

// The results of the methods for saved jokes.

/// The result of `saved.list` and `saved.search`.
package struct SavedPageResponse: FrequentWireObject {
    package var items: [SavedItem]
    /// The cursor of the next page, or nil on the last one.
    package var next: String?
    /// The number of matching jokes. If `isTotalExact` is false, there are more.
    package var total: Int
    package var isTotalExact: Bool

    package init(items: [SavedItem], next: String?, total: Int, isTotalExact: Bool) {
        (self.items, self.next, self.total, self.isTotalExact) = (items, next, total, isTotalExact)
    }

    package static var schemaName: String? { "Page" }
    package static var summary: String { "A page of the saved jokes, or of search results." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            items: visitor.member("items") { $0.items },
            next: visitor.member("next", "The cursor of the next page, or null on the last one.") { $0.next },
            total: visitor.member("total", "The number of jokes in all; if `exact` is false, there are more.")
            {
                $0.total
            },
            isTotalExact: visitor.member("exact", "Whether `total` is exact.") { $0.isTotalExact })
    }
}

/// A joke with its decisions: the result of `saved.get`, and an item of a page or of the history. Times are RFC 3339.
package struct SavedItem: FrequentWireObject {
    package var joke: Joke
    package var savedAt: String?
    package var deletedAt: String?
    package var dislikedAt: String?
    /// The text of the source, or nil if the joke was not edited.
    package var original: String?
    /// The matches of a search, or nil if the joke was not searched for.
    package var marks: MatchRanges?

    package init(
        joke: Joke, savedAt: String?, deletedAt: String? = nil, dislikedAt: String? = nil,
        original: String? = nil, marks: MatchRanges? = nil
    ) {
        (self.joke, self.original, self.marks) = (joke, original, marks)
        (self.savedAt, self.deletedAt, self.dislikedAt) = (savedAt, deletedAt, dislikedAt)
    }

    package static var schemaName: String? { "SavedItem" }
    package static var summary: String { "A joke with its decisions." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            joke: visitor.member("joke") { $0.joke },
            savedAt: visitor.member("savedAt", as: .nullable(.time)) { $0.savedAt },
            deletedAt: visitor.member(
                "deletedAt", "The time of the deletion, or null if the joke is not in the trash.",
                as: .nullable(.time)
            ) {
                $0.deletedAt
            },
            dislikedAt: visitor.member(
                "dislikedAt", "The time of the dislike, or null.", as: .nullable(.time)
            ) {
                $0.dislikedAt
            },
            original: visitor.member(
                "original", "The text of the source, or null if the joke was not edited."
            ) {
                $0.original
            },
            marks: visitor.member("marks", "The matches of a search, or null if there was no search.") {
                $0.marks
            })
    }
}

/// The parts of a joke's texts that match a search, as ranges of Unicode scalars.
package struct MatchRanges: FrequentWireObject {
    package var value: [Range<Int>]
    package var translation: [Range<Int>]

    package init(value: [Range<Int>] = [], translation: [Range<Int>] = []) {
        (self.value, self.translation) = (value, translation)
    }

    package static var schemaName: String? { "Marks" }
    package static var summary: String {
        "The matches in the texts of a joke: the first Unicode scalar of each match and the number of scalars."
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            value: visitor.member("value") { $0.value },
            translation: visitor.member("translation") { $0.translation })
    }
}

/// On the wire, a range is an array of its first number and its count.
extension Range<Int>: JSONWritable, WireValue {
    package static var schema: ValueSchema { .array(of: .integer) }
    package static var expected: String { "a first number and a count" }
    package static var placeholder: Range<Int> { 0..<0 }

    package init(json: JSON) throws(WireDecodingError) {
        let numbers = json.arrayValue?.compactMap(\.integerValue) ?? []
        guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0,
            !numbers[0].addingReportingOverflow(numbers[1]).overflow
        else { throw WireDecodingError(path: "", expected: Self.expected, found: json.typeName) }
        self = numbers[0]..<numbers[0] + numbers[1]
    }

    package func write(to writer: inout JSONWriter) { [lowerBound, count].write(to: &writer) }
}

/// The result of `saved.delete`.
package struct DeleteResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The ids of the deleted jokes.
    package var deleted: [String]

    package init(sequence: Int, isChanged: Bool, deleted: [String]) {
        (self.sequence, self.isChanged, self.deleted) = (sequence, isChanged, deleted)
    }

    package static var schemaName: String? { "Deletion" }
    package static var summary: String { "The result of moving saved jokes to the trash." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            deleted: visitor.member("deleted", "The ids of the deleted jokes.") { $0.deleted })
    }
}

/// The result of `saved.restore`.
package struct RestoreResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The ids of the restored jokes.
    package var restored: [String]

    package init(sequence: Int, isChanged: Bool, restored: [String]) {
        (self.sequence, self.isChanged, self.restored) = (sequence, isChanged, restored)
    }

    package static var schemaName: String? { "Restoring" }
    package static var summary: String { "The result of restoring jokes from the trash." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            restored: visitor.member("restored", "The ids of the restored jokes.") { $0.restored })
    }
}

/// The result of `saved.export`.
package struct ExportResponse: WireObject {
    package var lines: [String]
    /// The cursor of the next part, or nil in the last one.
    package var next: String?

    package init(lines: [String], next: String?) { (self.lines, self.next) = (lines, next) }

    package static var schemaName: String? { "Export" }
    package static var summary: String { "A part of the library, as lines." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            lines: visitor.member("lines", "The lines, each a JSON object.") { $0.lines },
            next: visitor.member("next", "The cursor of the next part, or null in the last one.") { $0.next })
    }
}

/// The result of `saved.import` unless the request has the last lines.
package struct StagedImportResponse: WireObject {
    /// The number of the import.
    package var number: Int
    /// The number of lines that are staged so far.
    package var staged: Int

    package init(number: Int, staged: Int) { (self.number, self.staged) = (number, staged) }

    package static var schemaName: String? { "Staging" }
    package static var summary: String { "The result of an import whose last lines have not been sent." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            number: visitor.member("import", "The number of the import.") { $0.number },
            staged: visitor.member("staged", "The number of lines so far.") { $0.staged })
    }
}

/// A report on the lines of an import.
package protocol ImportReport: WireObject {
    /// The number of jokes that were not known.
    var added: Int { get }
    /// The number of jokes that replaced older ones.
    var updated: Int { get }
    /// The number of jokes that were not newer than the known ones.
    var unchanged: Int { get }
    /// The number of invalid lines, which were skipped.
    var skipped: Int { get }
}

extension MemberVisitor where Object: ImportReport {
    mutating func added() throws(Failure) -> Int {
        try member("added", "The number of jokes that were not known.") { $0.added }
    }

    mutating func updated() throws(Failure) -> Int {
        try member("updated", "The number of jokes that replaced older ones.") { $0.updated }
    }

    mutating func unchanged() throws(Failure) -> Int {
        try member("unchanged", "The number of jokes that were not newer than the known ones.") {
            $0.unchanged
        }
    }

    mutating func skipped() throws(Failure) -> Int {
        try member("skipped", "The number of invalid lines, which were skipped.") { $0.skipped }
    }
}

/// The result of `saved.import` if the request has the last lines.
package struct ImportResponse: ChangeReport, ImportReport {
    package var sequence: Int
    package var isChanged: Bool
    package var added: Int
    package var updated: Int
    package var unchanged: Int
    package var skipped: Int
    /// The number of lines that are merged later.
    package var pending: Int
    /// The number of lines that were skipped because they add nothing, in the mode `add`.
    package var removals = 0
    /// The number of lines with a time that is more than a day ahead.
    package var postdated = 0

    package init(
        sequence: Int, isChanged: Bool, added: Int, updated: Int, unchanged: Int, skipped: Int, pending: Int,
        removals: Int = 0, postdated: Int = 0
    ) {
        (self.sequence, self.isChanged, self.pending) = (sequence, isChanged, pending)
        (self.removals, self.postdated) = (removals, postdated)
        (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
    }

    package static var schemaName: String? { "Import" }
    package static var summary: String { "The result of an import." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(), added: visitor.added(),
            updated: visitor.updated(), unchanged: visitor.unchanged(), skipped: visitor.skipped(),
            pending: visitor.member("pending", "The lines that are imported later.", absent: 0) {
                $0.pending
            },
            removals: visitor.member(
                "removals", "The lines that delete or dislike a joke, which the mode `add` skips.", absent: 0
            ) { $0.removals },
            postdated: visitor.member(
                "postdated", "The lines with a time that is more than a day ahead; it counts as 1970.",
                absent: 0
            ) { $0.postdated }
        )
    }
}
