// SPDX-License-Identifier: MIT

/// One call of a method.
package struct Request: Sendable, Hashable {
    /// Nil where the line had none.
    package let id: RequestID?
    package let method: String
    /// An object, an array, or null where it was left out.
    package let params: JSON
    /// Whether the line said `"jsonrpc":"2.0"`, so that all of the JSON-RPC 2.0 specification holds.
    package let isStrict: Bool

    package init(id: RequestID?, method: String, params: JSON = .null, isStrict: Bool = true) {
        self.id = id
        self.method = method
        self.params = params
        self.isStrict = isStrict
    }

    /// A strict request without an id is a notification, which nobody answers; a line typed by hand always
    /// gets its answer.
    package var wantsReply: Bool { !isStrict || id != nil }
}

extension Request: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if isStrict { writer.member("jsonrpc", "2.0") }
        if let id { writer.member("id", id) }
        writer.member("method", method)
        if !params.isNull { writer.member("params", params) }
        writer.endObject()
    }
}

/// What a line asks for.
package enum Incoming: Sendable, Hashable {
    case single(Result<Request, RequestError>)
    case batch([Result<Request, RequestError>])
}

/// A request that is answered with an error without being looked at; with `"id":null` where its id is not
/// known.
package struct RequestError: Error, Sendable, Hashable {
    package var id: RequestID?
    package var error: WireError

    package init(id: RequestID? = nil, error: WireError) {
        self.id = id
        self.error = error
    }

    /// The answer to `LineFramer.Frame.tooLong`.
    package static let tooLong = RequestError(
        error: WireError(.tooLarge, data: ["limit": .integer(Limits.requestLine)]))
}
