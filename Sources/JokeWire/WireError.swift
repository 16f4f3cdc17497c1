// SPDX-License-Identifier: MIT

/// An error as a reply carries it.
package struct WireError: Error, Sendable, Hashable {
    package var kind: ErrorKind
    /// For people: what went wrong and what to do.
    package var message: String
    /// Whether the same request may succeed later.
    package var retry: Bool
    /// More members of the error's `data`: `current`, `retryAt`, `parameter` …
    package var data: JSONObject

    /// The message and the advice to retry are the kind's own unless given.
    package init(
        _ kind: ErrorKind, _ message: String? = nil, retry: Bool? = nil, data: JSONObject = [:]
    ) {
        self.kind = kind
        self.message = message ?? kind.summary
        self.retry = retry ?? kind.retry
        self.data = data
    }
}

extension WireError: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", kind.code)
        writer.member("message", message)
        writer.key("data")
        writer.beginObject()
        // A kind of a later minor version brings its name along.
        if data["kind"] == nil { writer.member("kind", kind.rawValue) }
        writer.member("retry", retry)
        for member in data {
            writer.key(name: member.name)
            writer.value(member.value)
        }
        writer.endObject()
        writer.endObject()
    }

    /// An error as a client reads it. A kind of a later minor version reads as `internal`, with its own
    /// message, its retry, and its name in `data`'s `kind`.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        let data = shape.object["data"]?.objectValue ?? [:]
        let known = data["kind"]?.stringValue.flatMap(ErrorKind.init(rawValue:))
        let ours = known == nil ? ["retry"] : ["kind", "retry"]
        self.init(
            known ?? .internal,
            try shape.string("message"),
            retry: data["retry"]?.boolValue,
            data: JSONObject(members: data.filter { !ours.contains($0.name) }))
    }
}
