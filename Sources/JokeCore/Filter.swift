// SPDX-License-Identifier: MIT
package import JokeWire

/// Which jokes are let in at all, whatever their source says of them: safe unless it is told otherwise.
package struct Filter: Sendable, Hashable {
    /// Why a joke is kept out.
    package struct Reason: Sendable, Hashable {
        package enum Kind: String, Sendable, CaseIterable {
            case category, flag, word, tooShort, tooLong, language
        }

        package let kind: Kind
        /// Which category, flag, word or language; nil where there is no more to say.
        package let detail: String?

        package init(_ kind: Kind, _ detail: String? = nil) {
            self.kind = kind
            self.detail = detail
        }
    }

    /// As they were given, in lower case.
    package let blockedCategories: Set<String>
    /// Whole words, compared without regard to case.
    package var blockedWords: Set<String>
    /// In characters as people count them.
    package var length: ClosedRange<Int>
    /// Two letters each; empty for any.
    package var languages: Set<String>
    /// The blocked categories, and what else services call them.
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

    /// What services call, or warn of as, what the three usual categories mean.
    private static let synonyms: [String: Set<String>] = [
        "explicit": [
            "nsfw", "sexist", "racist", "unsafe", "adult", "sex", "sexual", "dirty", "offensive", "profanity",
        ],
        "political": ["politics", "politic"],
        "politics": ["political", "politic"],
        "religion": ["religious", "religions"],
        "religious": ["religion", "religions"],
    ]

    /// Whether jokes of this category, or with this flag, are kept out.
    package func blocks(_ word: String) -> Bool { blocked.contains(word.lowercased()) }

    package func admits(_ joke: Joke, flags: [String] = []) -> Bool { verdict(joke, flags: flags) == nil }

    /// Why the joke is kept out; nil where it is let in.
    ///
    /// - Parameter flags: what its source warns of.
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

    /// A joke that is told in a wanted language, too, is welcome; so is one that does not say.
    private func unwantedLanguage(of joke: Joke) -> String? {
        guard !languages.isEmpty, !joke.language.isEmpty else { return nil }
        let told = [joke.language] + (joke.translation.map { [$0.language] } ?? [])
        return languages.isDisjoint(with: told.map(Self.base)) ? Self.base(joke.language) : nil
    }

    /// `pt` of `pt-BR` and `pt_BR`.
    private static func base(_ language: String) -> String {
        String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
    }

    private func words(of text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
}

extension Filter.Reason {
    /// For people: `category explicit`.
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
