// SPDX-License-Identifier: MIT
package import JokeWire

/// From which language into which: ISO 639-1 codes.
package struct LanguagePair: Sendable, Hashable {
    package let from: String
    package let to: String

    package init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

/// A text that was translated, as it is kept: the same text is not translated twice.
package struct StoredTranslation: Sendable, Hashable {
    package let original: String
    package let from: String
    package let translation: Joke.Translation
    /// Of the engine.
    package let version: String

    package init(original: String, from: String, translation: Joke.Translation, version: String) {
        self.original = original
        self.from = from
        self.translation = translation
        self.version = version
    }
}

/// What a kept translation is found by.
package struct TranslationKey: Sendable, Hashable {
    package let original: String
    package let pair: LanguagePair

    package init(_ original: String, _ pair: LanguagePair) { (self.original, self.pair) = (original, pair) }
}

extension Settings {
    /// Into what jokes are translated, and by whom.
    package struct Translation: Sendable, Hashable {
        /// The name that stands for the packs' own pairs among the engines.
        package static let pack = "pack"

        /// Languages, best first: a joke goes into the first one that it is not told in.
        package var targets: [String]
        /// Names, best first: a better one's translation takes a worse one's place.
        package var engines: [String]
        /// The engines that are asked, best first; how often they may be is said as it is of sources.
        package var machines: [Source]

        package init(targets: [String] = [], engines: [String] = [pack], machines: [Source] = []) {
            self.targets = targets
            self.engines = engines
            self.machines = machines
        }

        /// From what into what a joke is translated; nil where it is left alone.
        package func pair(for joke: Joke) -> LanguagePair? {
            guard joke.id != .error else { return nil }
            let from = String(joke.language.prefix { $0 != "-" && $0 != "_" })
            return targets.first { $0 != from }.map { LanguagePair(from: from, to: $0) }
        }

        /// The place among the engines; what is configured no longer is worse than all.
        func rank(_ engine: String) -> Int { engines.firstIndex(of: engine) ?? .max }

        /// The joke without a translation that is not wanted.
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
