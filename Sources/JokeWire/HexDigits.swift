// SPDX-License-Identifier: MIT

/// Numbers as a fixed count of hexadecimal digits, in lower case.
package enum HexDigits {
    /// Returns the digits of a number, with zeros before them.
    package static func of(_ value: UInt64, count: Int = 16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// Returns the number of 16 digits, or nil if the text is something else.
    package static func number(_ text: String) -> UInt64? { are16(text.utf8) ? UInt64(text, radix: 16) : nil }

    package static func are16(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 16
            && bytes.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
