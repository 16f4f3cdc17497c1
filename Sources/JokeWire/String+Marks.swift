// SPDX-License-Identifier: MIT

// Swift compares and hashes texts by canonical equivalence. The time for that grows with the square of the number of
// combining marks that follow one another: 30,000 marks take half a second for each comparison. So no text from outside
// has many of them.
extension String {
    /// The text without the marks that follow `Limits.marks` others.
    package var withFewMarks: String { hasManyMarks ? removingMarks() : self }

    /// Whether more than `Limits.marks` marks follow one another.
    ///
    /// Each mark has two bytes or more. So among the places that are twice as many bytes apart, at least one is within
    /// them, and the others need not be read.
    private var hasManyMarks: Bool {
        let scalars = unicodeScalars
        let distance = 2 * Limits.marks
        var place = utf8.startIndex
        while let next = utf8.index(place, offsetBy: distance, limitedBy: utf8.endIndex) {
            place = next
            let after = scalars[next...].prefix(Limits.marks + 1).prefix(while: Self.isMark).count
            guard after > 0 else { continue }
            let before = scalars[..<next].reversed().prefix(Limits.marks + 1).prefix(while: Self.isMark).count
            if after + before > Limits.marks { return true }
        }
        return false
    }

    private func removingMarks() -> String {
        var kept = UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            marks = Self.isMark(scalar) ? marks + 1 : 0
            if marks <= Limits.marks { kept.append(scalar) }
        }
        return String(kept)
    }

    /// Whether the scalar may change its place among others when a text is normalized. U+0300 is the first one.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }
}
