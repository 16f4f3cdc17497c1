// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The jokes that were shown, as a value. It defines what `ArchiveQuery.fallback` returns.
package struct InMemorySeen: Sendable, Hashable {
    /// The position of the last showing of each fingerprint.
    package private(set) var positions: [UInt64: Int] = [:]
    /// The position of the last showing.
    package private(set) var position = 0

    package init() {}

    package mutating func mark(_ fingerprints: [UInt64], at time: WallTime) {
        position = max(position + 1, Int(time.milliseconds))
        for fingerprint in fingerprints { positions[fingerprint] = position }
    }

    package mutating func mark(_ marks: [Seen.Mark]) {
        for mark in marks {
            positions[mark.hash] = max(mark.position, positions[mark.hash] ?? 0)
            position = max(position, mark.position)
        }
    }

    /// Returns the answer to `ArchiveQuery.laterSeen`.
    package func later(_ marks: [Seen.Mark]) -> ArchiveResult {
        var later: [UInt64: Int] = [:]
        for mark in marks where mark.position > max(positions[mark.hash] ?? -1, later[mark.hash] ?? -1) {
            later[mark.hash] = mark.position
        }
        return .seen(later.map { Seen.Mark($0.key, at: $0.value) }, position: position)
    }

    /// Returns the answer to `ArchiveQuery.seen`, in one part.
    package func marks(after position: Int) -> ArchiveResult {
        let marks = positions.filter { $0.value > position }.map { Seen.Mark($0.key, at: $0.value) }
        return .seen(marks, position: self.position)
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
