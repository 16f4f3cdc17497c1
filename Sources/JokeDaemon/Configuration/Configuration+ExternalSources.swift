// SPDX-License-Identifier: MIT
package import JokeCore
import JokeWire

extension Configuration {
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
        var hasPages: Bool {
            switch self {
            case .chucknorris, .icanhazdadjoke: true
            case .jokeapi: false
            }
        }

        /// The languages of the service. If the user wants none of them, the first one is used. If there are several,
        /// the source has the key `language`.
        var languages: [String] {
            switch self {
            case .chucknorris, .icanhazdadjoke: ["en"]
            case .jokeapi: ["en", "cs", "de", "es", "fr", "pt"]
            }
        }

        /// The most jokes in one request: 10 if one HTTP request returns several jokes, and 5 if it returns one, because
        /// HTTP requests are two seconds apart.
        var mostAtOnce: Int {
            switch self {
            case .chucknorris: 5
            case .icanhazdadjoke, .jokeapi: 10
            }
        }
    }
}

extension Configuration.ExternalSource {
    /// Reads a service from the object with its name.
    init(_ service: Configuration.Service, _ reader: inout KeyReader, _ languages: [String]) {
        name = service.rawValue
        isEnabled = reader.enabled(default: false)
        settings = SourceSettings()
        settings.url = reader.value(
            "url", .address, default: service.url, "the address of the service or of a copy")
        categories =
            service.categories.map {
                reader.value(
                    "categories", .list(of: .category), default: $0,
                    "only jokes in these categories; if empty, all")
            } ?? []
        if service == .chucknorris {
            let hero = reader.value("name", .name, default: "", "the name to put into the jokes")
            if !hero.isEmpty { settings.name = hero }
        }
        let defaultLanguage = languages.first(where: service.languages.contains) ?? service.languages[0]
        language =
            service.languages.count > 1
            ? reader.value("language", .language, default: defaultLanguage, "the language of its jokes")
            : defaultLanguage
        mostAtOnce = service.mostAtOnce
        weight = reader.weight()
    }

    /// The longest run of a program. The daemon would not wait for a longer one.
    private static let longestRun: Duration = .seconds(20)

    /// Reads a source that runs a program of the user. Returns nil if the program is missing or invalid.
    init?(
        _ name: String, _ reader: inout KeyReader, _ environment: Environment, _ languages: [String]
    ) {
        isEnabled = reader.enabled(default: true)
        let command = reader.required(
            "command", .command, "the program that prints a joke, with its arguments")
        let timeout = reader.value(
            "timeout", .duration(.milliseconds(100)...Self.longestRun), default: .seconds(5),
            "longest time of one run")
        language = reader.value(
            "language", .language, default: languages.first ?? "en",
            "the language of jokes that do not name one")
        weight = reader.weight()
        guard var command else { return nil }
        // A name without a slash is searched for in `PATH`.
        if command[0].contains("/") { command[0] = environment.expanded(command[0]) }
        self.name = name
        categories = []
        mostAtOnce = max(1, min(10, Int(Self.longestRun / timeout)))
        settings = SourceSettings()
        settings.type = "command"
        settings.command = command
        settings.timeout = Int(timeout / .milliseconds(1))
        settings.spacing = 0
    }

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
