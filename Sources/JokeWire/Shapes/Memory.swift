// SPDX-License-Identifier: MIT

// The results of the methods that exchange what machines have shown and learned.

/// The result of `memory.export`.
package struct MemoryExportResponse: Shape {
    package var lines: [String] = []
    package var position = 0
    package var next: String?

    package init() {}

    package static let name = "Memory", summary = "A part of what was shown and learned, as lines."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("lines", &lines, "The lines, each a JSON object.")
        try v("position", &position, "The position of the last showing, which begins the next export.")
        try v("next", &next, "The cursor of the next part, or null in the last one.")
    }
}

/// The result of `memory.import`.
package struct MemoryImportResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var updated = 0
    package var skipped = 0
    package var before = 0
    package var position = 0

    package init() {}

    package static let name = "MemoryImport",
        summary = "The result of adding what other machines have shown and learned."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("updated", &updated, "The number of lines that were newer than what was known.")
        try v("skipped", &skipped, "The number of invalid lines, which were skipped.")
        try v("before", &before, "The position of the last showing before the import.")
        try v("position", &position, "The position of the last showing now.")
    }
}
