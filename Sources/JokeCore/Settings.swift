// SPDX-License-Identifier: MIT
package import JokeWire

/// The part of the configuration that the core uses.
package struct Settings: Sendable, Hashable {
    /// A configured source of jokes, or a translation engine.
    package struct Source: Sendable, Hashable {
        package var name: String
        /// The kind of source: `pack`, `fortune`, `command`, or the name of a service.
        package var type: String
        /// Whether the configuration enables the source. The user's choice (`sources.disable`) takes precedence.
        package var isEnabled: Bool
        /// The relative frequency with which the source is chosen; 0 for never.
        package var weight: Double
        /// Whether the source needs no network.
        package var isLocal: Bool
        /// The shortest time between two requests.
        package var spacing: Duration
        /// The most requests on a local date, or nil for no limit.
        package var requestsPerDay: Int?
        /// Whether the source can be browsed, page by page.
        package var hasPages: Bool
        /// The configured categories, or an empty list for all. A request can name one of them.
        package var categories: [String]
        /// The configured paths of a source that consists of files. If they change, its jokes leave the queue.
        package var paths: [String]

        /// Whether the source consists of files, so that it answers at once. A local program may take long.
        var isFile: Bool { isLocal && !isCommand }
        var isCommand: Bool { type == "command" }
        var isPack: Bool { type == "pack" || type == "builtin" }

        /// Whether the source has the user's own jokes (`Joke.ID.isOwn`).
        var isOwn: Bool { type == Self.ownType }

        /// The type of the source with the user's own jokes.
        package static let ownType = "own"

        /// Creates a source. The default of `spacing` is two seconds for a source on the network, and zero for a local
        /// one.
        package init(
            name: String, type: String? = nil, isEnabled: Bool = true, weight: Double = 1, isLocal: Bool,
            spacing: Duration? = nil, requestsPerDay: Int? = nil, hasPages: Bool = false,
            categories: [String] = [], paths: [String] = []
        ) {
            self.paths = paths
            self.name = name
            self.type = type ?? name
            self.isEnabled = isEnabled
            self.weight = weight
            self.isLocal = isLocal
            self.spacing = spacing ?? (isLocal ? .zero : .seconds(2))
            self.requestsPerDay = requestsPerDay
            self.hasPages = hasPages
            self.categories = categories
        }
    }

    /// The hero of tall tales, unless the configuration names another one.
    package static let usualHero = "Rex Tornado"

    /// The name of the source with the user's own jokes.
    var ownSource: String { sources.first(where: \.isOwn)?.name ?? Joke.ownSources[0] }

    /// The size of a full queue.
    package var capacity: Int
    /// The size of the queue below which it is refilled: at least 1, at most `capacity`.
    package var lowWater: Int
    package var sources: [Source]
    package var filter: Filter
    /// The languages that the user reads, best first.
    package var languages: [String]
    /// The name of the hero of tall tales.
    package var hero: String
    /// The time after a start, and after midnight, over which the requests of many machines are spread.
    package var spread: Duration
    /// Whether the user's likes and dislikes are learned and affect the choice of jokes.
    package var isTasteOn: Bool
    /// The relative frequency of a category, by its name in lower case. A category that is not among them has 1.
    package var categoryWeights: [String: Double]
    package var translation: Translation
    /// Whether a joke in two parts is shown without its punch line at first.
    package var isPunchlineHeld: Bool
    /// The relative frequency with which a saved joke comes again instead of the next one, compared with the weights of
    /// the enabled sources; 0 for never.
    package var savedWeight: Double
    /// Why these are the settings of an older configuration, or nil.
    package var error: CardState.ErrorInfo?

    package init(
        capacity: Int = 10, lowWater: Int = 4, sources: [Source], filter: Filter = Filter(),
        languages: [String] = [], hero: String = usualHero, spread: Duration = .seconds(3600),
        isTasteOn: Bool = true,
        categoryWeights: [String: Double] = [:],
        translation: Translation = Translation(), isPunchlineHeld: Bool = false,
        savedWeight: Double = 0, error: CardState.ErrorInfo? = nil
    ) {
        self.error = error
        self.savedWeight = savedWeight
        self.isPunchlineHeld = isPunchlineHeld
        self.translation = translation
        self.capacity = capacity
        self.lowWater = lowWater
        self.sources = sources
        self.filter = filter
        self.languages = languages
        self.hero = hero
        self.spread = spread
        self.isTasteOn = isTasteOn
        self.categoryWeights = Dictionary(
            categoryWeights.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
    }
}
