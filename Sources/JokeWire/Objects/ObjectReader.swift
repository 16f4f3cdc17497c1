// SPDX-License-Identifier: MIT

/// A reader of the members of an object. Its errors name a member by its path.
///
/// Members that are not read are ignored (Protocol.md, "Compatibility"). An optional member may be null or left out.
package struct ObjectReader: Sendable {
    package let object: JSONObject
    package let path: String

    package init(_ json: JSON, at path: String = "") throws(WireDecodingError) {
        guard case .object(let object) = json else {
            throw WireDecodingError(path: path, expected: "an object", found: json.typeName)
        }
        self.object = object
        self.path = path
    }

    /// Reads a member of a `Shape`. The path in an error begins at this object.
    @inline(never)
    func member<Value: WireValue>(
        _ name: StaticString, absent: Value?
    ) throws(WireDecodingError) -> Value {
        guard let json = object[name] else {
            if let absent { return absent }
            throw WireDecodingError(
                path: "\(name)", expected: Value.expected, found: WireDecodingError.nothing)
        }
        do throws(WireDecodingError) { return try Value(json: json) } catch { throw error.within("\(name)") }
    }

    package func string(_ name: String) throws(WireDecodingError) -> String {
        try required(name, "a string", \.stringValue)
    }

    package func optionalString(_ name: String) throws(WireDecodingError) -> String? {
        try optional(name, "a string", \.stringValue)
    }

    package func integer(_ name: String) throws(WireDecodingError) -> Int {
        try required(name, "an integer", \.integerValue)
    }

    package func optionalInteger(_ name: String) throws(WireDecodingError) -> Int? {
        try optional(name, "an integer", \.integerValue)
    }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws(WireDecodingError) -> Int {
        guard let number = try optionalInteger(name, in: range) else { throw missing(name, "an integer") }
        return number
    }

    package func optionalInteger(
        _ name: String, in range: ClosedRange<Int>
    ) throws(WireDecodingError) -> Int? {
        guard let number = try optionalInteger(name) else { return nil }
        guard range.contains(number) else {
            throw WireDecodingError(
                path: inner(name), expected: ValueSchema.range(range).wording, found: "\(number)")
        }
        return number
    }

    /// Returns a finite number. A number outside the range of a double is an error.
    package func number(_ name: String) throws(WireDecodingError) -> Double {
        try required(name, "a number") { $0.numberValue.flatMap { $0.isFinite ? $0 : nil } }
    }

    package func bool(_ name: String) throws(WireDecodingError) -> Bool {
        try required(name, "a boolean", \.boolValue)
    }

    package func strings(_ name: String) throws(WireDecodingError) -> [String] {
        try array(name) { (json, path) throws(WireDecodingError) in
            guard let text = json.stringValue else {
                throw WireDecodingError(path: path, expected: "a string", found: json.typeName)
            }
            return text
        }
    }

    /// Returns the results of `read` for the JSON and the path of each element of an array.
    package func array<Element>(
        _ name: String, _ read: (JSON, String) throws(WireDecodingError) -> Element
    ) throws(WireDecodingError) -> [Element] {
        let elements = try required(name, "an array", \.arrayValue)
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            result.append(try read(element, "\(inner(name))[\(index)]"))
        }
        return result
    }

    /// Returns the result of `read` for the JSON and the path of a member.
    package func value<Value>(
        _ name: String, _ read: (JSON, String) throws(WireDecodingError) -> Value
    ) throws(WireDecodingError) -> Value {
        guard let json = object[name] else { throw missing(name, "an object") }
        return try read(json, inner(name))
    }

    /// Returns the result of `read` for the JSON and the path of a member, or nil if it is null or left out.
    package func optionalValue<Value>(
        _ name: String, _ read: (JSON, String) throws(WireDecodingError) -> Value
    ) throws(WireDecodingError) -> Value? {
        guard let json = object[name], !json.isNull else { return nil }
        return try read(json, inner(name))
    }

    private func required<Value>(
        _ name: String, _ expected: String, _ read: (JSON) -> Value?
    ) throws(WireDecodingError) -> Value {
        guard let json = object[name] else { throw missing(name, expected) }
        guard let value = read(json) else {
            throw WireDecodingError(path: inner(name), expected: expected, found: json.typeName)
        }
        return value
    }

    private func optional<Value>(
        _ name: String, _ expected: String, _ read: (JSON) -> Value?
    ) throws(WireDecodingError) -> Value? {
        guard let json = object[name], !json.isNull else { return nil }
        return try required(name, expected, read)
    }

    private func missing(_ name: String, _ expected: String) -> WireDecodingError {
        WireDecodingError(path: inner(name), expected: expected, found: WireDecodingError.nothing)
    }

    private func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
