// SPDX-License-Identifier: MIT

/// A JSON value of RFC 8259 as a tree.
///
/// Integers up to 2⁵³ are exact. A number outside the range of a double is valid JSON and becomes ±infinity. Code that
/// needs a finite number must check for that.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// Parses one value, which may have whitespace around it, strictly by RFC 8259.
    package init(
        parsing bytes: some Sequence<UInt8>, maximumDepth: Int = Limits.nesting
    ) throws(JSONError) {
        try self.init(parsing: Array(bytes)[...], maximumDepth: maximumDepth)
    }

    /// Parses one line of a `LineFramer`. This initializer is not generic, so a small program contains no instantiation
    /// of it.
    package init(
        parsing line: ArraySlice<UInt8>, maximumDepth: Int = Limits.nesting
    ) throws(JSONError) {
        self = try line.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(bytes, maximumDepth: maximumDepth)
            return try reader.document()
        }
    }

    /// The number `value`, which is exact up to 2⁵³.
    package static func integer(_ value: Int) -> JSON { .number(Double(value)) }

    /// An array of strings.
    package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// The value of the member `name`, or nil if there is none or if this value is not an object.
    package subscript(name: String) -> JSON? { objectValue?[name] }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var numberValue: Double? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number, or nil if it is not an integer from -2⁵³ to 2⁵³.
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

    /// The type of the value in words, with its article, for messages: `expected a number, found a string`.
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
