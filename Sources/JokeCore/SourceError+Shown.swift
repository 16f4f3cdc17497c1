// SPDX-License-Identifier: MIT
import JokeFetchProtocol
package import JokeWire

extension Prefetch.Trouble {
    /// As fronts show it.
    package var shown: CardState.Trouble { failure.shown(retryAt: retryAt) }
}

extension SourceError {
    /// As fronts show it, with when it is tried again.
    func shown(retryAt: WallTime?) -> CardState.Trouble {
        CardState.Trouble(kind: errorKind.rawValue, message: message, retryAt: retryAt?.rfc3339)
    }
}
