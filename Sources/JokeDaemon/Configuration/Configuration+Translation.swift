// SPDX-License-Identifier: MIT
package import JokeFetchProtocol

extension Configuration {
    /// Into what jokes are translated, and by whom.
    package struct Translation: Sendable, Hashable {
        /// Languages, best first: a joke goes into the first one that it is not told in.
        package var targets: [String]
        /// Names, best first, `pack` among them where packs' own pairs are shown.
        package var names: [String]
        /// The engines that jokesd-fetch asks, best first.
        package var engines: [TranslationEngine]

        package init(targets: [String], names: [String], engines: [TranslationEngine]) {
            self.targets = targets
            self.names = names
            self.engines = engines
        }
    }

    /// An engine that jokesd-fetch asks.
    package struct TranslationEngine: Sendable, Hashable {
        package var name: String
        /// Whether it needs no network.
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

    /// Where the locale's language is English, as most jokes', the second one is Spanish: what the built-in jokes are
    /// told in, too. What is in the target already then goes into the reader's own language.
    package init(_ reader: inout KeyReader, _ environment: Environment) {
        let own = Languages.preferred(environment).codes.first ?? "en"
        let target = reader.value(
            "translateTo", .language, default: own == "en" ? "es" : own, "what jokes are translated into")
        targets = target == own ? [target] : [target, own]
        (names, engines) = reader.group("translation") { reader in
            let names = reader.value(
                "engines", .list(of: .one(of: Self.known)), default: Self.known,
                "who translates, best first; the pack is its own pairs")
            let libretranslate = reader.group("libretranslate") { Configuration.TranslationEngine(&$0) }
            let apertium = Configuration.TranslationEngine(
                name: "apertium", isLocal: true, settings: SourceSettings())
            let there = [apertium] + (libretranslate.map { [$0] } ?? [])
            return (names, names.compactMap { name in there.first { $0.name == name } })
        }
    }
}

extension Configuration.TranslationEngine {
    /// Nil without an address: nobody is asked unless the user has named them.
    fileprivate init?(_ reader: inout KeyReader) {
        let url = reader.value("url", .addressOrNone, default: "", "the server; none where left out")
        let key = reader.value(
            "key", .name, default: "",
            "the name of the secret that is its key; \"libretranslate\" if there is one")
        guard !url.isEmpty else { return nil }
        var settings = SourceSettings()
        settings.url = url
        if !key.isEmpty { settings.key = key }
        self.init(name: "libretranslate", isLocal: false, settings: settings)
    }
}
