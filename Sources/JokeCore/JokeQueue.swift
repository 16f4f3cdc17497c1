// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes that are ready, front first.
package struct JokeQueue: Sendable, Hashable {
    package private(set) var records: [Record]

    init(_ records: [Record] = []) { self.records = records }

    var count: Int { records.count }
    package var ids: [Joke.ID] { records.map(\.joke.id) }

    /// Takes the first joke that fits.
    mutating func take(_ selection: ChangeRequest.Selection = .init()) -> Record? {
        guard let index = records.firstIndex(where: { selection.admits($0.joke) }) else { return nil }
        return records.remove(at: index)
    }

    mutating func append(_ more: [Record]) { records += more }
    mutating func putBack(_ record: Record) { records.insert(record, at: 0) }
    mutating func remove(_ id: Joke.ID) { records.removeAll { $0.joke.id == id } }

    mutating func remove(from source: String) { records.removeAll { $0.joke.source == source } }

    mutating func update(_ id: Joke.ID, _ change: (inout Joke) -> Void) {
        for index in records.indices where records[index].joke.id == id { change(&records[index].joke) }
    }

    /// The first ones of those that are wanted.
    mutating func keep(atMost count: Int, where isWanted: (Joke) -> Bool) {
        records = Array(records.filter { isWanted($0.joke) }.prefix(count))
    }

    mutating func adopt(_ kept: Record) {
        for index in records.indices { records[index].adopt(kept) }
    }

    /// What was decided about a joke, and what became of its text.
    mutating func adopt(_ standing: Standing, of joke: Joke, isListed: Bool) {
        for index in records.indices { records[index].adopt(standing, of: joke, isListed: isListed) }
    }
}
