// SPDX-License-Identifier: MIT

/// The error of a reply.
package struct WireError: Error, Sendable, Hashable {
    package var kind: ErrorKind
    /// The failure and its remedy, in words for people.
    package var message: String
    /// Whether the same request may succeed later.
    package var retry: Bool
    /// The members of the error's `data` besides `kind` and `retry`, such as `current`, `retryAt` and `parameter`.
    package var data: JSONObject

    /// Creates an error. The message and `retry` default to those of the kind.
    package init(
        _ kind: ErrorKind, _ message: String? = nil, retry: Bool? = nil, data: JSONObject = [:]
    ) {
        self.kind = kind
        self.message = message ?? kind.summary
        self.retry = retry ?? kind.retry
        self.data = data
    }
}

extension WireError: WireValue {
    package static var schema: ValueSchema { .shape(namedSchema) }
    package static var expected: String { "an object" }

    package init() { self.init(.internal) }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", kind.code)
        writer.member("message", message)
        writer.key("data")
        writer.beginObject()
        // An error whose kind is unknown to this version has the name of that kind in its data.
        if data["kind"] == nil { writer.member("kind", kind.rawValue) }
        writer.member("retry", retry)
        for member in data {
            writer.key(name: member.name)
            writer.value(member.value)
        }
        writer.endObject()
        writer.endObject()
    }

    /// Reads the error of a reply. A kind that is unknown to this version becomes `internal`; the error keeps its own
    /// message and retry, and has the name of the kind in its data.
    package init(json: JSON) throws(WireDecodingError) {
        let reader = try ObjectReader(json)
        let data = reader.object["data"]?.objectValue ?? [:]
        let known = data["kind"]?.stringValue.flatMap(ErrorKind.init(word:))
        let separate = known == nil ? ["retry"] : ["kind", "retry"]
        let message: String = try reader.read("message")
        self.init(
            known ?? .internal, message,
            retry: data["retry"]?.boolValue,
            data: JSONObject(members: data.filter { !separate.containsBytes(of: $0.name) }))
    }
}
