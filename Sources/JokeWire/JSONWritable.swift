// SPDX-License-Identifier: MIT

/// A type that writes itself as one JSON value.
package protocol JSONWritable: Sendable {
    func write(to writer: inout JSONWriter)
}

extension JSONWritable {
    /// The value as compact JSON, without a newline.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter(reserving: 512)
        write(to: &writer)
        return writer.take()
    }

    /// The value as compact JSON with a newline.
    package var jsonLine: [UInt8] {
        var writer = JSONWriter(reserving: 512)
        write(to: &writer)
        writer.newline()
        return writer.take()
    }

    /// The value as compact JSON, for messages and tests.
    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension JSON: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let object): object.write(to: &writer)
        }
    }
}

extension JSONObject: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in members {
            writer.key(name: member.name)
            member.value.write(to: &writer)
        }
        writer.endObject()
    }
}
