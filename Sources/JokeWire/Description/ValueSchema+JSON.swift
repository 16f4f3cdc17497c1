// SPDX-License-Identifier: MIT

// JSON Schema, draft 7, to which OpenRPC 1.3 refers.
extension ValueSchema {
    /// Writes the schema as an object. For a tolerant reader it permits everything that version 1 may add: words are
    /// examples, and objects may have other members.
    package func write(
        to writer: inout JSONWriter, _ reading: Reading, summary: String? = nil, fallback: JSON? = nil
    ) {
        writer.beginObject()
        if let summary { writer.member("description", summary) }
        writeKeywords(to: &writer, reading)
        if let fallback { writer.member("default", fallback) }
        writer.endObject()
    }

    private func writeKeywords(to writer: inout JSONWriter, _ reading: Reading) {
        switch self {
        case .any: break
        case .boolean, .number, .integer, .string: writer.member("type", type)
        case .range(let range):
            writer.member("type", type)
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .text(let limit):
            // JSON Schema counts characters, of which there are no more than bytes.
            writer.member("type", type)
            writer.member("maxLength", limit)
        case .words(let words):
            writer.member("type", type)
            writer.member(reading == .strict ? "enum" : "examples", words)
        case .constant(let word): writer.member("const", word)
        case .time:
            writer.member("type", type)
            writer.member("format", "date-time")
        case .date:
            writer.member("type", type)
            writer.member("format", "date")
        case .array(let element):
            writer.member("type", type)
            writer.key("items")
            element.write(to: &writer, reading)
        case .object(let members): Self.write(members, to: &writer, reading)
        case .nullable(let schema): schema.writeNullable(to: &writer, reading)
        case .either(let one, let other): Self.write(anyOf: [one, other], to: &writer, reading)
        case .shape(let shape): writer.member("$ref", "#/components/schemas/\(shape.name)")
        }
    }

    private func writeNullable(to writer: inout JSONWriter, _ reading: Reading) {
        switch self {
        case .boolean, .number, .integer, .string:
            writer.member("type", [type, "null"])
        default:
            writer.key("anyOf")
            writer.beginArray()
            write(to: &writer, reading)
            writer.beginObject()
            writer.member("type", "null")
            writer.endObject()
            writer.endArray()
        }
    }

    private static func write(anyOf schemas: [ValueSchema], to writer: inout JSONWriter, _ reading: Reading) {
        writer.key("anyOf")
        writer.beginArray()
        for schema in schemas { schema.write(to: &writer, reading) }
        writer.endArray()
    }

    private static func write(_ members: [Member], to writer: inout JSONWriter, _ reading: Reading) {
        writer.member("type", "object")
        writer.key("properties")
        writer.beginObject()
        for member in members {
            writer.key(name: member.name)
            member.schema.write(to: &writer, reading, summary: member.summary)
        }
        writer.endObject()
        writer.member("required", members.filter(\.isRequired).map(\.name))
        writer.member("additionalProperties", reading == .tolerant)
    }

    /// The name of the type in JSON Schema.
    private var type: String {
        switch self {
        case .boolean: "boolean"
        case .number: "number"
        case .integer, .range: "integer"
        case .array: "array"
        case .object: "object"
        default: "string"
        }
    }
}
