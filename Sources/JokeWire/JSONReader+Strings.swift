// SPDX-License-Identifier: MIT

extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(JSONError) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw failure(.expectedValue) }
        let (content, hasEscapes) = try scanString()
        let raw = UnsafeBufferPointer(rebasing: bytes[content])
        guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
        // An escape is never shorter than what it stands for.
        return String(unsafeUninitializedCapacity: raw.count) { Self.unescape(raw, into: $0) }
    }

    /// Validates the string whose quote is next and moves behind its end.
    mutating func scanString() throws(JSONError) -> (content: Range<Int>, hasEscapes: Bool) {
        offset += 1
        let start = offset
        var hasEscapes = false
        while true {
            offset = PlainText.end(in: bytes, from: offset)
            guard offset < bytes.count else { throw failure(.unexpectedEnd) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                defer { offset += 1 }
                return (start..<offset, hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<0x20: throw failure(.controlCharacter)
            case 0x80...: try skipScalar()
            default: offset += 1
            }
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        guard offset + 1 < bytes.count else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(at: offset)
            if UTF16.isTrailSurrogate(unit) { throw failure(.loneSurrogate) }
            if UTF16.isLeadSurrogate(unit) {
                guard offset + 7 < bytes.count, bytes[offset + 6] == UInt8(ascii: "\\"),
                    bytes[offset + 7] == UInt8(ascii: "u"),
                    UTF16.isTrailSurrogate(try codeUnit(at: offset + 6))
                else { throw failure(.loneSurrogate) }
                offset += 6
            }
            offset += 6
        default: throw failure(.invalidEscape)
        }
    }

    /// The four hexadecimal digits of the `\u` at `position`.
    private func codeUnit(at position: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for place in position + 2..<position + 6 {
            guard place < bytes.count else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
            guard let digit = Self.hexDigit(bytes[place]) else {
                throw JSONError(offset: position, reason: .invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Moves over one scalar beyond ASCII. The ranges are table 3-7 of the Unicode standard, so that overlong
    /// forms, surrogates and what is past U+10FFFF are refused.
    private mutating func skipScalar() throws(JSONError) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[offset] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: throw failure(.invalidUTF8)
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else {
            throw failure(.invalidUTF8)
        }
        for place in offset + 2..<max(offset + 2, offset + length) where bytes[place] & 0xC0 != 0x80 {
            throw failure(.invalidUTF8)
        }
        offset += length
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Writes what the validated content of a string stands for; returns the number of bytes.
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

/// Text that stands for itself in a JSON string.
enum PlainText {
    /// The first place from `start` on whose byte is a control character, a quote, a backslash or beyond
    /// ASCII, or the buffer's end.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        let raw = UnsafeRawBufferPointer(bytes)
        while place + 8 <= raw.count,
            isPlain(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        {
            place += 8
        }
        while place < bytes.count, isPlain(bytes[place]) { place += 1 }
        return place
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The same for eight bytes at once. In each term a byte's high bit is set where the byte is not plain; a
    /// borrow from a neighbour sets one too many at most, and then the bytes are looked at singly.
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ ones &* 0x22
        let backslash = word ^ ones &* 0x5C
        let delete = word ^ ones &* 0x7F
        let odd =
            word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | (delete &- ones)
        return odd & (ones &* 0x80) == 0
    }
}
