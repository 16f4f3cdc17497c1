// SPDX-License-Identifier: MIT
import JokeWire

// Deleting saved jokes, restoring them from the trash, and importing: docs/rules.md, rule 6.
extension ViewModel {
    /// Moves the saved jokes with these ids or prefixes to the trash.
    mutating func delete(
        _ prefixes: [String], _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let ids = try resolve(prefixes, by: ArchiveQuery.savedMatching, token, context)
        return delete(try context.records(.jokes(ids)), &context)
    }

    /// Moves all matching saved jokes to the trash. Refuses a query that matches more than its limit.
    mutating func delete(
        fitting query: SavedQuery, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let records = try context.records(.allMatching(query))
        guard records.count <= query.limit else {
            throw .refused(
                .invalid(
                    parameter: query.search == nil ? "source" : "query",
                    expected:
                        "a value that matches at most \(query.limit) saved jokes; delete the rest with another request"
                ),
                token)
        }
        guard !records.isEmpty else { return .deleted([]) }
        return delete(records, &context)
    }

    private mutating func delete(_ records: [JokeRecord], _ context: inout InputContext) -> ChangeResult.Value
    {
        remember(.deleted, records)
        for record in records { setStatus(record, record.status.deleted(at: context.at.wall), &context) }
        let ids = records.map(\.joke.id)
        context.events.append(.deleted(ids))
        return .deleted(ids)
    }

    /// Restores jokes from the trash with their old dates of saving. If a dislike put a joke there, the dislike ends.
    mutating func restore(
        _ prefixes: [String], _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let ids = try resolve(prefixes, by: ArchiveQuery.deletedMatching, token, context)
        let records = try context.records(.jokes(ids))
        remember(.restored, records)
        for record in records { setStatus(record, record.status.restored(), &context) }
        context.events.append(.restored(ids))
        return .restored(ids)
    }

    /// Completes an import. The archive has merged the lines already; the card and the queue take over the new
    /// statuses.
    mutating func merge(
        _ id: ImportID, lines: Int, skipped: Int, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let (outcome, count) = try context.merged(.merge(id, lines: lines, at: context.at.wall))
        for record in try context.records(.jokes(queue.ids + [card.joke.id])) {
            card.adopt(record)
            queue.adopt(record)
            if record.status.isDisliked { queue.remove(record.joke.id) }
        }
        (savedCount, spares) = (count, JokeQueue())
        context.hasChanged = outcome.hasChanged
        context.events.append(.imported(outcome, skipped: skipped))
        return .imported(outcome, skipped: skipped)
    }

    private mutating func remember(_ kind: UndoStep.Kind, _ records: [JokeRecord]) {
        remember(
            UndoStep(
                kind: kind, before: records.map { .init(id: $0.joke.id, status: $0.status) },
                wasOnCard: false))
    }

    /// Returns the ids for these prefixes, each once, in the order of the prefixes. Refuses unknown and ambiguous ones.
    private func resolve(
        _ prefixes: [String], by query: ([String]) -> ArchiveQuery, _ token: ReplyToken,
        _ context: InputContext
    ) throws(InputContext.Interruption) -> [Joke.ID] {
        guard !prefixes.isEmpty, !prefixes.contains("") else {
            throw .refused(
                .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids"), token)
        }
        var ids: [Joke.ID] = []
        var known: Set<Joke.ID> = []
        for (prefix, matches) in zip(prefixes, try context.matches(query(prefixes))) {
            guard let id = matches.first else { throw .refused(.unknownJoke(prefix), token) }
            guard matches.count == 1 else { throw .refused(.ambiguous(prefix: prefix), token) }
            if known.insert(id).inserted { ids.append(id) }
        }
        return ids
    }
}
