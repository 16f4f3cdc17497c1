// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The list of all keys with their kinds, defaults and summaries. Reading, checking and printing a configuration all
/// use this list.
extension Configuration {
    init(_ reader: inout KeyReader, _ environment: Environment) {
        let preferred = Languages.preferred(environment)
        let tags = reader.value(
            "languages", .list(of: .locale, atLeast: 1), default: preferred.codes,
            "the languages of jokes, best first")
        languages = tags.compactMap(LanguageCode.of)
        locales = tags + preferred.locales
        queue = reader.group("queue") { Queue(&$0) }
        var sources = reader.group(
            "sources",
            unknown:
                "unknown source; a source of your own needs a \"type\", \"command\" or \"pack\""
        ) { [languages] in Sources(&$0, environment, languages) }
        let filter = reader.group("filter") { [languages] in Filter(&$0, languages: languages) }
        sources.external = sources.external.map { $0.adapted(to: filter) }
        (self.sources, self.filter) = (sources, filter)
        network = reader.group("network") { Network(&$0) }
        translation = Translation(&reader, languages)
        taste = reader.value(
            "taste", .bool, default: true, "whether jokesd learns from likes and dislikes")
        isPunchlineHeld =
            reader.value(
                "punchline", .one(of: ["told", "held"]), default: "told",
                "whether cards and notifications tell the punch line at once, or hold it back") == "held"
        hero = reader.value("hero", .hero, default: Settings.usualHero, "the name of the hero of tall tales")
        categoryWeights = Dictionary(
            reader.members(
                "categoryWeights", .weight, "how often each category is chosen, relative to 1"
            ).map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
        limits = reader.group("limits") { Limits(&$0) }
        shareTargets = reader.group("shareTargets") { ShareTarget.all(&$0) }
        idleExit = reader.value(
            "idleExit", .limit(.seconds(1) ... .seconds(31_536_000)), default: .seconds(900),
            "time without clients until jokesd exits, if systemd can start it again")
        reader.reportUnknown()
    }
}

extension Configuration.Queue {
    fileprivate init(_ reader: inout KeyReader) {
        capacity = reader.value("capacity", .integer(1...100), default: 10, "jokes in the queue")
        lowWater = reader.value(
            "lowWater", .integer(1...100), default: min(4, capacity),
            "with fewer jokes than this, the queue is refilled")
        reader.expect(
            "lowWater", lowWater <= capacity, "at most the capacity (\(capacity))", found: .integer(lowWater))
    }
}

extension Configuration.Sources {
    fileprivate init(_ reader: inout KeyReader, _ environment: Environment, _ languages: [String]) {
        builtin = reader.group("builtin") { reader in
            Configuration.Builtin(isEnabled: reader.enabled(default: true))
        }
        let services = Configuration.Service.allCases.map { service in
            reader.group(service.rawValue) { Configuration.ExternalSource(service, &$0, languages) }
        }
        fortune = reader.group("fortune") { reader in
            Configuration.Fortune(
                isEnabled: reader.enabled(default: false),
                paths: reader.value(
                    "paths", .list(of: .path(environment), atLeast: 1),
                    default: ["/usr/share/games/fortunes"],
                    "files and directories of files"),
                offensive: reader.value(
                    "offensive", .bool, default: false, "whether to read offensive files, too"),
                weight: reader.weight())
        }
        savedWeight = reader.group(
            ChangeRequest.Selection.saved,
            unknown: "unknown key of the saved jokes; no source of your own can have this name"
        ) {
            $0.value(
                "weight", .number(0...1000), default: 0,
                "how often a saved joke comes again, relative to the sources")
        }
        let userSources = reader.objects(with: "type", prefix: PersistedSource.engines) {
            UserSource($0, &$1, environment, languages)
        }
        external =
            services
            + userSources.compactMap { if case .command(let source) = $0 { source } else { nil } }
        packs = userSources.compactMap { if case .pack(let pack) = $0 { pack } else { nil } }
        own = Configuration.OwnJokes(name: Joke.ownSources[0], isEnabled: true, weight: 1)
        let ownName = Joke.ownSources.first { !reader.isRead($0) }
        reader.expect(
            Joke.ownSources[1], ownName != nil,
            "another name, because one of mine and own is for jokes that you add",
            found: .string(Joke.ownSources[1]))
        if let ownName {
            own = reader.group(
                ownName, unknown: "unknown key of your own jokes; another source needs a \"type\""
            ) {
                Configuration.OwnJokes(
                    name: ownName, isEnabled: $0.enabled(default: true), weight: $0.weight())
            }
        }
    }
}

/// A source that the user has named, with its type.
private enum UserSource {
    case command(Configuration.ExternalSource)
    case pack(Configuration.Pack)

    init?(
        _ name: String, _ reader: inout KeyReader, _ environment: Environment, _ languages: [String]
    ) {
        switch reader.required(
            "type", .one(of: ["command", "pack"]),
            "a program, or a file of jokes with one JSON object per line")
        {
        case "command":
            guard let source = Configuration.ExternalSource(name, &reader, environment, languages) else {
                return nil
            }
            self = .command(source)
        case "pack":
            guard let pack = Configuration.Pack(name, &reader, environment) else { return nil }
            self = .pack(pack)
        default:
            // The valid keys depend on the type, so no other key can be checked.
            reader.skipRest()
            return nil
        }
    }
}

extension Configuration.Pack {
    fileprivate init?(_ name: String, _ reader: inout KeyReader, _ environment: Environment) {
        let enabled = reader.enabled(default: true)
        let path = reader.required("path", .path(environment), "the file of jokes")
        let weight = reader.weight()
        guard let path else { return nil }
        self.init(name: name, isEnabled: enabled, path: path, weight: weight)
    }
}

extension Filter {
    fileprivate init(_ reader: inout KeyReader, languages: [String]) {
        let categories = reader.value(
            "blockedCategories", .list(of: .category), default: ["explicit", "political", "religion"],
            "jokes in these categories are rejected")
        let words = reader.value(
            "blockedWords", .list(of: .word), default: [], "jokes with one of these words are rejected")
        let shortest = reader.value(
            "minLength", .integer(1...4096), default: 1, "fewest characters of a joke")
        let longest = reader.value(
            "maxLength", .integer(1...4096), default: max(280, shortest), "most characters of a joke")
        reader.expect(
            "maxLength", shortest <= longest, "at least minLength (\(shortest))", found: .integer(longest))
        self.init(
            blockedCategories: categories, blockedWords: words, length: shortest...max(shortest, longest),
            languages: languages)
    }
}

extension Configuration.Network {
    private static let day: Duration = .seconds(86_400)

    fileprivate init(_ reader: inout KeyReader) {
        requestsPerDay = reader.value(
            "requestsPerDay", .integer(0...100_000), default: 50,
            "most requests per day to each source on the network")
        spread = reader.value(
            "spread", .duration(.zero...Self.day), default: .seconds(3600),
            "longest random delay of the first request after a start, so that machines do not all ask at once"
        )
        contact = reader.value(
            "contact", .contact, default: "", "a mail address or web page that tells services whom to contact"
        )
    }
}

extension Configuration.Limits {
    fileprivate init(_ reader: inout KeyReader) {
        connections = reader.value(
            "connections", .integer(1...10_000), default: Limits.connections,
            "most clients connected at a time")
    }
}

extension KeyReader {
    mutating func enabled(default fallback: Bool) -> Bool {
        value("enabled", .bool, default: fallback, "whether this source is used")
    }

    mutating func weight() -> Double {
        value(
            "weight", .number(0...1000), default: 1, "how often this source is chosen, relative to the others"
        )
    }
}
