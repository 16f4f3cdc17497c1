// SPDX-License-Identifier: MIT
package import JokeWire

/// One HTTP request or one run of a program.
package enum FetchOperation: Sendable, Hashable {
    /// GET this URL.
    case get(String)
    /// POST this JSON to this URL. Redirects are not followed, because the JSON may contain a key.
    case post(String, JSON)
    /// Run this program with these arguments and an empty standard input.
    case run([String])
    /// Run this program with these arguments and `input` as its standard input.
    case pipe([String], input: [UInt8])
}

extension FetchOperation {
    /// Whether it is an HTTP request, to which the source's spacing applies.
    var isRequest: Bool {
        switch self {
        case .get, .post: true
        case .run, .pipe: false
        }
    }
}

/// The output of an operation: the response to an HTTP request with any status, or the output of a program that
/// succeeded.
package struct OperationOutput: Sendable, Hashable {
    /// The decoded body, or the program's standard output.
    package var body: [UInt8]
    /// The HTTP status, or 200 for a program.
    package var status: Int
    /// The header Content-Type, or nil if there is none.
    package var contentType: String?
    /// The header Retry-After, or nil if there is none.
    package var retryAfter: String?
    /// The `host` or `host:port` of the service, or the program's name, for messages.
    package var place: String

    package init(
        body: [UInt8], status: Int = 200, contentType: String? = nil, retryAfter: String? = nil, place: String
    ) {
        self.body = body
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.place = place
    }
}
