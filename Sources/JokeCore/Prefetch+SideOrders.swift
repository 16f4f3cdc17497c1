// SPDX-License-Identifier: MIT
import JokeFetchProtocol

/// What a source is asked besides jokes for the queue: because somebody wants to know it now.
enum SideOrder: Sendable, Hashable {
    case page(FeedOrder)
    case categories(CategoryOrder)

    var id: FetchOrder.ID {
        switch self {
        case .page(let order): order.id
        case .categories(let order): order.id
        }
    }

    /// The configured name.
    var source: String {
        switch self {
        case .page(let order): order.feed.source
        case .categories(let order): order.source
        }
    }
}

/// A side order that was given and has not ended.
struct SideFlight: Sendable, Hashable {
    let order: SideOrder
    /// When it has taken too long; nil while it waits until its source may be asked.
    var until: Duration?
}

// Somebody asked for them, so they go before what is fetched ahead of need: a source that has one is not refilled from.
// They heed the same manners: one request at a time, spaced, and within the budget.
extension Prefetch {
    package func page(inFlightTo feed: FeedKey) -> FeedOrder? {
        sideFlights.lazy.compactMap { flight -> FeedOrder? in
            if case .page(let order) = flight.order, order.feed == feed { order } else { nil }
        }.first
    }

    func isAskedForCategories(_ source: String) -> Bool {
        sideFlights.contains { flight in
            if case .categories(let order) = flight.order { order.source == source } else { false }
        }
    }

    func sideOrder(_ id: FetchOrder.ID) -> SideOrder? { sideFlights.first { $0.order.id == id }?.order }

    /// Those that a source has, begun or not.
    func sideOrders(to source: String) -> [SideOrder] {
        sideFlights.map(\.order).filter { $0.source == source }
    }

    mutating func placePage(_ page: Int, of feed: FeedKey) {
        place(.page(FeedOrder(id: newID(), feed: feed, page: page)))
    }

    mutating func placeCategories(of source: String) {
        place(.categories(CategoryOrder(id: newID(), source: source)))
    }

    /// It is begun by `begunSideOrders`. Its request is set aside from now on.
    private mutating func place(_ order: SideOrder) {
        sideFlights.append(SideFlight(order: order))
        update(order.source) { $0.reserve(1) }
    }

    /// - Parameter cost: how many requests it took; one that was not begun took none.
    mutating func end(_ order: SideOrder, cost: Int) {
        guard let index = sideFlights.firstIndex(where: { $0.order.id == order.id }) else { return }
        let cost = sideFlights[index].until == nil ? 0 : cost
        sideFlights.remove(at: index)
        update(order.source) { $0.settle(reserved: 1, cost: cost) }
    }

    /// Those whose source may be asked now, in the order in which they were given.
    mutating func begunSideOrders(at now: Moment) -> [SideOrder] {
        var orders: [SideOrder] = []
        for index in sideFlights.indices where sideFlights[index].until == nil {
            let order = sideFlights[index].order
            guard isIdle(order.source), spacedTime(of: order.source) <= now.uptime else { continue }
            sideFlights[index].until = now.uptime + Self.timeout
            update(order.source) { $0.askedAt = now.after(.zero) }
            orders.append(order)
        }
        return orders
    }

    /// Those that are not begun, and not to be: their source has asked to be left alone since they were given.
    func barredSideOrders(at now: Moment) -> [(order: SideOrder, bar: SourceError)] {
        sideFlights.filter { $0.until == nil }.compactMap { flight in
            bar(of: flight.order.source, at: now).map { (flight.order, $0) }
        }
    }

    func overdueSideOrders(at now: Duration) -> [SideOrder] {
        sideFlights.filter { $0.until.map { $0 <= now } ?? false }.map(\.order)
    }

    /// When a side order has taken too long, or can be begun.
    var sideDeadline: Duration? {
        sideFlights.compactMap { flight in
            if let until = flight.until { return until }
            // The end of what the source is doing is an input of its own.
            return isIdle(flight.order.source) ? spacedTime(of: flight.order.source) : nil
        }.min()
    }

    /// Whether the source is at a side order now.
    func isAside(_ source: String) -> Bool {
        sideFlights.contains { $0.order.source == source && $0.until != nil }
    }

    /// An order that waited for a side order's end, and is not to begin after it.
    mutating func withdraw(orderNotBegunFrom source: String) -> FetchOrder? {
        guard let index = inFlight.firstIndex(where: { $0.order.source == source }),
            case .waitingForFirst = inFlight[index].attempt
        else { return nil }
        let order = inFlight.remove(at: index).order
        update(source) { $0.settle(reserved: order.count, cost: 0) }
        return order
    }

    private func isIdle(_ source: String) -> Bool { order(inFlightFrom: source) == nil && !isAside(source) }

    /// When the next request to the source may begin, as far apart as it wants them.
    private func spacedTime(of source: String) -> Duration { self[source]?.spacedFrom?.uptime ?? .zero }
}
