// SPDX-License-Identifier: MIT
import JokeWire

/// A `next` that waits for a fetch.
struct Waiting: Sendable, Hashable {
    let request: ChangeRequest
    let selection: ChangeRequest.Selection
    /// The source whose fetch may bring its joke.
    var source: String?
    /// The sources that were not asked for it yet.
    var untried: [String]
}

// The next joke, and where it comes from: behaviour rules 3 and 8.
extension ViewModel {
    var isShort: Bool { queue.count + prefetch.expected < settings.lowWater }

    mutating func show(_ record: Record) {
        reset()
        card = record
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
        if let source = selection.source, !settings.sources.contains(where: { $0.name == source }) {
            let known = settings.sources.map(\.name).joined(separator: ", ")
            throw .refused(
                .invalid(parameter: "source", expected: "a source that is on: \(known)"), request.ticket)
        }
        let names = prefetch.namesInRandomOrder(using: &generator)
        let waiting = Waiting(
            request: request, selection: selection, untried: names.filter { (selection.source ?? $0) == $0 })
        try tryNextSource([waiting], after: nil, &turn)
        return nil
    }

    /// The queue, else the built-in pack, else the saved ones, else the error joke.
    mutating func nextRecord(_ turn: Turn) throws(Turn.Interruption) -> Record {
        if let record = queue.take() { return record }
        let found = try turn.records(.fallback(count: 1, excluding: card.joke.id))
        return found.first ?? Record(joke: .error(emptinessExplained))
    }

    private var emptinessExplained: String {
        prefetch.trouble?.failure.message
            ?? "There is no joke left to show. Turn on a source in the configuration, and ask again."
    }

    mutating func refill(_ turn: inout Turn) {
        guard isShort else { return }
        let missing = settings.capacity - queue.count - prefetch.expected
        turn.effects += prefetch.refill(missing: missing, at: turn.at.uptime, using: &generator)
            .map(Effect.fetch)
    }
}

// MARK: What a fetch came to

extension ViewModel {
    mutating func fetched(
        _ id: FetchOrder.ID, _ delivery: Delivery, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        // What comes after its time-out is too late for anything.
        guard let order = prefetch.order(id) else { return }
        var fresh = try unseen(among: delivery.jokes, turn)
        prefetch.succeeded(order, delivering: fresh.count, at: turn.at.uptime)
        if !prefetch.isLocal(order.source) { online = true }
        var unlucky: [Waiting] = []
        for waiting in takeWaiting(for: order, isDone: fresh.isEmpty) {
            guard let index = fresh.firstIndex(where: { waiting.selection.admits($0.joke) }) else {
                unlucky.append(waiting)
                continue
            }
            answer(waiting, with: fresh.remove(at: index), &turn)
        }
        queue.append(fresh)
        try tryNextSource(unlucky, after: nil, &turn)
    }

    mutating func fetchFailed(
        _ id: FetchOrder.ID, _ failure: FetchFailure, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        guard let order = prefetch.order(id) else { return }
        if !prefetch.isLocal(order.source) { online = !failure.isOffline }
        if prefetch.failed(order, failure, at: turn.at, using: &generator) {
            // A spacing of zero makes the second attempt due at once.
            return repeatFetches(&turn)
        }
        if let trouble = prefetch.trouble(of: order.source) {
            turn.happenings.append(.fetchFailed(source: order.source, trouble.shown))
        }
        try tryNextSource(takeWaiting(for: order, isDone: true), after: failure, &turn)
    }

    mutating func timePassed(_ turn: inout Turn) throws(Turn.Interruption) {
        if let dragEnds, dragEnds <= turn.at.uptime { reset() }
        for order in prefetch.overdue(at: turn.at.uptime) {
            let failure = FetchFailure(.timedOut, "The source '\(order.source)' did not answer in time.")
            try fetchFailed(order.id, failure, &turn)
        }
        repeatFetches(&turn)
    }

    private mutating func repeatFetches(_ turn: inout Turn) {
        turn.effects += prefetch.retries(at: turn.at.uptime).map(Effect.fetch)
    }

    /// What may go into the queue: let in by the filter, not there already, never seen.
    private func unseen(among jokes: [Joke], _ turn: Turn) throws(Turn.Interruption) -> [Record] {
        var present = Set(queue.records.map(\.joke.id) + [card.joke.id])
        var texts = Set((queue.records.map(\.joke) + [card.joke]).map { TextHash.of($0.value) })
        let candidates = jokes.filter { joke in
            settings.filter.admits(joke) && joke.id != .error
                && present.insert(joke.id).inserted && texts.insert(TextHash.of(joke.value)).inserted
        }
        return candidates.isEmpty ? [] : try turn.records(.unseen(candidates))
    }
}

// MARK: Those who wait

extension ViewModel {
    /// Those who wait for an order that ended.
    ///
    /// - Parameter isDone: whether the source has nothing of that kind for anybody now.
    private mutating func takeWaiting(for order: FetchOrder, isDone: Bool) -> [Waiting] {
        let taken = waiting.filter { $0.source == order.source }
        waiting.removeAll { $0.source == order.source }
        return taken.map { waiting in
            var waiting = waiting
            if isDone, waiting.selection.category == order.category {
                waiting.untried.removeAll { $0 == order.source }
            }
            return waiting
        }
    }

    /// Lets each wait for the next source that it has not tried yet; without one, its wait is over.
    private mutating func tryNextSource(
        _ unlucky: [Waiting], after failure: FetchFailure?, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        for var waiting in unlucky {
            guard let source = waiting.untried.first else {
                try giveUp(waiting, after: failure, &turn)
                continue
            }
            waiting.source = source
            // What is on its way may fit, and does not count as a try: it was ordered for somebody else.
            if prefetch.order(inFlightFrom: source) == nil {
                let category = waiting.selection.category
                let alike = unlucky.count { $0.selection.category == category }
                let order = prefetch.place(source, count: alike, category: category, at: turn.at.uptime)
                turn.effects.append(.fetch(order))
                waiting.untried.removeFirst()
            }
            self.waiting.append(waiting)
        }
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
    private mutating func giveUp(
        _ waiting: Waiting, after failure: FetchFailure?, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        if let stale = staleness(waiting.request.ifJoke) { return refuse(waiting, stale, &turn) }
        if let failure, archiveTrouble != nil || !waiting.selection.isAny {
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
