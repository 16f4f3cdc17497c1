// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

extension Configuration {
    /// The sources of jokes.
    package struct Sources: Sendable, Hashable {
        /// Whether the built-in jokes are used. They are also the fallback if no other source has a joke.
        package var usesBuiltin = true
        /// The services, then the user's programs, each in the order of the configuration.
        package var external: [ExternalSource] = []
        package var fortune = Fortune()
        /// The user's packs, in the order of the configuration.
        package var packs: [Pack] = []
        package var own = OwnJokes()
        /// How often a saved joke comes again, relative to the other sources; 0 for never.
        package var savedWeight = 0.0
    }

    /// The jokes that the user has added.
    package struct OwnJokes: Sendable, Hashable {
        /// `mine`, or `own` if the user has given a source that name.
        package var name = Joke.ownSources[0]
        /// Whether the source is enabled once it has a joke.
        package var isEnabled = true
        package var weight = 1.0
    }

    /// An external source, which jokesd-fetch asks.
    package struct ExternalSource: Sendable, Hashable {
        package var name: String
        package var isEnabled = false
        package var weight = 1.0
        /// The categories to ask for, or empty for any.
        package var categories: [String] = []
        /// The language of a joke that the source returns without one.
        package var language = "en"
        /// The most jokes of one request that arrive within its time limit.
        package var mostAtOnce = 10
        package var settings = SourceSettings()

        package init(name: String) { self.name = name }

        package var isCommand: Bool { settings.type == "command" }

        /// Returns the source with request settings that match the filter, so that the service does not send jokes that
        /// would be rejected.
        package func adapted(to filter: Filter) -> Self {
            var adapted = self
            adapted.settings.blockedFlags = settings.blockedFlags.filter(filter.blocks)
            adapted.settings.isSafe = filter.blocks("unsafe")
            return adapted
        }
    }

    /// The fortune files.
    package struct Fortune: Sendable, Hashable {
        package var isEnabled = false
        /// The absolute paths of files and directories.
        package var paths = ["/usr/share/games/fortunes"]
        package var offensive = false
        package var weight = 1.0
    }

    /// A pack of the user.
    package struct Pack: Sendable, Hashable {
        package var name: String
        package var isEnabled = true
        /// The absolute path of the file.
        package var path = ""
        package var weight = 1.0

        package init(name: String) { self.name = name }
    }

    /// The joke services that the user can enable.
    package enum Service: String, CaseIterable {
        case chucknorris, icanhazdadjoke, jokeapi

        var url: String {
            switch self {
            case .chucknorris: "https://api.chucknorris.io"
            case .icanhazdadjoke: "https://icanhazdadjoke.com"
            case .jokeapi: "https://v2.jokeapi.dev"
            }
        }

        /// The default categories, which suit most users, or nil if the service has no categories.
        var categories: [String]? {
            switch self {
            case .chucknorris: ["dev"]
            case .icanhazdadjoke: nil
            case .jokeapi: ["Programming", "Pun", "Misc"]
            }
        }

        /// Whether the method `feed.page` can browse the service.
        var hasPages: Bool { self != .jokeapi }

        /// The languages of the service. If the user wants none of them, the first one is used. If there are several,
        /// the source has the key `language`.
        var languages: [String] { self == .jokeapi ? ["en", "cs", "de", "es", "fr", "pt"] : ["en"] }

        /// The most jokes in one request: 10 if one HTTP request returns several jokes, and 5 if it returns one, because
        /// HTTP requests are two seconds apart.
        var mostAtOnce: Int { self == .chucknorris ? 5 : 10 }
    }
}

// MARK: Reading

extension Configuration.Sources {
    mutating func read(_ keys: inout KeyReader, _ environment: Environment, _ languages: [String]) {
        keys.group("builtin") { $0.enabled(&usesBuiltin) }
        for service in Configuration.Service.allCases {
            keys.group(service.rawValue) { external.append(.init(service, &$0, languages)) }
        }
        keys.group("fortune") { keys in
            keys.enabled(&fortune.isEnabled)
            keys(
                "paths", &fortune.paths, .list(of: .path(environment), atLeast: 1),
                "files and directories of files")
            keys("offensive", &fortune.offensive, .bool, "whether to read offensive files, too")
            keys.weight(&fortune.weight)
        }
        keys.group(
            ChangeRequest.Selection.saved,
            unknown: "unknown key of the saved jokes; no source of your own can have this name"
        ) {
            $0(
                "weight", &savedWeight, .number(0...1000),
                "how often a saved joke comes again, relative to the sources")
        }
        keys.objects(with: "type", prefix: PersistedSource.engines) { name, keys in
            switch keys.required(
                "type", .one(of: ["command", "pack"]),
                "a program, or a file of jokes with one JSON object per line")
            {
            case "command":
                external += [.init(command: name, &keys, environment, languages)].compactMap { $0 }
            case "pack": packs += [.init(name, &keys, environment)].compactMap { $0 }
            // The valid keys depend on the type, so no other key can be checked.
            default: keys.skipRest()
            }
        }
        let ownName = Joke.ownSources.first { !keys.isRead($0) }
        keys.expect(
            Joke.ownSources[1], ownName != nil,
            "another name, because one of mine and own is for jokes that you add",
            found: .string(Joke.ownSources[1]))
        guard let ownName else { return }
        own.name = ownName
        keys.group(ownName, unknown: "unknown key of your own jokes; another source needs a \"type\"") {
            $0.enabled(&own.isEnabled)
            $0.weight(&own.weight)
        }
    }
}

extension Configuration.Pack {
    fileprivate init?(_ name: String, _ keys: inout KeyReader, _ environment: Environment) {
        self.init(name: name)
        keys.enabled(&isEnabled)
        let path = keys.required("path", .path(environment), "the file of jokes")
        keys.weight(&weight)
        guard let path else { return nil }
        self.path = path
    }
}

extension Configuration.ExternalSource {
    /// Reads a service from the object with its name.
    fileprivate init(_ service: Configuration.Service, _ keys: inout KeyReader, _ languages: [String]) {
        self.init(name: service.rawValue)
        keys.enabled(&isEnabled)
        var url = service.url
        keys("url", &url, .address, "the address of the service or of a copy")
        settings.url = url
        if let usual = service.categories {
            categories = usual
            keys(
                "categories", &categories, .list(of: .category),
                "only jokes in these categories; if empty, all")
        }
        if service == .chucknorris {
            var hero = ""
            keys("name", &hero, .name, "the name to put into the jokes")
            if !hero.isEmpty { settings.name = hero }
        }
        language = languages.first(where: service.languages.contains) ?? service.languages[0]
        if service.languages.count > 1 {
            keys("language", &language, .language, "the language of its jokes")
        }
        mostAtOnce = service.mostAtOnce
        keys.weight(&weight)
    }

    /// The longest run of a program. The daemon would not wait for a longer one.
    private static let longestRun: Duration = .seconds(20)

    /// Reads a source that runs a program of the user. Returns nil if the program is missing or invalid.
    fileprivate init?(
        command name: String, _ keys: inout KeyReader, _ environment: Environment, _ languages: [String]
    ) {
        self.init(name: name)
        isEnabled = true
        keys.enabled(&isEnabled)
        let command = keys.required(
            "command", .command, "the program that prints a joke, with its arguments")
        var timeout: Duration = .seconds(5)
        keys(
            "timeout", &timeout, .duration(.milliseconds(100)...Self.longestRun), "longest time of one run")
        language = languages.first ?? "en"
        keys("language", &language, .language, "the language of jokes that do not name one")
        keys.weight(&weight)
        guard var command else { return nil }
        // A name without a slash is searched for in `PATH`.
        if command[0].contains("/") { command[0] = environment.expanded(command[0]) }
        mostAtOnce = max(1, min(10, Int(Self.longestRun / timeout)))
        (settings.type, settings.command) = ("command", command)
        (settings.timeout, settings.spacing) = (Int(timeout / .milliseconds(1)), 0)
    }
}

extension KeyReader {
    fileprivate mutating func enabled(_ isEnabled: inout Bool) {
        self("enabled", &isEnabled, .bool, "whether this source is used")
    }

    fileprivate mutating func weight(_ weight: inout Double) {
        self(
            "weight", &weight, .number(0...1000),
            "how often this source is chosen, relative to the others")
    }
}
