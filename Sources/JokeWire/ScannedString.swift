// SPDX-License-Identifier: MIT

import Glibc

/// A validated string, which is not decoded yet because most names are only compared. It refers to the line.
struct ScannedString {
    /// The bytes between the quotation marks.
    let content: UnsafeBufferPointer<UInt8>
    let hasEscapes: Bool

    /// The decoded string, without excessive combining marks.
    var text: String { decoded.withFewMarks }

    private var decoded: String {
        guard hasEscapes else { return String(decoding: content, as: UTF8.self) }
        // An escape sequence is never shorter than the scalar that it encodes.
        return String(unsafeUninitializedCapacity: content.count) { Self.unescape(content, into: $0) }
    }

    /// Whether the string equals `text`, with or without escapes. With this operator a `switch` compares without
    /// decoding.
    @inline(__always)
    static func ~= (text: StaticString, scanned: ScannedString) -> Bool {
        guard !scanned.hasEscapes else { return scanned.text.hasBytes(of: text.description) }
        let count = scanned.content.count
        guard count == text.utf8CodeUnitCount, let start = scanned.content.baseAddress else { return false }
        return memcmp(start, text.utf8Start, count) == 0
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Decodes the validated content of a string into `output` and returns the number of bytes written.
    private static func unescape(
        _ raw: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var written = 0
        var place = 0
        func put(_ byte: UInt8) {
            output[written] = byte
            written += 1
        }
        func unit() -> UInt16 {
            defer { place += 6 }
            return raw[place + 2..<place + 6].reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) }
        }
        while place < raw.count {
            guard raw[place] == UInt8(ascii: "\\") else {
                put(raw[place])
                place += 1
                continue
            }
            guard raw[place + 1] != UInt8(ascii: "u") else {
                let first = unit()
                let units = UTF16.isLeadSurrogate(first) ? [first, unit()] : [first]
                String(decoding: units, as: UTF16.self).utf8.forEach(put)
                continue
            }
            switch raw[place + 1] {
            case UInt8(ascii: "b"): put(0x08)
            case UInt8(ascii: "f"): put(0x0C)
            case UInt8(ascii: "n"): put(0x0A)
            case UInt8(ascii: "r"): put(0x0D)
            case UInt8(ascii: "t"): put(0x09)
            case let itself: put(itself)
            }
            place += 2
        }
        return written
    }
}
