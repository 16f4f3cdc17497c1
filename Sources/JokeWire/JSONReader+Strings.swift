// SPDX-License-Identifier: MIT

extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(JSONError) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw failure(.expectedValue) }
        return try scanString().text
    }

    /// Validates the string whose opening quote is next, and advances past it.
    mutating func scanString() throws(JSONError) -> ScannedString {
        offset += 1
        let start = offset
        var hasEscapes = false
        while true {
            offset = PlainASCII.end(in: bytes, from: offset)
            guard offset < bytes.count else { throw failure(.unexpectedEnd) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                defer { offset += 1 }
                return ScannedString(
                    content: UnsafeBufferPointer(rebasing: bytes[start..<offset]), hasEscapes: hasEscapes)
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

    /// Returns the code unit of the `\u` escape at `position`.
    private func codeUnit(at position: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for place in position + 2..<position + 6 {
            guard place < bytes.count else { throw JSONError(offset: bytes.count, reason: .unexpectedEnd) }
            guard let digit = ScannedString.hexDigit(bytes[place]) else {
                throw JSONError(offset: position, reason: .invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Advances past one scalar outside ASCII. The ranges are those of table 3-7 of the Unicode standard, so overlong
    /// forms, surrogates and values above U+10FFFF are errors.
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
}
