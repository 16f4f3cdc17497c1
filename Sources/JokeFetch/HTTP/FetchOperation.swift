// SPDX-License-Identifier: MIT
package import JokeWire

/// One thing to do for an order.
package enum FetchOperation: Sendable, Hashable {
    /// GET this URL.
    case get(String)
    /// POST this JSON to this URL. It is not sent on to where a redirection points: it may hold a key.
    case post(String, JSON)
    /// Run this program with these arguments.
    case run([String])
    /// The same, with something to read.
    case pipe([String], input: [UInt8])
}

extension FetchOperation {
    /// Whether it asks somebody who may want to be spared.
    var isRequest: Bool {
        switch self {
        case .get, .post: true
        case .run, .pipe: false
        }
    }
}

/// What an errand brought: of HTTP whatever its status, of a program that ended well what it printed.
package struct OperationOutput: Sendable, Hashable {
    package var body: [UInt8]
    /// Of HTTP; 200 for a program.
    package var status: Int
    package var contentType: String?
    /// The header as it came.
    package var retryAfter: String?
    /// `host`, or `host:port`, or the program's name, for messages.
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
