// SPDX-License-Identifier: MIT
import JokeWire

/// A query of `saved.search` made from what was typed so far.
package enum SearchQuery {
    /// Returns the query, or nil if nothing is to be found: fewer letters and digits than three would find a joke for
    /// everything that begins to be typed. Two are enough where a letter is a syllable or a word.
    package static func text(of typed: [String]) -> String? {
        // A quotation mark would begin a phrase, and signs would be searched for exactly.
        let words = typed.joined(separator: " ").split(whereSeparator: { $0.isWhitespace || $0 == "\"" })
            .filter { $0.contains(where: isWord) }
        let letters = words.joined().filter(isWord)
        let query = words.joined(separator: " ")
        let isShort = letters.count < (letters.contains(where: isSyllable) ? 2 : 3)
        return isShort || query.utf8.count > Limits.searchQuery ? nil : query
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Whether the character is one of Chinese, Japanese or Korean.
    private static func isSyllable(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            switch $0.value {
            case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
            default: false
            }
        }
    }
}
