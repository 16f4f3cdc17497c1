// SPDX-License-Identifier: MIT
package import JokeWire

/// The stored state of a source, so that a daemon that restarts often still respects the limits of the source.
package struct PersistedSource: Sendable, Hashable {
    package var name: String
    /// The user's choice, which takes precedence over the configuration, or nil if there is none.
    package var isEnabled: Bool?
    /// The local date to which `requests` belongs.
    package var day: LocalDate?
    package var requests = 0
    package var askedAt: WallTime?
    /// The time before which the source is asked only if a client waits, or nil.
    package var backoffUntil: WallTime?
    /// The time before which the source wants no request at all, or nil.
    package var retryAfter: WallTime?
    /// The number of consecutive failures.
    package var failures = 0
    /// The number of consecutive seen jokes.
    package var repeats = 0
    package var isExhausted = false

    package init(name: String) { self.name = name }
}

// Translation engines are stored in the same table as sources, under names that no source can have.
extension PersistedSource {
    /// The prefix of these names.
    package static let engines = "translation/"

    /// Returns the entries of engines, under the configured names of the engines.
    static func ofEngines(_ persisted: [PersistedSource]) -> [PersistedSource] {
        persisted.filter { $0.name.hasPrefix(engines) }.map { entry in
            var entry = entry
            entry.name.removeFirst(engines.count)
            return entry
        }
    }
}

extension Prefetch.Source {
    var persistedEngine: PersistedSource {
        var entry = persisted
        entry.name = PersistedSource.engines + entry.name
        return entry
    }
}
