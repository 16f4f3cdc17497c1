// SPDX-License-Identifier: MIT
package import JokeCore
import JokeWire

extension Pack {
    /// The languages, the region and the name of the hero, by which the texts of a pack are chosen for the user.
    package struct Audience: Sendable, Hashable {
        /// Codes of languages or names of locales, the preferred one first.
        package var languages: [String]
        /// The languages of the translations: the first one that a joke is not told in counts. If it is empty, that is
        /// the next preferred one.
        package var translateTo: [String]
        /// The regions in which the user speaks these languages. A language without one has texts of all regions.
        package var regions: [Region]
        /// The name that replaces `{hero}`.
        package var hero: String

        package init(
            languages: [String], translateTo: [String] = [], regions: [Region] = [],
            hero: String = Settings.usualHero
        ) {
            self.languages = languages
            self.translateTo = translateTo
            self.regions = regions
            self.hero = hero
        }

        /// Whether a text works where the user speaks its language.
        fileprivate func isAtHome(_ text: LocalizedText) -> Bool {
            guard let region = text.region else { return true }
            return regions.contains(region) || !regions.contains { $0.language == text.language }
        }
    }

    /// The placeholder of the hero's name in texts.
    package static let heroPlaceholder = "{hero}"

    /// Returns every joke, in the first of the languages that it has, otherwise in its first language. A joke in another
    /// language is not left out here: filters do that, and translation engines may translate it.
    ///
    /// If a joke has texts in wanted languages that work in the user's region, its texts for other regions are ignored.
    /// Jokes in another language than the first wanted one that the pack has come last.
    ///
    /// The `translation` of a joke is the pack's own text in the first language of `translateTo` other than that of the
    /// joke, or nil if there is none. If `translateTo` has no other language, the translation is the text in the next of
    /// the languages that the joke has, or in any other language.
    ///
    /// A joke has its form, and `developer` if that is its level, among its categories.
    package func content(for audience: Audience, source: String, url: String) -> CorpusContent {
        let wanted = audience.languages.compactMap(LanguageCode.of)
        let targets = audience.translateTo.compactMap(LanguageCode.of)
        let first = wanted.first { language in
            entries.contains { $0.localizedTexts.contains { $0.language == language } }
        }
        var content = CorpusContent()
        for entry in entries {
            let (order, isAtHome) = entry.localizedTexts(by: wanted, for: audience)
            guard let shown = order.first?.naming(audience.hero) else { continue }
            let others = order.dropFirst()
            let target = targets.first { $0 != shown.language }
            let other = target == nil ? others.first : others.first { $0.language == target }
            let tags = [entry.form, entry.level == .developer ? entry.level.rawValue : nil].compactMap { $0 }
            let joke = Joke(
                id: entry.id, value: shown.value, setup: shown.setup, punchline: shown.punchline,
                categories: entry.categories + tags, source: source, language: shown.language,
                translation: other.map { Joke.Translation($0.naming(audience.hero), url: url) }
            ).sanitized()
            guard let joke else { continue }
            content.jokes.append(joke)
            let isFirst = isAtHome && (first == nil || shown.language == first)
            content.strengths.append(isFirst ? entry.strength : CorpusContent.last)
        }
        return content
    }
}

extension Pack.Entry {
    /// Returns the texts: first those in `languages`, in that order, then the others. The second value says whether the
    /// first one is in one of the languages and works in the user's region.
    fileprivate func localizedTexts(
        by languages: [String], for audience: Pack.Audience
    ) -> (order: [Pack.LocalizedText], isAtHome: Bool) {
        let preferred = languages.compactMap { language in localizedTexts.first { $0.language == language } }
        let isAtHome = preferred.contains(where: audience.isAtHome)
        var order: [Pack.LocalizedText] = []
        for localizedText in preferred + localizedTexts where !order.contains(localizedText) {
            if !isAtHome || audience.isAtHome(localizedText) { order.append(localizedText) }
        }
        return (order, isAtHome || languages.isEmpty)
    }
}

extension Pack.LocalizedText {
    /// Returns the text with a name in place of the placeholder.
    fileprivate func naming(_ hero: String) -> Self {
        guard value.utf8.contains(UInt8(ascii: "{")) else { return self }
        return Self(
            language: language, region: region, value: value.naming(hero), setup: setup?.naming(hero),
            punchline: punchline?.naming(hero))
    }
}

extension String {
    /// Returns the text with a name in place of each placeholder.
    fileprivate func naming(_ hero: String) -> String {
        // `replacing` would link the regex engine.
        let placeholder = Pack.heroPlaceholder.utf8
        var (result, rest) = ("", self[...])
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            let isPlaceholder = rest[brace...].utf8.starts(with: placeholder)
            result += isPlaceholder ? hero : "{"
            rest = rest[rest.utf8.index(brace, offsetBy: isPlaceholder ? placeholder.count : 1)...]
        }
        return result + rest
    }
}

extension Joke.Translation {
    fileprivate init(_ localizedText: Pack.LocalizedText, url: String) {
        self.init(
            language: localizedText.language, value: localizedText.value, machine: false,
            attribution: Joke.Attribution(
                engine: Joke.Attribution.pack, text: "Told in both languages by the pack", url: url))
    }
}
