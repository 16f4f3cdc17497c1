// SPDX-License-Identifier: MIT
package import JokeWire

/// A joke to share, in the language that is shown, with the credit of its translation.
package struct SharedJoke: Sendable, Hashable {
    package let value: String
    /// The ISO 639-1 code of the language of `value`.
    package let language: String
    /// The page that the joke comes from, or nil if there is none.
    package var url: String?
    /// The credit of the translation, or nil if `value` needs none.
    package let credit: Credit?
    /// The source of the joke, for the foot of a picture, or nil if it says nothing to others. The built-in pack is
    /// `jokesd`.
    package let origin: String?

    package init(_ joke: Joke, translated isTranslated: Bool) {
        let translation = isTranslated ? joke.translation : nil
        value = TerminalText.safe(joke.text(translated: isTranslated))
        language = translation?.language ?? joke.language
        url = joke.url
        credit = joke.credit(translated: isTranslated)
        origin =
            switch joke.source {
            case "builtin": "jokesd"
            case Joke.importSource: nil
            case let source where Joke.ownSources.contains(source): nil
            default: TerminalText.safe(joke.source)
            }
    }

    /// The joke as plain text, without control characters and marks that change the direction of writing.
    package var text: String { credit.map { "\(value)\n\n\($0.line)" } ?? value }
}

/// The address of a web page that a document may link to.
package struct WebLink: Sendable, Hashable {
    /// The address, with every byte percent-encoded that a URL cannot have.
    package let url: String

    /// Returns nil if the address is not one of a web page: following `javascript:…` would run it.
    package init?(_ address: String) {
        guard ["https://", "http://"].contains(where: address.hasPrefix) else { return nil }
        url = PercentEncoding.encode(address, keeping: PercentEncoding.reserved)
    }
}
