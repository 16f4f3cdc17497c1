// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// A request for a page that is on its way.
package struct PageWaiting: Sendable, Hashable {
    let ticket: Ticket
    package let feed: FeedKey
}

// Browsing page by page: behaviour, The feed. A page counts only once it is kept; a failure leaves the place.
extension ViewModel {
    /// A page that is kept is answered at once; the one behind the newest is fetched.
    mutating func browse(
        _ key: FeedKey, page: Int, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product? {
        try expectPages(of: key, ticket)
        feeds.use(key)
        let record = feeds[key]?.record ?? FeedRecord(key: key)
        if page <= record.page {
            let records = try turn.records(.feedPage(key, page: page))
            translations.look(at: records.map(\.joke))
            return .feed(view(of: record, page: page, records))
        }
        // Nothing is kept of a feed that was empty: it is looked into again.
        guard record.hasMore || record.page == 0 else {
            return .feed(view(of: record, page: page, []))
        }
        guard page == record.page + 1 else {
            let expected = "1 to \(record.page + 1), as pages come one after the other"
            throw .refused(.invalid(parameter: "page", expected: expected), ticket)
        }
        if prefetch.page(inFlightTo: key) == nil { try order(page, of: key, ticket, &turn) }
        pageWaiting.append(PageWaiting(ticket: ticket, feed: key))
        return nil
    }

    private func expectPages(of key: FeedKey, _ ticket: Ticket) throws(Turn.Interruption) {
        let browsable = prefetch.sources.filter { $0.isEnabled && $0.settings.hasPages }.map(\.settings.name)
        if browsable.contains(key.source) {
            guard (key.query ?? "").utf8.count > Limits.feedQuery else { return }
            let expected = "at most \(Limits.feedQuery) bytes"
            throw .refused(.invalid(parameter: "query", expected: expected), ticket)
        }
        let known = browsable.joined(separator: ", ")
        guard settings.sources.contains(where: { $0.name == key.source && !$0.hasPages }) else {
            let expected =
                browsable.isEmpty ? "a source with pages; none is on" : "a source with pages: \(known)"
            throw .refused(.invalid(parameter: "source", expected: expected), ticket)
        }
        let others = browsable.isEmpty ? ", and no source that is on has any" : "; these have: \(known)"
        throw .refused(.unsupported("The source '\(key.source)' has no pages\(others)."), ticket)
    }

    private mutating func order(
        _ page: Int, of key: FeedKey, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        if let obstacle = prefetch.obstacle(to: key.source, at: turn.at) {
            throw .refused(.fetchFailed(obstacle), ticket)
        }
        if feeds[key] == nil {
            if feeds.isFull { try makeRoom(ticket, &turn) }
            feeds.add(FeedRecord(key: key))
        }
        prefetch.placePage(page, of: key)
        feeds.update(key) { $0.error = nil }
        tell(key, cause: ticket.cause, &turn)
    }

    private mutating func makeRoom(_ ticket: Ticket, _ turn: inout Turn) throws(Turn.Interruption) {
        let prefetch = prefetch
        guard let gone = feeds.dropOldest(where: { prefetch.page(inFlightTo: $0) == nil }) else {
            throw .refused(
                .busy("All \(Limits.feeds) feeds are loading; wait until one of them is done."), ticket)
        }
        if gone.page > 0 { turn.writes.append(.forgetFeed(gone.key)) }
    }

}

// MARK: What a page came to

extension ViewModel {
    mutating func pageFetched(
        _ id: FetchOrder.ID, _ page: FeedPage, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        // What comes after its time-out is too late.
        guard case .page(let order) = prefetch.sideOrder(id), var record = feeds[order.feed]?.record else {
            return
        }
        // One that came in part would be kept so.
        if var shortfall = page.delivery.shortfall, shortfall.kind != .empty {
            shortfall.requests = page.delivery.requests
            return try sideOrderFailed(id, shortfall, &turn)
        }
        let jokes = admitted(page.delivery, of: order.feed.source)
        let known = jokes.isEmpty ? [] : try turn.records(.jokes(jokes.map(\.id)))
        let records = jokes.map { joke in known.first { $0.joke.id == joke.id } ?? Record(joke: joke) }
        if !prefetch.isLocal(order.feed.source) { online = true }
        if page.delivery.jokes.isEmpty {
            record.hasMore = false
        } else {
            record.page = order.page
            record.hasMore = page.hasMore && order.page < Limits.feedPages
            record.total = page.total
            // What is known already may be saved, and have a translation.
            turn.writes += records.filter { !known.contains($0) }.map { .know($0.joke) }
            translations.look(at: records.map(\.joke))
        }
        if record.page > 0 { turn.writes.append(.feed(record)) }
        if record.page == order.page {
            turn.writes.append(.feedPage(order.feed, page: order.page, jokes.map(\.id)))
        }
        feeds.update(order.feed) { $0.record = record }
        prefetch.end(.page(order), cost: page.delivery.requests)
        tell(order.feed, cause: nil, &turn)
        publish(cause: nil, &turn)
        for waiting in pageWaiting.take(where: { $0.feed == order.feed }) {
            reply(.feed(view(of: record, page: order.page, records)), to: waiting.ticket, &turn)
        }
    }

    mutating func end(
        page order: FeedOrder, _ failure: SourceError, cause: Cause?, _ turn: inout Turn
    ) {
        feeds.update(order.feed) { $0.error = failure.shown(retryAt: failure.retryAt) }
        prefetch.end(.page(order), cost: failure.requests)
        tell(order.feed, cause: cause, &turn)
        for waiting in pageWaiting.take(where: { $0.feed == order.feed }) {
            turn.effects.append(.reply(waiting.ticket, .failure(.fetchFailed(failure))))
        }
    }

    /// In the order in which the source has them, each once.
    private mutating func admitted(_ delivery: Delivery, of source: String) -> [Joke] {
        var ids: Set<Joke.ID> = [.error]
        var kept: [Joke] = []
        var harvest = Harvest()
        for joke in delivery.jokes {
            if let reason = settings.filter.verdict(joke, flags: delivery.flags[joke.id] ?? []) {
                harvest.fates.append(.keptOut(reason))
            } else if ids.insert(joke.id).inserted {
                kept.append(joke)
            }
        }
        prefetch.tally(harvest, of: source)
        return kept
    }

    /// What the user has disliked is not shown.
    private func view(of record: FeedRecord, page: Int, _ records: [Record]) -> FeedPageView {
        FeedPageView(
            feed: record, page: page, items: records.filter { !$0.standing.isBuried }.map(\.joke),
            isLoading: prefetch.page(inFlightTo: record.key) != nil)
    }

    /// Numbers how the feed stands, and tells it.
    private mutating func tell(_ key: FeedKey, cause: Cause?, _ turn: inout Turn) {
        guard let feed = feeds[key] else { return }
        let publication = FeedPublication(
            sequence: nextSequence(), record: feed.record,
            isLoading: prefetch.page(inFlightTo: key) != nil, error: feed.error, cause: cause)
        feeds.update(key) { $0.publication = publication }
        turn.hasChanged = true
        turn.effects.append(.publishFeed(publication))
    }
}
