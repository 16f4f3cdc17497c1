// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// Side orders, whatever they are for: their beginning, and their failure.
extension ViewModel {
    mutating func beginSideOrders(_ turn: inout Turn) {
        guard !prefetch.sideFlights.isEmpty else { return }
        for (order, bar) in prefetch.barredSideOrders(at: turn.at) { end(order, bar, cause: nil, &turn) }
        turn.effects += prefetch.begunSideOrders(at: turn.at).map { order in
            switch order {
            case .page(let order): .fetchPage(order)
            case .categories(let order): .fetchCategories(order)
            }
        }
    }

    mutating func sideOrderFailed(
        _ id: FetchOrder.ID, _ failure: SourceError, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        guard let order = prefetch.sideOrder(id) else { return }
        if !prefetch.isLocal(order.source) { online = !failure.isOffline }
        turn.happenings.append(
            .fetchFailed(source: order.source, failure.shown(retryAt: failure.retryAt)))
        end(order, failure, cause: nil, &turn)
        if failure.kind == .rateLimited { try heed(failure, of: order.source, &turn) }
        publish(cause: nil, &turn)
    }

    /// What a source says to one holds for all that is asked of it.
    private mutating func heed(
        _ failure: SourceError, of source: String, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        prefetch.letRest(source, after: failure, at: turn.at, using: &generator)
        guard let bar = prefetch.bar(of: source, at: turn.at),
            let order = prefetch.withdraw(orderNotBegunFrom: source)
        else { return }
        try passOn(order, because: bar, &turn)
    }

    mutating func endOverdueSideOrders(_ turn: inout Turn) throws(Turn.Interruption) {
        for order in prefetch.overdueSideOrders(at: turn.at.uptime) {
            try sideOrderFailed(order.id, prefetch.lateness(of: order.source), &turn)
        }
    }

    /// The source was turned off.
    mutating func endSideOrders(to source: String, cause: Cause?, _ turn: inout Turn) {
        let failure = SourceError(.unavailable, "The source '\(source)' was turned off.")
        for order in prefetch.sideOrders(to: source) { end(order, failure, cause: cause, &turn) }
    }

    /// All that are to come: what they were asked for upon is not what is kept now.
    mutating func endSideOrders(because failure: SourceError, _ turn: inout Turn) {
        for order in prefetch.sideFlights.map(\.order) { end(order, failure, cause: nil, &turn) }
    }

    private mutating func end(
        _ order: SideOrder, _ failure: SourceError, cause: Cause?, _ turn: inout Turn
    ) {
        switch order {
        case .page(let page): end(page: page, failure, cause: cause, &turn)
        case .categories(let categories): end(categories: categories, failure, &turn)
        }
    }
}
