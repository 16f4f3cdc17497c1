// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// A request for the categories of a source that is on its way.
struct CategoriesWaiting: Sendable, Hashable {
    let ticket: Ticket
    let source: String
}

// Which categories a source has, as it says itself.
extension ViewModel {
    mutating func categories(
        of source: String, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product? {
        guard prefetch[source]?.isEnabled == true else {
            throw .refused(.invalid(parameter: "source", expected: "a source that is on: \(namesOn)"), ticket)
        }
        if !prefetch.isAskedForCategories(source) {
            if let obstacle = prefetch.obstacle(to: source, at: turn.at) {
                throw .refused(.fetchFailed(obstacle), ticket)
            }
            prefetch.placeCategories(of: source)
        }
        categoriesWaiting.append(CategoriesWaiting(ticket: ticket, source: source))
        return nil
    }

    mutating func categoriesFetched(_ id: FetchOrder.ID, _ list: CategoryList, _ turn: inout Turn) {
        // What comes after its time-out is too late.
        guard case .categories(let order) = prefetch.sideOrder(id) else { return }
        if !prefetch.isLocal(order.source) { online = true }
        prefetch.end(.categories(order), cost: list.requests)
        publish(cause: nil, &turn)
        for waiting in categoriesWaiting.take(where: { $0.source == order.source }) {
            reply(.categories(list.names), to: waiting.ticket, &turn)
        }
    }

    mutating func end(categories order: CategoryOrder, _ failure: SourceError, _ turn: inout Turn) {
        prefetch.end(.categories(order), cost: failure.requests)
        for waiting in categoriesWaiting.take(where: { $0.source == order.source }) {
            turn.effects.append(.reply(waiting.ticket, .failure(.fetchFailed(failure))))
        }
    }
}
