// SPDX-License-Identifier: MIT
import JokeWire

// Deleting from the saved jokes, and out of the trash again: docs/rules.md, rule 6.
extension ViewModel {
    mutating func delete(
        _ prefixes: [String], _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let ids = try resolve(prefixes, by: Question.savedMatching, ticket, turn)
        return delete(try turn.records(.jokes(ids)), &turn)
    }

    mutating func delete(
        fitting query: SavedQuery, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let records = try turn.records(.fitting(query))
        guard records.count <= query.limit else {
            throw .refused(
                .invalid(
                    parameter: query.search == nil ? "source" : "query",
                    expected: "what at most \(query.limit) saved jokes fit; delete the rest with another call"
                ),
                ticket)
        }
        guard !records.isEmpty else { return .deleted([]) }
        return delete(records, &turn)
    }

    private mutating func delete(_ records: [Record], _ turn: inout Turn) -> Outcome.Product {
        remember(.deleted, records)
        for record in records { stand(record, record.standing.deleted(at: turn.at.wall), &turn) }
        let ids = records.map(\.joke.id)
        turn.happenings.append(.deleted(ids))
        return .deleted(ids)
    }

    /// What comes back was saved when it was; a dislike that put it there is taken back with it.
    mutating func restore(
        _ prefixes: [String], _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let ids = try resolve(prefixes, by: Question.deletedMatching, ticket, turn)
        let records = try turn.records(.jokes(ids))
        remember(.restored, records)
        for record in records { stand(record, record.standing.restored(), &turn) }
        turn.happenings.append(.restored(ids))
        return .restored(ids)
    }

    /// The archive has done it before this is handled to its end; what it changed of what is shown is taken over here.
    mutating func merge(
        _ id: ImportID, lines: Int, skipped: Int, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let (outcome, count) = try turn.merged(.merge(id, lines: lines, at: turn.at.wall))
        for record in try turn.records(.jokes(queue.ids + [card.joke.id])) {
            card.adopt(record)
            queue.adopt(record)
            if record.standing.isBuried { queue.remove(record.joke.id) }
        }
        savedCount = count
        turn.hasChanged = outcome.hasChanged
        turn.happenings.append(.imported(outcome, skipped: skipped))
        return .imported(outcome, skipped: skipped)
    }

    private mutating func remember(_ kind: UndoStep.Kind, _ records: [Record]) {
        remember(
            UndoStep(
                kind: kind, before: records.map { .init(id: $0.joke.id, standing: $0.standing) },
                wasOnCard: false))
    }

    /// Each joke once, in the order in which they were named.
    private func resolve(
        _ prefixes: [String], by question: ([String]) -> Question, _ ticket: Ticket, _ turn: Turn
    ) throws(Turn.Interruption) -> [Joke.ID] {
        guard !prefixes.isEmpty, !prefixes.contains("") else {
            throw .refused(
                .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids"), ticket)
        }
        var ids: [Joke.ID] = []
        var known: Set<Joke.ID> = []
        for (prefix, matches) in zip(prefixes, try turn.matches(question(prefixes))) {
            guard let id = matches.first else { throw .refused(.unknownJoke(prefix), ticket) }
            guard matches.count == 1 else { throw .refused(.ambiguous(prefix: prefix), ticket) }
            if known.insert(id).inserted { ids.append(id) }
        }
        return ids
    }
}
