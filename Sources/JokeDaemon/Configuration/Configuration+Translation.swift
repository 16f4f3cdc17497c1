// SPDX-License-Identifier: MIT
package import JokeWire

extension Configuration {
    /// The languages into which jokes are translated, and the translators.
    package struct Translation: Sendable, Hashable {
        /// The target languages. A joke is translated into the first one that it is not written in.
        package var targets: [String]
        /// The names of the translators, best first. `pack` stands for the translations that packs contain.
        package var names: [String]
        /// The translation engines that jokesd-fetch calls, best first.
        package var engines: [TranslationEngine]

        package init(targets: [String], names: [String], engines: [TranslationEngine]) {
            self.targets = targets
            self.names = names
            self.engines = engines
        }
    }

    /// A translation engine that jokesd-fetch calls.
    package struct TranslationEngine: Sendable, Hashable {
        package var name: String
        /// Whether the engine needs no network.
        package var isLocal: Bool
        package var settings: SourceSettings

        package init(name: String, isLocal: Bool, settings: SourceSettings) {
            self.name = name
            self.isLocal = isLocal
            self.settings = settings
        }
    }
}

extension Configuration.Translation {
    private static let known = ["pack", "apertium", "libretranslate"]

    /// Reads the target language and the translation engines.
    ///
    /// The default target is the user's second language: the next one in `languages`, otherwise English, or Spanish
    /// for a user who reads only English, since many built-in jokes are in both. Jokes in the user's own language are
    /// translated into it, and all others into the user's own.
    package init(_ reader: inout KeyReader, _ languages: [String]) {
        let own = languages.first ?? "en"
        let second = languages.first { $0 != own } ?? (own == "en" ? "es" : "en")
        let target = reader.value(
            "translateTo", .language, default: second,
            "the language that jokes are translated into")
        targets = target == second ? [own, second] : target == own ? [own] : [target, own]
        (names, engines) = reader.group("translation") { reader in
            let libretranslate = reader.group("libretranslate") { Configuration.TranslationEngine(&$0) }
            // A machine is asked only if the user has chosen it.
            let names = reader.value(
                "engines", .list(of: .one(of: Self.known)),
                default: libretranslate == nil ? ["pack"] : ["pack", "libretranslate"],
                "the translation engines, best first; \"pack\" means the translations in packs")
            let apertium = Configuration.TranslationEngine(
                name: "apertium", isLocal: true, settings: SourceSettings())
            let available = [apertium] + (libretranslate.map { [$0] } ?? [])
            return (names, names.compactMap { name in available.first { $0.name == name } })
        }
    }
}

extension Configuration.TranslationEngine {
    /// Reads the LibreTranslate server. Returns nil without an address: no server is called unless the user has
    /// configured it.
    fileprivate init?(_ reader: inout KeyReader) {
        let url = reader.value(
            "url", .addressOrNone, default: "", "the server; if empty, LibreTranslate is not used")
        let key = reader.value(
            "key", .name, default: "",
            "the name of the secret that is its key; if empty, \"libretranslate\" if there is one")
        guard !url.isEmpty else { return nil }
        var settings = SourceSettings()
        settings.url = url
        if !key.isEmpty { settings.key = key }
        self.init(name: "libretranslate", isLocal: false, settings: settings)
    }
}
