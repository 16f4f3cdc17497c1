// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The configuration of the daemon. It is read as a whole, and any error makes it invalid.
///
/// `read` of each part lists its keys with their kinds and summaries; the defaults are the values before it. Reading,
/// checking and printing a configuration all use these lists.
package struct Configuration: Sendable, Hashable {
    /// The languages of jokes as ISO 639-1 codes, best first. Never empty.
    package var languages = ["en"]
    /// The names of locales that say in which countries the user speaks these languages, the decisive ones first.
    package var locales: [String] = []
    package var queue = Queue()
    package var sources = Sources()
    package var filter = Filter()
    package var network = Network()
    package var translation = Translation()
    package var taste = true
    /// Whether a joke in two parts is shown without its punch line at first.
    package var isPunchlineHeld = false
    package var hero = Settings.usualHero
    /// How often a category is chosen, relative to 1, by its name in lower case. Every value is above 0.
    package var categoryWeights: [String: Double] = [:]
    package var limits = Limits()
    /// The share targets: the presets, then the user's own.
    package var shareTargets = ShareTarget.presets
    /// The time without clients after which the daemon stops under socket activation, or nil to keep it running.
    package var idleExit: Duration? = .seconds(900)

    package init() {}

    init(_ keys: inout KeyReader, _ environment: Environment) {
        let preferred = Languages.preferred(environment)
        var tags = preferred.codes
        keys("languages", &tags, .list(of: .locale, atLeast: 1), "the languages of jokes, best first")
        languages = tags.compactMap(LanguageCode.of)
        locales = tags + preferred.locales
        keys.group("queue") { queue.read(&$0) }
        let unknown = "unknown source; a source of your own needs a \"type\", \"command\" or \"pack\""
        keys.group("sources", unknown: unknown) { sources.read(&$0, environment, languages) }
        keys.group("filter") { filter = Filter(&$0, languages: languages) }
        sources.external = sources.external.map { $0.adapted(to: filter) }
        keys.group("network") { network.read(&$0) }
        translation.read(&keys, languages)
        keys("taste", &taste, .bool, "whether jokesd learns from likes and dislikes")
        var punchline = "told"
        keys(
            "punchline", &punchline, .one(of: ["told", "held"]),
            "whether cards and notifications tell the punch line at once, or hold it back")
        isPunchlineHeld = punchline == "held"
        keys("hero", &hero, .hero, "the name of the hero of tall tales")
        let weights = keys.members(
            "categoryWeights", .weight, "how often each category is chosen, relative to 1")
        categoryWeights = Dictionary(
            weights.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
        keys.group("limits") {
            $0(
                "connections", &limits.connections, .integer(1...10_000),
                "most clients connected at a time")
        }
        keys.group("shareTargets") { shareTargets = ShareTarget.all(&$0) }
        keys(
            "idleExit", &idleExit, .limit(.seconds(1) ... .seconds(31_536_000)),
            "time without clients until jokesd exits, if systemd can start it again")
        keys.reportUnknown()
    }

    /// The size of the queue.
    package struct Queue: Sendable, Hashable {
        package var capacity = 10
        /// The number of jokes below which the queue is refilled, from 1 to `capacity`.
        package var lowWater = 4

        fileprivate mutating func read(_ keys: inout KeyReader) {
            keys("capacity", &capacity, .integer(1...100), "jokes in the queue")
            lowWater = min(lowWater, capacity)
            keys(
                "lowWater", &lowWater, .integer(1...100),
                "with fewer jokes than this, the queue is refilled")
            keys.expect(
                "lowWater", lowWater <= capacity, "at most the capacity (\(capacity))",
                found: .integer(lowWater))
        }
    }

    /// The rules for requests over the network.
    package struct Network: Sendable, Hashable {
        /// The most requests to each source on the network, for each local day.
        package var requestsPerDay = 50
        package var spread: Duration = .seconds(3600)
        /// The address that services see as the contact of the user, or an empty string for none.
        package var contact = ""

        fileprivate mutating func read(_ keys: inout KeyReader) {
            keys(
                "requestsPerDay", &requestsPerDay, .integer(0...100_000),
                "most requests per day to each source on the network")
            keys(
                "spread", &spread, .duration(.zero ... .seconds(86_400)),
                "longest random delay of the first request after a start, so that machines do not all ask at once"
            )
            keys(
                "contact", &contact, .contact,
                "a mail address or web page that tells services whom to contact")
        }
    }

    /// The limits for clients.
    package struct Limits: Sendable, Hashable {
        package var connections = JokeWire.Limits.connections
    }

    /// The languages into which jokes are translated, and the translators.
    package struct Translation: Sendable, Hashable {
        /// The target languages. A joke is translated into the first one that it is not written in.
        package var targets: [String] = []
        /// The names of the translators, best first. `pack` stands for the translations that packs contain.
        package var names = ["pack"]
        /// The translation engines that jokesd-fetch calls, best first.
        package var engines: [TranslationEngine] = []

        private static let known = ["pack", "apertium", "libretranslate"]

        /// Reads the target language and the translation engines.
        ///
        /// The default target is the user's second language: the next one in `languages`, otherwise English, or Spanish
        /// for a user who reads only English, since many built-in jokes are in both. Jokes in the user's own language
        /// are translated into it, and all others into the user's own.
        fileprivate mutating func read(_ keys: inout KeyReader, _ languages: [String]) {
            let own = languages.first ?? "en"
            let second = languages.first { $0 != own } ?? (own == "en" ? "es" : "en")
            var target = second
            keys("translateTo", &target, .language, "the language that jokes are translated into")
            targets = target == second ? [own, second] : target == own ? [own] : [target, own]
            keys.group("translation") { keys in
                var available = [TranslationEngine(name: "apertium", isLocal: true)]
                if let engine = keys.group("libretranslate", { TranslationEngine(&$0) }) {
                    available.append(engine)
                    names.append(engine.name)
                }
                // A machine is asked only if the user has chosen it.
                keys(
                    "engines", &names, .list(of: .one(of: Self.known)),
                    "the translation engines, best first; \"pack\" means the translations in packs")
                engines = names.compactMap { name in available.first { $0.name == name } }
            }
        }
    }

    /// A translation engine that jokesd-fetch calls.
    package struct TranslationEngine: Sendable, Hashable {
        package var name: String
        /// Whether the engine needs no network.
        package var isLocal: Bool
        package var settings = SourceSettings()

        package init(name: String, isLocal: Bool) { (self.name, self.isLocal) = (name, isLocal) }

        /// Reads the LibreTranslate server. Returns nil without an address: no server is called unless the user has
        /// configured it.
        fileprivate init?(_ keys: inout KeyReader) {
            self.init(name: "libretranslate", isLocal: false)
            var (url, key) = ("", "")
            keys("url", &url, .addressOrNone, "the server; if empty, LibreTranslate is not used")
            keys(
                "key", &key, .name,
                "the name of the secret that is its key; if empty, \"libretranslate\" if there is one")
            guard !url.isEmpty else { return nil }
            (settings.url, settings.key) = (url, key.isEmpty ? nil : key)
        }
    }
}

extension Filter {
    fileprivate init(_ keys: inout KeyReader, languages: [String]) {
        var (categories, words) = (["explicit", "political", "religion"], [String]())
        keys(
            "blockedCategories", &categories, .list(of: .category),
            "jokes in these categories are rejected")
        keys("blockedWords", &words, .list(of: .word), "jokes with one of these words are rejected")
        var shortest = 1
        keys("minLength", &shortest, .integer(1...4096), "fewest characters of a joke")
        var longest = max(280, shortest)
        keys("maxLength", &longest, .integer(1...4096), "most characters of a joke")
        keys.expect(
            "maxLength", shortest <= longest, "at least minLength (\(shortest))", found: .integer(longest))
        self.init(
            blockedCategories: categories, blockedWords: words, length: shortest...max(shortest, longest),
            languages: languages)
    }
}

extension ShareTarget {
    /// The share targets without configuration: pages whose documentation says that they take a text.
    package static let presets = [
        ShareTarget(name: "mail", template: "mailto:?subject=A%20joke&body={text}"),
        ShareTarget(name: "mastodon", template: "https://share.joinmastodon.org/?text={text}"),
        ShareTarget(name: "bluesky", template: "https://bsky.app/intent/compose?text={text}"),
        ShareTarget(name: "telegram", template: "https://t.me/share/url?url={url}&text={text}"),
        ShareTarget(name: "whatsapp", template: "https://wa.me/?text={text}"),
        ShareTarget(
            name: "reddit", template: "https://www.reddit.com/submit?type=TEXT&title=A%20joke&text={text}"),
    ]

    /// Reads the share targets: the presets, which the user may override, then the user's own. An empty template
    /// removes a target.
    fileprivate static func all(_ keys: inout KeyReader) -> [ShareTarget] {
        var targets = presets
        for index in targets.indices {
            keys(
                targets[index].name, &targets[index].template, .shareLink,
                "a link for `jokectl share --to`; if empty, the target is removed")
        }
        targets += keys.rest(.shareLink, "a link for `jokectl share --to`").map(ShareTarget.init)
        return targets.filter { !$0.template.isEmpty }
    }
}
