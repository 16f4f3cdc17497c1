// SPDX-License-Identifier: MIT
import JokeWire

// Deleting saved jokes, restoring them from the trash, editing and importing: docs/rules.md, rules 6 and 15.
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
                    parameter: query.filterName,
                    expected:
                        "a value that matches at most \(query.limit) saved jokes; to delete more, list them and delete "
                        + "them by their ids, in parts"
                ),
                token)
        }
        guard !records.isEmpty else { return .deleted([]) }
        return delete(records, &context)
    }

    private mutating func delete(_ records: [JokeRecord], _ context: inout InputContext) -> ChangeResult.Value
    {
        remember(
            UndoStep(kind: .deleted, before: records.map { .init(id: $0.joke.id, status: $0.status) }))
        for record in records { setStatus(record, record.status.deleted(at: context.at.wall), &context) }
        let ids = records.map(\.joke.id)
        context.events.append(.deleted(ids))
        return .deleted(ids)
    }

    /// Restores jokes from the trash with their old dates of saving, and ends dislikes.
    mutating func restore(
        _ prefixes: [String], _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let ids = try resolve(prefixes, by: ArchiveQuery.restorableMatching, token, context)
        let records = try context.records(.jokes(ids))
        var before = records.map { UndoStep.Before(id: $0.joke.id, status: $0.status) }
        let ends = records.filter { $0.status.restored() == .undecided }.map(\.joke.id)
        let superseded = ends.isEmpty ? [] : try context.records(.successors(ends))
        let others = superseded.filter(\.status.isSaved).byText
        for record in records {
            let status = record.status.restored()
            // A text that was never saved becomes undecided, unless another joke of it is saved.
            if status == .undecided, let other = others[DuplicateGroup.of(record.joke)] {
                setStatus(record, .undecided, &context)
                setStatus(JokeRecord(joke: other.joke), other.status, &context)
                before.insert(.init(id: other.joke.id, status: .undecided, isOther: true), at: 0)
            } else {
                setStatus(record, status, &context)
            }
        }
        remember(UndoStep(kind: .restored, before: before + Self.superseded(superseded)))
        context.events.append(.restored(ids))
        return .restored(ids)
    }

    /// Edits a saved joke, or restores the joke of its source if the edit is nil.
    mutating func edit(
        _ prefix: String, _ edit: ChangeRequest.Edit?, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard !prefix.isEmpty else {
            throw .refused(
                .invalid(parameter: "joke", expected: "an id, or a unique beginning of one"), token)
        }
        let ids = try resolve([prefix], by: ArchiveQuery.savedMatching, token, context)
        guard let record = try context.records(.jokes(ids)).first else {
            throw .refused(.unknownJoke(prefix), token)
        }
        var edit = edit
        if let part = edit?.part { edit?.text = try text(of: record.joke, with: part, token) }
        let edited = edit.map { $0.applied(to: record.joke) } ?? record.joke.original?.joke ?? record.joke
        try checkTranslation(edit?.translation, of: edited, token)
        guard edited != record.joke else { return .decided(edited) }
        var before = [UndoStep.Before(id: edited.id, status: record.status, joke: record.joke)]
        let decisions = try decisions(afterMoves: [(record, edited)], context)
        let other = decisions.taken[DuplicateGroup.of(edited)]
        if let id = other?.decidedID {
            before.append(.init(id: id, status: other?.status ?? .undecided, isOther: true))
        }
        remember(UndoStep(kind: .edited, before: before))
        replace(
            record, by: edited, record.status, left: decisions.left[DuplicateGroup.of(record.joke)],
            taken: other, &context)
        context.events.append(.edited(edited))
        return .decided(edited)
    }

    /// Returns a joke with a new setup or a new punch line. Refuses one without parts.
    private func text(
        of joke: Joke, with part: ChangeRequest.Edit.Part, _ token: ReplyToken
    ) throws(InputContext.Interruption) -> Joke {
        guard let setup = joke.setup, let punchline = joke.punchline else {
            throw .refused(
                .invalid(
                    parameter: part.name,
                    expected: "a 'setup' and a 'punchline' together, because the joke has no parts"), token)
        }
        var joke = joke
        switch part {
        case .setup(let text): (joke.setup, joke.value) = (text, "\(text)\n\(punchline)")
        case .punchline(let text): (joke.punchline, joke.value) = (text, "\(setup)\n\(text)")
        }
        guard let joke = joke.sanitized() else {
            throw .refused(
                .invalid(
                    parameter: part.name, expected: "at most \(Limits.jokeText) bytes in both parts together"),
                token)
        }
        return joke
    }

    /// Replaces a stored joke wherever it occurs, and sets the decision about its text.
    ///
    /// If the text is another one, the joke takes its decision along, which is newer than one about the new text. If
    /// another joke has the old text and a decision, that counts again.
    ///
    /// - Parameters:
    ///   - left: The joke that gets the decision about the old text, or nil.
    ///   - taken: The joke that has the decision about the new text until now, or nil if there is none.
    mutating func replace(
        _ record: JokeRecord, by joke: Joke, _ status: JokeStatus, left: JokeRecord?, taken: JokeRecord?,
        teaches: Bool = true, _ context: inout InputContext
    ) {
        var former = record.status
        if DuplicateGroup.of(joke) != DuplicateGroup.of(record.joke) {
            let remaining = left?.status ?? .undecided
            savedCount += (remaining.isSaved ? 1 : 0) - (former.isSaved ? 1 : 0)
            card.adopt(remaining, of: left?.joke ?? record.joke)
            queue.adopt(remaining, of: left?.joke ?? record.joke)
            if remaining.isDisliked { queue.remove(duplicatesOf: record.joke) }
            former = taken?.status ?? .undecided
            if teaches {
                // The taste counts the decisions that count.
                if let left { taste.replace(nil, by: left.status.lesson, from: left.joke) }
                if let taken { taste.replace(taken.status.lesson, by: nil, from: taken.joke) }
            }
        }
        context.writes.append(.replaceJoke(joke))
        updateShown(joke)
        if teaches { taste.replace(record.status.lesson, by: nil, from: record.joke) }
        former.lesson = nil
        setStatus(JokeRecord(joke: joke, status: former), status, teaches: teaches, &context)
        if let pair = settings.translation.pair(for: joke) { translations.forgetFailures(of: joke.id, pair) }
        if showTranslation { translations.addExtras([joke]) }
    }

    /// Returns the decisions about the texts that jokes leave, if these have left, and about those that they get, each by
    /// its duplicate group. A text without one is left out.
    func decisions(
        afterMoves moves: [(record: JokeRecord, joke: Joke)], _ context: InputContext
    ) throws(InputContext.Interruption) -> (left: [UInt64: JokeRecord], taken: [UInt64: JokeRecord]) {
        let moves = moves.filter { DuplicateGroup.of($0.record.joke) != DuplicateGroup.of($0.joke) }
        guard !moves.isEmpty else { return ([:], [:]) }
        let texts = moves.map { move in
            var text = move.joke
            text.id = Joke.ID(rawValue: "")
            return text
        }
        let taken = try context.records(.sourced(texts)).compactMap(\.decidedID)
        return (
            left: try context.records(.successors(moves.map(\.record.joke.id))).byText,
            taken: taken.isEmpty ? [:] : try context.records(.jokes(taken)).byText
        )
    }

    /// Shows a stored joke as it is now, wherever clients see it.
    mutating func updateShown(_ joke: Joke) {
        let shown = settings.translation.admitted(joke)
        if card.joke.id == joke.id {
            card.joke = shown
            translationTrouble = nil
            if joke.punchline == nil { isRevealed = true }
        }
        queue.update(joke.id) { $0 = shown }
        spares = JokeQueue()
        if daily?.joke.id == joke.id { daily?.joke = shown }
    }

    /// Merges the first lines of an import. If that are not all, the reply follows the last ones.
    mutating func merge(
        _ id: ImportID, lines: Int, bytes: Int, skipped: Int, isOfUser: Bool, _ token: ReplyToken,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        let staged = StagedImport(
            id: id, lines: lines, bytes: bytes, skipped: skipped, at: context.at.wall, cause: token.cause,
            isOfUser: isOfUser)
        guard let merged = try mergeNext(staged, &context) else { return nil }
        if merged.pending == 0 {
            report(merged, &context)
            return .imported(merged.outcome, skipped: skipped, pending: 0)
        }
        if imports.isEmpty { context.effects.append(.continueImport) }
        imports.append(PendingMerge(staged: merged, token: token))
        return nil
    }

    /// Merges the next lines of the oldest import. After the last ones, adds the log event and replies.
    mutating func continueImport(_ context: inout InputContext) throws(InputContext.Interruption) {
        guard let pending = imports.first else { return }
        let merged = try mergeNext(pending.staged, &context) ?? pending.staged.lost
        imports[0].staged = merged
        if merged.pending == 0 {
            imports.removeFirst()
            report(merged, &context)
        }
        publish(cause: merged.cause, &context)
        if merged.pending == 0 { reply(to: pending.token, merged, &context) }
        resumeImports(&context)
    }

    /// Adds the log event of an import that has ended, unless it changed nothing.
    private func report(_ staged: StagedImport, _ context: inout InputContext) {
        guard staged.outcome.hasChanged else { return }
        context.events.append(.imported(staged.outcome, skipped: staged.skipped))
    }

    /// Merges lines of an import. The archive does that; the card and the queue take over the new statuses. Returns nil
    /// if the lines were lost.
    private mutating func mergeNext(
        _ staged: StagedImport, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> StagedImport? {
        var staged = staged
        staged.ownSource = settings.ownSource
        guard let merged = try context.merged(staged) else { return nil }
        let outcome = merged.outcome
        if let undo = merged.undo { (self.undo, context.hasStoredUndo) = (undo, true) }
        for record in try context.records(.jokes(queue.ids + [card.joke.id])) {
            card.adopt(record)
            queue.adopt(record)
            if record.status.excludes(record.joke.id) { queue.remove(record.joke.id) }
        }
        (savedCount, spares) = (merged.savedCount, JokeQueue())
        context.hasChanged = outcome.hasChanged
        if outcome.hasChanged, merged.hasOwnJokes { ownJokeSaved(&context) }
        staged.outcome = outcome
        return staged
    }

    /// Continues the imports, if there are any, after the commit.
    func resumeImports(_ context: inout InputContext) {
        if !imports.isEmpty { context.effects.append(.continueImport) }
    }

    /// Replies to the clients that wait for the end of an import with the result so far.
    mutating func replyToImports(_ context: inout InputContext) {
        for index in imports.indices {
            let token = imports[index].token.take()
            reply(to: token, imports[index].staged, &context)
        }
    }

    private func reply(to token: ReplyToken?, _ staged: StagedImport, _ context: inout InputContext) {
        guard let token else { return }
        let product = ChangeResult.Value.imported(
            staged.outcome, skipped: staged.skipped, pending: staged.pending)
        let result = ChangeResult(
            sequence: current.sequence, changed: staged.outcome.hasChanged, joke: card.joke, product: product)
        context.effects.append(.reply(token, .success(result)))
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
        let prefixes = prefixes.filter { known.insert(Joke.ID(rawValue: $0)).inserted }
        known.removeAll()
        for (prefix, matches) in zip(prefixes, try context.matches(query(prefixes))) {
            guard let id = matches.first else { throw .refused(.unknownJoke(prefix), token) }
            guard matches.count == 1 else { throw .refused(.ambiguous(prefix: prefix), token) }
            if known.insert(id).inserted { ids.append(id) }
        }
        return ids
    }
}

extension SavedQuery {
    /// The parameter that selects the jokes, the first one if there are several.
    fileprivate var filterName: String {
        let given = [
            ("query", search != nil), ("source", source != nil), ("category", category != nil),
            ("language", language != nil), ("since", since != nil),
        ]
        return given.first(where: \.1)?.0 ?? "until"
    }
}

extension [JokeRecord] {
    /// The records by their duplicate groups. Each group has one record.
    fileprivate var byText: [UInt64: JokeRecord] {
        Dictionary(map { (DuplicateGroup.of($0.joke), $0) }) { first, _ in first }
    }
}
