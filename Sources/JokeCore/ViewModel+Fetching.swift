// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// A `next` that waits for a fetch.
package struct Waiting: Sendable, Hashable {
    let request: ChangeRequest
    let selection: ChangeRequest.Selection
    /// The source whose fetch may bring its joke.
    package var source: String?
    /// The sources that were not asked for it yet.
    var untried: [String]
    /// Why a source could not be asked, or failed.
    var failure: SourceError?
}

// The next joke, and where it comes from: docs/rules.md, rules 3 and 8.
extension ViewModel {
    var isShort: Bool { queue.count + prefetch.expected < settings.lowWater }

    mutating func show(_ record: Record) {
        reset()
        card = record
        translationTrouble = nil
    }

    mutating func next(
        _ selection: ChangeRequest.Selection, wait: Bool, _ request: ChangeRequest, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product? {
        if !wait {
            if selection.isAny {
                show(try nextRecord(turn))
                return .decided(nil)
            }
            if let record = queue.take(selection) {
                show(record)
                return .decided(nil)
            }
        }
        if let source = selection.source, prefetch[source]?.isEnabled != true {
            throw .refused(
                .invalid(parameter: "source", expected: "a source that is on: \(namesOn)"), request.ticket)
        }
        let names = prefetch.namesInRandomOrder(by: preference, using: &generator)
        let waiting = Waiting(
            request: request, selection: selection, untried: names.filter { (selection.source ?? $0) == $0 })
        try tryNextSource([waiting], &turn)
        return nil
    }

    /// For messages.
    var namesOn: String {
        prefetch.sources.filter(\.isEnabled).map(\.settings.name).joined(separator: ", ")
    }

    /// The queue, else the built-in pack, else the saved ones, else the error joke.
    mutating func nextRecord(_ turn: Turn) throws(Turn.Interruption) -> Record {
        if let record = queue.take() { return record }
        prefetch.hurry()
        let found = try turn.records(.fallback(count: 1, excluding: card.joke.id))
        guard var record = found.first else { return Record(joke: .error(emptinessExplained)) }
        record.joke = settings.translation.admitted(record.joke)
        return record
    }

    private var emptinessExplained: String {
        prefetch.trouble?.failure.message
            ?? "There is no joke left to show. Turn on a source in the configuration, and ask again."
    }

    mutating func refill(_ turn: inout Turn) {
        // What is owed does not count: as long as there is too little, the next source is asked, or owes its share.
        for _ in prefetch.sources where isShort {
            let room = settings.capacity - queue.count - prefetch.expected
            let missing = max(room - prefetch.owed, settings.lowWater - queue.count - prefetch.expected)
            ask(prefetch.refill(missing: missing, at: turn.at, by: preference, using: &generator), &turn)
        }
        let sure = queue.count + prefetch.expectedLocally
        if sure < max(1, settings.lowWater / 2) {
            let missing = settings.lowWater - sure
            ask(prefetch.bridge(missing: missing, at: turn.at, by: preference, using: &generator), &turn)
        }
        let left = settings.capacity - queue.count - prefetch.expected
        ask(prefetch.takeTurns(room: left, at: turn.at), &turn)
    }
}

// MARK: What a fetch came to

extension ViewModel {
    mutating func fetched(
        _ id: FetchOrder.ID, _ delivery: Delivery, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        // What comes after its time-out is too late for anything.
        guard let order = prefetch.order(id) else { return }
        let (harvest, records) = try sort(delivery, turn)
        if harvest.isAllKeptOut, delivery.shortfall == nil {
            prefetch.tally(harvest, of: order.source)
            return try end(order, .allFiltered(harvest, of: order, cost: delivery.requests), &turn)
        }
        var fresh = records
        prefetch.ended(order, harvest, cost: delivery.requests, at: turn.at)
        if !prefetch.isLocal(order.source) { online = true }
        if let shortfall = delivery.shortfall, shortfall.kind != .empty {
            prefetch.letRest(order.source, after: shortfall, at: turn.at, using: &generator)
            tell(order.source, &turn)
        }
        var (unlucky, served) = ([Waiting](), 0)
        for var waiting in takeWaiting(for: order, isDone: fresh.isEmpty) {
            guard let index = preferred(among: fresh, of: waiting.selection) else {
                waiting.failure = delivery.shortfall ?? waiting.failure
                unlucky.append(waiting)
                continue
            }
            answer(waiting, with: fresh.remove(at: index), &turn)
            served += 1
        }
        queue.append(chosen(from: fresh, for: order, served: served))
        try tryNextSource(unlucky, &turn)
    }

    mutating func fetchFailed(
        _ id: FetchOrder.ID, _ failure: SourceError, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        guard let order = prefetch.order(id) else { return }
        if !prefetch.isLocal(order.source) { online = !failure.isOffline }
        try end(order, failure, &turn)
    }

    private mutating func end(
        _ order: FetchOrder, _ failure: SourceError, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        if prefetch.failed(order, failure, at: turn.at, using: &generator) {
            // A spacing of zero makes the second attempt due at once.
            return beginFetches(&turn)
        }
        tell(order.source, &turn)
        try passOn(order, because: failure, &turn)
    }

    /// Logs the source's trouble.
    private func tell(_ source: String, _ turn: inout Turn) {
        guard let trouble = prefetch[source]?.trouble else { return }
        turn.happenings.append(.fetchFailed(source: source, trouble.shown))
    }

    mutating func timePassed(_ turn: inout Turn) throws(Turn.Interruption) {
        if let dragEnds, dragEnds <= turn.at.uptime { reset() }
        try translationTimePassed(&turn)
        for order in prefetch.overdue(at: turn.at.uptime) {
            try fetchFailed(order.id, prefetch.lateness(of: order), &turn)
        }
        beginFetches(&turn)
    }

    private mutating func beginFetches(_ turn: inout Turn) {
        ask(prefetch.begun(at: turn.at), &turn)
    }

    /// What may go into the queue: let in by the filter, not there already, never seen.
    private func sort(
        _ delivery: Delivery, _ turn: Turn
    ) throws(Turn.Interruption) -> (Harvest, [Record]) {
        var present = Set(queue.records.map(\.joke.id) + [card.joke.id, .error])
        var texts = Set((queue.records.map(\.joke) + [card.joke]).map { TextHash.of($0.value) })
        var harvest = Harvest()
        var candidates: [(place: Int, joke: Joke)] = []
        for joke in delivery.jokes.map(settings.translation.admitted) {
            if let reason = settings.filter.verdict(joke, flags: delivery.flags[joke.id] ?? []) {
                harvest.fates.append(.keptOut(reason))
                continue
            }
            if present.insert(joke.id).inserted, texts.insert(TextHash.of(joke.value)).inserted {
                candidates.append((harvest.fates.count, joke))
            }
            harvest.fates.append(.repeated)
        }
        guard !candidates.isEmpty else { return (harvest, []) }
        let fresh = try turn.records(.unseen(candidates.map(\.joke)))
        let ids = Set(fresh.map(\.joke.id))
        for candidate in candidates where ids.contains(candidate.joke.id) {
            harvest.fates[candidate.place] = .fresh
        }
        return (harvest, fresh)
    }
}

extension SourceError {
    /// Says what the filter kept out, the commonest reasons first.
    fileprivate static func allFiltered(
        _ harvest: Harvest, of order: FetchOrder, cost: Int
    ) -> SourceError {
        let counts = harvest.reasons.reduce(into: [String: Int]()) { $0[$1.text, default: 0] += 1 }
        let commonest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
        let what = harvest.fates.count == 1 ? "the joke" : "all \(harvest.fates.count) jokes"
        return SourceError(
            .filtered,
            "The filter kept out \(what) of the source '\(order.source)': \(commonest.joined(separator: ", ")).",
            requests: cost)
    }
}

// MARK: Those who wait

extension ViewModel {
    /// Those who wait for an order that ended.
    ///
    /// - Parameter isDone: whether the source has nothing of that kind for anybody now.
    private mutating func takeWaiting(for order: FetchOrder, isDone: Bool) -> [Waiting] {
        waiting.take { $0.source == order.source }.map { waiting in
            var waiting = waiting
            if isDone, waiting.selection.category == order.category {
                waiting.untried.removeAll { $0 == order.source }
            }
            return waiting
        }
    }

    /// Who waits for an order that came to nothing waits for the next source.
    mutating func passOn(
        _ order: FetchOrder, because failure: SourceError? = nil, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        let waiting = takeWaiting(for: order, isDone: true).map { waiting in
            var waiting = waiting
            waiting.failure = failure ?? waiting.failure
            return waiting
        }
        try tryNextSource(waiting, &turn)
    }

    /// Lets each wait for the next source that it has not tried yet; without one, its wait is over.
    private mutating func tryNextSource(_ unlucky: [Waiting], _ turn: inout Turn) throws(Turn.Interruption) {
        for var waiting in unlucky {
            guard let source = nextSource(for: &waiting, turn) else {
                try giveUp(waiting, &turn)
                continue
            }
            waiting.source = source
            // What is on its way may fit, and does not count as a try: it was ordered for somebody else.
            if prefetch.order(inFlightFrom: source) == nil {
                let category = waiting.selection.category
                let alike = unlucky.count { $0.selection.category == category }
                let order = prefetch.place(source, count: alike, category: category, at: turn.at)
                if let order { ask([order], &turn) }
                waiting.untried.removeFirst()
            }
            self.waiting.append(waiting)
        }
    }

    /// The first one that is on and may be asked at all.
    private func nextSource(for waiting: inout Waiting, _ turn: Turn) -> String? {
        while let source = waiting.untried.first {
            guard prefetch[source]?.isEnabled == true else {
                waiting.untried.removeFirst()
                continue
            }
            if prefetch.order(inFlightFrom: source) != nil { return source }
            guard let obstacle = prefetch.obstacle(to: source, at: turn.at) else { return source }
            waiting.failure = waiting.failure ?? obstacle
            waiting.untried.removeFirst()
        }
        return nil
    }

    private mutating func answer(_ waiting: Waiting, with record: Record, _ turn: inout Turn) {
        if let stale = staleness(waiting.request.ifJoke) {
            queue.putBack(record)
            return refuse(waiting, stale, &turn)
        }
        show(record)
        publish(cause: waiting.request.ticket.cause, &turn)
        reply(.decided(nil), to: waiting.request.ticket, &turn)
    }

    /// No source had one: something is shown all the same, unless a certain kind was asked for.
    private mutating func giveUp(_ waiting: Waiting, _ turn: inout Turn) throws(Turn.Interruption) {
        if let stale = staleness(waiting.request.ifJoke) { return refuse(waiting, stale, &turn) }
        if let failure = waiting.failure, archiveTrouble != nil || !waiting.selection.isAny {
            // While nothing can be written, another card could not be kept, and trying again would have no end.
            return refuse(waiting, .fetchFailed(failure), &turn)
        }
        guard waiting.selection.isAny else {
            return refuse(waiting, .empty("No source that is on has an unseen joke of that kind."), &turn)
        }
        answer(waiting, with: try nextRecord(turn), &turn)
    }

    private func refuse(_ waiting: Waiting, _ refusal: Refusal, _ turn: inout Turn) {
        turn.effects.append(.reply(waiting.request.ticket, .failure(refusal)))
    }
}
