// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeTestSupport
import JokeWire
import Testing

@Suite("The configuration")
struct ConfigurationTests {
    private static let usualFile = ".config/jokesd/config.jsonc"

    @Test("without a file every key has its default")
    func defaults() throws {
        let home = TemporaryHome(["LANG": "es_ES.UTF-8"])
        let loaded = try home.load()
        #expect(loaded.files.isEmpty)
        var expected = Configuration()
        (expected.languages, expected.locales) = (["es", "en"], ["es", "en", "es_ES", "es", "en"])
        expected.sources.external = Self.usualSources(jokeapi: "es")
        expected.filter = Filter(languages: ["es", "en"])
        expected.translation.targets = ["es", "en"]
        #expect(loaded.values == expected)
        #expect(
            expected.hero == "Rex Tornado" && expected.queue.capacity == 10 && expected.queue.lowWater == 4)
        #expect(expected.network.requestsPerDay == 50 && expected.network.spread == .seconds(3600))
        #expect(expected.limits.connections == 512 && expected.idleExit == .seconds(900))
        #expect(expected.sources.usesBuiltin && !expected.sources.fortune.isEnabled)
    }

    private static var libretranslate: Configuration.TranslationEngine {
        var engine = Configuration.TranslationEngine(name: "libretranslate", isLocal: false)
        (engine.settings.url, engine.settings.key) = ("http://127.0.0.1:5000", "k")
        return engine
    }

    private static func usualSources(jokeapi language: String = "en") -> [Configuration.ExternalSource] {
        [
            externalSource(
                "chucknorris", "https://api.chucknorris.io", categories: ["dev"], mostAtOnce: 5),
            externalSource("icanhazdadjoke", "https://icanhazdadjoke.com"),
            externalSource(
                "jokeapi", "https://v2.jokeapi.dev", categories: ["Programming", "Pun", "Misc"],
                language: language),
        ]
    }

    private static func externalSource(
        _ name: String, _ url: String?, isEnabled: Bool = false, weight: Double = 1,
        categories: [String] = [], language: String = "en", mostAtOnce: Int = 10,
        _ change: (inout SourceSettings) -> Void = { _ in }
    ) -> Configuration.ExternalSource {
        var source = Configuration.ExternalSource(name: name)
        (source.isEnabled, source.weight, source.categories) = (isEnabled, weight, categories)
        (source.language, source.mostAtOnce, source.settings.url) = (language, mostAtOnce, url)
        change(&source.settings)
        return source
    }

    @Test(
        "an empty file is a valid configuration", arguments: ["", "\n // nothing yet\n", "{}", "{ /* */ }"])
    func emptyFile(text: String) throws {
        let home = TemporaryHome()
        let file = home.write(Self.usualFile, text)
        let loaded = try home.load()
        #expect(loaded.files == [file])
        #expect(loaded.values == (try TemporaryHome().load().values))
    }

    @Test(
        "jokes in the user's first language are translated into the second one, and all others into the first",
        arguments: [
            ("en_US.UTF-8", "{}", ["en", "es"]), ("C", "{}", ["en", "es"]),
            ("de_AT.UTF-8", "{}", ["de", "en"]), ("es_MX.UTF-8", "{}", ["es", "en"]),
            ("es_MX.UTF-8", #"{"languages":["es","fr","en"]}"#, ["es", "fr"]),
            ("en_US.UTF-8", #"{"languages":["de"]}"#, ["de", "en"]),
            ("en_US.UTF-8", #"{"translateTo":"en"}"#, ["en"]),
            ("de_AT.UTF-8", #"{"translateTo":"fr"}"#, ["fr", "de"]),
        ])
    func translationTargets(locale: String, text: String, targets: [String]) throws {
        let home = TemporaryHome(["LC_ALL": locale])
        home.write(Self.usualFile, text)
        #expect(try home.load().values.translation.targets == targets)
    }

    @Test("every key is read")
    func everyKey() throws {
        let home = TemporaryHome()
        let text = """
            {
              "languages": ["it", "de"],
              "queue": { "capacity": 20, "lowWater": 20 },
              "sources": {
                "builtin": { "enabled": false },
                "my-team": { "type": "command", "command": ["~/bin/joke", "-x"], "timeout": "2500ms" },
                "chucknorris": {
                  "enabled": true, "url": "http://127.0.0.1:8080/chuck", "categories": [], "name": "Ada", "weight": 3
                },
                "icanhazdadjoke": { "enabled": true, "url": "https://jokes.example", "weight": 0 },
                "jokeapi": { "enabled": true, "url": "http://[::1]:1/", "categories": ["Spooky"], "language": "fr" },
                "pyjoke": {
                  "type": "command", "command": ["pyjoke"], "language": "en", "weight": 2, "enabled": false
                },
                "holiday": { "type": "pack", "path": "~/jokes/holiday.jsonl", "weight": 0.5 },
                "fortune": { "enabled": true, "paths": ["f", "/g"], "offensive": true, "weight": 2 },
                "old": { "type": "pack", "path": "/old", "enabled": false },
                "mine": { "enabled": false, "weight": 4 },
                "saved": { "weight": 0.5 },
              },
              "filter": {
                "blockedCategories": ["Food"], "blockedWords": ["niño"], "minLength": 5, "maxLength": 4096
              },
              "network": { "requestsPerDay": 7, "spread": 0, "contact": "me@example.org" },
              "taste": false,
              "punchline": "held",
              "hero": "Ana Ñu",
              "categoryWeights": { "Pun": 0.5, "dev": 1000 },
              "translateTo": "fr",
              "translation": {
                "engines": ["libretranslate"], "libretranslate": { "url": "http://127.0.0.1:5000", "key": "k" }
              },
              "limits": { "connections": 3 },
              "idleExit": "1h 30s"
            }
            """
        home.write(Self.usualFile, text)
        var expected = Configuration()
        (expected.languages, expected.locales) = (["it", "de"], ["it", "de", "en"])
        (expected.hero, expected.taste, expected.isPunchlineHeld) = ("Ana Ñu", false, true)
        (expected.queue.capacity, expected.queue.lowWater) = (20, 20)
        expected.sources.usesBuiltin = false
        expected.sources.external = Self.everySource(home.path)
        (expected.sources.fortune.isEnabled, expected.sources.fortune.offensive) = (true, true)
        (expected.sources.fortune.paths, expected.sources.fortune.weight) = (["\(home.path)/f", "/g"], 2)
        var packs = [Configuration.Pack(name: "holiday"), .init(name: "old")]
        (packs[0].path, packs[0].weight) = ("\(home.path)/jokes/holiday.jsonl", 0.5)
        (packs[1].path, packs[1].isEnabled) = ("/old", false)
        expected.sources.packs = packs
        (expected.sources.own.isEnabled, expected.sources.own.weight) = (false, 4)
        expected.sources.savedWeight = 0.5
        expected.filter = Filter(
            blockedCategories: ["food"], blockedWords: ["niño"], length: 5...4096, languages: ["it", "de"])
        (expected.network.requestsPerDay, expected.network.spread) = (7, .zero)
        expected.network.contact = "me@example.org"
        (expected.translation.targets, expected.translation.names) = (["fr", "it"], ["libretranslate"])
        expected.translation.engines = [Self.libretranslate]
        expected.categoryWeights = ["pun": 0.5, "dev": 1000]
        (expected.limits.connections, expected.idleExit) = (3, .seconds(3_630))
        #expect(try home.load().values == expected)
    }

    private static func everySource(_ home: String) -> [Configuration.ExternalSource] {
        let sources = [
            externalSource(
                "chucknorris", "http://127.0.0.1:8080/chuck", isEnabled: true, weight: 3, mostAtOnce: 5
            ) { $0.name = "Ada" },
            externalSource("icanhazdadjoke", "https://jokes.example", isEnabled: true, weight: 0),
            externalSource(
                "jokeapi", "http://[::1]:1/", isEnabled: true, categories: ["Spooky"], language: "fr"),
            externalSource("my-team", nil, isEnabled: true, language: "it", mostAtOnce: 8) {
                ($0.type, $0.command) = ("command", ["\(home)/bin/joke", "-x"])
                ($0.timeout, $0.spacing) = (2_500, 0)
            },
            externalSource("pyjoke", nil, weight: 2, mostAtOnce: 4) {
                ($0.type, $0.command, $0.timeout, $0.spacing) = ("command", ["pyjoke"], 5_000, 0)
            },
        ]
        // Only food is blocked there.
        return sources.map { $0.adapted(to: Filter(blockedCategories: ["food"])) }
    }

    @Test("a source that the user has named mine leaves the name own for the user's own jokes", .rule(14))
    func ownName() throws {
        let home = TemporaryHome()
        home.write(
            Self.usualFile,
            #"{"sources": {"mine": {"type": "pack", "path": "/p", "weight": 3}, "own": {"weight": 2}}}"#)
        let sources = try home.load().values.sources
        #expect(sources.packs.map(\.name) == ["mine"])
        #expect(sources.own.name == "own" && sources.own.isEnabled && sources.own.weight == 2)
    }

    @Test("a region of a language is left out, but known beside those of the locale")
    func regions() throws {
        let home = TemporaryHome(["LC_ALL": "es_MX.UTF-8"])
        home.write(Self.usualFile, #"{"languages": ["en-GB", "pt_BR"], "translateTo": "ES"}"#)
        let values = try home.load().values
        #expect(values.languages == ["en", "pt"] && values.translation.targets == ["es", "en"])
        #expect(values.locales == ["en-GB", "pt_BR", "es_MX", "es", "en"])
    }

    @Test("the hero may have forty characters of any script")
    func longHero() throws {
        let (home, name) = (TemporaryHome(), String(repeating: "ñ日", count: 20))
        home.write(Self.usualFile, #"{"hero": "\#(name)"}"#)
        #expect(try home.load().values.hero == name)
    }

    @Test("the default of low water follows the capacity", arguments: [(1, 1), (3, 3), (4, 4), (100, 4)])
    func defaultLowWater(capacity: Int, lowWater: Int) throws {
        let home = TemporaryHome()
        home.write(Self.usualFile, #"{"queue": {"capacity": \#(capacity)}}"#)
        #expect(try home.load().values.queue.lowWater == lowWater)
    }

    @Test("the default of the maximum length follows the minimum")
    func defaultMaximumLength() throws {
        let home = TemporaryHome()
        home.write(Self.usualFile, #"{"filter": {"minLength": 300}}"#)
        #expect(try home.load().values.filter.length == 300...300)
    }

    @Test("later files override earlier ones key by key in the order of their names")
    func mergesFiles() throws {
        let home = TemporaryHome()
        let directory = ".config/jokesd/config.d"
        let first = home.write(
            Self.usualFile, #"{"queue": {"capacity": 20, "lowWater": 2}, "languages": ["it", "de"]}"#)
        // Neither ascending nor descending.
        let third = home.write("\(directory)/20.jsonc", #"{"queue": {"capacity": 40}}"#)
        let second = home.write(
            "\(directory)/10.jsonc", #"{"queue": {"capacity": 30}, "languages": ["es"]}"#)
        let fourth = home.write("\(directory)/30.jsonc", #"{"limits": {"connections": 9}}"#)
        home.write("\(directory)/40.jsonc~", "not read")
        home.write("\(directory)/.hidden.jsonc", "not read")
        let loaded = try home.load()
        #expect(loaded.files == [first, second, third, fourth])
        #expect((loaded.values.queue.capacity, loaded.values.queue.lowWater) == (40, 2))
        #expect(loaded.values.languages == ["es"])
    }

    @Test("a later object replaces a value that is no object")
    func replacesValue() throws {
        let home = TemporaryHome()
        home.write(Self.usualFile, #"{"queue": 5}"#)
        home.write(".config/jokesd/config.d/a.jsonc", #"{"queue": {"capacity": 7}}"#)
        #expect(try home.load().values.queue.capacity == 7)
    }

    @Test("a named file is the only one that is read")
    func namedFile() throws {
        let home = TemporaryHome()
        home.write(Self.usualFile, #"{"queue": {"capacity": 20}}"#)
        home.write(".config/jokesd/config.d/a.jsonc", #"{"queue": {"lowWater": 2}}"#)
        let file = home.write("own", #"{"limits": {"connections": 5}}"#)
        let loaded = try home.load(file)
        #expect(loaded.files == [file])
        #expect((loaded.values.queue.capacity, loaded.values.queue.lowWater) == (10, 4))
        #expect(loaded.values.limits.connections == 5)
    }

    @Test("config.d is also read if the usual file is named")
    func namedUsualFile() throws {
        let home = TemporaryHome()
        let file = home.write(Self.usualFile, "{}")
        let other = home.write(".config/jokesd/config.d/a.jsonc", "{}")
        #expect(try home.load(file).files == [file, other])
    }

    @Test("XDG_CONFIG_HOME has the configuration")
    func configHome() throws {
        let home = TemporaryHome()
        let file = home.write("elsewhere/jokesd/config.jsonc", "{}")
        let environment = Environment(["XDG_CONFIG_HOME": "\(home.path)/elsewhere"], userID: 1)
        #expect(try home.load(nil, environment).files == [file])
    }

    @Test(
        "idleExit is a time or never",
        arguments: [(#""never""#, Duration?.none), (#""15min""#, .seconds(900)), ("60", .seconds(60))])
    func idleExit(text: String, expected: Duration?) throws {
        let home = TemporaryHome()
        home.write(Self.usualFile, "{\"idleExit\": \(text)}")
        let loaded = try home.load()
        #expect(loaded.values.idleExit == expected)
        let shown = expected.map { $0.shown } ?? "never"
        #expect(loaded.keys.last { $0.path == ["idleExit"] }?.value == .string(shown))
    }

    @Test("the printed configuration names the meaning of each value")
    func printedMeanings() throws {
        let home = TemporaryHome()
        home.write(
            Self.usualFile,
            #"{"queue": {"capacity": 20}, "sources": {"mine": {"type": "pack", "path": "p"}}}"#)
        #expect(
            try home.load().listing == """
                {
                  "languages": ["en"],  // the languages of jokes, best first
                  "queue": {
                    "capacity": 20,  // jokes in the queue
                    "lowWater": 4  // with fewer jokes than this, the queue is refilled
                  },
                  "sources": {
                    "builtin": {
                      "enabled": true  // whether this source is used
                    },
                    "chucknorris": {
                      "enabled": false,  // whether this source is used
                      "url": "https://api.chucknorris.io",  // the address of the service or of a copy
                      "categories": ["dev"],  // only jokes in these categories; if empty, all
                      "name": "",  // the name to put into the jokes
                      "weight": 1  // how often this source is chosen, relative to the others
                    },
                    "icanhazdadjoke": {
                      "enabled": false,  // whether this source is used
                      "url": "https://icanhazdadjoke.com",  // the address of the service or of a copy
                      "weight": 1  // how often this source is chosen, relative to the others
                    },
                    "jokeapi": {
                      "enabled": false,  // whether this source is used
                      "url": "https://v2.jokeapi.dev",  // the address of the service or of a copy
                      "categories": ["Programming","Pun","Misc"],  // only jokes in these categories; if empty, all
                      "language": "en",  // the language of its jokes
                      "weight": 1  // how often this source is chosen, relative to the others
                    },
                    "fortune": {
                      "enabled": false,  // whether this source is used
                      "paths": ["/usr/share/games/fortunes"],  // files and directories of files
                      "offensive": false,  // whether to read offensive files, too
                      "weight": 1  // how often this source is chosen, relative to the others
                    },
                    "saved": {
                      "weight": 0  // how often a saved joke comes again, relative to the sources
                    },
                    "mine": {
                      "type": "pack",  // a program, or a file of jokes with one JSON object per line
                      "enabled": true,  // whether this source is used
                      "path": "\(home.path)/p",  // the file of jokes
                      "weight": 1  // how often this source is chosen, relative to the others
                    },
                    "own": {
                      "enabled": true,  // whether this source is used
                      "weight": 1  // how often this source is chosen, relative to the others
                    }
                  },
                  "filter": {
                    "blockedCategories": ["explicit","political","religion"],  // jokes in these categories are rejected
                    "blockedWords": [],  // jokes with one of these words are rejected
                    "minLength": 1,  // fewest characters of a joke
                    "maxLength": 280  // most characters of a joke
                  },
                  "network": {
                    "requestsPerDay": 50,  // most requests per day to each source on the network
                    "spread": "1h",  // longest random delay of the first request after a start, so that machines do not all ask at once
                    "contact": ""  // a mail address or web page that tells services whom to contact
                  },
                  "translateTo": "es",  // the language that jokes are translated into
                  "translation": {
                    "libretranslate": {
                      "url": "",  // the server; if empty, LibreTranslate is not used
                      "key": ""  // the name of the secret that is its key; if empty, "libretranslate" if there is one
                    },
                    "engines": ["pack"]  // the translation engines, best first; "pack" means the translations in packs
                  },
                  "taste": true,  // whether jokesd learns from likes and dislikes
                  "punchline": "told",  // whether cards and notifications tell the punch line at once, or hold it back
                  "hero": "Rex Tornado",  // the name of the hero of tall tales
                  "categoryWeights": {},  // how often each category is chosen, relative to 1
                  "limits": {
                    "connections": 512  // most clients connected at a time
                  },
                  "shareTargets": {
                    "mail": "mailto:?subject=A%20joke&body={text}",  // a link for `jokectl share --to`; if empty, the target is removed
                    "mastodon": "https://share.joinmastodon.org/?text={text}",  // a link for `jokectl share --to`; if empty, the target is removed
                    "bluesky": "https://bsky.app/intent/compose?text={text}",  // a link for `jokectl share --to`; if empty, the target is removed
                    "telegram": "https://t.me/share/url?url={url}&text={text}",  // a link for `jokectl share --to`; if empty, the target is removed
                    "whatsapp": "https://wa.me/?text={text}",  // a link for `jokectl share --to`; if empty, the target is removed
                    "reddit": "https://www.reddit.com/submit?type=TEXT&title=A%20joke&text={text}"  // a link for `jokectl share --to`; if empty, the target is removed
                  },
                  "idleExit": "15min"  // time without clients until jokesd exits, if systemd can start it again
                }

                """)
    }

    @Test(
        "the printed configuration can be loaded with the same values",
        arguments: [
            "{}",
            #"{"sources": {"a \"b\"\n": {"type": "pack", "path": "//x", "weight": 0.1}}, "languages": ["es"]}"#,
            #"{"taste": false, "punchline": "held", "categoryWeights": {"Pun \"x\"": 0.5, "a": 7}, "limits": {"connections": 2}}"#,
            #"{"sources": {"x": {"type": "command", "command": ["a", ""], "timeout": 1.5}}}"#,
        ])
    func printedConfiguration(text: String) throws {
        let home = TemporaryHome()
        let first = try home.load(home.write("a\nb", text))
        let second = try home.load(home.write("c", first.listing))
        #expect(second.values == first.values)
        #expect(second.keys.count == first.keys.count)
    }
}
