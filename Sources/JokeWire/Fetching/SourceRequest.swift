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

// The request to jokesd-fetch (docs/sources.md, "The line protocol").
extension SourceRequest: Shape {
    package init() { self.init(source: "", kind: .categories) }

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("source", &source)
        switch kind {
        case .jokes(var count, var categories):
            try v("count", &count, absent: 1)
            try v("categories", &categories, absent: [])
            kind = .jokes(count: count, categories: categories)
        case .categories: break
        case .page(var number, var query):
            try v("page", &number, absent: 1)
            try v("query", &query, absent: "")
            kind = .page(number, query: query)
        case .translation(var texts, var target):
            try v("texts", &texts)
            try v("into", &target)
            kind = .translation(texts, into: target)
        }
        try v("language", &language, absent: "en")
        try v("settings", &settings, absent: SourceSettings())
    }

    /// Reads a request. Returns nil if there is no such method.
    package init?(method: String, params: JSON) throws(WireDecodingError) {
        guard let kind = Kind.empty.first(where: { $0.method == method }) else { return nil }
        self.init(source: "", kind: kind)
        do throws(WireDecodingError) { try readChecked(params) } catch { throw error.within("params") }
    }

    private mutating func readChecked(_ params: JSON) throws(WireDecodingError) {
        try read(params)
        switch kind {
        case .jokes(let count, _):
            try Self.counts.check(count, "count")
            if let category = try ObjectReader(params).read("category") as String? {
                kind = .jokes(count: count, categories: [category])
            }
        case .categories: break
        case .page(let number, _): try (1...Limits.pages).check(number, "page")
        case .translation(let texts, _) where Self.texts.contains(texts.count): break
        case .translation(let texts, _):
            throw WireDecodingError(
                path: "texts", expected: "1 to \(Self.texts.upperBound)", found: "\(texts.count)")
        }
    }

    /// Returns the JSON-RPC request for jokesd-fetch.
    package func message(id: Int) -> Request {
        Request(id: RequestID(id), method: kind.method, params: (try? JSON(parsing: jsonBytes)) ?? .null)
    }
}

extension SourceRequest.Kind {
    /// One request of each kind.
    fileprivate static let empty = [
        Self.jokes(count: 1, categories: []), .categories, .page(1, query: ""), .translation([], into: ""),
    ]

    fileprivate var method: String {
        switch self {
        case .jokes: "fetch"
        case .categories: "categories"
        case .page: "page"
        case .translation: "translate"
        }
    }
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
package struct SourceSettings: Shape {
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

    /// The longest time in milliseconds: one hour. A longer one is a mistake, and libcurl's number may overflow.
    private static let longestTime = 3_600_000

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("type", &type)
        try v("url", &url)
        try v("name", &name)
        try v("form", &form)
        try v("key", &key)
        try v("blockedFlags", &blockedFlags, absent: blockedFlags)
        try v("safe", &isSafe, absent: isSafe)
        try v("command", &command, absent: command)
        try v("timeout", &timeout)
        try v("spacing", &spacing, absent: spacing)
    }

    package init(json: JSON) throws(WireDecodingError) {
        self.init()
        try read(json)
        try (1...Self.longestTime).check(timeout, "timeout")
        try (0...Self.longestTime).check(spacing, "spacing")
    }
}
