// SPDX-License-Identifier: MIT
import JokeWire

// Deleting from the saved jokes: behaviour rule 6.
extension ViewModel {
    mutating func delete(
        _ prefixes: [String], _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        guard !prefixes.isEmpty, !prefixes.contains("") else {
            throw .refused(
                .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids"), ticket)
        }
        var ids: [Joke.ID] = []
        for (prefix, matches) in zip(prefixes, try turn.matches(.savedMatching(prefixes))) {
            guard let id = matches.first else { throw .refused(.unknownJoke(prefix), ticket) }
            guard matches.count == 1 else { throw .refused(.ambiguous(prefix: prefix), ticket) }
            if !ids.contains(id) { ids.append(id) }
        }
        let records = try turn.records(.jokes(ids))
        remember(
            UndoStep(
                kind: .deleted, before: records.map { .init(id: $0.joke.id, standing: $0.standing) },
                wasOnCard: false))
        for record in records { stand(record, record.standing.deleted(at: turn.at.wall), &turn) }
        turn.happenings.append(.deleted(ids))
        return .deleted(ids)
    }
}
