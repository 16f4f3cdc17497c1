// SPDX-License-Identifier: MIT
package import JokeWire

/// What is remembered of a source over a restart, so that a daemon that starts again and again is no burden to it.
package struct PersistedSource: Sendable, Hashable {
    package var name: String
    /// What the user said over the configuration; nil where that counts.
    package var isEnabled: Bool?
    /// The local day that `requests` were made on.
    package var day: LocalDate?
    package var requests = 0
    package var askedAt: WallTime?
    /// Until when it is left alone unless somebody waits for it.
    package var backoffUntil: WallTime?
    /// Until when it wants no request at all.
    package var retryAfter: WallTime?
    /// In a row.
    package var failures = 0
    /// Seen jokes in a row.
    package var repeats = 0
    package var isExhausted = false

    package init(name: String) { self.name = name }
}

// Engines are remembered as sources are, under names that no source has.
extension PersistedSource {
    /// The beginning of these names, with which no configured source may begin.
    package static let engines = "translation/"

    /// Those of engines, under the engines' own names.
    static func ofEngines(_ memories: [PersistedSource]) -> [PersistedSource] {
        memories.filter { $0.name.hasPrefix(engines) }.map { memory in
            var memory = memory
            memory.name.removeFirst(engines.count)
            return memory
        }
    }
}

extension Prefetch.Source {
    var engineMemory: PersistedSource {
        var memory = memory
        memory.name = PersistedSource.engines + memory.name
        return memory
    }
}
