// SPDX-License-Identifier: MIT

// JSON Schema, draft 7, to which OpenRPC 1.3 refers.
extension ValueSchema {
    /// The schema as an object. For a tolerant reader it permits everything that version 1 may add: words are examples,
    /// and objects may have other members.
    package func json(_ reading: Reading, summary: String? = nil, fallback: JSON? = nil) -> JSON {
        var object: JSONObject = [:]
        if let summary { object.append("description", .string(summary)) }
        for keyword in keywords(reading) { object.append(keyword.name, keyword.value) }
        if let fallback { object.append("default", fallback) }
        return .object(object)
    }

    private func keywords(_ reading: Reading) -> JSONObject {
        switch self {
        case .any: [:]
        case .boolean: ["type": "boolean"]
        case .number: ["type": "number"]
        case .integer: ["type": "integer"]
        case .range(let range):
            ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .string: ["type": "string"]
        // JSON Schema counts characters, of which there are no more than bytes.
        case .text(let limit): ["type": "string", "maxLength": .integer(limit)]
        case .words(let words): ["type": "string", reading == .strict ? "enum" : "examples": .strings(words)]
        case .constant(let word): ["const": .string(word)]
        case .time: ["type": "string", "format": "date-time"]
        case .date: ["type": "string", "format": "date"]
        case .array(let element): ["type": "array", "items": element.json(reading)]
        case .object(let members): Self.keywords(of: members, reading)
        case .nullable(.boolean): ["type": ["boolean", "null"]]
        case .nullable(.number): ["type": ["number", "null"]]
        case .nullable(.integer): ["type": ["integer", "null"]]
        case .nullable(.string): ["type": ["string", "null"]]
        case .nullable(let schema): ["anyOf": [schema.json(reading), ["type": "null"]]]
        case .either(let one, let other): ["anyOf": [one.json(reading), other.json(reading)]]
        case .shape(let shape): ["$ref": .string("#/components/schemas/\(shape.name)")]
        }
    }

    private static func keywords(of members: [Member], _ reading: Reading) -> JSONObject {
        let properties = members.map {
            JSONObject.Member(name: $0.name, value: $0.schema.json(reading, summary: $0.summary))
        }
        return [
            "type": "object", "properties": .object(JSONObject(members: properties)),
            "required": .strings(members.filter(\.isRequired).map(\.name)),
            "additionalProperties": .bool(reading == .tolerant),
        ]
    }
}
