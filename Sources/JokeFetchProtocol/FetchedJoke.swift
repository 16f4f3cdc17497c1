// SPDX-License-Identifier: MIT
package import JokeWire

/// A joke as its source told it, with what is needed to filter it.
package struct FetchedJoke: Sendable, Hashable {
    /// Its texts are clean (`SanitizedText`).
    ///
    /// From jokesd-fetch, `id` is empty if the source has no ids that last, `language` is empty if the source does not say,
    /// and `source` is always empty: jokesd fills them in.
    package var joke: Joke
    /// The warnings of the source: `nsfw`, `religious`, `political`, `racist`, `sexist`, `explicit`.
    package var flags: [String]
    /// Whether the source calls it fit for everybody; nil if it does not say. Believe it only if it is false.
    package var isSafe: Bool?

    /// A joke of a local file, which is clean and has its id.
    package init(_ joke: Joke, flags: [String] = [], isSafe: Bool? = nil) {
        self.joke = joke
        self.flags = flags
        self.isSafe = isSafe
    }

    /// Returns nil if the text is empty or longer than a joke may be.
    package init?(
        id: String?, value: String, categories: [String] = [], language: String?, url: String? = nil,
        flags: [String] = [], isSafe: Bool? = nil
    ) {
        guard let value = SanitizedText.clean(value, limit: Limits.jokeText) else { return nil }
        self.init(
            Self.joke(id, value, categories, language, url), flags: Self.words(flags), isSafe: isSafe)
    }

    /// One in two parts. Returns nil if one of them is empty, or both together are too long.
    package init?(
        id: String?, setup: String, punchline: String, categories: [String] = [], language: String?,
        url: String? = nil, flags: [String] = [], isSafe: Bool? = nil
    ) {
        guard let setup = SanitizedText.clean(setup, limit: Limits.jokeText),
            let punchline = SanitizedText.clean(punchline, limit: Limits.jokeText),
            setup.utf8.count + punchline.utf8.count < Limits.jokeText
        else { return nil }
        var joke = Self.joke(id, "\(setup)\n\(punchline)", categories, language, url)
        (joke.setup, joke.punchline) = (setup, punchline)
        self.init(joke, flags: Self.words(flags), isSafe: isSafe)
    }

    /// - Parameter value: clean.
    private static func joke(
        _ id: String?, _ value: String, _ categories: [String], _ language: String?, _ url: String?
    ) -> Joke {
        Joke(
            id: Joke.ID(rawValue: id.flatMap { SanitizedText.word($0, limit: Limits.jokeID) } ?? ""),
            value: value, categories: words(categories), source: "",
            language: language.flatMap { SanitizedText.word($0.lowercased(), limit: 16) } ?? "",
            url: url.flatMap { SanitizedText.word($0, limit: 2_048) })
    }

    /// At most so many as a joke has use for, in lower case.
    private static func words(_ raw: [String]) -> [String] {
        raw.prefix(16).compactMap { SanitizedText.clean($0.lowercased(), limit: 64) }
    }
}

extension FetchedJoke {
    /// The source's id, or nil if it has none that lasts.
    package var id: String? { joke.id.rawValue.isEmpty ? nil : joke.id.rawValue }
    package var value: String { joke.value }
    /// The flags by which the filter decides.
    package var warnings: [String] { flags + (isSafe == false ? ["unsafe"] : []) }

    func isSame(as other: FetchedJoke) -> Bool { value == other.value || (id != nil && id == other.id) }
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

    /// Cleans and measures it all again: what is read may come from a program that was taken over.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        let (id, language) = (try shape.optionalString("id"), try shape.optionalString("language"))
        let (categories, flags) = (try shape.strings("categories"), try shape.strings("flags"))
        let (url, isSafe) = (try shape.optionalString("url"), json["safe"]?.boolValue)
        let joke: Self?
        if let setup = try shape.optionalString("setup") {
            joke = Self(
                id: id, setup: setup, punchline: try shape.string("punchline"), categories: categories,
                language: language, url: url, flags: flags, isSafe: isSafe)
        } else {
            joke = Self(
                id: id, value: try shape.string("value"), categories: categories, language: language,
                url: url, flags: flags, isSafe: isSafe)
        }
        guard let joke else {
            throw WireDecodingError(
                path: path, expected: "a joke of 1 to \(Limits.jokeText) bytes", found: "another")
        }
        self = joke
    }
}
