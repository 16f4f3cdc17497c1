// SPDX-License-Identifier: MIT

/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var (text, bits, count) = ([UInt8](), 0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[bits >> count & 63])
            }
        }
        if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
        while text.count % 4 > 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes, or nil if there are other characters. Padding may be left out.
    package static func decode(_ text: String) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), 0, 0)
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            bits = (bits << 6 | digit) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }
}
