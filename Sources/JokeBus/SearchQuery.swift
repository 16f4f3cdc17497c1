// SPDX-License-Identifier: MIT
import JokeWire

/// A query of `saved.search` made from what was typed so far.
package enum SearchQuery {
    /// The fewest letters and digits to search for. Fewer would find a joke for everything that begins to be typed.
    private static let fewest = 3

    /// Returns the query that finds jokes with words that begin like the typed ones, or nil if nothing is to be found.
    package static func text(of typed: [String]) -> String? {
        var query = ""
        var count = 0
        for word in typed.joined(separator: " ").split(whereSeparator: { $0.isWhitespace || $0 == "\"" }) {
            var word = word
            while word.first == "*" { word.removeFirst() }
            while word.last == "*" { word.removeLast() }
            let letters = word.reduce(0) { $0 + ($1.isLetter || $1.isNumber ? 1 : 0) }
            // Signs alone would be searched for in all texts, which takes long.
            guard letters > 0 else { continue }
            count += letters
            query += (query.isEmpty ? "" : " ") + word + "*"
            guard query.utf8.count <= Limits.searchQuery else { return nil }
        }
        return count >= fewest ? query : nil
    }
}
