// SPDX-License-Identifier: MIT

/// The rules that make text from strangers, such as a joke, safe for a terminal.
package enum SanitizedText {
    /// Returns the text without control characters (except newline and tab) and without marks of direction and byte
    /// order. Line breaks of every kind become newlines.
    ///
    /// White space at the ends of lines is removed, and so are empty lines before and after the text. A text of several
    /// lines keeps its indentation, because it may be a drawing.
    package static func text(_ raw: String) -> String {
        if isPlain(raw) { return raw }
        let lines = scalars(of: raw.withFewMarks).split(separator: "\n", omittingEmptySubsequences: false).map
        {
            (line: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView in
            line.lastIndex { !isBlank($0) }.map { line[...$0] } ?? line.prefix(0)
        }
        guard let first = lines.firstIndex(where: { !$0.isEmpty }),
            let last = lines.lastIndex(where: { !$0.isEmpty })
        else { return "" }
        if first == last { return String(Substring(lines[first].drop(while: isBlank))) }
        return lines[first...last].map { String(Substring($0)) }.joined(separator: "\n")
    }

    /// Returns the sanitized text, or nil if nothing is left, or more than `limit` bytes.
    package static func clean(_ raw: String, limit: Int) -> String? {
        let text = text(raw)
        return !text.isEmpty && text.utf8.count <= limit ? text : nil
    }

    /// Returns the sanitized text, such as an id, or nil if it contains white space.
    package static func word(_ raw: String, limit: Int) -> String? {
        clean(raw, limit: limit).flatMap { $0.unicodeScalars.contains(where: isBlank) ? nil : $0 }
    }

    /// Returns the address of a web page, with every byte percent-encoded that a URL cannot have. Returns nil for any
    /// other address, since following `javascript:…` or `file:…` would do something else than open a page.
    package static func link(_ raw: String) -> String? {
        guard let address = word(raw, limit: Limits.link),
            let scheme = ["https://", "http://"].first(where: address.hasPrefix),
            let next = address.utf8.dropFirst(scheme.utf8.count).first, !"/?#".utf8.contains(next)
        else { return nil }
        let url = PercentEncoding.encode(address, keeping: PercentEncoding.reserved)
        return url.utf8.count <= Limits.link ? url : nil
    }

    /// Returns the sanitized text on one line, such as a category, or nil if it is empty or longer than `Limits.name`.
    package static func name(_ raw: String) -> String? {
        let name = oneLine(raw)
        return (1...Limits.name).contains(name.utf8.count) ? name : nil
    }

    /// Returns the beginning of the sanitized text on one line, at most `limit` bytes, or nil if nothing is left.
    package static func line(_ raw: String, limit: Int = 600) -> String? {
        var line = String.UnicodeScalarView()
        var bytes = 0
        for scalar in oneLine(QuotedExcerpt.beginning(of: raw, limit)).unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= limit else { break }
            line.append(scalar)
        }
        if line.last == " " { line.removeLast() }
        return line.isEmpty ? nil : String(line)
    }

    private static func oneLine(_ raw: String) -> String {
        if isPlain(raw) { return raw }
        return scalars(of: raw.withFewMarks).split(whereSeparator: isBlank).map { String(Substring($0)) }
            .joined(
                separator: " ")
    }

    /// Whether the text is one line that all rules leave as it is: printable ASCII, letters of Latin-1 and usual
    /// punctuation, with single spaces between words. Most texts are, and to look at bytes is much faster than to look at
    /// scalars. The import of a library is a quarter faster by it.
    private static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            var isAfterSpace = true
            while index < bytes.count {
                let byte = bytes[index]
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                switch byte {
                case 0x20 where !isAfterSpace: index += 1
                case 0x21...0x7E: index += 1
                // U+00A1 to U+00FF
                case 0xC2 where next > 0xA0, 0xC3: index += 2
                // U+2010 to U+2027, such as quotation marks, dashes and the ellipsis
                case 0xE2 where next == 0x80 && 0x90...0xA7 ~= bytes[index + 2]: index += 3
                default: return false
                }
                isAfterSpace = byte == 0x20
            }
            return !isAfterSpace
        }
    }

    /// Returns the permitted scalars of the text. Line breaks of every kind become newlines.
    private static func scalars(of raw: String) -> String.UnicodeScalarView {
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

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        // Looking up a property takes longer.
        scalar.isASCII ? scalar == " " || 0x09...0x0D ~= scalar.value : scalar.properties.isWhitespace
    }
}
