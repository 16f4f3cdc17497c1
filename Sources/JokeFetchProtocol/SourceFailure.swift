// SPDX-License-Identifier: MIT

/// Why a source gave nothing, or less than was asked for: what happened, and what a person can do about it.
package struct SourceFailure: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No interface is up but the loopback, or there is no route.
        case noNetwork
        case nameNotFound
        /// Nothing listens there, or the connection was broken off.
        case unreachable
        case proxy
        /// No trust, or no TLS at all.
        case tls
        case timedOut
        /// Redirected too often, or from https to http.
        case redirect
        /// A status that is no success and no rate limit; see `status`.
        case httpStatus
        /// 429 or 503; `retryAt` where the source said until when.
        case rateLimited
        /// What came is not what this kind of source answers.
        case nonsense
        case empty
        case tooLarge
        /// A command that is not there, or that failed.
        case command
        /// The order cannot be carried out by a source of this kind, or its settings are wrong.
        case unsupported
    }

    package var kind: Kind
    /// For people: what failed, and what to do.
    package var message: String
    /// Of HTTP.
    package var status: Int?
    /// Not before then, in seconds since 1970.
    package var retryAt: Int64?
    /// How many requests (or runs of a command) it took to find out: what a budget counts.
    package var requests = 0

    package init(_ kind: Kind, _ message: String, status: Int? = nil, retryAt: Int64? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
        self.retryAt = retryAt
    }
}
