// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The jokes that were shown, as a value. It defines what `ArchiveQuery.fallback` returns.
package struct InMemorySeen: Sendable, Hashable {
    /// The number of the last showing of each fingerprint.
    private var positions: [UInt64: Int] = [:]
    private var showings = 0

    package init() {}

    package mutating func mark(_ fingerprints: [UInt64]) {
        showings += 1
        for fingerprint in fingerprints { positions[fingerprint] = showings }
    }

    package func last(of joke: Joke) -> Int? {
        Seen.fingerprints(of: joke).compactMap { positions[$0] }.max()
    }

    /// Returns the fallback among the local jokes that the scope admits, or nil if there is none.
    package func fallback(
        of local: [JokeRecord], excluding id: Joke.ID, in scope: FallbackScope, count: Int
    ) -> ArchiveResult? {
        let fit = local.filter { scope.admits($0.joke) && $0.joke.id != id && !$0.status.isDisliked }
        let unseen = fit.filter { last(of: $0.joke) == nil }
        if !unseen.isEmpty { return .records(Array(unseen.prefix(count))) }
        if fit.isEmpty { return nil }
        let seen = fit.map { ($0, last(of: $0.joke) ?? 0) }.sorted { $0.1 < $1.1 }
        let mark = positions[Seen.roundMark(of: scope.selection)] ?? 0
        let due = seen.filter { $0.1 < mark }
        return .round((due.isEmpty ? seen : due).prefix(count).map(\.0), isNew: due.isEmpty)
    }
}
