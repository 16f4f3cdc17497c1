// SPDX-License-Identifier: MIT

/// A value that can be a member of an object on the wire. It can write itself, read itself and name its schema.
package protocol WireValue: JSONWritable, Hashable {
    /// The schema of a member of this type, unless the member names another one.
    static var schema: ValueSchema { get }
    /// The type in words, with its article: `a string`.
    static var expected: String { get }
    /// The value of a member that was left out, or nil if the member must be there.
    static var absent: Self? { get }
    /// Creates an empty value, which a member has before it is read.
    init()
    init(json: JSON) throws(WireDecodingError)
}

extension WireValue {
    package static var absent: Self? { nil }

    /// Reads the value at `path`. Errors name the path.
    package init(json: JSON, at path: String) throws(WireDecodingError) {
        do throws(WireDecodingError) { try self.init(json: json) } catch {
            throw path.isEmpty ? error : error.within(path)
        }
    }

    fileprivate init(_ value: Self?, in json: JSON) throws(WireDecodingError) {
        guard let value else {
            throw WireDecodingError(path: "", expected: Self.expected, found: json.typeName)
        }
        self = value
    }
}

extension String: WireValue {
    package static var schema: ValueSchema { .string }
    package static var expected: String { "a string" }

    package init(json: JSON) throws(WireDecodingError) { try self.init(json.stringValue, in: json) }

    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: WireValue {
    package static var schema: ValueSchema { .integer }
    package static var expected: String { "an integer" }

    package init(json: JSON) throws(WireDecodingError) { try self.init(json.integerValue, in: json) }

    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: WireValue {
    package static var schema: ValueSchema { .number }
    package static var expected: String { "a number" }

    /// Reads a finite number. A number outside the range of a double is an error.
    package init(json: JSON) throws(WireDecodingError) {
        try self.init(json.numberValue.flatMap { $0.isFinite ? $0 : nil }, in: json)
    }

    package func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Bool: WireValue {
    package static var schema: ValueSchema { .boolean }
    package static var expected: String { "a boolean" }

    package init(json: JSON) throws(WireDecodingError) { try self.init(json.boolValue, in: json) }

    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

/// Any value, for a member that is judged after it is read.
extension JSON: WireValue {
    package static var schema: ValueSchema { .any }
    package static var expected: String { "any value" }

    package init() { self = .null }
    package init(json: JSON) throws(WireDecodingError) { self = json }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

/// A member that is nil is written as null and never left out. A member that is null or left out is read as nil.
extension Optional: WireValue where Wrapped: WireValue {
    package static var schema: ValueSchema { .nullable(Wrapped.schema) }
    package static var expected: String { Wrapped.expected }
    package static var absent: Wrapped?? { .some(nil) }

    package init() { self = nil }
    package init(json: JSON) throws(WireDecodingError) { self = json.isNull ? nil : try Wrapped(json: json) }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Array: WireValue where Element: WireValue {
    package static var schema: ValueSchema { .array(of: Element.schema) }
    package static var expected: String { "an array" }

    package init(json: JSON) throws(WireDecodingError) {
        guard let elements = json.arrayValue else {
            throw WireDecodingError(path: "", expected: Self.expected, found: json.typeName)
        }
        self.init()
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            append(try Element(json: element, at: "[\(index)]"))
        }
    }
}

/// A word of a known set. An unknown word, from a later minor version, is read as `neutral`.
package protocol WireWord: WireValue, RawRepresentable<String>, CaseIterable {
    static var neutral: Self { get }
}

extension WireWord {
    package static var schema: ValueSchema { .words(of: Self.self) }
    package static var expected: String { String.expected }

    package init() { self = .neutral }
    package init(json: JSON) throws(WireDecodingError) {
        self = Self(word: try String(json: json)) ?? Self.neutral
    }

    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}
