// SPDX-License-Identifier: MIT

/// Text that is written from right to left, among other text.
package enum WritingDirection {
    /// The line by itself (FSI … PDI, Unicode's UAX #9), so that a terminal which knows of directions orders it as its own
    /// letters want it, and what stands beside it as that wants it. Those that do not know of them show it as it was.
    /// A line from left to right is not touched. Marks of strangers are gone by then: `TerminalText.safe`.
    package static func isolated(_ line: String) -> String {
        hasRightToLeft(line) ? "\u{2068}\(line)\u{2069}" : line
    }

    private static func hasRightToLeft(_ text: String) -> Bool {
        // The first letter of those, in UTF-8.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// Whether it is of the blocks that Unicode has set aside for it: Hebrew, Arabic and their like.
    package static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
