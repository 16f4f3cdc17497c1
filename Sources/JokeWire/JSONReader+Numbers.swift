// SPDX-License-Identifier: MIT

/// A number as it was written: `mantissa × 10^exponent`, unless `isCut`.
struct ScannedNumber {
    var range: Range<Int>
    var isNegative = false
    /// The digits before and after the decimal point, as one integer.
    var mantissa: UInt64 = 0
    var exponent = 0
    /// Whether digits were left out because the mantissa would overflow.
    var isCut = false

    mutating func take(_ digit: UInt8) {
        guard mantissa < 1 << 56 else { return isCut = true }
        mantissa = mantissa * 10 + UInt64(digit)
    }

    /// The nearest double, or nil if more than one operation is needed to find it.
    ///
    /// If the mantissa and the power of ten are exact doubles, one multiplication or division rounds only once, so its
    /// result is the nearest double (Clinger, 1990).
    var exactly: Double? {
        guard !isCut, mantissa <= 1 << 53, abs(exponent) < Self.powers.count else { return nil }
        let magnitude =
            exponent < 0
            ? Double(mantissa) / Self.powers[-exponent] : Double(mantissa) * Self.powers[exponent]
        return isNegative ? -magnitude : magnitude
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]
}

extension JSONReader {
    /// Reads a number. A number outside the range of a double becomes ±infinity.
    package mutating func number() throws(JSONError) -> Double {
        _ = try peek()
        let scanned = try scanNumber()
        if let value = scanned.exactly { return value }
        // `Double` reads every number of JSON, whatever the locale.
        return Double(String(decoding: bytes[scanned.range], as: UTF8.self)) ?? .infinity
    }

    /// Validates the next number and advances past it.
    mutating func scanNumber() throws(JSONError) -> ScannedNumber {
        var number = ScannedNumber(range: offset..<offset)
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") {
            number.isNegative = true
            offset += 1
        }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "0") {
            offset += 1
            guard digit == nil else { throw failure(.invalidNumber) }
        } else {
            try eachDigit { number.take($0) }
        }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            try eachDigit {
                number.take($0)
                number.exponent -= 1
            }
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            try scanExponent(of: &number)
        }
        number.range = number.range.lowerBound..<offset
        return number
    }

    private mutating func scanExponent(of number: inout ScannedNumber) throws(JSONError) {
        var isNegative = false
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
            isNegative = bytes[offset] == UInt8(ascii: "-")
            offset += 1
        }
        var exponent = 0
        // No text has enough digits to make up for a larger exponent.
        try eachDigit { if exponent < 1 << 40 { exponent = exponent * 10 + Int($0) } }
        number.exponent += isNegative ? -exponent : exponent
    }

    /// Calls `body` with each of the next consecutive digits. Throws if there is none.
    private mutating func eachDigit(_ body: (UInt8) -> Void) throws(JSONError) {
        guard let first = digit else {
            throw failure(offset < bytes.count ? .invalidNumber : .unexpectedEnd)
        }
        body(first)
        offset += 1
        while let next = digit {
            body(next)
            offset += 1
        }
    }

    private var digit: UInt8? {
        guard offset < bytes.count else { return nil }
        let value = bytes[offset] &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }
}
