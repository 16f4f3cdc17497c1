// SPDX-License-Identifier: MIT

/// A request to a source of jokes, or to a translation engine.
package struct SourceRequest: Sendable, Hashable {
    /// Identifies one attempt. A second attempt has another id, so that a late result of the first one is not mistaken
    /// for its result.
    package struct ID: Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The kind of request, with its parameters.
    package enum Kind: Sendable, Hashable {
        /// At most `count` jokes in one of `categories`, or in any if it is empty.
        case jokes(count: Int, categories: [String])
        /// The names of the source's categories.
        case categories
        /// One page of the jokes that match `query`; the first page is 1.
        case page(Int, query: String)
        /// Translations of these texts from the request's language into another one.
        case translation([String], into: String)
    }

    /// The id of the attempt, or 0 if the caller needs none. The lines to jokesd-fetch have numbers of their own.
    package var id: ID
    /// The configured name of the source or the translation engine.
    package var source: String
    package var kind: Kind
    /// The language of the jokes or of the texts to translate, as an ISO 639-1 code.
    package var language: String
    /// The configuration of the source. The core leaves it empty; jokesd adds it for jokesd-fetch.
    package var settings: SourceSettings
    /// Which part of a page's source is wanted, and where the page begins; nil unless the source reads local files.
    package var files: FilePage?
    /// Whether the result of `.categories` also has the numbers of jokes, for a source that reads local files.
    package var countsUnseen = false

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

    /// A page of local files.
    package struct FilePage: Sendable, Hashable {
        /// The category of its jokes, in any case, or nil for all.
        package var category: String?
        /// The position after which the page begins (`SourceResult.Page.next`), or nil to count the jokes before it.
        package var after: Int64?

        package init(category: String? = nil, after: Int64? = nil) {
            (self.category, self.after) = (category, after)
        }

        /// The number of jokes of a page.
        package static let size = 20
    }

    /// The possible numbers of jokes in a request to jokesd-fetch.
    package static let counts = 1...Limits.sourceRequests.upperBound
    /// The possible numbers of texts in a translation request.
    package static let texts = 1...50
}

extension SourceRequest {
    /// The number of requested jokes, which is also the most HTTP requests it may take. It is 1 for other kinds.
    package var count: Int {
        if case .jokes(let count, _) = kind { count } else { 1 }
    }

    /// The first requested category, or nil for any.
    package var category: String? {
        if case .jokes(_, let categories) = kind { categories.first } else { nil }
    }

    /// Whether requests of this kind are made only if a client asks, and never in advance. A client may wait for jokes
    /// (`joke.next` with `wait`) and for a translation, too.
    package var isOnDemand: Bool {
        switch kind {
        case .page, .categories: true
        case .jokes, .translation: false
        }
    }
}

/// The configuration of a source or a translation engine. Each provider reads the settings that it knows.
package struct SourceSettings: Sendable, Hashable {
    /// The type of the source, which selects the provider; nil if it is the source's name.
    package var type: String?
    /// The URL of the service, or nil for the usual one.
    package var url: String?
    /// For chucknorris: the name to use instead of the hero's.
    package var name: String?
    /// For jokeapi: the flags that no joke may have.
    package var blockedFlags = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
    /// For jokeapi: whether to request only jokes that the service calls safe.
    package var isSafe = true
    /// For jokeapi: the form of the jokes, `single` or `twopart`; nil for both.
    package var form: String?
    /// For command: the program and its arguments, which no shell interprets.
    package var command: [String] = []
    /// For libretranslate: the name of the secret that has its key; nil for the secret `libretranslate`, if it exists.
    package var key: String?
    /// The time limit of each operation, in milliseconds; nil for the default of jokesd-fetch.
    package var timeout: Int?
    /// The time between two operations of a request, in milliseconds.
    package var spacing = 2_000

    package init() {}
}
