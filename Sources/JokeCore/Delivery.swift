// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// What an order brought.
package struct Delivery: Sendable, Hashable {
    package var jokes: [Joke]
    /// What the source warns of, by joke: `nsfw`, `religious`, `political`, `racist`, `sexist`, `explicit`, and
    /// `unsafe` where it does not say more.
    package var flags: [Joke.ID: [String]]
    /// How many requests (or runs of a command) it took: what a budget counts.
    package var requests: Int
    /// Why there is less than was asked for.
    package var shortfall: SourceError?

    package init(
        _ jokes: [Joke], flags: [Joke.ID: [String]] = [:], requests: Int = 1, shortfall: SourceError? = nil
    ) {
        self.jokes = jokes
        self.flags = flags
        self.requests = requests
        self.shortfall = shortfall
    }
}
