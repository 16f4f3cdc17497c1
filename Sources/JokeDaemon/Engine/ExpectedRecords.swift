// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The records of jokes that queued decisions are about, so that one query of the archive answers for all of them.
///
/// A record is true until an input changes its joke or a joke of its duplicate group, or the transaction ends.
package struct ExpectedRecords {
    /// The records by id; nil for an unknown joke.
    private var records: [Joke.ID: JokeRecord?] = [:]
    private var groups: [UInt64: [Joke.ID]] = [:]

    package init() {}

    mutating func removeAll() { self = ExpectedRecords() }

    /// Adds the answer to a query of these ids.
    package mutating func add(_ ids: [Joke.ID], _ found: [JokeRecord]) {
        for id in ids { records[id] = .some(nil) }
        for record in found {
            records[record.joke.id] = record
            groups[DuplicateGroup.of(record.joke), default: []].append(record.joke.id)
        }
    }

    /// Returns the answer to the query of one joke, or nil if its record is not known.
    package func answer(about id: Joke.ID) -> ArchiveResult? {
        records[id].map { .records($0.map { [$0] } ?? []) }
    }

    /// Removes the records that the writes of an input may have changed.
    package mutating func remove(changedBy input: Input, _ writes: [Write]) {
        guard !writes.isEmpty, !records.isEmpty else { return }
        let concernsOthers = writes.contains { write in
            switch write {
            case .card, .emptyTrash: true
            default: false
            }
        }
        guard !concernsOthers, let id = input.decidedJoke, let record = records[id] else {
            return removeAll()
        }
        records[id] = nil
        guard let record else { return }
        for id in groups.removeValue(forKey: DuplicateGroup.of(record.joke)) ?? [] { records[id] = nil }
    }
}
