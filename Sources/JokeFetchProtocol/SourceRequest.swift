// SPDX-License-Identifier: MIT

/// A request to a source of jokes, or to a translation engine.
package struct SourceRequest: Sendable, Hashable {
    /// Identifies one attempt: a second one has another id, so that a late result of the first is not taken for its result.
    package struct ID: Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    package enum Kind: Sendable, Hashable {
        /// At most `count` jokes, of one of `categories` if it names some.
        case jokes(count: Int, categories: [String])
        case categories
        /// One page of the jokes that match `query`; the first page is 1.
        case page(Int, query: String)
        /// These texts, which are in the request's language, in another one.
        case translation([String], into: String)
    }

    /// Zero if nobody needs it: jokesd numbers the lines that it sends by itself.
    package var id: ID
    /// The configured name of the source or the engine.
    package var source: String
    package var kind: Kind
    /// An ISO 639-1 code.
    package var language: String
    /// The configuration of the source. The core does not know it; jokesd adds it for jokesd-fetch.
    package var settings: SourceSettings

    package init(
        id: ID = ID(rawValue: 0), source: String, kind: Kind, language: String = "en",
        settings: SourceSettings = SourceSettings()
    ) {
        self.id = id
        self.source = source
        self.kind = kind
        self.language = language
        self.settings = settings
    }

    /// The numbers of jokes that a request to jokesd-fetch may ask for.
    package static let counts = 1...30
    /// The numbers of texts that one may have translated.
    package static let texts = 1...50
}

extension SourceRequest {
    /// How many jokes it asks for, and so how many requests it may take; one for anything else.
    package var count: Int {
        if case .jokes(let count, _) = kind { count } else { 1 }
    }

    /// The first category that it asks for, or nil for any.
    package var category: String? {
        if case .jokes(_, let categories) = kind { categories.first } else { nil }
    }

    /// Whether a client waits for it; jokes and translations are fetched ahead of need.
    package var isOnDemand: Bool {
        switch kind {
        case .page, .categories: true
        case .jokes, .translation: false
        }
    }
}

/// The configuration of a source. Each provider uses the settings that concern it.
package struct SourceSettings: Sendable, Hashable {
    /// The kind of source; nil if the source's name says it.
    package var type: String?
    /// The address of the service, if it is not the usual one: a copy of one's own.
    package var url: String?
    /// chucknorris: the name that replaces the hero's.
    package var name: String?
    /// jokeapi: the flags that no joke may have.
    package var blockedFlags = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
    /// jokeapi: ask only for what the service calls safe.
    package var isSafe = true
    /// jokeapi: `single` or `twopart`; nil for both.
    package var form: String?
    /// command: the program and its arguments, which no shell reads.
    package var command: [String] = []
    /// libretranslate: the name of the secret that is its key; nil for `libretranslate`, if there is one.
    package var key: String?
    /// The time limit of each operation, in milliseconds; nil for the usual one.
    package var timeout: Int?
    /// The time between two operations of a request, in milliseconds.
    package var spacing = 2_000

    package init() {}
}
