// SPDX-License-Identifier: MIT
import JokeWire

// Deleting from the saved jokes, and out of the trash again: docs/rules.md, rule 6.
extension ViewModel {
    mutating func delete(
        _ prefixes: [String], _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let ids = try resolve(prefixes, by: ArchiveQuery.savedMatching, token, context)
        return delete(try context.records(.jokes(ids)), &context)
    }

    mutating func delete(
        fitting query: SavedQuery, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let records = try context.records(.allMatching(query))
        guard records.count <= query.limit else {
            throw .refused(
                .invalid(
                    parameter: query.search == nil ? "source" : "query",
                    expected: "what at most \(query.limit) saved jokes fit; delete the rest with another call"
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

    /// What comes back was saved when it was; a dislike that put it there is taken back with it.
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

    /// The archive has done it before this is handled to its end; what it changed of what is shown is taken over here.
    mutating func merge(
        _ id: ImportID, lines: Int, skipped: Int, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let (outcome, count) = try context.merged(.merge(id, lines: lines, at: context.at.wall))
        for record in try context.records(.jokes(queue.ids + [card.joke.id])) {
            card.adopt(record)
            queue.adopt(record)
            if record.status.isDisliked { queue.remove(record.joke.id) }
        }
        savedCount = count
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

    /// Each joke once, in the order in which they were named.
    private func resolve(
        _ prefixes: [String], by question: ([String]) -> ArchiveQuery, _ token: ReplyToken,
        _ context: InputContext
    ) throws(InputContext.Interruption) -> [Joke.ID] {
        guard !prefixes.isEmpty, !prefixes.contains("") else {
            throw .refused(
                .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids"), token)
        }
        var ids: [Joke.ID] = []
        var known: Set<Joke.ID> = []
        for (prefix, matches) in zip(prefixes, try context.matches(question(prefixes))) {
            guard let id = matches.first else { throw .refused(.unknownJoke(prefix), token) }
            guard matches.count == 1 else { throw .refused(.ambiguous(prefix: prefix), token) }
            if known.insert(id).inserted { ids.append(id) }
        }
        return ids
    }
}
