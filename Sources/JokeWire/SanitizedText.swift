// SPDX-License-Identifier: MIT

/// The rules that make text from strangers, such as a joke, safe for a terminal.
package enum SanitizedText {
    /// Returns the text without control characters (except newline and tab), without marks of direction and byte order,
    /// and without white space around it. Returns nil if nothing is left, or more than `limit` bytes.
    package static func clean(_ raw: String, limit: Int) -> String? {
        let kept = scalars(of: raw)
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = kept.firstIndex(where: { !isBlank($0) }),
            let last = kept.lastIndex(where: { !isBlank($0) })
        else { return nil }
        let text = String(Substring(kept[first...last]))
        return text.utf8.count <= limit ? text : nil
    }

    /// Returns the cleaned text, such as an id or an address, or nil if it contains white space.
    package static func word(_ raw: String, limit: Int) -> String? {
        guard let text = clean(raw, limit: limit),
            !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        else { return nil }
        return text
    }

    /// Returns the beginning of the cleaned text on one line, short enough for a message.
    package static func line(_ raw: String) -> String? {
        clean(String(raw.prefix(300)), limit: 1_500)?.split(whereSeparator: \.isNewline).joined(
            separator: " ")
    }

    /// Returns the permitted scalars of the text. Line breaks of every kind become newlines.
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

    /// Whether a clean text never contains `scalar`: a control character, a line or paragraph separator, or a mark of
    /// direction or byte order.
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
