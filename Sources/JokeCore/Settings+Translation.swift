// SPDX-License-Identifier: MIT
package import JokeWire

/// The languages of a translation, as codes (`LanguageCode`).
package struct LanguagePair: Sendable, Hashable {
    package let from: String
    package let to: String

    package init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

/// A stored translation. It is used again for the same text, whichever joke has it.
package struct StoredTranslation: Sendable, Hashable {
    package let original: String
    package let from: String
    package let translation: Joke.Translation
    /// The version of the engine.
    package let version: String

    package init(original: String, from: String, translation: Joke.Translation, version: String) {
        self.original = original
        self.from = from
        self.translation = translation
        self.version = version
    }
}

/// The key by which stored translations are found.
package struct TranslationKey: Sendable, Hashable {
    package let original: String
    package let pair: LanguagePair

    package init(_ original: String, _ pair: LanguagePair) { (self.original, self.pair) = (original, pair) }
}

extension Settings {
    /// The languages to translate into, and the engines to use.
    package struct Translation: Sendable, Hashable {
        /// The name that stands for translations from packs in `engines`.
        package static let pack = Joke.Attribution.pack

        /// The wanted languages. A joke is translated into the first one that differs from its own.
        package var targets: [String]
        /// The names of the accepted engines, best first. A translation by a better engine replaces one by a worse
        /// engine.
        package var engines: [String]
        /// The engines that can be asked, best first, with the same limits as sources.
        package var machines: [Source]

        package init(targets: [String] = [], engines: [String] = [pack], machines: [Source] = []) {
            self.targets = targets
            self.engines = engines
            self.machines = machines
        }

        /// Returns the languages between which a joke is to be translated, or nil if it is not to be.
        package func pair(for joke: Joke) -> LanguagePair? {
            guard joke.id != .error else { return nil }
            let from = LanguageCode.of(joke.language) ?? joke.language
            return targets.first { $0 != from }.map { LanguagePair(from: from, to: $0) }
        }

        /// Returns the position of an engine in `engines`. An engine that is not configured has the last one.
        func rank(_ engine: String) -> Int { engines.firstIndex(of: engine) ?? .max }

        /// Returns the joke without its translation if that is in an unwanted language, or from packs although they are
        /// not configured.
        package func admitted(_ joke: Joke) -> Joke {
            guard !targets.isEmpty, let translation = joke.translation else { return joke }
            let isPack = translation.attribution.engine == Self.pack
            let isWanted =
                translation.language == pair(for: joke)?.to && (!isPack || engines.contains(Self.pack))
            var joke = joke
            if !isWanted { joke.translation = nil }
            return joke
        }
    }
}
