// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// The port to the engines that translate.
package protocol Translator: AnyObject, Sendable {
    /// Translates the texts of an order, or says why not; once, on any thread.
    func translate(
        _ order: TranslationOrder,
        completion: @escaping @Sendable (Result<TranslationDelivery, SourceError>) -> Void)
}

/// From which language into which: ISO 639-1 codes.
package struct LanguagePair: Sendable, Hashable {
    package let from: String
    package let to: String

    package init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

/// Texts of one language for one engine.
package struct TranslationOrder: Sendable, Hashable {
    package let id: FetchOrder.ID
    package let engine: String
    package let pair: LanguagePair
    package let texts: [String]

    package init(id: FetchOrder.ID, engine: String, pair: LanguagePair, texts: [String]) {
        self.id = id
        self.engine = engine
        self.pair = pair
        self.texts = texts
    }
}

/// What an engine made of an order.
package struct TranslationDelivery: Sendable, Hashable {
    /// One for each of the order's, in its order.
    package var texts: [Result<String, SourceError>]
    /// Of the engine: another one may translate better.
    package var version: String
    package var attribution: Joke.Attribution
    /// What a budget counts.
    package var requests: Int

    package init(
        _ texts: [Result<String, SourceError>], version: String, attribution: Joke.Attribution,
        requests: Int = 1
    ) {
        self.texts = texts
        self.version = version
        self.attribution = attribution
        self.requests = requests
    }
}

/// A text that was translated, as it is kept: the same text is not translated twice.
package struct KeptTranslation: Sendable, Hashable {
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
