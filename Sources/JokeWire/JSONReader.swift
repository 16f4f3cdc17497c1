// SPDX-License-Identifier: MIT

/// A parser that reads JSON value by value. The caller must keep the bytes valid while it reads.
///
/// The parser is strict by RFC 8259: only valid UTF-8, no byte order mark, nothing after the value. It validates
/// everything that it reads or skips. It must not be used after an error.
package struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The position of the next byte to read.
    package internal(set) var offset = 0
    private let maximumDepth: Int
    private var depth = 0
    /// Whether an array or an object has just begun, so that no comma is expected.
    private var isFirst = false

    /// Creates a reader of `bytes`. Arrays and objects that are nested deeper than `maximumDepth` throw `tooDeep`.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = Limits.nesting) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads the only value of the bytes. Throws if anything but whitespace follows it.
    package mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        try end()
        return value
    }

    /// Checks that nothing but whitespace is left.
    package mutating func end() throws(JSONError) {
        skipWhitespace()
        guard offset == bytes.count else { throw failure(.trailingBytes) }
    }

    /// Returns the first byte of the next value without consuming it, and does not check that a value begins with it.
    @inline(__always)
    package mutating func peek() throws(JSONError) -> UInt8 {
        skipWhitespace()
        guard offset < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[offset]
    }

    /// Reads any value as a tree.
    package mutating func value() throws(JSONError) -> JSON {
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "t"):
            try skipLiteral("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try skipLiteral("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try skipLiteral("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failureAtValue()
        }
    }

    /// Validates the next value, advances past it and returns its range.
    @discardableResult
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        let first = try peek()
        let start = offset
        switch first {
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "{"):
            try enterObject()
            while try nextScannedName() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try enterArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "t"): try skipLiteral("true")
        case UInt8(ascii: "f"): try skipLiteral("false")
        case UInt8(ascii: "n"): try skipLiteral("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try skipNumber()
        default: throw failureAtValue()
        }
        return start..<offset
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        try enterObject()
        while let name = try nextName() {
            members.append(JSONObject.Member(name: name, value: try value()))
        }
        return JSONObject(members: members)
    }

    private mutating func array() throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        try enterArray()
        while try nextElement() { elements.append(try value()) }
        return elements
    }
}

// To read an object, call `enterObject`, then `nextName` and a function that reads or skips the value, until `nextName`
// returns nil. To read an array, call `enterArray`, then `nextElement` and such a function, until `nextElement` returns
// false.
extension JSONReader {
    package mutating func enterObject() throws(JSONError) { try enter(UInt8(ascii: "{")) }
    package mutating func enterArray() throws(JSONError) { try enter(UInt8(ascii: "[")) }

    /// Reads the name of the next member. Returns nil at the end of the object.
    package mutating func nextName() throws(JSONError) -> String? { try nextScannedName()?.text }

    /// Reads the name of the next member for a comparison, without decoding it. Returns nil at the end of the object.
    mutating func nextScannedName() throws(JSONError) -> ScannedString? {
        guard try nextMember() else { return nil }
        let name = try scanString()
        try skipColon()
        return name
    }

    /// Advances to the next element. Returns false at the end of the array.
    package mutating func nextElement() throws(JSONError) -> Bool {
        let byte = try peek()
        if isFirst {
            isFirst = false
            guard byte == UInt8(ascii: "]") else { return true }
        } else if byte == UInt8(ascii: ",") {
            offset += 1
            return true
        }
        guard byte == UInt8(ascii: "]") else { throw failure(.expectedCommaOrBracket) }
        leave()
        return false
    }

    /// Advances to the name of the next member. Returns false at the end of the object.
    private mutating func nextMember() throws(JSONError) -> Bool {
        var byte = try peek()
        if byte == UInt8(ascii: "}") {
            isFirst = false
            leave()
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw failure(.expectedCommaOrBrace) }
            offset += 1
            byte = try peek()
        }
        guard byte == UInt8(ascii: "\"") else { throw failure(.expectedName) }
        return true
    }

    private mutating func enter(_ bracket: UInt8) throws(JSONError) {
        guard try peek() == bracket else { throw failure(.expectedValue) }
        guard depth < maximumDepth else { throw failure(.tooDeep) }
        offset += 1
        depth += 1
        isFirst = true
    }

    private mutating func leave() {
        offset += 1
        depth -= 1
    }

    private mutating func skipColon() throws(JSONError) {
        guard try peek() == UInt8(ascii: ":") else { throw failure(.expectedColon) }
        offset += 1
    }

    private mutating func skipLiteral(_ literal: StaticString) throws(JSONError) {
        for position in 0..<literal.utf8CodeUnitCount {
            guard offset + position < bytes.count else {
                throw JSONError(offset: bytes.count, reason: .unexpectedEnd)
            }
            guard bytes[offset + position] == literal.utf8Start[position] else {
                throw failure(.expectedValue)
            }
        }
        offset += literal.utf8CodeUnitCount
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while offset < bytes.count, bytes[offset] <= 0x20 {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(offset: offset, reason: reason) }

    /// Returns the error for a byte with which no value begins. At offset 0 this can be the byte order mark that some
    /// editors write.
    private func failureAtValue() -> JSONError {
        let isMark = offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        return failure(isMark ? .byteOrderMark : .expectedValue)
    }
}
