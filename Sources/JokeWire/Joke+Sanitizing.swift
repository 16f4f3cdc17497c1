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
        return Joke(
            id: ID(rawValue: SanitizedText.word(id.rawValue, limit: Limits.jokeID) ?? ""), value: text,
            setup: parts?.setup, punchline: parts?.punchline, categories: Self.names(categories),
            source: SanitizedText.name(source) ?? "", language: Self.languageTag(language) ?? "",
            url: url.flatMap(SanitizedText.link), translation: translation?.sanitized())
    }

    /// Returns the names of categories or flags in lower case, each of them once. Names that cannot be ones, and those
    /// after the first `Limits.categories`, are left out.
    package static func names(_ raw: [String]) -> [String] {
        var names: [String] = []
        for name in raw.lazy.compactMap({ SanitizedText.name($0.lowercased()) })
        where !names.contains(name) && names.count < Limits.categories {
            names.append(name)
        }
        return names
    }

    /// Returns a language tag (BCP 47), such as `de` or `pt-BR`, in lower case, or nil if it cannot be one.
    package static func languageTag(_ raw: String) -> String? {
        let code = raw.lowercased()
        let parts = code.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        // The language has two or three letters, and each part after it at most eight letters and digits (BCP 47).
        guard let language = parts.first, (2...3).contains(language.count),
            language.allSatisfy({ letters.contains($0) }),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.count)
                    && part.allSatisfy { letters.contains($0) || digits.contains($0) }
            })
        else { return nil }
        return code.utf8.count <= 16 ? code : nil
    }

    private static func haveSameWords(_ one: String, _ other: String) -> Bool {
        let isVisible = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
        return one.unicodeScalars.lazy.filter(isVisible).elementsEqual(
            other.unicodeScalars.lazy.filter(isVisible))
    }
}

extension Joke.Translation {
    /// Returns the translation as clients may receive it. Returns nil if it has no language, no text, or more than
    /// `Limits.jokeText` bytes.
    package func sanitized() -> Self? {
        guard let language = Joke.languageTag(language),
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
