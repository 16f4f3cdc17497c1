// SPDX-License-Identifier: MIT

/// Makes text from strangers safe to show, on a terminal and in the formats of other programs (Protocol.md, "What a joke
/// contains").
package enum TerminalText {
    /// Returns the text without escape sequences, control characters, noncharacters, marks that join the next character
    /// (Unicode's UAX #29, the class Prepend), and characters that cannot be seen. It has at most four combining marks in a row.
    /// Newlines stay, and a tab becomes a blank.
    ///
    /// Invisible characters stay where they change what is seen: a variation selector after an emoji, a joiner between
    /// emoji or between letters of a script that joins them, and the tags of three flags.
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
            place += 1
            switch scalar.role {
            case .newline:
                // A carriage return with a newline is one line break.
                if scalar != "\r" || next != "\n" { result.append("\n") }
            case .blank: result.append(" ")
            case .dropped: break
            case .joiner:
                guard let next, let last = result.last else { break }
                let joinsEmoji = scalar == zeroWidthJoiner && last.endsPictograph && next.isPictograph
                let joinsLetters = last.isJoined && next.isJoined && !(next.isMark && marks == mostMarks)
                if joinsEmoji || joinsLetters { result.append(scalar) }
            case .variation:
                guard let last = result.last, last.properties.isEmoji else { break }
                // A digit is an emoji only in the picture of a key.
                if !last.isASCII || next == "\u{20E3}" { result.append(scalar) }
            case .visible:
                marks = scalar.isMark ? marks + 1 : 0
                if marks <= mostMarks { result.append(scalar) } else { marks = mostMarks }
                guard scalar == blackFlag, let tags = flags.first(where: scalars[place...].starts) else {
                    break
                }
                result.append(contentsOf: tags)
                place += tags.count
            }
        }
        return String(result)
    }

    /// Returns the safe text in one line: each newline becomes a blank.
    package static func oneLine(_ text: String) -> String {
        let text = safe(text)
        guard text.utf8.contains(0x0A) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns the text without its full stop, so that a message can continue after it. An ellipsis stays.
    package static func trimmingFullStop(_ text: String) -> String {
        text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
    }

    /// The most combining marks in a row. Vietnamese and Thai use two, Hebrew and Arabic three.
    private static let mostMarks = 4
    private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    /// The tags that follow the black flag in the flags of England, Scotland and Wales. No other tags stay, because they
    /// would be a text that a program reads and no person sees.
    private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
        (name.utf8.map(UInt32.init) + [0x7F]).compactMap { Unicode.Scalar(0xE0000 + $0) }
    }
}

extension Unicode.Scalar {
    /// The effect of a character where it is shown.
    enum Role { case visible, newline, blank, dropped, joiner, variation }

    var role: Role {
        switch value {
        case 0x20..<0x7F: .visible
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: .newline
        case 0x09: .blank
        // The other controls of ASCII, and C1.
        case 0..<0x20, 0x7F..<0xA0: .dropped
        // Soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, vowel separator.
        case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: .dropped
        // Prepended marks: with the next character they are one.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD, 0x111C2, 0x111C3,
            0x113D1,
            0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
            .dropped
        // Zero-width non-joiner and joiner.
        case 0x200C, 0x200D: .joiner
        // Zero-width space, marks of direction; embeddings and overrides; word joiner, invisible operators, isolates,
        // deprecated formats.
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: .dropped
        case 0xFE0E, 0xFE0F: .variation
        // Fillers, other variation selectors, byte order mark, interlinear annotations.
        case 0x3164, 0xFFA0, 0xFE00...0xFE0D, 0xFEFF, 0xFFF0...0xFFFB: .dropped
        // Formats of hieroglyphs, of shorthand and of music.
        case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: .dropped
        // Tags, and variation selectors.
        case 0xE0000..<0xE1000: .dropped
        // Noncharacters.
        case 0xFDD0...0xFDEF: .dropped
        case _ where value & 0xFFFE == 0xFFFE: .dropped
        default: .visible
        }
    }

    fileprivate var isMark: Bool {
        guard value >= 0x300, role == .visible else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether it is a letter or a sign of a script in which a joiner changes the form of its neighbours, such as
    /// Persian and the scripts of India.
    fileprivate var isJoined: Bool {
        switch value {
        case 0x620...0xDFF, 0xF00...0x109F, 0x1780...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF,
            0x1E900...0x1E95F:
            role == .visible && (properties.isAlphabetic || isMark)
        default: false
        }
    }

    /// Whether an emoji sequence can begin with this. Unicode counts digits as emoji, but this program joins no
    /// sequence that begins with a digit.
    fileprivate var isPictograph: Bool { value > 0xFF && properties.isEmoji }

    /// Whether an emoji that a joiner may follow can end with this. A skin tone is an emoji itself.
    fileprivate var endsPictograph: Bool { isPictograph || value == 0xFE0F }
}
