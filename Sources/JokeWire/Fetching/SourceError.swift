// SPDX-License-Identifier: MIT

/// An error of a source or a translation engine: what failed, and what the user can do about it.
package struct SourceError: Error, Sendable, Hashable {
    /// The kinds of errors. `row` has the meaning of each.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case noNetwork, nameNotFound, unreachable, proxy, tls, timedOut, redirect, httpStatus, rateLimited
        case nonsense, empty, tooLarge, command, unsupported
        // Only jokesd itself uses these; jokesd-fetch does not report them.
        case filtered, untranslatable, unavailable, storage
    }

    package var kind: Kind
    /// The message for the user: what failed, and what to do.
    package var message: String
    /// The status of the HTTP response, or nil if there was none.
    package var status: Int?
    /// The time before which the source accepts no request, or nil if it named none.
    package var retryAt: WallTime?
    /// The number of HTTP requests or program runs up to the error. They count against the source's budget.
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
    /// When the same request may succeed, if the user changes nothing.
    package enum Retry: Sendable {
        /// At once or later: the request may not have arrived.
        case soon
        /// Later.
        case later
        /// Later if the status is 500 or more. A server repeats other statuses.
        case ifServerFailed
        /// Never.
        case never
    }
}

extension SourceError.Kind {
    /// The error kind that clients see, whether a retry may help, and the meaning (docs/sources.md, "What can go
    /// wrong").
    ///
    /// On a network with a login page, TLS fails, redirects occur and web pages replace JSON until the user has logged
    /// in. The kinds of these errors therefore allow a retry.
    package var row: (errorKind: ErrorKind, retry: SourceError.Retry, meaning: String) {
        switch self {
        case .noNetwork: (.offline, .soon, "no interface is up but the loopback, or there is no route")
        case .nameNotFound: (.nameNotFound, .soon, "the name is not found")
        case .unreachable: (.unreachable, .soon, "refused, reset, or cut off in the middle")
        case .proxy: (.unreachable, .soon, "the proxy cannot be reached, or refuses")
        case .tls:
            (
                .tlsFailed, .later,
                "no trust in the certificate, or no TLS at all; a wrong clock or a network's login page does that, too"
            )
        case .timedOut: (.timeout, .later, "the time limit was reached")
        case .redirect:
            (.sourceRefused, .later, "more than 3, away from https, or without TLS to another host")
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

    /// Whether jokesd-fetch reports this kind. Only jokesd itself uses the others.
    package var isReported: Bool {
        switch self {
        case .filtered, .untranslatable, .unavailable, .storage: false
        default: true
        }
    }
}

extension SourceError {
    /// The error kind that clients see.
    package var errorKind: ErrorKind { kind.row.errorKind }

    /// Whether the same request may succeed later if the user changes nothing.
    package var isWorthRetrying: Bool {
        switch kind.row.retry {
        case .soon, .later: true
        case .ifServerFailed: (status ?? 0) >= 500
        case .never: false
        }
    }

    /// Whether the request may not have arrived, so that a second attempt is useful. A client that waited for a timeout
    /// has waited long enough.
    package var isTransport: Bool { kind.row.retry == .soon }

    /// Whether the machine has no network.
    package var isOffline: Bool { kind == .noNetwork }
}

// MARK: As a reply carries it

extension SourceError {
    /// The error as a reply of jokesd-fetch contains it. Times are in seconds since 1970.
    package var wireError: WireError {
        var data: JSONObject = ["failure": .string(kind.rawValue)]
        if let status { data.append("status", .integer(status)) }
        if let retryAt { data.append("retryAt", .integer(Int(retryAt.milliseconds / 1_000))) }
        data.append("requests", .integer(requests))
        return WireError(errorKind, message, retry: isWorthRetrying, data: data)
    }

    /// Decodes the error of a reply. An unknown kind becomes `unsupported`: jokesd-fetch did not understand the
    /// request.
    package init(_ error: WireError) {
        let kind = error.data["failure"]?.stringValue.flatMap(Kind.init(word:))
        self.init(
            kind.flatMap { $0.isReported ? $0 : nil } ?? .unsupported,
            SanitizedText.line(error.message, limit: 1_000) ?? "",
            status: error.data["status"]?.integerValue,
            // Limit the numbers, because jokesd-fetch may have been compromised. A greatest integer times 1,000 is none
            // that overflows.
            retryAt: error.data["retryAt"]?.integerValue.map { WallTime(clamping: $0 * 1_000) },
            requests: min(max(error.data["requests"]?.integerValue ?? 0, 0), Limits.sourceRequests.upperBound)
        )
    }
}
