// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// The same text keeps its translation where it comes without one.
    package func keepingTranslation(of known: Joke) -> Joke {
        guard translation == nil, value == known.value else { return self }
        var joke = self
        joke.translation = known.translation
        return joke
    }
}
