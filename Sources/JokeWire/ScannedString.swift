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
        return String(decoding: unescaped, as: UTF8.self)
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

    private var unescaped: [UInt8] {
        var bytes: [UInt8] = []
        // An escape sequence is never shorter than the scalar that it encodes.
        bytes.reserveCapacity(content.count)
        var place = 0
        func unit() -> UInt16 {
            defer { place += 6 }
            return content[place + 2..<place + 6].reduce(0) { $0 << 4 | UInt16(Self.hexDigit($1) ?? 0) }
        }
        while place < content.count {
            guard content[place] == UInt8(ascii: "\\") else {
                bytes.append(content[place])
                place += 1
                continue
            }
            let escaped = content[place + 1]
            guard escaped != UInt8(ascii: "u") else {
                let first = unit()
                let units = UTF16.isLeadSurrogate(first) ? [first, unit()] : [first]
                bytes += String(decoding: units, as: UTF16.self).utf8
                continue
            }
            switch escaped {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            default: bytes.append(escaped)
            }
            place += 2
        }
        return bytes
    }
}
