// SPDX-License-Identifier: MIT
package import JokeWire

/// What is remembered of jokes that were shown: hashes, never texts.
package enum Seen {
    /// How many hashes are kept; beyond it the oldest are forgotten.
    package static let capacity = 200_000

    /// A joke counts as seen when either its id or its text is.
    package static func fingerprints(of joke: Joke) -> [UInt64] {
        [TextHash.bytes("\(joke.source)\u{0}\(joke.id.rawValue)".utf8), TextHash.of(joke.value)]
    }
}
