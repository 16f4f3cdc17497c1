// SPDX-License-Identifier: MIT

/// What the core is told by the configuration.
package struct Settings: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package var name: String
        /// How often it is chosen, relative to the others; zero never.
        package var weight: Double
        /// Whether it needs no network.
        package var isLocal: Bool
        /// The least time between two requests.
        package var spacing: Duration

        package init(name: String, weight: Double = 1, isLocal: Bool, spacing: Duration = .zero) {
            self.name = name
            self.weight = weight
            self.isLocal = isLocal
            self.spacing = spacing
        }
    }

    package var capacity: Int
    /// With fewer jokes than this in the queue it is refilled; at least 1, at most `capacity`.
    package var lowWater: Int
    package var sources: [Source]
    package var filter: Filter

    package init(capacity: Int = 10, lowWater: Int = 4, sources: [Source], filter: Filter = Filter()) {
        self.capacity = capacity
        self.lowWater = lowWater
        self.sources = sources
        self.filter = filter
    }
}
