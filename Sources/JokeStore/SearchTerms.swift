// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The terms of a search, parsed from the text that a user typed. Every text is valid.
///
/// A term is a word, or a text in quotation marks. A joke matches if its texts have all of them, as whole words or as
/// parts of words.
struct SearchTerms: Hashable {
    /// The terms as `SearchText` folds them.
    private(set) var words: [String] = []
    /// Terms without letters and digits, which are searched for as they are.
    private(set) var signs: [String] = []

    var isEmpty: Bool { words.isEmpty && signs.isEmpty }

    /// The most terms; later ones are ignored.
    private static let most = 16

    init(_ text: String) {
        // A quotation mark with an accent is one, too, so the text is split by scalars. The last mark may be missing.
        let pieces = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        for (place, piece) in pieces.enumerated() {
            let terms = place % 2 == 1 ? [piece] : piece.split(whereSeparator: \.properties.isWhitespace)
            for term in terms where words.count + signs.count < Self.most { add(term) }
        }
    }

    private mutating func add(_ term: Substring.UnicodeScalarView) {
        let folded = SearchText(String(term)).text
        if !folded.isEmpty { return words.append(folded) }
        // Stars around a part of a word have no meaning any more, but people and programs may still write them.
        var sign = Substring(term).unicodeScalars
        while sign.first == "*" { sign.removeFirst() }
        while sign.last == "*" { sign.removeLast() }
        // An emoji is found with and without the selector of its form.
        while sign.last == "\u{FE0F}" { sign.removeLast() }
        if !sign.allSatisfy(\.properties.isWhitespace) { signs.append(String(sign)) }
    }
}

extension SavedQuerySQL {
    /// Adds the condition that a joke matches all terms.
    mutating func add(_ terms: SearchTerms) {
        for word in terms.words { filters.add("holds(folded, ?)", word) }
        for sign in terms.signs {
            filters.add("(holds(jokes.value, ?) OR holds(translation_value, ?))", sign, sign)
        }
    }
}

extension MatchRanges {
    /// Finds the terms of a search in the texts of a joke.
    init(_ terms: SearchTerms, in joke: Joke) {
        self.init(
            value: Self.ranges(of: terms, in: joke.value),
            translation: Self.ranges(of: terms, in: joke.translation?.value ?? ""))
    }

    private static func ranges(of terms: SearchTerms, in text: String) -> [Range<Int>] {
        let folded = SearchText(text)
        var found = terms.words.flatMap { folded.ranges(of: Array($0.utf8)) }
        if !terms.signs.isEmpty {
            let bytes = Array(text.utf8)
            for sign in terms.signs {
                var (start, last) = (0, 0)
                for place in bytes.places(of: Array(sign.utf8)) {
                    start += bytes[last..<place].count { $0 & 0xC0 != 0x80 }
                    last = place
                    found.append(start..<start + sign.unicodeScalars.count)
                }
            }
        }
        return union(found)
    }

    /// Returns the ranges in order. Ranges that touch or overlap are merged.
    private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var union: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = union.last, range.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
        return union
    }
}
