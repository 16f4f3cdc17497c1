// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `joke.next`, `joke.like` and `joke.dislike`.
package struct Decision: Sendable, Hashable {
    package var isChanged: Bool
    /// The one on the card now.
    package var joke: Joke
    /// The one that was liked or disliked, or nil.
    package var decided: Joke?

    package init(isChanged: Bool = true, joke: Joke, decided: Joke? = nil) {
        self.isChanged = isChanged
        self.joke = joke
        self.decided = decided
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        isChanged = try shape.bool("changed")
        joke = try shape.value("joke", Joke.init(json:at:))
        decided = try shape.optionalValue("decided", Joke.init(json:at:))
    }
}
