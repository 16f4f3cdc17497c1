// SPDX-License-Identifier: MIT
import JokeWire

/// A message of a transcript: JSON in which `"*"` is any value, `"$name"` is a value that is the same for each use of
/// the name, `"…"` as a member's name allows other members, and as the last element of an array other elements. Any
/// other text that ends with `…` is the start of the value.
struct Pattern {
    private static let others = "…"
    private(set) var names: [String: JSON] = [:]

    /// Binds the name to the value.
    mutating func bind(_ name: String, to value: JSON) { names[name] = value }

    /// Returns where and how `value` differs, or nil if it matches. The names that it binds keep their values.
    mutating func mismatch(_ pattern: JSON, _ value: JSON, at path: String = "") -> String? {
        switch (pattern, value) {
        case (.string("*"), _): return nil
        case (.string(let text), _) where text.hasPrefix("$"):
            guard let known = names[text] else {
                names[text] = value
                return nil
            }
            return Self.isSame(known, value)
                ? nil : "\(path): \(text) was \(known.jsonText), is \(value.jsonText)"
        case (.string(let text), .string(let found)) where text.hasSuffix(Self.others):
            return found.hasPrefix(text.dropLast())
                ? nil : "\(path): expected \(pattern.jsonText), found \(value.jsonText)"
        case (.object(let expected), .object(let found)): return mismatch(expected, found, at: path)
        case (.array(let expected), .array(let found)): return mismatch(expected, found, at: path)
        default:
            return pattern == value ? nil : "\(path): expected \(pattern.jsonText), found \(value.jsonText)"
        }
    }

    private mutating func mismatch(_ expected: JSONObject, _ found: JSONObject, at path: String) -> String? {
        for member in expected where member.name != Self.others {
            guard let value = found[member.name] else { return "\(path): has no \(member.name)" }
            if let mismatch = mismatch(member.value, value, at: "\(path).\(member.name)") { return mismatch }
        }
        guard expected[Self.others] == nil else { return nil }
        let extra = found.names.filter { expected[$0] == nil }
        return extra.isEmpty ? nil : "\(path): has \(extra.joined(separator: ", ")) as well"
    }

    private mutating func mismatch(_ expected: [JSON], _ found: [JSON], at path: String) -> String? {
        let isOpen = expected.last == .string(Self.others)
        let expected = isOpen ? expected.dropLast() : expected[...]
        guard isOpen ? found.count >= expected.count : found.count == expected.count else {
            return "\(path): expected \(expected.count) elements, found \(found.count)"
        }
        for (index, pair) in zip(expected, found).enumerated() {
            if let mismatch = mismatch(pair.0, pair.1, at: "\(path)[\(index)]") { return mismatch }
        }
        return nil
    }

    /// Compares two values, ignoring the order of members.
    private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
        var pattern = Pattern()
        return pattern.mismatch(one, other) == nil
    }

    /// Returns the message with its names replaced by their values.
    func filled(_ json: JSON) -> JSON {
        switch json {
        case .string(let text): names[text] ?? json
        case .array(let elements): .array(elements.map(filled))
        case .object(let object):
            .object(JSONObject(members: object.map { .init(name: $0.name, value: filled($0.value)) }))
        default: json
        }
    }
}
