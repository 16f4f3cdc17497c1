// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol

/// Why an order brought nothing.
package enum FetchTrouble: Error, Sendable, Hashable {
    /// The source's doing.
    case source(SourceFailure)
    /// The order took too long.
    case late(String)
    /// jokesd-fetch is not there, ended or is not to be trusted.
    case program(String)

    var message: String {
        switch self {
        case .source(let failure): failure.message
        case .late(let message), .program(let message): message
        }
    }
}

extension FetchFailure {
    package init(_ trouble: FetchTrouble) {
        switch trouble {
        case .source(let failure): self.init(failure)
        case .late(let message): self.init(.timedOut, message)
        case .program(let message): self.init(.unavailable, message)
        }
    }
}
