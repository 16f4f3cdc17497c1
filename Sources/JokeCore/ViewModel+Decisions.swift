// SPDX-License-Identifier: MIT
import JokeWire

// Like, dislike, undo and the joke of the day: docs/rules.md, rules 2, 4, 9 and 10.
extension ViewModel {
    /// The number of decisions, deletions, restorations, additions and edits that can be undone.
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
        if let known, known.status.isSaved {
            return .added(known.joke, rejection: rejection(of: known.joke))
        }
        guard let record = try context.records(.joke(joke)).first else { return .decided(nil) }
        remember(
            UndoStep(
                kind: .added, before: [.init(id: joke.id, status: record.status)], wasOnCard: false))
        try replace(record, by: joke, record.status.saved(at: context.at.wall), &context)
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
            ? nil : "the source '\(source)' is disabled; `jokectl sources enable \(source)` enables it"
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
        let decided = card
        backgroundColor = decision == .like ? .green : .red
        decisionState = decision == .like ? .liked : .disliked
        dragEnds = nil
        if decided.joke.id != .error { store(decision, decided, wasOnCard: true, &context) }
        publish(cause: token.cause, &context)
        try showNext(&context)
        // The archive chose the jokes before the decision.
        if decided.joke.id != .error, card.isDuplicate(of: decided.joke, in: DuplicateGroup.of(decided.joke))
        {
            card.isListed = decision == .like
        }
        spares.remove(duplicatesOf: decided.joke)
        return .decided(decided.joke.id == .error ? nil : decided.joke)
    }

    /// Decides about a joke that is not on the card, such as the one of yesterday's desktop notification. The card
    /// stays.
    private mutating func decideElsewhere(
        _ decision: ChangeRequest.Decision, _ id: Joke.ID, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard let record = try context.records(.jokes([id])).first else {
            throw .refused(.unknownJoke(id.rawValue), token)
        }
        // A later decision about a duplicate may be the opposite.
        if !record.status.isResult(of: decision) || record.isListed != (decision == .like) {
            store(decision, record, wasOnCard: false, &context)
            queue.remove(id)
            // `showTranslation(_:_:)` looks through all saved jokes.
            if showTranslation { translations.addExtras([record.joke]) }
        }
        return .decided(record.joke)
    }

    /// Stores a decision about a joke, with its undo step and its log event.
    private mutating func store(
        _ decision: ChangeRequest.Decision, _ record: JokeRecord, wasOnCard: Bool,
        _ context: inout InputContext
    ) {
        let now = context.at.wall
        let status =
            decision == .like
            ? record.status.saved(at: now)
            : record.status.disliked(at: now, isListed: record.isListed)
        remember(
            UndoStep(
                kind: decision == .like ? .liked : .disliked,
                before: [.init(id: record.joke.id, status: record.status)], wasOnCard: wasOnCard))
        // Update the stored joke, because a saved joke gets the newer text and categories. A joke that is not on the card
        // comes from the archive.
        if wasOnCard { context.writes.append(.upsertJoke(record.joke)) }
        setStatus(record, status, &context)
        // If a saved joke is shown again because no other is left, a second like teaches nothing new.
        if settings.isTasteOn, !record.status.isResult(of: decision) {
            taste.learn(
                isLiked: decision == .like, from: record.joke,
                isReversal: record.status.isResult(of: decision.opposite))
        }
        context.events.append(decision == .like ? .liked(record.joke) : .disliked(record.joke))
    }

    /// Sets the status of a joke wherever it occurs. As the newest decision it holds for the whole duplicate group.
    ///
    /// - Parameter hasSavedDuplicate: Whether the saved list has the text under another id. It counts if `status` is
    ///   undecided.
    mutating func setStatus(
        _ record: JokeRecord, _ status: JokeStatus, hasSavedDuplicate: Bool = false,
        _ context: inout InputContext
    ) {
        let isListed = status == .undecided ? hasSavedDuplicate : status.isSaved
        savedCount += (isListed ? 1 : 0) - (record.isListed ? 1 : 0)
        context.setStatus(record.joke.id, status)
        card.adopt(status, of: record.joke, isListed: isListed)
        queue.adopt(status, of: record.joke, isListed: isListed)
        spares.remove(duplicatesOf: record.joke)
        if status.excludes(record.joke.id) { queue.remove(record.joke.id) }
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
        undo.removeLast()
        // An import has replaced its jokes.
        guard !step.before.isEmpty else { return .undone(step) }
        let records = try context.records(.jokes(step.before.map(\.id)))
        if let before = step.before.first, let joke = before.joke {
            if let record = records.first {
                try replace(record, by: joke.keepingSource(of: record.joke), before.status, &context)
            }
        } else {
            try restoreStatuses(of: records, before: step, &context)
        }
        context.hasChanged = true
        context.events.append(.undone(step))
        return .undone(step)
    }

    /// Gives the jokes the statuses that they had before the step. A joke that was on the card returns to it.
    private mutating func restoreStatuses(
        of records: [JokeRecord], before step: UndoStep, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let statuses = Dictionary(step.before.map { ($0.id, $0.status) }) { first, _ in first }
        let isListed = try setStatuses(of: records, &context) { statuses[$0.joke.id] ?? $0.status }
        for record in records {
            unlearn(step.kind, record.joke, before: statuses[record.joke.id] ?? record.status)
        }
        if step.wasOnCard, let before = step.before.first, let record = records.first {
            if record.joke.id == card.joke.id {
                history.append(card.joke.id)
            } else {
                queue.remove(record.joke.id)
                if card.joke.id != .error, !card.status.excludes(card.joke.id), history.position == nil {
                    queue.putBack(card)
                }
                show(
                    JokeRecord(
                        joke: record.joke, status: before.status,
                        isListed: isListed[DuplicateGroup.of(record.joke)]), revealed: true)
            }
        }
    }

    /// Sets the statuses of several jokes. Some may be duplicates of others. Returns whether the saved list has each
    /// duplicate group now.
    @discardableResult
    mutating func setStatuses(
        of records: [JokeRecord], _ context: inout InputContext, to status: (JokeRecord) -> JokeStatus
    ) throws(InputContext.Interruption) -> [UInt64: Bool] {
        let undecided = records.filter { status($0) == .undecided }.map(\.joke.id)
        let duplicates =
            undecided.isEmpty ? [] : Set(try context.records(.savedDuplicates(undecided)).map(\.joke.id))
        var isListed: [UInt64: Bool] = [:]
        for var record in records {
            let (status, group) = (status(record), DuplicateGroup.of(record.joke))
            record.isListed = isListed[group] ?? record.isListed
            let hasSavedDuplicate =
                duplicates.contains(record.joke.id) || record.isListed && !record.status.isSaved
            setStatus(record, status, hasSavedDuplicate: hasSavedDuplicate, &context)
            isListed[group] = status == .undecided ? hasSavedDuplicate : status.isSaved
        }
        return isListed
    }

    /// Removes a decision that is undone from the taste. The one that it had reversed counts again.
    private mutating func unlearn(_ kind: UndoStep.Kind, _ joke: Joke, before: JokeStatus) {
        let decision: ChangeRequest.Decision
        switch kind {
        case .liked: decision = .like
        case .disliked: decision = .dislike
        case .restored:
            if settings.isTasteOn, before.isResult(of: .dislike) { taste.learn(isLiked: false, from: joke) }
            return
        case .deleted, .added, .edited: return
        }
        guard settings.isTasteOn, !before.isResult(of: decision) else { return }
        taste.unlearn(isLiked: decision == .like, from: joke)
        if before.isResult(of: decision.opposite) { taste.learn(isLiked: decision != .like, from: joke) }
    }

    mutating func resetTaste(_ context: inout InputContext) -> ChangeResult.Value {
        context.hasChanged = !taste.tallies.isEmpty
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
        let scope = fallbackScope(.init(source: Joke.starter.source))
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

extension ChangeRequest.Decision {
    fileprivate var opposite: Self { self == .like ? .dislike : .like }
}
