// SPDX-License-Identifier: MIT

/// A JSON value of RFC 8259 as a tree.
///
/// Integers up to 2⁵³ are exact. A number beyond a double's range is ±infinity: it is valid JSON, and whoever
/// needs a number refuses it.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// Reads one value with nothing but whitespace around it, strictly by RFC 8259.
    package init(
        parsing bytes: some Sequence<UInt8>, maximumDepth: Int = Limits.nesting
    ) throws(JSONError) {
        let read = { (buffer: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONError> in
            var reader = JSONReader(buffer, maximumDepth: maximumDepth)
            do throws(JSONError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        if let result = bytes.withContiguousStorageIfAvailable(read) {
            self = try result.get()
        } else {
            self = try Array(bytes).withUnsafeBufferPointer(read).get()
        }
    }

    /// The same for a line as it was framed: not generic, so that a small program need not instantiate anything.
    package init(
        parsing line: ArraySlice<UInt8>, maximumDepth: Int = Limits.nesting
    ) throws(JSONError) {
        self = try line.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(bytes, maximumDepth: maximumDepth)
            return try reader.document()
        }
    }

    /// The number `value`; exact up to 2⁵³.
    package static func integer(_ value: Int) -> JSON { .number(Double(value)) }

    /// The member `name` of an object; nil where there is none, or where this is no object.
    package subscript(name: String) -> JSON? { objectValue?[name] }

    package var isNull: Bool { self == .null }

    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var numberValue: Double? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number, where it is an integer of at most 2⁵³ either way.
    package var integerValue: Int? {
        guard case .number(let value) = self, abs(value) <= Double(Limits.largestInteger) else { return nil }
        return Int(exactly: value)
    }

    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// What kind of value this is, with its article, for messages: `expected a number, found a string`.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(members: elements.map { JSONObject.Member(name: $0, value: $1) }))
    }
}
