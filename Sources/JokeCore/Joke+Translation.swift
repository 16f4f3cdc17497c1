// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// Returns the joke with the known translation if it has none of its own and its text is the same.
    package func keepingTranslation(of known: Joke) -> Joke {
        guard translation == nil, value == known.value else { return self }
        var joke = self
        joke.translation = known.translation
        return joke
    }
}
