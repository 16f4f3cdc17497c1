// SPDX-License-Identifier: MIT
package import JokeWire

extension Prefetch.ErrorInfo {
    /// The error as clients show it.
    package var shown: CardState.ErrorInfo { failure.shown(retryAt: retryAt) }
}

extension SourceError {
    /// Whether another category may do what this one failed to do.
    var isOfCategory: Bool { kind == .empty || kind == .unsupported }

    /// Returns the error as clients show it.
    ///
    /// - Parameter retryAt: The time of the next attempt, or nil if it is unknown.
    func shown(retryAt: WallTime?) -> CardState.ErrorInfo {
        CardState.ErrorInfo(kind: errorKind.rawValue, message: message, retryAt: retryAt?.rfc3339)
    }
}
