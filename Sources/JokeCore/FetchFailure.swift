// SPDX-License-Identifier: MIT
package import JokeWire

/// Why no joke came, or fewer than were asked for.
package struct FetchFailure: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
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
        /// A status of HTTP that is no success and no rate limit.
        case httpStatus
        /// By the source (429, 503), or by the budget.
        case rateLimited
        /// What came is not what this kind of source answers.
        case nonsense
        case tooLarge
        /// The source says that it has nothing of what was asked for.
        case empty
        /// All that came was kept out by the filter.
        case filtered
        /// A program that is not there, or that failed.
        case command
        /// The source cannot do what it was asked, or its settings are wrong.
        case unsupported
        /// No engine translates this.
        case untranslatable
        /// There is no such source, or it was closed.
        case unavailable
        /// What came could not be kept, or a file could not be read.
        case storage
    }

    package var kind: Kind
    /// For people: what failed, and what to do.
    package var message: String
    /// Not before then, if the source said so.
    package var retryAt: WallTime?
    /// What it took to find out, as ``Delivery/requests``.
    package var requests: Int

    package init(_ kind: Kind, _ message: String, retryAt: WallTime? = nil, requests: Int = 1) {
        self.kind = kind
        self.message = message
        self.retryAt = retryAt
        self.requests = requests
    }

    /// Whether the request may not have arrived, so that trying once more is sensible (`retry(1)`).
    package var isTransport: Bool {
        switch kind {
        case .noNetwork, .nameNotFound, .unreachable, .proxy, .timedOut: true
        case .tls, .redirect, .httpStatus, .rateLimited, .nonsense, .tooLarge, .empty, .filtered, .command,
            .unsupported, .untranslatable, .unavailable, .storage:
            false
        }
    }

    /// Whether it means that this machine reaches nobody.
    package var isOffline: Bool { kind == .noNetwork }
}
