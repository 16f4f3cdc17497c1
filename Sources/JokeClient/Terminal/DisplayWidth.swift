// SPDX-License-Identifier: MIT

/// Measures how many columns of a terminal a text occupies.
package enum DisplayWidth {
    /// Returns the width of a text in columns.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the width of a character: two columns for emoji and East Asian wide characters, zero for a character of
    /// combining marks only, one for all others.
    package static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        var widest = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F || isWide(scalar) { return 2 }
            if !isCombining(scalar) { widest = 1 }
        }
        return widest
    }

    /// Returns the text shortened to at most `width` columns. A shortened text ends in the ellipsis.
    package static func truncated(_ text: String, to width: Int, ellipsis: String) -> String {
        guard of(text) > width else { return text }
        let available = width - of(ellipsis)
        var (result, used) = ("", 0)
        for character in text {
            used += of(character)
            guard used <= available else { break }
            result.append(character)
        }
        return result + ellipsis
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return scalar.properties.isEmojiPresentation || isEastAsianWide(scalar.value)
    }

    /// Returns whether the scalar is in `wide`, by binary search.
    private static func isEastAsianWide(_ value: UInt32) -> Bool {
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// The ranges W and F of Unicode's EastAsianWidth.txt, ascending. The emoji are left out, because Unicode's
    /// properties identify them. Small gaps between letters of one script are closed.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18DF2,
        0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
