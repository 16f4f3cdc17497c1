// SPDX-License-Identifier: MIT

/// Makes text from strangers safe for a terminal and for programs that read it from a pipe (Protocol.md, "What a joke
/// contains").
package enum TerminalText {
    /// Returns the text without escape sequences, control characters, bidirectional overrides and isolates, and
    /// invisible characters. It has at most four combining marks in a row. Newlines stay, and a tab becomes a blank.
    ///
    /// A zero-width joiner, a variation selector and tags stay if they join or change an emoji.
    package static func safe(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var marks = 0
        var place = 0
        while place < scalars.count {
            if let end = EscapeSequence.end(in: scalars, at: place) {
                place = end
                continue
            }
            let scalar = scalars[place]
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            marks = scalar.isMark ? marks + 1 : 0
            place += 1
            switch scalar.role {
            case .newline:
                // A carriage return with a newline is one line break.
                if scalar != "\r" || next != "\n" { result.append("\n") }
            case .blank: result.append(" ")
            case .dropped: break
            case .joiner:
                if let next, next.isPictograph, result.last?.endsPictograph == true { result.append(scalar) }
            case .variation: if result.last?.isEmoji == true { result.append(scalar) }
            case .tag:
                if let last = result.last, last == blackFlag || last.role == .tag { result.append(scalar) }
            case .visible: if marks <= mostMarks { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Returns the safe text in one line: each newline becomes a blank.
    package static func oneLine(_ text: String) -> String {
        let text = safe(text)
        return text.utf8.contains(0x0A) ? String(text.map { $0 == "\n" ? " " : $0 }) : text
    }

    /// Returns compact JSON in which characters that can affect a terminal are escaped. They occur only in strings,
    /// where the escape has the same meaning.
    package static func escapingInJSON(_ json: String) -> String {
        guard !json.utf8.allSatisfy({ $0 < 0x7F }) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            switch scalar.role {
            case .visible, .variation, .joiner: result.unicodeScalars.append(scalar)
            default: for unit in UTF16.encode(scalar) ?? .init() { result += escape(unit) }
            }
        }
        return result
    }

    /// Returns the text without its full stop, so that a message can continue after it. An ellipsis stays.
    package static func trimmingFullStop(_ text: String) -> String {
        text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
    }

    /// The most combining marks in a row. Vietnamese and Thai use two, Hebrew and Arabic three.
    private static let mostMarks = 4
    /// The first character of the flags that consist of tags: England, Scotland, Wales.
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// The effect of a character on a terminal.
private enum Role { case visible, newline, blank, dropped, joiner, variation, tag }

extension Unicode.Scalar {
    fileprivate var role: Role {
        switch value {
        case 0x20..<0x7F: .visible
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: .newline
        case 0x09: .blank
        // The other controls of ASCII, and C1.
        case 0..<0x20, 0x7F..<0xA0: .dropped
        // Soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, vowel separator.
        case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: .dropped
        case 0x200D: .joiner
        // Zero-width space and non-joiner, marks of direction; embeddings and overrides; word joiner, invisible
        // operators, isolates, deprecated formats.
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: .dropped
        case 0xFE0E, 0xFE0F: .variation
        // Fillers, other variation selectors, byte order mark, interlinear annotations.
        case 0x3164, 0xFFA0, 0xFE00...0xFE0D, 0xFEFF, 0xFFF0...0xFFFB, 0xE0100...0xE01EF: .dropped
        // Formats of shorthand and of music.
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: .dropped
        case 0xE0020...0xE007F: .tag
        case 0xE0000..<0xE1000: .dropped
        default: .visible
        }
    }

    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return role == .visible
        default: return false
        }
    }

    fileprivate var isEmoji: Bool { properties.isEmoji }

    /// Whether an emoji sequence can begin with this. Unicode counts digits as emoji, but this program joins no
    /// sequence that begins with a digit.
    fileprivate var isPictograph: Bool { value > 0xFF && properties.isEmoji }

    /// Whether an emoji that a joiner may follow can end with this. A skin tone is an emoji itself.
    fileprivate var endsPictograph: Bool { isPictograph || value == 0xFE0F }
}
