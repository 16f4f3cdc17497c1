// SPDX-License-Identifier: MIT

// The gate for every joke and translation, whatever brought it: a pack, a service, a command, a translation engine or
// an import (Protocol.md, "What a joke contains").
extension Joke {
    /// Returns the joke as clients may receive it. Returns nil if it has no text, or more than `Limits.jokeText` bytes.
    ///
    /// A wrong id, source or language becomes empty. Other wrong members are left out.
    package func sanitized() -> Joke? {
        var text = SanitizedText.text(value)
        var parts: (setup: String, punchline: String)?
        if let setup, let punchline {
            let (setup, punchline) = (SanitizedText.text(setup), SanitizedText.text(punchline))
            let both = "\(setup)\n\(punchline)"
            if !setup.isEmpty, !punchline.isEmpty, Self.haveSameWords(both, text) {
                (text, parts) = (both, (setup, punchline))
            }
        }
        guard (1...Limits.jokeText).contains(text.utf8.count) else { return nil }
        let language = LanguageCode.of(language) ?? ""
        let translation = translation?.sanitized()
        return Joke(
            id: ID(rawValue: SanitizedText.word(id.rawValue, limit: Limits.jokeID) ?? ""), value: text,
            setup: parts?.setup, punchline: parts?.punchline, categories: Self.names(categories),
            source: SanitizedText.name(source) ?? "", language: language,
            url: url.flatMap(SanitizedText.link),
            translation: translation?.language == language ? nil : translation)
    }

    /// Returns the names of categories or flags in lower case, each of them once. Names that cannot be ones, and those
    /// after the first `Limits.categories`, are left out.
    package static func names(_ raw: [String]) -> [String] {
        var names: [String] = []
        for name in raw.lazy.compactMap({ SanitizedText.name($0.lowercased()) })
        where !names.containsBytes(of: name) && names.count < Limits.categories {
            names.append(name)
        }
        return names
    }

    private static func haveSameWords(_ one: String, _ other: String) -> Bool {
        let isVisible = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
        return one.unicodeScalars.lazy.filter(isVisible).elementsEqual(
            other.unicodeScalars.lazy.filter(isVisible))
    }
}

extension Joke.Translation {
    /// Returns the translation as clients may receive it. Returns nil without a language or a text, or if it is too long.
    package func sanitized() -> Self? {
        guard let language = LanguageCode.of(language),
            let value = SanitizedText.clean(value, limit: Limits.jokeText)
        else { return nil }
        return Self(
            language: language, value: value, machine: machine,
            attribution: Joke.Attribution(
                engine: SanitizedText.name(attribution.engine) ?? "",
                text: SanitizedText.line(attribution.text, limit: Limits.credit) ?? "",
                url: SanitizedText.link(attribution.url) ?? ""))
    }
}
