// SPDX-License-Identifier: MIT
import JokeWire

// Like, dislike, undo and the joke of the day: docs/rules.md, rules 2, 4, 9 and 10.
extension ViewModel {
    /// How many decisions and deletions can be taken back.
    package static let undoDepth = 20

    mutating func decide(
        _ decision: ChangeRequest.Decision, _ reference: ChangeRequest.Reference, _ ticket: Ticket,
        _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let id = try id(of: reference, ticket, turn)
        if id == card.joke.id { return try decideCard(decision, ticket, &turn) }
        return try decideElsewhere(decision, id, ticket, &turn)
    }

    /// Which joke a request means; one that nobody knows is not found out here.
    func id(
        of reference: ChangeRequest.Reference, _ ticket: Ticket, _ turn: Turn
    ) throws(Turn.Interruption) -> Joke.ID {
        switch reference {
        case .card: return card.joke.id
        case .joke(let id): return id
        case .daily:
            guard let daily, daily.date == turn.at.date else {
                throw .refused(
                    .empty("There is no joke of the day yet; ask for it first (daily.get)."), ticket)
            }
            return daily.joke.id
        }
    }

    /// Two changes in one transaction: the decision is seen, then the next joke comes.
    mutating func decideCard(
        _ decision: ChangeRequest.Decision, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        let decided = card
        backgroundColor = decision == .like ? .green : .red
        decisionState = decision == .like ? .liked : .disliked
        dragEnds = nil
        if decided.joke.id != .error { settle(decision, decided, wasOnCard: true, &turn) }
        publish(cause: ticket.cause, &turn)
        show(try nextRecord(turn))
        return .decided(decided.joke.id == .error ? nil : decided.joke)
    }

    /// A joke that is not on the card: yesterday's notification. The card stays.
    private mutating func decideElsewhere(
        _ decision: ChangeRequest.Decision, _ id: Joke.ID, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        guard let record = try turn.records(.jokes([id])).first else {
            throw .refused(.unknownJoke(id.rawValue), ticket)
        }
        if !record.standing.isSettled(decision) {
            settle(decision, record, wasOnCard: false, &turn)
            queue.remove(id)
            translations.look(at: [record.joke])
        }
        return .decided(record.joke)
    }

    /// Saves or buries, so that it can be taken back.
    private mutating func settle(
        _ decision: ChangeRequest.Decision, _ record: Record, wasOnCard: Bool, _ turn: inout Turn
    ) {
        let now = turn.at.wall
        let standing =
            decision == .like
            ? record.standing.saved(at: now)
            : record.standing.buried(at: now, isListed: record.isListed)
        remember(
            UndoStep(
                kind: decision == .like ? .liked : .disliked,
                before: [.init(id: record.joke.id, standing: record.standing)], wasOnCard: wasOnCard))
        // An upsert by id: what is saved already gets its text and categories updated.
        turn.writes.append(.know(record.joke))
        stand(record, standing, &turn)
        // A saved joke that comes again, because nothing else is left, and is liked again teaches nothing new.
        if settings.isTasteOn, !record.standing.isSettled(decision) {
            taste.learn(isLiked: decision == .like, from: record.joke)
        }
        turn.happenings.append(decision == .like ? .liked(record.joke) : .disliked(record.joke))
    }

    /// Gives a joke another standing, wherever it is. As the newest one it holds for all jokes of its text.
    ///
    /// - Parameter hasSavedTwin: what is listed of its text where it goes back to undecided.
    mutating func stand(
        _ record: Record, _ standing: Standing, hasSavedTwin: Bool = false, _ turn: inout Turn
    ) {
        let isListed = standing == .undecided ? hasSavedTwin : standing.isSaved
        savedCount += (isListed ? 1 : 0) - (record.isListed ? 1 : 0)
        turn.stand(record.joke.id, standing)
        card.adopt(standing, of: record.joke, isListed: isListed)
        queue.adopt(standing, of: record.joke, isListed: isListed)
        if standing.isBuried { queue.remove(record.joke.id) }
    }

    mutating func remember(_ step: UndoStep) {
        undo.append(step)
        undo.removeFirst(max(0, undo.count - Self.undoDepth))
    }

    mutating func undoNewest(
        _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        guard let step = undo.last else {
            throw .refused(.empty("There is nothing to undo."), ticket)
        }
        let records = try turn.records(.jokes(step.before.map(\.id)))
        let twins = try savedTwins(of: step, turn)
        undo.removeLast()
        let standings = Dictionary(step.before.map { ($0.id, $0) }) { first, _ in first }
        for record in records {
            guard let before = standings[record.joke.id] else { continue }
            stand(record, before.standing, hasSavedTwin: twins.contains(before.id), &turn)
            unlearn(step.kind, record.joke, before: before.standing)
        }
        if step.wasOnCard, let before = step.before.first, let record = records.first,
            record.joke.id != card.joke.id
        {
            queue.remove(record.joke.id)
            if card.joke.id != .error, !card.standing.isBuried { queue.putBack(card) }
            let isListed = before.standing == .undecided ? twins.contains(before.id) : nil
            show(Record(joke: record.joke, standing: before.standing, isListed: isListed))
        }
        turn.hasChanged = true
        turn.happenings.append(.undone(step))
        return .undone(step)
    }

    /// Those that go back to undecided and whose text is listed all the same.
    private func savedTwins(of step: UndoStep, _ turn: Turn) throws(Turn.Interruption) -> Set<Joke.ID> {
        let undecided = step.before.filter { $0.standing == .undecided }.map(\.id)
        guard !undecided.isEmpty else { return [] }
        return Set(try turn.records(.withSavedTwin(undecided)).map(\.joke.id))
    }

    private mutating func unlearn(_ kind: UndoStep.Kind, _ joke: Joke, before: Standing) {
        let decision: ChangeRequest.Decision
        switch kind {
        case .liked: decision = .like
        case .disliked: decision = .dislike
        case .deleted, .restored: return
        }
        guard settings.isTasteOn, !before.isSettled(decision) else { return }
        taste.unlearn(isLiked: decision == .like, from: joke)
    }

    mutating func resetTaste(_ turn: inout Turn) -> Outcome.Product {
        turn.hasChanged = !taste.isEmpty
        taste.reset()
        return .nothing
    }

    /// Picked when first asked for on a local date, and the same for everybody from then on.
    mutating func dailyJoke(
        _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        if let daily, daily.date == turn.at.date { return .daily(daily) }
        let picked = try nextRecord(turn).joke
        guard picked.id != .error else { throw .refused(.empty(picked.value), ticket) }
        let daily = Daily(date: turn.at.date, joke: picked)
        self.daily = daily
        turn.hasChanged = true
        turn.happenings.append(.daily(daily))
        return .daily(daily)
    }
}

extension Standing {
    /// Whether this is what the decision leads to, so that it changes nothing.
    fileprivate func isSettled(_ decision: ChangeRequest.Decision) -> Bool {
        switch decision {
        case .like: isSaved && !isBuried
        case .dislike: isBuried && !isSaved
        }
    }
}
