// SPDX-License-Identifier: MIT
import JokeFetchProtocol
package import JokeWire

extension Prefetch.ErrorInfo {
    /// As fronts show it.
    package var shown: CardState.ErrorInfo { failure.shown(retryAt: retryAt) }
}

extension SourceError {
    /// As fronts show it, with when it is tried again.
    func shown(retryAt: WallTime?) -> CardState.ErrorInfo {
        CardState.ErrorInfo(kind: errorKind.rawValue, message: message, retryAt: retryAt?.rfc3339)
    }
}
