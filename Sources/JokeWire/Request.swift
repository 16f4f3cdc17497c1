// SPDX-License-Identifier: MIT

/// A request to call a method.
package struct Request: Sendable, Hashable {
    /// The id, or nil if the request has none.
    package let id: RequestID?
    package let method: String
    /// An object or an array, or null if the params were left out.
    package let params: JSON
    /// Whether the request has `"jsonrpc":"2.0"`. If it has, all of the JSON-RPC 2.0 specification applies.
    package let isStrict: Bool

    package init(id: RequestID?, method: String, params: JSON = .null, isStrict: Bool = true) {
        self.id = id
        self.method = method
        self.params = params
        self.isStrict = isStrict
    }

    /// Whether the request gets a reply. A strict request without an id is a notification and gets none. A request that
    /// is not strict, such as a line typed by hand, always gets one.
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

/// The content of a line: one request, or a batch.
package enum Incoming: Sendable, Hashable {
    case single(Result<Request, RequestError>)
    case batch([Result<Request, RequestError>])
}

/// The error for a line, or an element of a batch, that is not a valid request. The reply has `"id":null` if the id is
/// not known.
package struct RequestError: Error, Sendable, Hashable {
    package var id: RequestID?
    package var error: WireError

    package init(id: RequestID? = nil, error: WireError) {
        self.id = id
        self.error = error
    }

    /// The error for `LineFramer.Frame.tooLong`.
    package static let tooLong = RequestError(
        error: WireError(.tooLarge, data: ["limit": .integer(Limits.requestLine)]))
}
