// SPDX-License-Identifier: MIT

/// What is asked of a source.
package struct SourceOrder: Sendable, Hashable {
    package enum Wish: Sendable, Hashable {
        /// At most `count` jokes, of one of `categories` where it names some.
        case jokes(count: Int, categories: [String])
        case categories
        /// One page of those that match `query`; the first is 1.
        case page(Int, query: String)
        /// These texts, which are in the order's language, in another one.
        case translation([String], into: String)
    }

    /// The configured name, for messages.
    package var source: String
    package var wish: Wish
    /// An ISO 639-1 code.
    package var language: String
    package var settings: SourceSettings

    package init(
        source: String, wish: Wish, language: String = "en", settings: SourceSettings = SourceSettings()
    ) {
        self.source = source
        self.wish = wish
        self.language = language
        self.settings = settings
    }

    /// Of the jokes of one order.
    package static let counts = 1...30
    /// Of the texts of one.
    package static let texts = 1...50
}

/// What the configuration says of a source. Each kind of source looks at what concerns it.
package struct SourceSettings: Sendable, Hashable {
    /// Which kind of source it is; nil where the source's name says it.
    package var type: String?
    /// Where the service is, if not where it always is: a copy of one's own.
    package var url: String?
    /// chucknorris: the name that takes the hero's place.
    package var name: String?
    /// jokeapi: what no joke may be flagged with.
    package var blockedFlags = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
    /// jokeapi: ask for what the service calls safe.
    package var isSafe = true
    /// jokeapi: `single` or `twopart`; nil for both.
    package var form: String?
    /// command: the program and its arguments, for no shell to read.
    package var command: [String] = []
    /// libretranslate: the name of the secret that is its key; nil for `libretranslate`, if there is one.
    package var key: String?
    /// For all of an errand, in milliseconds; nil for the usual.
    package var timeout: Int?
    /// Between two requests of one order, in milliseconds.
    package var spacing = 2_000

    package init() {}
}
