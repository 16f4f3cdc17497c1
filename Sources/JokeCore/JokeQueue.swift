// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes that are ready to show, next one first.
package struct JokeQueue: Sendable, Hashable {
    package private(set) var records: [JokeRecord] { didSet { groups = nil } }
    /// The duplicate groups of the records, or nil if they were not computed since the last change.
    private var groups: [UInt64]?

    init(_ records: [JokeRecord] = []) { self.records = records }

    var count: Int { records.count }
    package var ids: [Joke.ID] { records.map(\.joke.id) }

    /// Removes and returns the first joke that meets the selection.
    mutating func take(_ selection: ChangeRequest.Selection = .init()) -> JokeRecord? {
        guard let index = records.firstIndex(where: { selection.admits($0.joke) }) else { return nil }
        return records.remove(at: index)
    }

    mutating func moveTranslatedFirst() {
        let isTranslated = { (record: JokeRecord) in record.joke.translation != nil }
        records = records.filter(isTranslated) + records.filter { !isTranslated($0) }
    }

    mutating func append(_ more: [JokeRecord]) { records += more }
    mutating func putBack(_ record: JokeRecord) { records.insert(record, at: 0) }
    mutating func remove(_ id: Joke.ID) {
        guard records.contains(where: { $0.joke.id == id }) else { return }
        records.removeAll { $0.joke.id == id }
    }

    mutating func remove(duplicatesOf joke: Joke) {
        guard !records.isEmpty else { return }
        let group = DuplicateGroup.of(joke)
        records.removeAll { $0.isDuplicate(of: joke, in: group) }
    }

    /// Removes the jokes that have one of the fingerprints (`Seen`).
    mutating func remove(seen fingerprints: Set<UInt64>) {
        guard records.contains(where: { $0.joke.hasFingerprint(in: fingerprints) }) else { return }
        records.removeAll { $0.joke.hasFingerprint(in: fingerprints) }
    }

    mutating func removeDecided() { records.removeAll { $0.status != .undecided } }
    mutating func removeDisliked() { records.removeAll(where: \.status.isDisliked) }

    mutating func remove(from source: String) { records.removeAll { $0.joke.source == source } }

    mutating func update(_ id: Joke.ID, _ change: (inout Joke) -> Void) {
        for index in records.indices where records[index].joke.id == id { change(&records[index].joke) }
    }

    /// Keeps the first `count` jokes for which `isWanted` returns true, and removes all others.
    mutating func keep(atMost count: Int, where isWanted: (Joke) -> Bool) {
        records = Array(records.filter { isWanted($0.joke) }.prefix(count))
    }

    mutating func adopt(_ kept: JokeRecord) {
        for index in records.indices where records[index].joke.id == kept.joke.id {
            records[index].adopt(kept)
        }
    }

    /// Applies a decision about a joke to that joke and to its duplicates.
    mutating func adopt(_ status: JokeStatus, of joke: Joke) {
        guard !records.isEmpty else { return }
        let group = DuplicateGroup.of(joke)
        let groups = groups ?? records.map { DuplicateGroup.of($0.joke) }
        // A loop over all of them would copy the records each time, although mostly none is affected.
        let affected = records.indices.filter { records[$0].joke.id == joke.id || groups[$0] == group }
        for index in affected { records[index].adopt(status, of: joke) }
        // A status changes no text.
        self.groups = groups
    }

    package static func == (left: JokeQueue, right: JokeQueue) -> Bool { left.records == right.records }
    package func hash(into hasher: inout Hasher) { hasher.combine(records) }
}

extension Joke {
    fileprivate func hasFingerprint(in fingerprints: Set<UInt64>) -> Bool {
        Seen.fingerprints(of: self).contains(where: fingerprints.contains)
    }
}
