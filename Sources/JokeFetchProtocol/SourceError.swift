// SPDX-License-Identifier: MIT
package import JokeWire

/// Why a source gave nothing, or less than was requested: what failed, and what a person can do about it.
package struct SourceError: Error, Sendable, Hashable {
    /// What failed; `row` says what each means.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case noNetwork, nameNotFound, unreachable, proxy, tls, timedOut, redirect, httpStatus, rateLimited
        case nonsense, empty, tooLarge, command, unsupported
        // jokesd-fetch does not report these: they are jokesd's own.
        case filtered, untranslatable, unavailable, storage
    }

    package var kind: Kind
    /// For people: what failed, and what to do.
    package var message: String
    /// The status of the HTTP response, if there was one.
    package var status: Int?
    /// The time before which the source wants no request, if it named one.
    package var retryAt: WallTime?
    /// The number of requests, or runs of a command, that it took to find out: what a budget counts.
    package var requests: Int

    package init(
        _ kind: Kind, _ message: String, status: Int? = nil, retryAt: WallTime? = nil, requests: Int = 1
    ) {
        self.kind = kind
        self.message = message
        self.status = status
        self.retryAt = retryAt
        self.requests = requests
    }
}

// MARK: The table

extension SourceError {
    /// Whether the same request may succeed later, with nothing changed by the user.
    package enum Retry: Sendable {
        /// Yes, even at once: the request may not have arrived.
        case soon
        case later
        /// If the server failed, with a status of 500 or more; it answers other statuses in the same way again.
        case ifServerFailed
        case never
    }
}

extension SourceError.Kind {
    /// The name by which clients know it, whether a retry may help, and when it occurs (docs/sources.md, "What can go
    /// wrong").
    ///
    /// A network that wants a login breaks TLS, redirects and answers nonsense until the user has logged in, so these
    /// are worth a retry.
    package var row: (errorKind: ErrorKind, retry: SourceError.Retry, meaning: String) {
        switch self {
        case .noNetwork: (.offline, .soon, "no interface is up but the loopback, or there is no route")
        case .nameNotFound: (.nameNotFound, .soon, "the name is not found")
        case .unreachable: (.unreachable, .soon, "refused, reset, or cut off in the middle")
        case .proxy: (.unreachable, .soon, "the proxy is not there, or refuses")
        case .tls:
            (
                .tlsFailed, .later,
                "no trust in the certificate, or no TLS at all; a wrong clock or a network's login page does that, too"
            )
        case .timedOut: (.timeout, .soon, "the time was over")
        case .redirect: (.sourceRefused, .later, "more than 3, or away from https")
        case .httpStatus:
            (.sourceRefused, .ifServerFailed, "any other status; with 503 `retryAt` may be there")
        case .rateLimited: (.rateLimited, .later, "429, or the service's own word for it")
        case .nonsense:
            (
                .sourceNonsense, .later,
                "HTML, other JSON, a wrong length, a broken coding, invalid UTF-8, no HTTP at all"
            )
        case .empty: (.sourceEmpty, .never, "there is no joke of that kind")
        case .tooLarge: (.sourceNonsense, .never, "more than 256 KiB")
        case .command: (.sourceRefused, .later, "the program is not there, or failed")
        case .unsupported:
            (.sourceRefused, .never, "the source cannot do that, or its settings are wrong")
        case .filtered: (.filtered, .later, "the filter rejected every joke")
        case .untranslatable:
            (.unsupported, .never, "no translation engine translates this pair of languages")
        case .unavailable:
            (.sourceRefused, .never, "jokesd has no such source now, or jokesd-fetch cannot be used")
        case .storage: (.storage, .later, "a file cannot be read, or the jokes cannot be stored")
        }
    }

    /// Whether jokesd-fetch reports it; the others are jokesd's own.
    package var isReported: Bool {
        switch self {
        case .filtered, .untranslatable, .unavailable, .storage: false
        default: true
        }
    }
}

extension SourceError {
    /// The name by which clients know it.
    package var errorKind: ErrorKind { kind.row.errorKind }

    /// Whether the same request may succeed later.
    package var isWorthRetrying: Bool {
        switch kind.row.retry {
        case .soon, .later: true
        case .ifServerFailed: (status ?? 0) >= 500
        case .never: false
        }
    }

    /// Whether the request may not have arrived, so that a second attempt is sensible.
    package var isTransport: Bool { kind.row.retry == .soon }

    /// Whether it means that this machine reaches nobody.
    package var isOffline: Bool { kind == .noNetwork }
}

// MARK: As a reply carries it

extension SourceError {
    /// The error in a reply of jokesd-fetch. Times are in seconds since 1970.
    package var wireError: WireError {
        var data: JSONObject = ["failure": .string(kind.rawValue)]
        if let status { data.append("status", .integer(status)) }
        if let retryAt { data.append("retryAt", .integer(Int(retryAt.milliseconds / 1_000))) }
        data.append("requests", .integer(requests))
        return WireError(errorKind, message, retry: isWorthRetrying, data: data)
    }

    /// Reads what jokesd-fetch replied. An error without a kind of ours means that it did not understand the request.
    package init(_ error: WireError) {
        let kind = error.data["failure"]?.stringValue.flatMap(Kind.init(rawValue:))
        self.init(
            kind.flatMap { $0.isReported ? $0 : nil } ?? .unsupported, error.message,
            status: error.data["status"]?.integerValue,
            retryAt: error.data["retryAt"]?.integerValue.map { seconds in
                // A program that was taken over may say any number.
                WallTime(milliseconds: min(max(Int64(seconds), 0), Int64(1) << 40) * 1_000)
            },
            requests: error.data["requests"]?.integerValue ?? 0)
    }
}
