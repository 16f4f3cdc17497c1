// SPDX-License-Identifier: MIT
package import JokeWire

/// The rules that reject jokes. They apply to every source, whatever it says about its jokes.
package struct Filter: Sendable, Hashable {
    /// The reason why a joke is rejected.
    package struct Reason: Sendable, Hashable {
        package enum Kind: String, Sendable, CaseIterable {
            case category, flag, word, tooShort, tooLong, language
        }

        package let kind: Kind
        /// The category, flag, word or language that the rule names, or nil if the kind says everything.
        package let detail: String?

        package init(_ kind: Kind, _ detail: String? = nil) {
            self.kind = kind
            self.detail = detail
        }
    }

    /// The configured categories, in lower case.
    package let blockedCategories: Set<String>
    /// Whole words in lower case; the comparison ignores case.
    package var blockedWords: Set<String>
    /// The accepted lengths, in characters (grapheme clusters).
    package var length: ClosedRange<Int>
    /// The accepted languages, each without its region (`pt`); empty for any.
    package var languages: Set<String>
    /// The blocked categories with the other names that services have for them.
    private let blocked: Set<String>

    package init(
        blockedCategories: some Sequence<String> = ["explicit", "political", "religion"],
        blockedWords: some Sequence<String> = [], length: ClosedRange<Int> = 1...280,
        languages: some Sequence<String> = []
    ) {
        self.blockedCategories = Set(blockedCategories.map { $0.lowercased() })
        self.blockedWords = Set(blockedWords.map { $0.lowercased() })
        self.length = length
        self.languages = Set(languages.map(Self.base))
        blocked = self.blockedCategories.reduce(into: []) { blocked, category in
            blocked.insert(category)
            blocked.formUnion(Self.synonyms[category] ?? [])
        }
    }

    /// The names that services use for the three usual categories, as categories or as warnings.
    private static let synonyms: [String: Set<String>] = [
        "explicit": [
            "nsfw", "sexist", "racist", "unsafe", "adult", "sex", "sexual", "dirty", "offensive", "profanity",
        ],
        "political": ["politics", "politic"],
        "politics": ["political", "politic"],
        "religion": ["religious", "religions"],
        "religious": ["religion", "religions"],
    ]

    /// Returns whether the filter rejects jokes with this category or flag.
    package func blocks(_ word: String) -> Bool { blocked.contains(word.lowercased()) }

    package func admits(_ joke: Joke, flags: [String] = []) -> Bool { verdict(joke, flags: flags) == nil }

    /// Returns why the filter rejects a joke, or nil if it accepts it.
    ///
    /// - Parameter flags: The warnings of its source.
    package func verdict(_ joke: Joke, flags: [String] = []) -> Reason? {
        if let category = joke.categories.lazy.map({ $0.lowercased() }).first(where: blocked.contains) {
            return Reason(.category, category)
        }
        if let flag = flags.lazy.map({ $0.lowercased() }).first(where: blocked.contains) {
            return Reason(.flag, flag)
        }
        if let language = unwantedLanguage(of: joke) { return Reason(.language, language) }
        let count = joke.value.count
        if count < length.lowerBound { return Reason(.tooShort) }
        if count > length.upperBound { return Reason(.tooLong) }
        guard !blockedWords.isEmpty else { return nil }
        return words(of: joke.value).first(where: blockedWords.contains).map { Reason(.word, $0) }
    }

    /// Returns the language of a joke if it is not accepted.
    ///
    /// A joke is accepted if its text or its translation is in an accepted language, or names no language.
    private func unwantedLanguage(of joke: Joke) -> String? {
        guard !languages.isEmpty, !joke.language.isEmpty else { return nil }
        let available = [joke.language] + (joke.translation.map { [$0.language] } ?? [])
        return languages.isDisjoint(with: available.map(Self.base)) ? Self.base(joke.language) : nil
    }

    /// Returns a language without its region, which a joke of an older jokesd may have.
    private static func base(_ language: String) -> String { LanguageCode.of(language) ?? language }

    private func words(of text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
}

extension Filter.Reason {
    /// The reason for people, such as `category explicit`.
    package var text: String {
        let what =
            switch kind {
            case .category: "category"
            case .flag: "flagged"
            case .word: "the word"
            case .tooShort: "too short"
            case .tooLong: "too long"
            case .language: "language"
            }
        return detail.map { "\(what) \($0)" } ?? what
    }
}
