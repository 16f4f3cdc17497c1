// SPDX-License-Identifier: MIT

/// Isolates text that is written from right to left from the text around it.
package enum WritingDirection {
    /// Returns the line between FSI and PDI (Unicode's UAX #9) if it has letters that are written from right to left;
    /// otherwise returns it unchanged.
    ///
    /// A terminal with bidirectional support then orders the line and the text beside it independently. Other terminals
    /// ignore the two characters. Remove foreign direction marks first, with `TerminalText.safe`.
    package static func isolated(_ line: String) -> String {
        hasRightToLeft(line) ? "\u{2068}\(line)\u{2069}" : line
    }

    /// Returns whether the first letter of the text is of a script that runs from right to left (UAX #9, rule P2).
    package static func beginsRightToLeft(_ text: String) -> Bool {
        text.unicodeScalars.first(where: \.properties.isAlphabetic).map(isRightToLeft) ?? false
    }

    private static func hasRightToLeft(_ text: String) -> Bool {
        // No right-to-left letter begins with a smaller byte in UTF-8.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// Returns whether the scalar is in a block of a right-to-left script, such as Hebrew or Arabic.
    package static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
