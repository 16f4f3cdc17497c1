// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeOrders

extension FetchFailure {
    /// What jokesd-fetch says of a source, as the core decides upon it.
    package init(_ failure: SourceFailure) {
        let kind: Kind =
            switch failure.kind {
            case .noNetwork, .nameNotFound, .unreachable, .proxy: .noNetwork
            case .timedOut: .timedOut
            case .rateLimited: .rateLimited
            case .tls, .redirect, .httpStatus, .command, .unsupported: .refused
            case .nonsense, .tooLarge: .nonsense
            case .empty: .unavailable
            }
        let retryAt = failure.retryAt.map { seconds in
            // A program that was taken over may say any number.
            WallTime(milliseconds: min(max(seconds, 0), Int64(1) << 40) * 1_000)
        }
        self.init(kind, failure.message, retryAt: retryAt)
    }
}
