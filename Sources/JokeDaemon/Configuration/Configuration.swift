// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The configuration of the daemon. It is read as a whole, and any error makes it invalid.
package struct Configuration: Sendable, Hashable {
    /// The languages of jokes as ISO 639-1 codes, best first. Never empty.
    package var languages: [String]
    /// The names of locales that say in which countries the user speaks these languages, the decisive ones first.
    package var locales: [String]
    /// The name of the hero of tall tales.
    package var hero: String
    package var queue: Queue
    package var sources: Sources
    package var filter: Filter
    package var network: Network
    package var translation: Translation
    /// Whether the daemon learns from likes and dislikes, and chooses jokes by that.
    package var taste: Bool
    /// Whether a joke in two parts is shown without its punch line at first.
    package var isPunchlineHeld: Bool
    /// How often a category is chosen, relative to 1, by its name in lower case. Every value is above 0.
    package var categoryWeights: [String: Double]
    package var limits: Limits
    /// The share targets: the presets, then the user's own.
    package var shareTargets: [ShareTarget]
    /// The time without clients after which the daemon stops under socket activation, or nil to keep it running.
    package var idleExit: Duration?

    package init(
        languages: [String], locales: [String], hero: String, queue: Queue, sources: Sources, filter: Filter,
        network: Network,
        translation: Translation, taste: Bool, isPunchlineHeld: Bool, categoryWeights: [String: Double],
        limits: Limits,
        shareTargets: [ShareTarget], idleExit: Duration?
    ) {
        self.languages = languages
        self.locales = locales
        self.hero = hero
        self.queue = queue
        self.sources = sources
        self.filter = filter
        self.network = network
        self.translation = translation
        self.taste = taste
        self.isPunchlineHeld = isPunchlineHeld
        self.categoryWeights = categoryWeights
        self.limits = limits
        self.shareTargets = shareTargets
        self.idleExit = idleExit
    }

    /// The size of the queue.
    package struct Queue: Sendable, Hashable {
        package var capacity: Int
        /// The number of jokes below which the queue is refilled, from 1 to `capacity`.
        package var lowWater: Int

        package init(capacity: Int, lowWater: Int) {
            self.capacity = capacity
            self.lowWater = lowWater
        }
    }

    /// The sources of jokes.
    package struct Sources: Sendable, Hashable {
        package var builtin: Builtin
        /// The services, then the user's programs, each in the order of the configuration.
        package var external: [ExternalSource]
        package var fortune: Fortune
        /// The user's packs, in the order of the configuration.
        package var packs: [Pack]

        package var own: OwnJokes
        /// How often a saved joke comes again, relative to the other sources; 0 for never.
        package var savedWeight: Double

        package init(
            builtin: Builtin, external: [ExternalSource], fortune: Fortune, packs: [Pack], own: OwnJokes,
            savedWeight: Double
        ) {
            self.builtin = builtin
            self.external = external
            self.fortune = fortune
            self.packs = packs
            self.own = own
            self.savedWeight = savedWeight
        }
    }

    /// The jokes that the user has added.
    package struct OwnJokes: Sendable, Hashable {
        /// `mine`, or `own` if the user has given a source that name.
        package var name: String
        /// Whether the source is enabled once it has a joke.
        package var isEnabled: Bool
        package var weight: Double

        package init(name: String, isEnabled: Bool, weight: Double) {
            self.name = name
            self.isEnabled = isEnabled
            self.weight = weight
        }
    }

    /// The built-in jokes, which are also the fallback if no other source has a joke.
    package struct Builtin: Sendable, Hashable {
        package var isEnabled: Bool

        package init(isEnabled: Bool) {
            self.isEnabled = isEnabled
        }
    }

    /// An external source, which jokesd-fetch asks.
    package struct ExternalSource: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        package var weight: Double
        /// The categories to ask for, or empty for any.
        package var categories: [String]
        /// The language of a joke that the source returns without one.
        package var language: String
        /// The most jokes of one request that arrive within its time limit.
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

    /// The fortune files.
    package struct Fortune: Sendable, Hashable {
        package var isEnabled: Bool
        /// The absolute paths of files and directories.
        package var paths: [String]
        /// Whether offensive files are read too.
        package var offensive: Bool
        package var weight: Double

        package init(isEnabled: Bool, paths: [String], offensive: Bool, weight: Double) {
            self.isEnabled = isEnabled
            self.paths = paths
            self.offensive = offensive
            self.weight = weight
        }
    }

    /// A pack of the user.
    package struct Pack: Sendable, Hashable {
        package var name: String
        package var isEnabled: Bool
        /// The absolute path of the file.
        package var path: String
        package var weight: Double

        package init(name: String, isEnabled: Bool, path: String, weight: Double) {
            self.name = name
            self.isEnabled = isEnabled
            self.path = path
            self.weight = weight
        }
    }

    /// The rules for requests over the network.
    package struct Network: Sendable, Hashable {
        /// The most requests to each source on the network, for each local day.
        package var requestsPerDay: Int
        /// The time after a start over which the first requests are spread, so that many machines do not send them at
        /// once.
        package var spread: Duration
        /// The address that services see as the contact of the user, or an empty string for none.
        package var contact: String

        package init(requestsPerDay: Int, spread: Duration, contact: String) {
            self.requestsPerDay = requestsPerDay
            self.spread = spread
            self.contact = contact
        }
    }

    /// The limits for clients.
    package struct Limits: Sendable, Hashable {
        package var connections: Int

        package init(connections: Int) {
            self.connections = connections
        }
    }
}
