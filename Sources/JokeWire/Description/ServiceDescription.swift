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

    /// The document as JSON. It is encoded once, because that takes a thousand times as long as a reply to `ping`.
    private static let bytes = document.jsonBytes

    private static var document: JSON {
        let about =
            "Jokes for the desktop, as JSON-RPC 2.0 over a Unix socket, an object per line; Protocol.md is the contract. "
            + "A parameter that is null counts as left out. Within this version things are only added: ignore what "
            + "you do not know."
        let limits = (Limits.advertised() + Limits.others).map { limit -> JSON in
            ["name": .string(limit.name), "value": .integer(limit.value), "summary": .string(limit.summary)]
        }
        return [
            "openrpc": "1.3.2",
            "info": [
                "title": "jokesd", "version": .string("\(Version.protocolVersion)"),
                "description": .string(about),
                "license": ["name": "MIT"],
            ],
            "methods": .array(Method.allCases.map(\.description.json)),
            "components": components,
            "x-errors": ErrorKind.references(ErrorKind.general),
            "x-events": [
                "method": "event",
                "topics": .array(
                    Topic.allCases.map { ["name": .string($0.rawValue), "summary": .string($0.summary)] }),
                "events": .array(EventDescription.all.map(\.json)),
            ],
            "x-limits": .array(limits),
        ]
    }

    private static var components: JSON {
        let schemas = NamedSchema.all.map {
            JSONObject.Member(name: $0.name, value: $0.schema.json(.tolerant, summary: $0.summary))
        }
        let errors = ErrorKind.allCases.map {
            JSONObject.Member(
                name: $0.rawValue,
                value: [
                    "code": .integer($0.code), "message": .string($0.summary),
                    "data": ["kind": .string($0.rawValue), "retry": .bool($0.retry)],
                ])
        }
        return [
            "schemas": .object(JSONObject(members: schemas)), "errors": .object(JSONObject(members: errors)),
        ]
    }
}

extension ErrorKind {
    /// Returns references to the descriptions of kinds of errors.
    fileprivate static func references(_ kinds: [ErrorKind]) -> JSON {
        .array(kinds.map { ["$ref": .string("#/components/errors/\($0.rawValue)")] })
    }
}

extension MethodDescription {
    /// The Method Object of OpenRPC.
    fileprivate var json: JSON {
        [
            "name": .string(name), "summary": .string(summary), "paramStructure": "either",
            "params": .array(params.map(\.json)),
            "result": ["name": "result", "schema": result.json(.tolerant)],
            "errors": ErrorKind.references(errors), "x-change": .bool(isChange),
        ]
    }
}

extension ParameterDescription {
    /// The Content Descriptor Object of OpenRPC.
    fileprivate var json: JSON {
        [
            "name": .string(name), "summary": .string(summary), "required": .bool(required),
            "schema": schema.json(.strict, fallback: fallback),
        ]
    }
}

extension EventDescription {
    fileprivate var json: JSON {
        [
            "topic": topic.map { .string($0.rawValue) } ?? .null, "event": event.map { .string($0) } ?? .null,
            "summary": .string(summary), "params": params.json(.tolerant),
        ]
    }
}
