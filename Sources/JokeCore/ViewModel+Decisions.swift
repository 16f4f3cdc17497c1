// SPDX-License-Identifier: MIT
import JokeWire

// Like, dislike, undo and the joke of the day: docs/rules.md, rules 2, 4, 9 and 10.
extension ViewModel {
    /// The number of changes that can be undone.
    package static let undoDepth = 20

    /// Likes or dislikes a joke. If it is not on the card, the card stays.
    mutating func decide(
        _ decision: ChangeRequest.Decision, _ reference: ChangeRequest.Reference, _ token: ReplyToken,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let id = try id(of: reference, token, context)
        if id == card.joke.id { return try decideCard(decision, token, &context) }
        return try decideElsewhere(decision, id, token, &context)
    }

    /// Adds a joke of the user's own, and saves it. If that was done before, the joke stays as it is.
    mutating func add(
        _ joke: Joke, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        var joke = joke
        let known: JokeRecord?
        (joke.id, known) = try ownID(of: joke, context)
        joke.source = settings.ownSource
        if joke.language.isEmpty { joke.language = settings.languages.first ?? "en" }
        try checkTranslation(joke.translation, of: joke, token)
        guard var record = try context.records(.sourced([joke])).first else { return .decided(nil) }
        let decided = try decided(known ?? record, context)
        // Letters in another case or form are the same text, and may give another id.
        if decided.status.isSaved, decided.joke.id.isOwn {
            return .added(decided.joke, rejection: rejection(of: decided.joke))
        }
        record.joke = joke
        remember(UndoStep(kind: .added, before: try before(record, decided, context)))
        context.writes.append(.replaceJoke(joke))
        takeOver(record, from: decided, record.status.saved(at: context.at.wall), &context)
        updateShown(joke)
        context.events.append(.added(joke))
        return .added(joke, rejection: rejection(of: joke))
    }

    /// Returns the id of a joke that is added, which depends on its text, and the stored joke with this id and text.
    /// If the joke with that id was edited and has another text now, the added one gets another id.
    private func ownID(
        of joke: Joke, _ context: InputContext
    ) throws(InputContext.Interruption) -> (id: Joke.ID, known: JokeRecord?) {
        var numbers = 1...1
        while true {
            let ids = numbers.map { number in
                TextHash.id(Joke.ID.ownPrefix, of: number == 1 ? joke.value : "\(joke.value) \(number)")
            }
            let records = try context.records(.jokes(ids))
            let known = Dictionary(records.map { ($0.joke.id, $0) }) { first, _ in first }
            for id in ids {
                guard let record = known[id], DuplicateGroup.of(record.joke) != DuplicateGroup.of(joke) else {
                    return (id, known[id])
                }
            }
            // A text that was often added and edited must not take a query each time.
            numbers = numbers.upperBound + 1...numbers.upperBound * 4
        }
    }

    /// Returns why an added joke does not come by itself, or nil if it does.
    private func rejection(of joke: Joke) -> String? {
        if let reason = settings.filter.verdict(settings.translation.admitted(joke)) {
            return "the filter rejects it (\(reason.text)); see `languages` and `filter` in the configuration"
        }
        let source = settings.ownSource
        return prefetch[source]?.isEnabled == true
            ? nil
            : "the source '\(source)' is disabled; `jokectl sources enable \(source.shellArgument)` enables it"
    }

    /// Refuses a translation into the joke's own language.
    func checkTranslation(
        _ translation: Joke.Translation?, of joke: Joke, _ token: ReplyToken
    ) throws(InputContext.Interruption) {
        guard translation?.language == joke.language else { return }
        throw .refused(
            .invalid(
                parameter: "translation",
                expected: "another language than that of the joke (\(joke.language))"),
            token)
    }

    /// Returns the id of the joke that a request is about. It does not check whether such a joke is stored.
    func id(
        of reference: ChangeRequest.Reference, _ token: ReplyToken, _ context: InputContext
    ) throws(InputContext.Interruption) -> Joke.ID {
        switch reference {
        case .card: return card.joke.id
        case .joke(let id): return id
        case .daily:
            guard let daily, daily.date == context.at.date else {
                throw .refused(
                    .empty("There is no joke of the day yet; ask for it first."), token)
            }
            return daily.joke.id
        }
    }

    /// Decides about the joke on the card and shows the next one: two changes of the state in one transaction.
    ///
    /// The first `publish` adds the event with the decision and its color. The event with the next joke is published
    /// when the input has been handled. The engine sends both to all subscribers after the commit.
    mutating func decideCard(
        _ decision: ChangeRequest.Decision, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        let decided = card.joke
        backgroundColor = decision == .like ? .green : .red
        decisionState = decision == .like ? .liked : .disliked
        dragEnds = nil
        if decided.id != .error { try store(decision, card, wasOnCard: true, &context) }
        let record = card
        publish(cause: token.cause, &context)
        try showNext(after: record, &context)
        spares.remove(duplicatesOf: decided)
        return .decided(decided.id == .error ? nil : decided)
    }

    /// Decides about a joke that is not on the card, such as that of a notification. The card stays.
    private mutating func decideElsewhere(
        _ decision: ChangeRequest.Decision, _ id: Joke.ID, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard let record = try context.records(.jokes([id])).first else {
            throw .refused(.unknownJoke(id.rawValue), token)
        }
        if !record.status.isResult(of: decision) || decision == .like && record.decidedID != id {
            try store(decision, record, wasOnCard: false, &context)
            queue.remove(duplicatesOf: record.joke)
            // `showTranslation(_:_:)` looks through all saved jokes.
            if showTranslation { translations.addExtras([record.joke]) }
        }
        return .decided(record.joke)
    }

    /// Stores a decision about the text of a joke, with its undo step and its log event.
    ///
    /// A joke that is liked is saved itself. A dislike is about the joke that has the decision about the text, so a saved
    /// one goes to the trash as it was edited.
    private mutating func store(
        _ decision: ChangeRequest.Decision, _ record: JokeRecord, wasOnCard: Bool,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        var record = record
        // The decision about the text of the card may be that of a joke that has got another text since. A card without a
        // decision is not asked for: if the archive is damaged, its joke may not be on the card of the backup.
        if wasOnCard, record.status != .undecided,
            let stored = try context.records(.jokes([record.joke.id])).first,
            DuplicateGroup.of(stored.joke) == DuplicateGroup.of(record.joke)
        {
            (record.status, record.decidedID) = (stored.status, stored.decidedID)
        }
        let decided = try decided(record, context)
        remember(
            UndoStep(
                kind: decision == .like ? .liked : .disliked, before: try before(record, decided, context),
                wasOnCard: wasOnCard))
        // Update the stored joke, because a saved joke gets the newer text and categories. A joke that is not on the card
        // comes from the archive.
        if wasOnCard { context.writes.append(.upsertJoke(record.joke)) }
        context.hasChanged = true
        context.events.append(decision == .like ? .liked(record.joke) : .disliked(record.joke))
        let (now, isLiked) = (context.at.wall, decision == .like)
        var status = isLiked ? record.status.saved(at: now) : record.status.disliked(at: now)
        if record.status.isResult(of: decision) {
            // It changes nothing, unless the text is saved under another id. A second like teaches nothing new.
            guard isLiked, decided.joke.id != record.joke.id else { return }
        } else if settings.isTasteOn {
            status.lesson = taste.lesson(isLiked: isLiked)
        }
        if isLiked {
            takeOver(record, from: decided, status, &context)
        } else {
            setStatus(decided, status, &context)
        }
    }

    /// Returns the record of the joke that has the decision about a text as it is stored, or `record` itself if none has.
    private func decided(
        _ record: JokeRecord, _ context: InputContext
    ) throws(InputContext.Interruption) -> JokeRecord {
        guard let id = record.decidedID else { return record }
        let holder = try context.records(.jokes([id])).first
        if let holder, id != record.joke.id, !holder.isDuplicate(of: record.joke),
            let stored = try context.records(.jokes([record.joke.id])).first, stored.decidedID != id
        {
            // The source of that joke has given it another text since.
            return try decided(stored, context)
        }
        return holder ?? record
    }

    /// Returns the entries of an undo step about a joke and the one that has the decision about its text.
    private func before(
        _ record: JokeRecord, _ decided: JokeRecord, _ context: InputContext
    ) throws(InputContext.Interruption) -> [UndoStep.Before] {
        guard record.joke.id != decided.joke.id else {
            return [.init(id: record.joke.id, status: record.status)]
        }
        return [
            .init(id: record.joke.id, status: .undecided),
            .init(id: decided.joke.id, status: decided.status, isOther: true),
        ] + Self.superseded(try context.records(.successors([decided.joke.id])))
    }

    /// Returns the entries of an undo step that ends decisions that do not count.
    package static func superseded(_ successors: [JokeRecord]) -> [UndoStep.Before] {
        successors.reversed().map { .init(id: $0.joke.id, status: $0.status, isSuperseded: true) }
    }

    /// Gives a joke the decision about its text, which another one may have.
    private mutating func takeOver(
        _ record: JokeRecord, from decided: JokeRecord, _ status: JokeStatus, _ context: inout InputContext
    ) {
        guard record.joke.id != decided.joke.id else { return setStatus(record, status, &context) }
        setStatus(decided, .undecided, &context)
        setStatus(JokeRecord(joke: record.joke), status, &context)
    }

    /// Sets the decision about the text of a joke, wherever it occurs. If the text had one, the joke is the one that had
    /// it.
    ///
    /// - Parameter teaches: Whether the taste changes with it.
    mutating func setStatus(
        _ record: JokeRecord, _ status: JokeStatus, teaches: Bool = true, _ context: inout InputContext
    ) {
        savedCount += (status.isSaved ? 1 : 0) - (record.status.isSaved ? 1 : 0)
        context.setStatus(record.joke.id, status)
        if !status.isDisliked { withoutSpares = [:] }
        if teaches { taste.replace(record.status.lesson, by: status.lesson, from: record.joke) }
        card.adopt(status, of: record.joke)
        queue.adopt(status, of: record.joke)
        spares.remove(duplicatesOf: record.joke)
        if status.isDisliked {
            queue.remove(duplicatesOf: record.joke)
        } else if status.excludes(record.joke.id) {
            queue.remove(record.joke.id)
        }
        if record.joke.id.isOwn, status.isSaved { ownJokeSaved(&context) }
    }

    /// Lets the source of the user's own jokes be asked for them. Before the first one, it is off.
    mutating func ownJokeSaved(_ context: inout InputContext) {
        let name = settings.ownSource
        let wasEnabled = prefetch[name]?.isEnabled
        prefetch.update(name) { $0.mayHaveJokes = true }
        if wasEnabled == false, prefetch[name]?.isEnabled == true {
            context.events.append(.sourceEnabled(name))
        }
        prefetch.lookAgain()
    }

    mutating func remember(_ step: UndoStep) {
        undo.append(step)
        undo.removeFirst(max(0, undo.count - Self.undoDepth))
    }

    /// Undoes the newest step. If its joke was on the card, the joke returns to the card, at the end of the history. The
    /// displaced one becomes the first of the queue, unless `joke.previous` has reached it.
    mutating func undoNewest(
        _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard let step = undo.last else {
            throw .refused(.empty("There is nothing to undo."), token)
        }
        let former = card.joke.id
        undo.removeLast()
        if let forgotten = step.taste { taste.restore(forgotten) }
        let records = step.before.isEmpty ? [] : try context.records(.jokes(step.before.map(\.id)))
        try revert(step, records, &context)
        if step.kind == .imported { context.writes.append(.takenBack(step.before.map(\.id))) }
        if step.wasOnCard { try showAgain(step, records, context) }
        let named = step.jokes.count == 1 ? step.jokes.first : nil
        let undone = UndoResponse.Undone(step, text: records.first { $0.joke.id == named }?.joke.value)
        // An import has replaced the jokes of a step without any.
        if step.taste != nil || !step.before.isEmpty {
            context.hasChanged = true
            context.events.append(.undone(undone))
        }
        return .undone(undone, isCardChanged: card.joke.id != former)
    }

    /// Gives the texts of a step the decisions that they had before it, and an edited joke its former text.
    private mutating func revert(
        _ step: UndoStep, _ records: [JokeRecord], _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let known = Dictionary(records.map { ($0.joke.id, $0) }) { first, _ in first }
        let entries = step.before.filter { !$0.isSuperseded }
        let named = Set(entries.map(\.id))
        // The decisions as they are after the entries so far, by their duplicate groups.
        var now: [UInt64: (status: JokeStatus, id: Joke.ID?)] = [:]
        // The texts that had a decision. What undo takes out of the list otherwise goes to the trash, so it is not lost.
        let decided = Set(
            step.before.filter { $0.status != .undecided }.compactMap {
                ($0.joke ?? known[$0.id]?.joke).map(DuplicateGroup.of)
            })
        let goesToTrash = step.kind == .added || step.kind == .imported
        // An import has changed no taste.
        let teaches = step.kind != .imported
        let decisions = try decisions(
            afterMoves: step.before.compactMap { before in
                known[before.id].flatMap { record in before.joke.map { (record, $0) } }
            }, context)
        // A joke that has got another text from its source since has left the decision with the old one.
        let hasHolder = [.liked, .disliked, .deleted, .added].contains(step.kind)
        for before in entries {
            guard var record = known[before.id] else { continue }
            if hasHolder, record.decidedID.map(named.contains) != true { continue }
            let group = DuplicateGroup.of(record.joke)
            if let current = now[group] { (record.status, record.decidedID) = current }
            // If another joke of the step has the decision now, its entry is about it. If the text had one before an import,
            // the import gave this joke one, too.
            let isImported = step.kind == .imported && decided.contains(group)
            if let id = record.decidedID, id != before.id, named.contains(id), !isImported { continue }
            var status = before.status
            if let joke = before.joke, joke != record.joke {
                let (left, taken) = (decisions.left[group], DuplicateGroup.of(joke))
                // The source may have given an edited joke a newer text since.
                let former = step.kind == .edited ? joke.keepingSource(of: record.joke) : joke
                let current = now[taken].map { JokeRecord(joke: former, status: $0.status) }
                replace(
                    record, by: former, status, left: left, taken: current ?? decisions.taken[taken],
                    teaches: teaches, &context)
                now[group] = (left?.status ?? .undecided, left?.joke.id)
                now[taken] = (status, status == .undecided ? nil : before.id)
                // The text that it gets back may be one that another joke has the decision about.
                if status == .undecided, let holder = decisions.taken[taken], !named.contains(holder.joke.id)
                {
                    setStatus(JokeRecord(joke: holder.joke), holder.status, teaches: teaches, &context)
                    now[taken] = (holder.status, holder.joke.id)
                }
                continue
            }
            if goesToTrash, status == .undecided, record.status.isSaved, !decided.contains(group) {
                let now = context.at.wall
                status = step.kind == .imported ? .takenBack(at: now) : record.status.deleted(at: now)
            }
            setStatus(record, status, teaches: teaches, &context)
            now[group] = (status, status == .undecided ? nil : before.id)
        }
        // Decisions that did not count come back beneath the one that does, which is made the newest again.
        for before in step.before where before.isSuperseded {
            let former = entries.first { $0.id == before.id }?.joke ?? known[before.id]?.joke
            guard let former, let (status, id) = now[DuplicateGroup.of(former)], let id, id != before.id
            else {
                continue
            }
            context.setStatus(before.id, before.status)
            context.setStatus(id, status)
        }
    }

    /// Puts the joke of a step back on the card.
    private mutating func showAgain(
        _ step: UndoStep, _ records: [JokeRecord], _ context: InputContext
    ) throws(InputContext.Interruption) {
        guard let before = step.before.first, var record = records.first(where: { $0.joke.id == before.id })
        else { return }
        if record.joke.id == card.joke.id { return history.append(card.joke.id) }
        let decided = step.before.last { $0.status != .undecided && !$0.isSuperseded }
        (record.status, record.decidedID) = (decided?.status ?? .undecided, decided?.id)
        queue.remove(record.joke.id)
        if card.joke.id != .error, !card.status.excludes(card.joke.id), history.position == nil {
            queue.putBack(card)
        }
        show(record, revealed: true)
    }

    mutating func resetTaste(_ context: inout InputContext) -> ChangeResult.Value {
        guard !taste.tallies.isEmpty else { return .nothing }
        context.hasChanged = true
        remember(UndoStep(kind: .tasteReset, before: [], taste: taste.tallies))
        taste.reset()
        return .nothing
    }

    /// Returns the joke of the day. The first request of a local date chooses it, for all clients. If it was disliked
    /// since, chooses another one.
    mutating func dailyJoke(
        _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        if let daily, daily.date == context.at.date {
            let record = try context.records(.jokes([daily.joke.id])).first
            if record?.status.isDisliked != true { return .daily(daily) }
        }
        let picked = try newDailyJoke(&context)
        guard picked.id != .error else { throw .refused(.empty(picked.value), token) }
        queue.remove(picked.id)
        spares.remove(picked.id)
        let daily = DailyJoke(date: context.at.date, joke: picked)
        self.daily = daily
        context.hasChanged = true
        context.events.append(.daily(daily))
        return .daily(daily)
    }

    /// Returns the first choice of the built-in pack that the filter accepts, or without a pack the next joke.
    private mutating func newDailyJoke(_ context: inout InputContext) throws(InputContext.Interruption)
        -> Joke
    {
        var scope = fallbackScope(.init(source: Joke.starter.source))
        scope.language = settings.languages.first
        guard let choice = try context.records(.dailyJokes(context.at.date, in: scope)).first else {
            return try nextRecord(&context).joke
        }
        return settings.translation.admitted(choice.joke)
    }
}

extension JokeStatus {
    /// Returns whether this is the status after the decision, so that the decision changes nothing.
    func isResult(of decision: ChangeRequest.Decision) -> Bool {
        switch decision {
        case .like: isSaved && !isDisliked
        case .dislike: isDisliked && !isSaved
        }
    }
}
