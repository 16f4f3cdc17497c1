// SPDX-License-Identifier: MIT

extension JSONReader {
    /// Reads a number. A number outside the range of a double becomes ±infinity.
    package mutating func number() throws(JSONError) -> Double {
        _ = try peek()
        let range = try skipNumber()
        // `Double` reads every number of JSON, whatever the locale.
        return Double(String(decoding: bytes[range], as: UTF8.self)) ?? .infinity
    }

    /// Validates the next number, advances past it and returns its range.
    mutating func skipNumber() throws(JSONError) -> Range<Int> {
        let start = offset
        skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            guard !isAtDigit else { throw failure(.invalidNumber) }
        } else {
            try skipDigits()
        }
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            try skipDigits()
        }
        return start..<offset
    }

    private mutating func skipDigits() throws(JSONError) {
        guard isAtDigit else { throw failure(offset < bytes.count ? .invalidNumber : .unexpectedEnd) }
        while isAtDigit { offset += 1 }
    }

    /// Advances past `byte` if it is the next one.
    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private var isAtDigit: Bool { offset < bytes.count && bytes[offset] &- UInt8(ascii: "0") < 10 }
}
