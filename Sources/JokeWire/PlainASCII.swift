// SPDX-License-Identifier: MIT

/// A search for bytes that are not plain ASCII: those that a JSON string may have to escape, and those outside ASCII.
enum PlainASCII {
    /// Returns the first position from `start` whose byte is a control character, a quotation mark, a backslash or
    /// outside ASCII. Returns the end of the buffer if there is none.
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

    /// Returns eight bytes with the high bit set for each byte of `word` that is not plain.
    ///
    /// A subtraction borrows into the high bit of a byte that is too small, or that the XOR made zero. A borrow can
    /// also mark the next higher byte, so only the lowest mark is reliable.
    private static func marks(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        let deletes = (word ^ ones &* 0x7F) &- ones
        return (word | controls | quotes | backslashes | deletes) & (ones &* 0x80)
    }
}
