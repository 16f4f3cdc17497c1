// SPDX-License-Identifier: MIT
package import JokeWire

extension Prefetch.Trouble {
    /// As fronts show it.
    package var shown: CardState.Trouble { failure.shown(retryAt: retryAt) }
}

extension FetchFailure {
    /// As fronts show it, with when it is tried again.
    func shown(retryAt: WallTime?) -> CardState.Trouble {
        CardState.Trouble(kind: errorKind.rawValue, message: message, retryAt: retryAt?.rfc3339)
    }

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
        case .untranslatable: .unsupported
        case .nonsense, .tooLarge: .sourceNonsense
        case .empty: .sourceEmpty
        case .filtered: .filtered
        case .storage: .storage
        }
    }
}
