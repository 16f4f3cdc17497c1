// SPDX-License-Identifier: MIT

/// A Unicode scalar that `JSONWriter` escapes in a string.
struct JSONEscape {
    private var value: UInt16
    /// The length of the scalar in UTF-8, in bytes.
    private(set) var length: Int

    /// Reads the scalar at `place` in valid UTF-8. Returns nil if it needs no escape.
    init?(at place: Int, in text: UnsafeBufferPointer<UInt8>) {
        switch text[place] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F:
            self.init(value: UInt16(text[place]), length: 1)
        // U+0080…U+009F are C2 80…C2 9F.
        case 0xC2 where text[place + 1] < 0xA0: self.init(value: UInt16(text[place + 1]), length: 2)
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        case 0xE2 where text[place + 1] == 0x80 && text[place + 2] & 0xFE == 0xA8:
            self.init(value: 0x2000 | UInt16(text[place + 2] & 0x3F), length: 3)
        default: return nil
        }
    }

    private init(value: UInt16, length: Int) {
        self.value = value
        self.length = length
    }

    /// Writes the escape sequence, which has at most six bytes.
    func write(to cursor: inout ByteBuffer.Cursor) {
        cursor.put(UInt8(ascii: "\\"))
        switch value {
        case 0x22, 0x5C: cursor.put(UInt8(value))
        case 0x08: cursor.put(UInt8(ascii: "b"))
        case 0x09: cursor.put(UInt8(ascii: "t"))
        case 0x0A: cursor.put(UInt8(ascii: "n"))
        case 0x0C: cursor.put(UInt8(ascii: "f"))
        case 0x0D: cursor.put(UInt8(ascii: "r"))
        default:
            cursor.put(UInt8(ascii: "u"))
            for shift in stride(from: 12, through: 0, by: -4) {
                let digit = UInt8(value >> UInt16(shift) & 0xF)
                cursor.put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
