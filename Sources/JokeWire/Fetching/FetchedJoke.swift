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

extension FetchedJoke: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("value", value)
        writer.member("setup", joke.setup)
        writer.member("punchline", joke.punchline)
        writer.member("categories", joke.categories)
        writer.member("language", joke.language.isEmpty ? nil : joke.language)
        writer.member("url", joke.url)
        writer.member("flags", flags)
        writer.key("safe")
        if let isSafe { writer.bool(isSafe) } else { writer.null() }
        writer.endObject()
    }

    /// Decodes a joke. All texts are cleaned and measured again, because jokesd-fetch may have been compromised.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let reader = try ObjectReader(json, at: path)
        let (id, language) = (try reader.optionalString("id"), try reader.optionalString("language"))
        let (categories, flags) = (try reader.strings("categories"), try reader.strings("flags"))
        let (url, isSafe) = (try reader.optionalString("url"), json["safe"]?.boolValue)
        let joke: Self?
        if let setup = try reader.optionalString("setup") {
            joke = Self(
                id: id, setup: setup, punchline: try reader.string("punchline"), categories: categories,
                language: language, url: url, flags: flags, isSafe: isSafe)
        } else {
            joke = Self(
                id: id, value: try reader.string("value"), categories: categories, language: language,
                url: url, flags: flags, isSafe: isSafe)
        }
        guard let joke else {
            throw WireDecodingError(
                path: path, expected: "a joke of 1 to \(Limits.jokeText) bytes", found: "another")
        }
        self = joke
    }
}
