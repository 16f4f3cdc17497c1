// SPDX-License-Identifier: MIT

extension TerminalText {
    /// The text in ASCII, for a terminal whose locale has no UTF-8: what has a likeness gets it, the rest is `?`.
    ///
    /// Not only for looks: to a terminal in an 8-bit mode, the UTF-8 of `Û` ends in a control sequence introducer.
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
        // A letter with combining marks loses them.
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
