// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
import JokeWire

extension FetchFailure {
    /// What jokesd-fetch says of a source, as the core decides upon it.
    package init(_ failure: SourceFailure) {
        let kind: Kind =
            switch failure.kind {
            case .noNetwork: .noNetwork
            case .nameNotFound: .nameNotFound
            case .unreachable: .unreachable
            case .proxy: .proxy
            case .tls: .tls
            case .timedOut: .timedOut
            case .redirect: .redirect
            case .httpStatus: .httpStatus
            case .rateLimited: .rateLimited
            case .nonsense: .nonsense
            case .tooLarge: .tooLarge
            case .empty: .empty
            case .command: .command
            case .unsupported: .unsupported
            }
        let retryAt = failure.retryAt.map { seconds in
            // A program that was taken over may say any number.
            WallTime(milliseconds: min(max(seconds, 0), Int64(1) << 40) * 1_000)
        }
        self.init(kind, failure.message, retryAt: retryAt, requests: failure.requests)
    }
}
