// SPDX-License-Identifier: MIT

extension ValueSchema {
    /// Returns the first mismatch between `json` and the schema, or nil if it matches. Only the words and members of the
    /// schema are valid.
    package func mismatch(in json: JSON) -> WireDecodingError? {
        switch self {
        case .any: nil
        case .boolean: mismatch(json, unless: json.boolValue != nil)
        // A number outside the range of a double is infinite, and not valid.
        case .number: mismatch(json, unless: json.numberValue?.isFinite == true)
        case .integer: mismatch(json, unless: json.integerValue != nil)
        case .range(let range): mismatch(json, unless: json.integerValue.map(range.contains) == true)
        case .string: mismatch(json, unless: json.stringValue != nil)
        case .text(let limit): mismatch(json, ofTextWithin: limit)
        case .words(let words): mismatch(json, unless: json.stringValue.map(words.containsBytes) == true)
        case .constant(let word): mismatch(json, unless: json.stringValue.hasBytes(of: word))
        case .time: mismatch(json, unless: json.stringValue.flatMap(WallTime.init(rfc3339:)) != nil)
        case .date: mismatch(json, unless: json.stringValue.map(WallTime.isDate) == true)
        case .array(let element): mismatch(json, ofArrayOf: element)
        case .object(let members): mismatch(json, ofObjectOf: members)
        case .nullable(let schema): json.isNull ? nil : schema.mismatch(in: json)
        case .either(let one, let other): one.mismatch(in: json) == nil ? nil : other.mismatch(in: json)
        case .shape(let shape): shape.schema.mismatch(in: json)
        }
    }

    private func mismatch(_ json: JSON, unless fits: Bool) -> WireDecodingError? {
        fits ? nil : WireDecodingError(path: "", expected: wording, found: found(json))
    }

    private func mismatch(_ json: JSON, ofTextWithin limit: Int) -> WireDecodingError? {
        guard let bytes = json.stringValue?.utf8.count else { return mismatch(json, unless: false) }
        guard bytes > limit else { return nil }
        return WireDecodingError(path: "", expected: "at most \(limit) bytes", found: "\(bytes)")
    }

    private func mismatch(_ json: JSON, ofArrayOf element: ValueSchema) -> WireDecodingError? {
        guard case .array(let values) = json else { return mismatch(json, unless: false) }
        for (index, value) in values.enumerated() {
            guard let mismatch = element.mismatch(in: value) else { continue }
            return mismatch.within("[\(index)]")
        }
        return nil
    }

    private func mismatch(_ json: JSON, ofObjectOf members: [Member]) -> WireDecodingError? {
        guard case .object(let object) = json else { return mismatch(json, unless: false) }
        for member in members {
            guard let value = object[member.name] else {
                guard member.isRequired else { continue }
                return WireDecodingError(
                    path: member.name, expected: member.schema.wording, found: WireDecodingError.nothing)
            }
            guard member.isRequired || !value.isNull else { continue }
            guard let mismatch = member.schema.mismatch(in: value) else { continue }
            return mismatch.within(member.name)
        }
        return unknown(in: object, besides: members)
    }

    private func unknown(in object: JSONObject, besides members: [Member]) -> WireDecodingError? {
        for found in object where !members.contains(where: { $0.name.hasBytes(of: found.name) }) {
            let known = members.isEmpty ? "no member" : "only \(members.map(\.name).joined(separator: ", "))"
            return WireDecodingError(
                path: QuotedExcerpt.part(of: found.name), expected: known, found: found.value.typeName)
        }
        return nil
    }

    /// Returns the found value in words: the value itself if its type alone does not explain the mismatch, and
    /// otherwise the type.
    private func found(_ json: JSON) -> String {
        switch (self, json) {
        case (_, .number(let number)) where !number.isFinite: "a number that is too large"
        case (_, .number): json.jsonText
        case (.words, .string(let text)), (.constant, .string(let text)), (.time, .string(let text)),
            (.date, .string(let text)):
            "'\(QuotedExcerpt.part(of: text))'"
        default: json.typeName
        }
    }
}
