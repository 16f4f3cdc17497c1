// SPDX-License-Identifier: MIT

// The results of the methods for saved jokes.

/// The result of `saved.list` and `saved.search`.
package struct SavedPageResponse: Shape {
    package var items: [SavedItem] = []
    package var next: String?
    /// The number of matching jokes. If `isTotalExact` is false, there are more.
    package var total = 0
    package var isTotalExact = false

    package init() {}
    package init(items: [SavedItem], next: String?, total: Int, isTotalExact: Bool) {
        (self.items, self.next, self.total, self.isTotalExact) = (items, next, total, isTotalExact)
    }

    package static let name = "Page", summary = "A page of the saved jokes, or of search results."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &items)
        try v("next", &next, "The cursor of the next page, or null on the last one.")
        try v("total", &total, "The number of jokes in all; if `exact` is false, there are more.")
        try v("exact", &isTotalExact, "Whether `total` is exact.")
    }
}

/// A joke with its decisions: the result of `saved.get`, and an item of a page or of the history. Times are RFC 3339.
package struct SavedItem: Shape {
    package var joke = Joke()
    package var savedAt: String?
    package var deletedAt: String?
    package var dislikedAt: String?
    package var original: String?
    package var marks: MatchRanges?

    package init() {}
    package init(
        joke: Joke, savedAt: String?, deletedAt: String? = nil, dislikedAt: String? = nil,
        original: String? = nil, marks: MatchRanges? = nil
    ) {
        (self.joke, self.original, self.marks) = (joke, original, marks)
        (self.savedAt, self.deletedAt, self.dislikedAt) = (savedAt, deletedAt, dislikedAt)
    }

    package static let name = "SavedItem", summary = "A joke with its decisions."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("joke", &joke)
        try v("savedAt", &savedAt, as: .nullable(.time))
        try v(
            "deletedAt", &deletedAt, "The time of the deletion, or null if the joke is not in the trash.",
            as: .nullable(.time))
        try v("dislikedAt", &dislikedAt, "The time of the dislike, or null.", as: .nullable(.time))
        try v("original", &original, "The text of the source, or null if the joke was not edited.")
        try v("marks", &marks, "The matches of a search, or null if there was no search.")
    }
}

/// The parts of a joke's texts that match a search, as ranges of Unicode scalars.
package struct MatchRanges: Shape {
    package var value: [Range<Int>] = []
    package var translation: [Range<Int>] = []

    package init() {}
    package init(value: [Range<Int>] = [], translation: [Range<Int>] = []) {
        (self.value, self.translation) = (value, translation)
    }

    package static let name = "Marks",
        summary =
            "The matches in the texts of a joke: the first Unicode scalar of each match and the number of scalars."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("value", &value)
        try v("translation", &translation)
    }
}

/// On the wire, a range is an array of its first number and its count.
extension Range<Int>: JSONWritable, WireValue {
    package static var schema: ValueSchema { .array(of: .integer) }
    package static var expected: String { "a first number and a count" }

    package init() { self = 0..<0 }
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
    package var sequence = 0
    package var isChanged = false
    package var deleted: [String] = []

    package init() {}
    package init(sequence: Int, isChanged: Bool, deleted: [String]) {
        (self.sequence, self.isChanged, self.deleted) = (sequence, isChanged, deleted)
    }

    package static let name = "Deletion", summary = "The result of moving saved jokes to the trash."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("deleted", &deleted, "The ids of the deleted jokes.")
    }
}

/// The result of `saved.restore`.
package struct RestoreResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var restored: [String] = []

    package init() {}
    package init(sequence: Int, isChanged: Bool, restored: [String]) {
        (self.sequence, self.isChanged, self.restored) = (sequence, isChanged, restored)
    }

    package static let name = "Restoring", summary = "The result of restoring jokes from the trash."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("restored", &restored, "The ids of the restored jokes.")
    }
}

/// The result of `saved.export`.
package struct ExportResponse: Shape {
    package var lines: [String] = []
    package var next: String?

    package init() {}
    package init(lines: [String], next: String?) { (self.lines, self.next) = (lines, next) }

    package static let name = "Export", summary = "A part of the library, as lines."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("lines", &lines, "The lines, each a JSON object.")
        try v("next", &next, "The cursor of the next part, or null in the last one.")
    }
}

/// The result of `saved.import` unless the request has the last lines.
package struct StagedImportResponse: Shape {
    package var number = 0
    package var staged = 0

    package init() {}

    package static let name = "Staging",
        summary = "The result of an import whose last lines have not been sent."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("import", &number, "The number of the import.")
        try v("staged", &staged, "The number of lines so far.")
    }
}

extension Visitor {
    /// Visits the counts of the lines of an import.
    mutating func counts(
        _ added: inout Int, _ updated: inout Int, _ unchanged: inout Int, _ skipped: inout Int
    ) throws(Failure) {
        try self("added", &added, "The number of jokes that were not known.")
        try self("updated", &updated, "The number of jokes that replaced older ones.")
        try self("unchanged", &unchanged, "The number of jokes that were not newer than the known ones.")
        try self("skipped", &skipped, "The number of invalid lines, which were skipped.")
    }
}

/// The result of `saved.import` if the request has the last lines.
package struct ImportResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var added = 0
    package var updated = 0
    package var unchanged = 0
    package var skipped = 0
    package var pending = 0
    package var removals = 0
    package var postdated = 0

    package init() {}

    package static let name = "Import", summary = "The result of an import."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v.counts(&added, &updated, &unchanged, &skipped)
        try v("pending", &pending, "The lines that are imported later.", absent: 0)
        try v(
            "removals", &removals, "The lines that delete or dislike a joke, which the mode `add` skips.",
            absent: 0)
        try v(
            "postdated", &postdated,
            "The lines with a time that is more than a day ahead; it counts as 1970.", absent: 0)
    }
}
