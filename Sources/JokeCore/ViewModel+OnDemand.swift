// SPDX-License-Identifier: MIT
import JokeWire

// On-demand requests: pages of feeds (see ViewModel+Feed.swift) and the categories of a source.
extension ViewModel {
    /// Requests the categories of a source, unless that is in progress. Returns nil, since the reply comes later.
    mutating func categories(
        of source: String, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        guard prefetch[source]?.isEnabled == true else {
            throw .refused(unknownSource, token)
        }
        if !prefetch.inFlight.isListingCategories(of: source) {
            try placeOnDemand(.categories, to: source, token, context)
        }
        try expectRoom(for: token, &context)
        pending.add(.categories(source: source), token, at: context.at.uptime)
        return nil
    }

    /// Places an on-demand request. Refused if the source cannot be asked now.
    @discardableResult
    mutating func placeOnDemand(
        _ kind: SourceRequest.Kind, to source: String, files: SourceRequest.FilePage? = nil,
        _ token: ReplyToken, _ context: InputContext
    ) throws(InputContext.Interruption) -> SourceRequest {
        if let error = prefetch.unavailability(of: source, at: context.at) {
            throw .refused(.fetchFailed(error), token)
        }
        return prefetch.place(kind, to: source, files: files, at: context.at)
    }

    mutating func categoriesFetched(
        _ request: SourceRequest, _ result: SourceResult, _ context: inout InputContext
    ) {
        // Most services have fixed categories, which take no request over the network.
        if !prefetch.isLocal(request.source), result.requests > 0 { online = true }
        takeNote(of: result, from: request.source)
        prefetch.ended(onDemand: request, cost: result.requests, at: context.at)
        prefetch.fileWasRead(request.source)
        publish(cause: nil, &context)
        for token in pending.take(request) {
            reply(
                .categories(result.categories ?? [], counts: result.categoryCounts), to: token, &context)
        }
    }
}

// MARK: Failures

extension ViewModel {
    /// Ends an on-demand request that failed, and adds a log event.
    mutating func onDemandFailed(
        _ request: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        if !prefetch.isLocal(request.source) { online = !error.isOffline }
        context.events.append(
            .fetchFailed(source: request.source, error.shown(retryAt: error.retryAt)))
        end(onDemand: request, error, cause: nil, &context)
        // A file that cannot be read is a failure of its source, whatever was requested of it.
        let isFile = prefetch[request.source]?.settings.isFile == true
        if error.kind == .rateLimited || isFile && error.kind == .storage {
            try backOff(request.source, after: error, &context)
        }
        publish(cause: nil, &context)
    }

    /// Applies a failure that an on-demand request met to the prefetches of the same source.
    private mutating func backOff(
        _ source: String, after error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        prefetch.backOff(source, after: error, at: context.at, using: &generator)
        guard let retryAfter = prefetch.retryAfterError(of: source, at: context.at),
            let request = prefetch.withdraw(prefetchFrom: source)
        else { return }
        try passOn(request, because: retryAfter, &context)
    }

    /// Ends the on-demand requests that must not be sent any more, because their source asked for no requests.
    mutating func endRefusedOnDemand(_ context: inout InputContext) {
        for (request, error) in prefetch.refusedOnDemand(at: context.at) {
            end(onDemand: request, error, cause: nil, &context)
        }
    }

    /// Ends the on-demand requests to a source that was disabled.
    mutating func endOnDemand(from source: String, cause: Cause?, _ context: inout InputContext) {
        let error = SourceError(.unavailable, "The source '\(source)' was disabled.")
        for request in prefetch.inFlight.onDemand(from: source) {
            end(onDemand: request, error, cause: cause, &context)
        }
    }

    /// Ends all on-demand requests, because the recovered archive does not have the state in which they were placed.
    mutating func endAllOnDemand(because error: SourceError, _ context: inout InputContext) {
        for request in prefetch.inFlight.entries.map(\.request) where request.isOnDemand {
            end(onDemand: request, error, cause: nil, &context)
        }
    }

    private mutating func end(
        onDemand request: SourceRequest, _ error: SourceError, cause: Cause?, _ context: inout InputContext
    ) {
        prefetch.ended(onDemand: request, cost: error.requests, at: context.at)
        if let feed = request.feed {
            feeds.update(feed) { $0.error = error.shown(retryAt: error.retryAt) }
            publish(feed, cause: cause, &context)
        }
        for token in pending.take(request) {
            context.effects.append(.reply(token, .failure(.fetchFailed(error))))
        }
    }
}
