// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `joke.undo`.
package struct Undoing: Sendable, Hashable {
    /// What is no longer so.
    package struct Undone: Sendable, Hashable {
        /// `liked`, `disliked`, `deleted`, or something of a later version.
        package var kind: String
        package var jokes: [String]

        package init(kind: String, jokes: [String]) {
            self.kind = kind
            self.jokes = jokes
        }

        package init(json: JSON, at path: String) throws(WireDecodingError) {
            let shape = try ObjectReader(json, at: path)
            kind = try shape.string("kind")
            jokes = try shape.strings("jokes")
        }
    }

    /// The one on the card now.
    package var joke: Joke
    /// Nil where there was nothing to undo.
    package var undone: Undone?

    package init(joke: Joke, undone: Undone?) {
        self.joke = joke
        self.undone = undone
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        joke = try shape.value("joke", Joke.init(json:at:))
        undone = try shape.optionalValue("undone", Undone.init(json:at:))
    }
}
