// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `queue.list`.
package struct QueuedJokes: Sendable, Hashable {
    package var jokes: [Joke]

    package init(jokes: [Joke]) { self.jokes = jokes }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        jokes = try ObjectReader(json, at: path).array("items", Joke.init(json:at:))
    }
}
