// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `daily.get`.
package struct Daily: Sendable, Hashable {
    /// A local date: `2026-11-21`.
    package var date: String
    package var joke: Joke

    package init(date: String, joke: Joke) {
        self.date = date
        self.joke = joke
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        date = try shape.string("date")
        joke = try shape.value("joke", Joke.init(json:at:))
    }
}
