// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
package import JokeWire

/// What the user can say about the daemon: read once, right as a whole, or not at all.
package struct Configuration: Sendable, Hashable {
    /// Of jokes, ISO 639-1 codes, best first; never empty.
    package var languages: [String]
    package var queue: Queue
    package var sources: Sources
    package var filter: Filter
    package var network: Network
    package var translation: Translation
    /// Whether likes and dislikes are learned from, and chosen by.
    package var taste: Bool
    /// How often a category is chosen, relative to the others, by its name in lower case; each above zero.
    package var categoryWeights: [String: Double]
    package var limits: Limits
    /// The presets first, then the user's own.
    package var shareTargets: [ShareTarget]
    /// How long the daemon stays where systemd would start it again and nobody is connected; nil for ever.
    package var idleExit: Duration?

    package init(
        languages: [String], queue: Queue, sources: Sources, filter: Filter, network: Network,
        translation: Translation, taste: Bool, categoryWeights: [String: Double], limits: Limits,
        shareTargets: [ShareTarget], idleExit: Duration?
    ) {
        self.languages = languages
        self.queue = queue
        self.sources = sources
        self.filter = filter
        self.network = network
        self.translation = translation
        self.taste = taste
        self.categoryWeights = categoryWeights
        self.limits = limits
        self.shareTargets = shareTargets
        self.idleExit = idleExit
    }

    package struct Queue: Sendable, Hashable {
        package var capacity: Int
        /// With fewer jokes than this the queue is refilled; from 1 to `capacity`.
        package var lowWater: Int

        package init(capacity: Int, lowWater: Int) {
            self.capacity = capacity
            self.lowWater = lowWater
        }
    }

    package struct Sources: Sendable, Hashable {
        package var builtin: Builtin
        /// The services, and the user's own programs, in the order in which they stand.
        package var remotes: [ExternalSource]
        package var fortune: Fortune
        /// The user's own files, in the order in which they stand.
        package var packs: [Pack]

        package init(builtin: Builtin, remotes: [ExternalSource], fortune: Fortune, packs: [Pack]) {
            self.builtin = builtin
            self.remotes = remotes
            self.fortune = fortune
            self.packs = packs
        }
    }

    /// The jokes that come with the daemon, also what is fallen back on.
    package struct Builtin: Sendable, Hashable {
        package var isEnabled: Bool

        package init(isEnabled: Bool) {
            self.isEnabled = isEnabled
        }
    }

    /// A source that jokesd-fetch asks.
    package struct ExternalSource: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        package var weight: Double
        /// Jokes of one of these are asked for; empty for any.
        package var categories: [String]
        /// Of its jokes, where they do not say.
        package var language: String
        /// Jokes of one order: what can be had before it is late.
        package var mostAtOnce: Int
        package var settings: SourceSettings

        package init(
            name: String, isEnabled: Bool, weight: Double, categories: [String], language: String,
            mostAtOnce: Int, settings: SourceSettings
        ) {
            self.name = name
            self.isEnabled = isEnabled
            self.weight = weight
            self.categories = categories
            self.language = language
            self.mostAtOnce = mostAtOnce
            self.settings = settings
        }
    }

    package struct Fortune: Sendable, Hashable {
        package var isEnabled: Bool
        /// Absolute.
        package var paths: [String]
        /// Whether the offensive files are read too.
        package var offensive: Bool
        package var weight: Double

        package init(isEnabled: Bool, paths: [String], offensive: Bool, weight: Double) {
            self.isEnabled = isEnabled
            self.paths = paths
            self.offensive = offensive
            self.weight = weight
        }
    }

    package struct Pack: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        /// Absolute.
        package var path: String
        package var weight: Double

        package init(name: String, isEnabled: Bool, path: String, weight: Double) {
            self.name = name
            self.isEnabled = isEnabled
            self.path = path
            self.weight = weight
        }
    }

    package struct Network: Sendable, Hashable {
        /// For each source on the network, on a local day.
        package var requestsPerDay: Int
        /// Over which the first requests of a fleet are spread.
        package var spread: Duration
        /// Whom a service may write to; empty for nobody.
        package var contact: String

        package init(requestsPerDay: Int, spread: Duration, contact: String) {
            self.requestsPerDay = requestsPerDay
            self.spread = spread
            self.contact = contact
        }
    }

    package struct Limits: Sendable, Hashable {
        package var connections: Int

        package init(connections: Int) {
            self.connections = connections
        }
    }
}
