// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `translation.show`.
package struct Showing: Sendable, Hashable {
    package var isShown: Bool
    /// The one on the card.
    package var joke: Joke

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        isShown = try shape.bool("showTranslation")
        joke = try shape.value("joke", Joke.init(json:at:))
    }

    /// The joke of an answer that has one.
    static func joke(json: JSON, at path: String) throws(WireDecodingError) -> Joke {
        try ObjectReader(json, at: path).value("joke", Joke.init(json:at:))
    }
}
