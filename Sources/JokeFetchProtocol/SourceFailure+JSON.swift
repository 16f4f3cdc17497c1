// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceFailure {
    /// The name by which the daemon's clients know it.
    package var errorKind: ErrorKind {
        switch kind {
        case .noNetwork: .offline
        case .nameNotFound: .nameNotFound
        case .unreachable, .proxy: .unreachable
        case .tls: .tlsFailed
        case .timedOut: .timeout
        case .rateLimited: .rateLimited
        case .redirect, .httpStatus, .command: .sourceRefused
        case .nonsense, .tooLarge: .sourceNonsense
        case .empty: .sourceEmpty
        case .unsupported: .unsupported
        }
    }

    /// Whether the same order may succeed later. A status of 4xx is not tried again (docs/sources.md, "Rate limits"). A network
    /// that wants a login breaks TLS, redirects and talks nonsense until somebody has logged in.
    package var isWorthRetrying: Bool {
        switch kind {
        case .noNetwork, .nameNotFound, .unreachable, .proxy, .timedOut, .rateLimited, .nonsense, .tls,
            .redirect, .command:
            true
        case .httpStatus: (status ?? 0) >= 500
        case .empty, .tooLarge, .unsupported: false
        }
    }

    package var wireError: WireError {
        var data: JSONObject = ["failure": .string(kind.rawValue)]
        if let status { data.append("status", .integer(status)) }
        if let retryAt { data.append("retryAt", .integer(Int(retryAt))) }
        data.append("requests", .integer(requests))
        return WireError(errorKind, message, retry: isWorthRetrying, data: data)
    }

    /// An error that is none of a source tells of a request that was not understood.
    package init(_ error: WireError) {
        self.init(
            error.data["failure"]?.stringValue.flatMap(Kind.init(rawValue:)) ?? .unsupported, error.message,
            status: error.data["status"]?.integerValue,
            retryAt: error.data["retryAt"]?.integerValue.map(Int64.init))
        requests = error.data["requests"]?.integerValue ?? 0
    }
}
