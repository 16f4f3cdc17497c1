// SPDX-License-Identifier: MIT

/// A joke as its source returned it, with the data by which the filter judges it.
package struct FetchedJoke: Sendable, Hashable {
    /// The joke, sanitized (`Joke.sanitized()`).
    ///
    /// In a result of jokesd-fetch, `id` is empty if the source has no permanent ids, and `language` is empty if the
    /// source does not say. `source` is always empty. jokesd fills these members in.
    package var joke: Joke
    /// The warnings of the source: `nsfw`, `religious`, `political`, `racist`, `sexist`, `explicit`.
    package var flags: [String]
    /// Whether the source calls the joke safe for everybody, or nil if it does not say. Rely on the value only if it is
    /// false.
    package var isSafe: Bool?

    /// Creates a fetched joke from a sanitized joke with an id, such as one of a local file.
    package init(_ joke: Joke, flags: [String] = [], isSafe: Bool? = nil) {
        self.joke = joke
        self.flags = flags
        self.isSafe = isSafe
    }

    /// Creates a joke from a source's text. Returns nil if the text is empty, or longer than `Limits.jokeText` bytes.
    package init?(
        id: String?, value: String, categories: [String] = [], language: String?, url: String? = nil,
        flags: [String] = [], isSafe: Bool? = nil
    ) {
        self.init(
            sanitizing: Joke(
                id: Joke.ID(rawValue: id ?? ""), value: value, categories: categories, source: "",
                language: language ?? "", url: url), flags, isSafe)
    }

    /// Creates a joke in two parts. Returns nil if one of them is empty, or both together are longer than
    /// `Limits.jokeText` bytes.
    package init?(
        id: String?, setup: String, punchline: String, categories: [String] = [], language: String?,
        url: String? = nil, flags: [String] = [], isSafe: Bool? = nil
    ) {
        self.init(
            sanitizing: Joke(
                id: Joke.ID(rawValue: id ?? ""), value: "\(setup)\n\(punchline)", setup: setup,
                punchline: punchline, categories: categories, source: "", language: language ?? "", url: url),
            flags, isSafe)
        guard joke.setup != nil else { return nil }
    }

    private init?(sanitizing raw: Joke, _ flags: [String], _ isSafe: Bool?) {
        guard let joke = raw.sanitized() else { return nil }
        self.init(joke, flags: Joke.names(flags), isSafe: isSafe)
    }
}

extension FetchedJoke {
    /// The source's id of the joke, or nil if it has no permanent one.
    package var id: String? { joke.id.rawValue.isEmpty ? nil : joke.id.rawValue }
    /// The text of the joke.
    package var value: String { joke.value }
    /// The flags for the filter: `flags`, and `unsafe` if `isSafe` is false.
    package var warnings: [String] { flags + (isSafe == false ? ["unsafe"] : []) }
}

extension FetchedJoke: Shape {
    package init() { self.init(Joke()) }

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        var (id, language) = (id, joke.language.isEmpty ? nil : joke.language)
        try v("id", &id)
        try v("value", &joke.value)
        try v("setup", &joke.setup)
        try v("punchline", &joke.punchline)
        try v("categories", &joke.categories)
        try v("language", &language)
        try v("url", &joke.url)
        try v("flags", &flags)
        try v("safe", &isSafe)
        (joke.id, joke.language) = (Joke.ID(rawValue: id ?? ""), language ?? "")
    }

    /// Reads a joke. All texts are cleaned and measured again, because jokesd-fetch may have been compromised.
    package init(json: JSON) throws(WireDecodingError) {
        self.init()
        try read(json)
        if let setup = joke.setup { joke.value = "\(setup)\n\(joke.punchline ?? "")" }
        guard let clean = Self(sanitizing: joke, flags, isSafe),
            (clean.joke.setup == nil) == (joke.setup == nil)
        else {
            throw WireDecodingError(
                path: "", expected: "a joke of 1 to \(Limits.jokeText) bytes", found: "another")
        }
        self = clean
    }
}
