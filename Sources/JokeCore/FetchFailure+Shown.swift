// SPDX-License-Identifier: MIT
package import JokeWire

extension Prefetch.Trouble {
    /// As fronts show it.
    package var shown: CardState.Trouble {
        CardState.Trouble(
            kind: failure.errorKind.rawValue, message: failure.message, retryAt: retryAt.rfc3339)
    }
}

extension FetchFailure {
    /// The name by which programs know it.
    package var errorKind: ErrorKind {
        switch kind {
        case .noNetwork: .offline
        case .nameNotFound: .nameNotFound
        case .unreachable, .proxy: .unreachable
        case .tls: .tlsFailed
        case .timedOut: .timeout
        case .rateLimited: .rateLimited
        case .httpStatus, .redirect, .command, .unsupported, .unavailable: .sourceRefused
        case .nonsense, .tooLarge: .sourceNonsense
        case .empty: .sourceEmpty
        case .filtered: .filtered
        case .storage: .storage
        }
    }
}
