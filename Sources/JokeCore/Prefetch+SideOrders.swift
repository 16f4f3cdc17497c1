// SPDX-License-Identifier: MIT

/// A page that was asked for and has not come.
struct PageFlight: Sendable, Hashable {
    let order: FeedOrder
    /// When it has taken too long; nil while it waits until its source may be asked.
    var until: Duration?
}

// Pages are asked for explicitly, so they go before what is fetched ahead of need: a source that is to bring one is
// not refilled from. They heed the same manners: one request at a time, spaced, and within the budget.
extension Prefetch {
    func page(inFlightTo feed: FeedKey) -> FeedOrder? {
        pageFlights.first { $0.order.feed == feed }?.order
    }

    func page(_ id: FetchOrder.ID) -> FeedOrder? { pageFlights.first { $0.order.id == id }?.order }

    /// Those that are to come from a source, begun or not.
    func pages(from source: String) -> [FeedOrder] {
        pageFlights.map(\.order).filter { $0.feed.source == source }
    }

    /// It is begun by `begunPages`. Its request is set aside from now on.
    mutating func placePage(_ page: Int, of feed: FeedKey) {
        pageFlights.append(PageFlight(order: FeedOrder(id: newID(), feed: feed, page: page)))
        update(feed.source) { $0.reserve(1) }
    }

    /// - Parameter cost: how many requests it took; one that was not begun took none.
    mutating func endPage(_ order: FeedOrder, cost: Int) {
        guard let index = pageFlights.firstIndex(where: { $0.order.id == order.id }) else { return }
        let cost = pageFlights[index].until == nil ? 0 : cost
        pageFlights.remove(at: index)
        update(order.feed.source) { $0.settle(reserved: 1, cost: cost) }
    }

    /// Those whose source may be asked now, in the order in which they were asked for.
    mutating func begunPages(at now: Moment) -> [FeedOrder] {
        var orders: [FeedOrder] = []
        for index in pageFlights.indices where pageFlights[index].until == nil {
            let order = pageFlights[index].order
            guard isIdle(order.feed.source), spacedTime(of: order.feed.source) <= now.uptime else { continue }
            pageFlights[index].until = now.uptime + Self.timeout
            note(requestTo: order.feed.source, at: now)
            orders.append(order)
        }
        return orders
    }

    /// Those that are not begun, and not to be: their source has asked to be left alone since they were asked for.
    func barredPages(at now: Moment) -> [(order: FeedOrder, bar: FetchFailure)] {
        pageFlights.filter { $0.until == nil }.compactMap { flight in
            bar(of: flight.order.feed.source, at: now).map { (flight.order, $0) }
        }
    }

    func overduePages(at now: Duration) -> [FeedOrder] {
        pageFlights.filter { $0.until.map { $0 <= now } ?? false }.map(\.order)
    }

    /// When a page has taken too long, or can be begun.
    var pageDeadline: Duration? {
        pageFlights.compactMap { flight in
            if let until = flight.until { return until }
            // The end of what the source is doing is an input of its own.
            let source = flight.order.feed.source
            return isIdle(source) ? spacedTime(of: source) : nil
        }.min()
    }

    /// Whether the source is bringing a page now.
    func isBringingPage(_ source: String) -> Bool {
        pageFlights.contains { $0.order.feed.source == source && $0.until != nil }
    }

    /// An order that waited for a page's end, and is not to begin after it.
    mutating func withdraw(orderNotBegunFrom source: String) -> FetchOrder? {
        guard let index = inFlight.firstIndex(where: { $0.order.source == source }),
            case .waitingForFirst = inFlight[index].attempt
        else { return nil }
        let order = inFlight.remove(at: index).order
        update(source) { $0.settle(reserved: order.count, cost: 0) }
        return order
    }

    private func isIdle(_ source: String) -> Bool {
        order(inFlightFrom: source) == nil && !isBringingPage(source)
    }

    /// When the next request to the source may begin, as far apart as it wants them.
    private func spacedTime(of source: String) -> Duration { self[source]?.spacedFrom?.uptime ?? .zero }

    private mutating func note(requestTo source: String, at now: Moment) {
        update(source) { $0.askedAt = now.after(.zero) }
    }
}
