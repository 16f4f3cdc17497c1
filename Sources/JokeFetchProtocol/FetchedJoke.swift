// SPDX-License-Identifier: MIT
import JokeWire

/// A joke as its source told it, with what is needed to filter it.
///
/// The texts are clean (`LegibleText`). Whoever keeps it gives it an id where it has none, made from its text.
package struct FetchedJoke: Sendable, Hashable {
    /// Names it among all sources for ever; nil where the source has no ids, or none that last.
    package var id: String?
    package var value: String
    package var setup: String?
    package var punchline: String?
    /// In lower case.
    package var categories: [String]
    /// An ISO 639-1 code; nil where the source does not say.
    package var language: String?
    package var url: String?
    /// What the source warns of: `nsfw`, `religious`, `political`, `racist`, `sexist`, `explicit`.
    package var flags: [String]
    /// Whether the source calls it fit for everybody; nil where it does not say. To be believed only when it is false.
    package var isSafe: Bool?

    /// Nil where the text is empty or longer than a joke may be.
    package init?(
        id: String?, value: String, categories: [String] = [], language: String?, url: String? = nil,
        flags: [String] = [], isSafe: Bool? = nil
    ) {
        guard let value = LegibleText.clean(value, limit: Limits.jokeText) else { return nil }
        self.init(
            id: id, clean: value, setup: nil, punchline: nil, categories: categories, language: language,
            url: url,
            flags: flags, isSafe: isSafe)
    }

    /// One in two parts; nil where one of them is empty, or both together are too long.
    package init?(
        id: String?, setup: String, punchline: String, categories: [String] = [], language: String?,
        url: String? = nil, flags: [String] = [], isSafe: Bool? = nil
    ) {
        guard let setup = LegibleText.clean(setup, limit: Limits.jokeText),
            let punchline = LegibleText.clean(punchline, limit: Limits.jokeText),
            setup.utf8.count + punchline.utf8.count < Limits.jokeText
        else { return nil }
        self.init(
            id: id, clean: "\(setup)\n\(punchline)", setup: setup, punchline: punchline,
            categories: categories,
            language: language, url: url, flags: flags, isSafe: isSafe)
    }

    private init(
        id: String?, clean value: String, setup: String?, punchline: String?, categories: [String],
        language: String?, url: String?, flags: [String], isSafe: Bool?
    ) {
        self.id = id.flatMap { LegibleText.word($0, limit: Limits.jokeID) }
        self.value = value
        self.setup = setup
        self.punchline = punchline
        self.categories = Self.words(categories)
        self.language = language.flatMap { LegibleText.word($0.lowercased(), limit: 16) }
        self.url = url.flatMap { LegibleText.word($0, limit: 2_048) }
        self.flags = Self.words(flags)
        self.isSafe = isSafe
    }

    /// At most so many as a joke has use for.
    private static func words(_ raw: [String]) -> [String] {
        raw.prefix(16).compactMap { LegibleText.clean($0.lowercased(), limit: 64) }
    }
}
