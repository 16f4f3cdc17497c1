// SPDX-License-Identifier: MIT

/// The result of `rpc.discover`: the descriptions of this module as an OpenRPC 1.3 document
/// (https://spec.open-rpc.org).
///
/// OpenRPC has no place for events, limits and errors that every method has. They are in `x-events`, `x-limits` and
/// `x-errors`.
package struct ServiceDescription: JSONWritable {
    package init() {}

    /// The schema of the document.
    package static var namedSchema: NamedSchema {
        NamedSchema(
            name: "Document", summary: "The protocol as an OpenRPC document.",
            members: [
                .init("openrpc", .string), .init("info", .any), .init("methods", .array(of: .any)),
                .init("components", .any),
                .init("x-errors", .array(of: .any), "The errors that every method can fail with."),
                .init("x-events", .any), .init("x-limits", .array(of: .any)),
            ])
    }

    package func write(to writer: inout JSONWriter) { writer.raw(Self.bytes) }

    /// The document as JSON, written once, on first use.
    private static let bytes: [UInt8] = {
        var writer = JSONWriter(reserving: 64 << 10)
        writeDocument(to: &writer)
        return writer.take()
    }()

    private static func writeDocument(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("openrpc", "1.3.2")
        writer.key("info")
        writeInfo(to: &writer)
        writer.member("methods", Method.allCases.map(\.description))
        writer.key("components")
        writeComponents(to: &writer)
        writer.member("x-errors", ErrorKind.general.map(ErrorReference.init))
        writer.key("x-events")
        writeEvents(to: &writer)
        writer.member("x-limits", Limits.advertised() + Limits.others)
        writer.endObject()
    }

    private static func writeInfo(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("title", "jokesd")
        writer.member("version", "\(Version.protocolVersion)")
        writer.member(
            "description",
            "Jokes for the desktop, as JSON-RPC 2.0 over a Unix socket, an object per line; Protocol.md is the contract. "
                + "A parameter that is null counts as left out. Within this version things are only added: ignore what "
                + "you do not know.")
        writer.key("license")
        writer.beginObject()
        writer.member("name", "MIT")
        writer.endObject()
        writer.endObject()
    }

    private static func writeComponents(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        for shape in NamedSchema.all {
            writer.key(name: shape.name)
            shape.schema.write(to: &writer, .tolerant, summary: shape.summary)
        }
        writer.endObject()
        writer.key("errors")
        writer.beginObject()
        for kind in ErrorKind.allCases {
            writer.key(name: kind.rawValue)
            writer.value(
                .object(["code": .integer(kind.code), "message": .string(kind.summary), "data": kind.data]))
        }
        writer.endObject()
        writer.endObject()
    }

    private static func writeEvents(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", "event")
        writer.key("topics")
        writer.beginArray()
        for topic in Topic.allCases {
            writer.value(["name": .string(topic.rawValue), "summary": .string(topic.summary)])
        }
        writer.endArray()
        writer.member("events", EventDescription.all)
        writer.endObject()
    }
}

/// A reference to the description of a kind of error.
private struct ErrorReference: JSONWritable {
    let kind: ErrorKind

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("$ref", "#/components/errors/\(kind.rawValue)")
        writer.endObject()
    }
}

extension ErrorKind {
    /// The members that `data` always has for this kind.
    fileprivate var data: JSON { ["kind": .string(rawValue), "retry": .bool(retry)] }
}

// The Method Object of OpenRPC.
extension MethodDescription: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("summary", summary)
        writer.member("paramStructure", "either")
        writer.member("params", params)
        writer.key("result")
        writer.beginObject()
        writer.member("name", "result")
        writer.key("schema")
        result.write(to: &writer, .tolerant)
        writer.endObject()
        writer.member("errors", errors.map(ErrorReference.init))
        writer.member("x-change", isChange)
        writer.endObject()
    }
}

// The Content Descriptor Object of OpenRPC.
extension ParameterDescription: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("summary", summary)
        writer.member("required", required)
        writer.key("schema")
        schema.write(to: &writer, .strict, fallback: fallback)
        writer.endObject()
    }
}

extension EventDescription: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("topic", topic?.rawValue)
        writer.member("event", event)
        writer.member("summary", summary)
        writer.key("params")
        params.write(to: &writer, .tolerant)
        writer.endObject()
    }
}

extension Limits.Named: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("value", value)
        writer.member("summary", summary)
        writer.endObject()
    }
}
