// SPDX-License-Identifier: MIT

/// What the core is told by the configuration.
package struct Settings: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package var name: String
        /// Which kind of source it is: `pack`, `fortune`, `command`, or a service's own name.
        package var type: String
        /// What the configuration says; the user may have said otherwise since (`sources.disable`).
        package var isEnabled: Bool
        /// How often it is chosen, relative to the others; zero never.
        package var weight: Double
        /// Whether it needs no network.
        package var isLocal: Bool
        /// The least time between two requests.
        package var spacing: Duration
        /// How many requests it may get on a local day; nil for as many as one likes.
        package var requestsPerDay: Int?
        /// Whether it can be browsed, page by page.
        package var hasPages: Bool
        /// Those that it is asked for, each of which it can be asked for alone; none for any.
        package var categories: [String]

        /// The spacing is that of a stranger (two seconds), or none, where it is not given.
        package init(
            name: String, type: String? = nil, isEnabled: Bool = true, weight: Double = 1, isLocal: Bool,
            spacing: Duration? = nil, requestsPerDay: Int? = nil, hasPages: Bool = false,
            categories: [String] = []
        ) {
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

    package var capacity: Int
    /// With fewer jokes than this in the queue it is refilled; at least 1, at most `capacity`.
    package var lowWater: Int
    package var sources: [Source]
    package var filter: Filter
    /// The time after a start, and after midnight, over which a fleet's requests are spread.
    package var spread: Duration
    /// Whether likes and dislikes are learned from, and chosen by.
    package var isTasteOn: Bool
    /// How often a category is chosen, relative to the others, by its name in lower case; 1 where it is not named.
    package var categoryWeights: [String: Double]
    package var translation: Translation

    package init(
        capacity: Int = 10, lowWater: Int = 4, sources: [Source], filter: Filter = Filter(),
        spread: Duration = .seconds(3600), isTasteOn: Bool = true, categoryWeights: [String: Double] = [:],
        translation: Translation = Translation()
    ) {
        self.translation = translation
        self.capacity = capacity
        self.lowWater = lowWater
        self.sources = sources
        self.filter = filter
        self.spread = spread
        self.isTasteOn = isTasteOn
        self.categoryWeights = Dictionary(
            categoryWeights.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
    }
}
