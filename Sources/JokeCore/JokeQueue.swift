// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes that are ready, front first.
package struct JokeQueue: Sendable, Hashable {
    package private(set) var records: [JokeRecord]

    init(_ records: [JokeRecord] = []) { self.records = records }

    var count: Int { records.count }
    package var ids: [Joke.ID] { records.map(\.joke.id) }

    /// Takes the first joke that fits.
    mutating func take(_ selection: ChangeRequest.Selection = .init()) -> JokeRecord? {
        guard let index = records.firstIndex(where: { selection.admits($0.joke) }) else { return nil }
        return records.remove(at: index)
    }

    mutating func append(_ more: [JokeRecord]) { records += more }
    mutating func putBack(_ record: JokeRecord) { records.insert(record, at: 0) }
    mutating func remove(_ id: Joke.ID) { records.removeAll { $0.joke.id == id } }

    mutating func remove(from source: String) { records.removeAll { $0.joke.source == source } }

    mutating func update(_ id: Joke.ID, _ change: (inout Joke) -> Void) {
        for index in records.indices where records[index].joke.id == id { change(&records[index].joke) }
    }

    /// The first ones of those that are wanted.
    mutating func keep(atMost count: Int, where isWanted: (Joke) -> Bool) {
        records = Array(records.filter { isWanted($0.joke) }.prefix(count))
    }

    mutating func adopt(_ kept: JokeRecord) {
        for index in records.indices { records[index].adopt(kept) }
    }

    /// What was decided about a joke, and what became of its text.
    mutating func adopt(_ status: JokeStatus, of joke: Joke, isListed: Bool) {
        for index in records.indices { records[index].adopt(status, of: joke, isListed: isListed) }
    }
}
