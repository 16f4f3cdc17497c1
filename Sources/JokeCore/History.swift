// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes that were on the card, each once, the newest last, and the place of the card among them.
///
/// The error joke is never among them.
package struct History: Sendable, Hashable {
    /// The number of jokes that are kept.
    package static let capacity = Limits.history

    package private(set) var ids: [Joke.ID]
    /// The index of the joke on the card if `joke.previous` has moved back, or nil at the end.
    package private(set) var position: Int?

    /// - Parameter position: A position that is out of range counts as the end.
    package init(_ ids: [Joke.ID] = [], position: Int? = nil) {
        self.ids = ids.suffix(Self.capacity)
        self.position = position.flatMap { self.ids.indices.contains($0) ? $0 : nil }
    }

    /// The jokes before the card, nearest first. At the end, the newest joke is the first one: the card, unless that has
    /// the error joke.
    var earlier: [Joke.ID] { ids[..<(position ?? ids.count)].reversed() }

    /// The jokes after the card, nearest first.
    var later: ArraySlice<Joke.ID> { position.map { ids[($0 + 1)...] } ?? [] }

    /// Moves to the end, and puts a joke there. The oldest one beyond the capacity is removed.
    mutating func append(_ id: Joke.ID) {
        position = nil
        guard id != .error else { return }
        ids.removeAll { $0 == id }
        ids.append(id)
        ids.removeFirst(max(0, ids.count - Self.capacity))
    }

    /// Moves to a joke of the history. The newest one is the end if it was reached from an earlier one.
    mutating func move(to id: Joke.ID) {
        guard let index = ids.firstIndex(of: id) else { return }
        let isForward = position.map { $0 < index } == true
        position = isForward && index == ids.count - 1 ? nil : index
    }

    /// Puts the joke on the card at the end, unless it has the position.
    mutating func adopt(card id: Joke.ID) { if position.map({ ids[$0] }) ?? ids.last != id { append(id) } }
}
