// SPDX-License-Identifier: MIT

/// The forms of RFC 3339, section 5.6; a 31st of February has the form of a date.
enum RFC3339 {
    static func isDate(_ text: String) -> Bool { fits(text.utf8[...], "0000-00-00") }

    static func isTime(_ text: String) -> Bool {
        var rest = text.utf8[...]
        guard fits(rest.prefix(19), "0000-00-00T00:00:00") else { return false }
        rest = rest.dropFirst(19)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest[fraction.endIndex...]
        }
        return fits(rest, "Z") || fits(rest, "+00:00") || fits(rest, "-00:00")
    }

    /// Whether each byte is the pattern's, where a 0 stands for any digit.
    private static func fits(_ bytes: Substring.UTF8View, _ pattern: StaticString) -> Bool {
        pattern.withUTF8Buffer { pattern in
            bytes.count == pattern.count
                && zip(bytes, pattern).allSatisfy { byte, expected in
                    expected == UInt8(ascii: "0") ? isDigit(byte) : byte == expected
                }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
