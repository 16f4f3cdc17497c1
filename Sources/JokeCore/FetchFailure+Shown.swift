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
        case .timedOut: .timeout
        case .refused, .unavailable: .sourceRefused
        case .nonsense: .sourceNonsense
        case .rateLimited: .rateLimited
        case .storage: .storage
        }
    }
}
