// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// What sources are asked because a client waits for it: pages (ViewModel+Feed) and categories.
extension ViewModel {
    mutating func categories(
        of source: String, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product? {
        guard prefetch[source]?.isEnabled == true else {
            throw .refused(
                .invalid(parameter: "source", expected: "a source that is on: \(namesOn)"), ticket)
        }
        if !prefetch.inFlight.isListingCategories(of: source) {
            try placeOnDemand(.categories, to: source, ticket, turn)
        }
        pending.add(.categories(source: source), ticket)
        return nil
    }

    /// Places a request that is refused if the source wants none today.
    mutating func placeOnDemand(
        _ kind: SourceRequest.Kind, to source: String, _ ticket: Ticket, _ turn: Turn
    ) throws(Turn.Interruption) {
        if let error = prefetch.unavailability(of: source, at: turn.at) {
            throw .refused(.fetchFailed(error), ticket)
        }
        prefetch.place(kind, to: source, at: turn.at)
    }

    mutating func categoriesFetched(
        _ request: SourceRequest, _ result: SourceResult, _ turn: inout Turn
    ) {
        if !prefetch.isLocal(request.source) { online = true }
        prefetch.ended(onDemand: request, cost: result.requests)
        publish(cause: nil, &turn)
        for ticket in pending.take(request) {
            reply(.categories(result.categories ?? []), to: ticket, &turn)
        }
    }
}

// MARK: Failures

extension ViewModel {
    mutating func onDemandFailed(
        _ request: SourceRequest, _ error: SourceError, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        if !prefetch.isLocal(request.source) { online = !error.isOffline }
        turn.happenings.append(
            .fetchFailed(source: request.source, error.shown(retryAt: error.retryAt)))
        end(onDemand: request, error, cause: nil, &turn)
        if error.kind == .rateLimited { try backOff(request.source, after: error, &turn) }
        publish(cause: nil, &turn)
    }

    /// What a source answers to one request holds for all that are made to it.
    private mutating func backOff(
        _ source: String, after error: SourceError, _ turn: inout Turn
    ) throws(Turn.Interruption) {
        prefetch.backOff(source, after: error, at: turn.at, using: &generator)
        guard let retryAfter = prefetch.retryAfterError(of: source, at: turn.at),
            let request = prefetch.withdraw(prefetchFrom: source)
        else { return }
        try passOn(request, because: retryAfter, &turn)
    }

    /// Ends requests that were not sent when their source asked to be left alone.
    mutating func endRefusedOnDemand(_ turn: inout Turn) {
        for (request, error) in prefetch.refusedOnDemand(at: turn.at) {
            end(onDemand: request, error, cause: nil, &turn)
        }
    }

    /// The source was turned off.
    mutating func endOnDemand(from source: String, cause: Cause?, _ turn: inout Turn) {
        let error = SourceError(.unavailable, "The source '\(source)' was turned off.")
        for request in prefetch.inFlight.onDemand(from: source) {
            end(onDemand: request, error, cause: cause, &turn)
        }
    }

    /// Ends all: the state that they were placed in is not what is stored now.
    mutating func endAllOnDemand(because error: SourceError, _ turn: inout Turn) {
        for request in prefetch.inFlight.entries.map(\.request) where request.isOnDemand {
            end(onDemand: request, error, cause: nil, &turn)
        }
    }

    private mutating func end(
        onDemand request: SourceRequest, _ error: SourceError, cause: Cause?, _ turn: inout Turn
    ) {
        prefetch.ended(onDemand: request, cost: error.requests)
        if let feed = request.feed {
            feeds.update(feed) { $0.error = error.shown(retryAt: error.retryAt) }
            tell(feed, cause: cause, &turn)
        }
        for ticket in pending.take(request) {
            turn.effects.append(.reply(ticket, .failure(.fetchFailed(error))))
        }
    }
}
