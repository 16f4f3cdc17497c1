// SPDX-License-Identifier: MIT

/// Strangers' texts as they may end on a terminal.
package enum SanitizedText {
    /// Without control characters other than newline and tab, without marks of direction and byte order, without white
    /// space around it. Nil where nothing is left, or more than `limit` bytes.
    package static func clean(_ raw: String, limit: Int) -> String? {
        let kept = scalars(of: raw)
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = kept.firstIndex(where: { !isBlank($0) }),
            let last = kept.lastIndex(where: { !isBlank($0) })
        else { return nil }
        let text = String(Substring(kept[first...last]))
        return text.utf8.count <= limit ? text : nil
    }

    /// The same for what has no white space in it: an id, an address.
    package static func word(_ raw: String, limit: Int) -> String? {
        guard let text = clean(raw, limit: limit),
            !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        else { return nil }
        return text
    }

    /// On one line, cut to a length that a message can hold.
    package static func line(_ raw: String) -> String? {
        clean(String(raw.prefix(300)), limit: 1_500)?.split(whereSeparator: \.isNewline).joined(
            separator: " ")
    }

    /// What may stay of a text. Line breaks of every kind become newlines.
    package static func scalars(of raw: String) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in raw.unicodeScalars {
            defer { afterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where afterReturn: continue
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": kept.append("\n")
            case _ where isForbidden(scalar): continue
            default: kept.append(scalar)
            }
        }
        return kept
    }

    /// Whether `scalar` never stands in a clean text: controls, marks of direction and byte order.
    package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }
}
