// SPDX-License-Identifier: MIT

/// The percent-encoding of bytes that a URI cannot contain (RFC 3986, section 2).
package enum PercentEncoding {
    /// The characters that are never encoded, besides letters and digits.
    private static let unreserved: StaticString = "-._~"
    /// The characters that separate the parts of a URI, and `%`, with which an encoded byte begins.
    package static let reserved = ":/?#[]@!$&'()*+,;=%"

    /// Returns the text with each byte encoded as `%XX`, except unreserved characters and the bytes in `kept`.
    package static func encode(_ text: String, keeping kept: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || kept.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: unreserved.withUTF8Buffer { $0.contains(byte) }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
