// SPDX-License-Identifier: MIT

/// Text that stands for itself in a JSON string, whoever reads it.
enum PlainASCII {
    /// The first place from `start` on whose byte is a control character, a quote, a backslash or beyond
    /// ASCII, or the buffer's end.
    @inline(__always)
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        let raw = UnsafeRawBufferPointer(bytes)
        while place + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let marks = marks(of: word)
            guard marks == 0 else { return place + marks.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < bytes.count, isPlain(bytes[place]) { place += 1 }
        return place
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The high bit of each of eight bytes that is not plain.
    ///
    /// Each subtraction borrows from a byte's high bit where the byte is too small, or zero after the XOR. A
    /// borrow may mark the next higher byte, too: only the lowest mark is to be trusted.
    private static func marks(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        let deletes = (word ^ ones &* 0x7F) &- ones
        return (word | controls | quotes | backslashes | deletes) & (ones &* 0x80)
    }
}
