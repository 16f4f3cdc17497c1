// SPDX-License-Identifier: MIT
package import JokeWire

extension TerminalText {
    /// Returns the text in ASCII, for a terminal whose locale is not UTF-8. A character without a similar one in ASCII
    /// becomes `?`.
    ///
    /// This is also needed for safety: in UTF-8, `Û` ends in a byte that is the control sequence introducer of an 8-bit
    /// terminal.
    package static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for character in text {
            if character.isASCII {
                result.append(character)
            } else if let likeness = likeness(of: character) {
                result += likeness
            } else {
                result += "?"
            }
        }
        return result
    }

    private static func likeness(of character: Character) -> String? {
        guard let first = character.unicodeScalars.first else { return nil }
        // Remove the combining marks of a letter.
        if first.isASCII { return String(first) }
        return likenesses[first]
    }

    private static let likenesses: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [
            "‘": "'", "’": "'", "‚": ",", "‹": "'", "›": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"",
            "»": "\"", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "·": "-", "•": "*", "×": "x",
            "¿": "?", "¡": "!", "\u{A0}": " ", "€": "EUR", "ß": "ss", "Æ": "AE", "æ": "ae", "Œ": "OE",
            "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "🤣": ":D", "👎": ":(",
        ]
        let accented = [
            "A": "ÀÁÂÃÄÅĀĂĄ", "C": "ÇĆČ", "D": "ĎĐÐ", "E": "ÈÉÊËĒĘĚ", "G": "Ğ", "I": "ÌÍÎÏİ", "N": "ÑŃŇ",
            "O": "ÒÓÔÕÖŐ", "R": "Ř", "S": "ŚŞŠȘ", "T": "ŢŤȚ", "U": "ÙÚÛÜŮŰ", "Y": "ÝŸ", "Z": "ŹŻŽ",
            "a": "àáâãäåāăąª", "c": "çćč", "d": "ďđð", "e": "èéêëēęě", "g": "ğ", "i": "ìíîïı", "n": "ñńň",
            "o": "òóôõöőº", "r": "ř", "s": "śşšș", "t": "ţťț", "u": "ùúûüůű", "y": "ýÿ", "z": "źżž",
        ]
        for (letter, variants) in accented {
            for variant in variants.unicodeScalars { table[variant] = letter }
        }
        return table
    }()
}
