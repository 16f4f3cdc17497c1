// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// What sources are asked because a client waits for it: pages (ViewModel+Feed) and categories.
extension ViewModel {
    mutating func categories(
        of source: String, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        guard prefetch[source]?.isEnabled == true else {
            throw .refused(
                .invalid(parameter: "source", expected: "a source that is on: \(namesOn)"), token)
        }
        if !prefetch.inFlight.isListingCategories(of: source) {
            try placeOnDemand(.categories, to: source, token, context)
        }
        pending.add(.categories(source: source), token)
        return nil
    }

    /// Places a request that is refused if the source wants none today.
    mutating func placeOnDemand(
        _ kind: SourceRequest.Kind, to source: String, _ token: ReplyToken, _ context: InputContext
    ) throws(InputContext.Interruption) {
        if let error = prefetch.unavailability(of: source, at: context.at) {
            throw .refused(.fetchFailed(error), token)
        }
        prefetch.place(kind, to: source, at: context.at)
    }

    mutating func categoriesFetched(
        _ request: SourceRequest, _ result: SourceResult, _ context: inout InputContext
    ) {
        if !prefetch.isLocal(request.source) { online = true }
        prefetch.ended(onDemand: request, cost: result.requests)
        publish(cause: nil, &context)
        for token in pending.take(request) {
            reply(.categories(result.categories ?? []), to: token, &context)
        }
    }
}

// MARK: Failures

extension ViewModel {
    mutating func onDemandFailed(
        _ request: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        if !prefetch.isLocal(request.source) { online = !error.isOffline }
        context.events.append(
            .fetchFailed(source: request.source, error.shown(retryAt: error.retryAt)))
        end(onDemand: request, error, cause: nil, &context)
        if error.kind == .rateLimited { try backOff(request.source, after: error, &context) }
        publish(cause: nil, &context)
    }

    /// What a source answers to one request holds for all that are made to it.
    private mutating func backOff(
        _ source: String, after error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        prefetch.backOff(source, after: error, at: context.at, using: &generator)
        guard let retryAfter = prefetch.retryAfterError(of: source, at: context.at),
            let request = prefetch.withdraw(prefetchFrom: source)
        else { return }
        try passOn(request, because: retryAfter, &context)
    }

    /// Ends requests that were not sent when their source asked to be left alone.
    mutating func endRefusedOnDemand(_ context: inout InputContext) {
        for (request, error) in prefetch.refusedOnDemand(at: context.at) {
            end(onDemand: request, error, cause: nil, &context)
        }
    }

    /// The source was turned off.
    mutating func endOnDemand(from source: String, cause: Cause?, _ context: inout InputContext) {
        let error = SourceError(.unavailable, "The source '\(source)' was turned off.")
        for request in prefetch.inFlight.onDemand(from: source) {
            end(onDemand: request, error, cause: cause, &context)
        }
    }

    /// Ends all: the state that they were placed in is not what is stored now.
    mutating func endAllOnDemand(because error: SourceError, _ context: inout InputContext) {
        for request in prefetch.inFlight.entries.map(\.request) where request.isOnDemand {
            end(onDemand: request, error, cause: nil, &context)
        }
    }

    private mutating func end(
        onDemand request: SourceRequest, _ error: SourceError, cause: Cause?, _ context: inout InputContext
    ) {
        prefetch.ended(onDemand: request, cost: error.requests)
        if let feed = request.feed {
            feeds.update(feed) { $0.error = error.shown(retryAt: error.retryAt) }
            tell(feed, cause: cause, &context)
        }
        for token in pending.take(request) {
            context.effects.append(.reply(token, .failure(.fetchFailed(error))))
        }
    }
}
