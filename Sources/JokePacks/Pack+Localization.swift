// SPDX-License-Identifier: MIT
package import JokeWire

extension Pack {
    /// Every joke in the first of `languages` that it is told in, else in the first that it has: whoever minds the
    /// language filters, and a machine may translate it.
    ///
    /// The `translation` is the pack's own telling in `translation`'s language. Where nothing says which one is
    /// wanted, or the joke is in it already, it is the next of `languages` that the joke has, else any other.
    package func jokes(
        languages: [String], translateTo: String? = nil, source: String, url: String
    ) -> [Joke] {
        let wanted = languages.compactMap(LanguageCode.of)
        let target = translateTo.flatMap(LanguageCode.of)
        return entries.compactMap { entry in
            let order = entry.tellings(by: wanted)
            guard let shown = order.first else { return nil }
            let others = order.dropFirst()
            let other =
                target == nil || target == shown.language
                ? others.first : others.first { $0.language == target }
            return Joke(
                id: entry.id, value: shown.value, setup: shown.setup, punchline: shown.punchline,
                categories: entry.categories, source: source, language: shown.language,
                translation: other.map { Joke.Translation($0, url: url) })
        }
    }
}

extension Pack.Entry {
    /// Those in `languages` first, in that order.
    fileprivate func tellings(by languages: [String]) -> [Pack.LocalizedText] {
        let preferred = languages.compactMap { language in tellings.first { $0.language == language } }
        var order: [Pack.LocalizedText] = []
        for telling in preferred + tellings where !order.contains(telling) { order.append(telling) }
        return order
    }
}

extension Joke.Translation {
    fileprivate init(_ telling: Pack.LocalizedText, url: String) {
        self.init(
            language: telling.language, value: telling.value, machine: false,
            attribution: Joke.Attribution(
                engine: "pack", text: "Told in both languages by the pack", url: url))
    }
}
