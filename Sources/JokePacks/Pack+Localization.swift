// SPDX-License-Identifier: MIT
package import JokeWire

extension Pack {
    /// Returns every joke, in the first of `languages` that it has, otherwise in its first language. A joke in another
    /// language is not left out here: filters do that, and translation engines may translate it.
    ///
    /// The `translation` of a joke is the pack's own text in the first language of `translateTo` other than that of the
    /// joke, or nil if there is none. If `translateTo` has no other language, the translation is the text in the next of
    /// `languages` that the joke has, or in any other language.
    package func jokes(
        languages: [String], translateTo: [String] = [], source: String, url: String
    ) -> [Joke] {
        let wanted = languages.compactMap(LanguageCode.of)
        let targets = translateTo.compactMap(LanguageCode.of)
        return entries.compactMap { entry in
            let order = entry.localizedTexts(by: wanted)
            guard let shown = order.first else { return nil }
            let others = order.dropFirst()
            let target = targets.first { $0 != shown.language }
            let other = target == nil ? others.first : others.first { $0.language == target }
            return Joke(
                id: entry.id, value: shown.value, setup: shown.setup, punchline: shown.punchline,
                categories: entry.categories, source: source, language: shown.language,
                translation: other.map { Joke.Translation($0, url: url) }
            ).sanitized()
        }
    }
}

extension Pack.Entry {
    /// Returns all texts: first those in `languages`, in that order, then the others.
    fileprivate func localizedTexts(by languages: [String]) -> [Pack.LocalizedText] {
        let preferred = languages.compactMap { language in localizedTexts.first { $0.language == language } }
        var order: [Pack.LocalizedText] = []
        for localizedText in preferred + localizedTexts where !order.contains(localizedText) {
            order.append(localizedText)
        }
        return order
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
