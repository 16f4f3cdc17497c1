// SPDX-License-Identifier: MIT
import JokeWire

// Browsing a feed page by page. A page counts only when it is stored; a failure can be retried and changes nothing.
extension ViewModel {
    /// Returns a stored page at once. Otherwise fetches the page after the newest one, and returns nil until it is
    /// stored. A page of local files is read again each time, and not stored.
    mutating func browse(
        _ key: FeedKey, page: Int, _ files: SourceRequest.FilePage, _ token: ReplyToken,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        try expectPages(of: key, token)
        if prefetch.isLocal(key.source) {
            let request = try placeOnDemand(
                .page(page, query: key.query ?? ""), to: key.source, files: files, token, context)
            try expectRoom(for: token, &context)
            pending.add(.filePage(request.id), token, at: context.at.uptime)
            return nil
        }
        guard files == .init() else {
            let parameter = files.category == nil ? "cursor" : "category"
            let reason = "The source '\(key.source)' is no local one; leave '\(parameter)' out."
            throw .refused(.unsupported(reason), token)
        }
        feeds.use(key)
        let record = feeds[key]?.record ?? FeedRecord(key: key)
        if page <= record.page {
            let records = try context.records(.feedPage(key, page: page))
            translations.addExtras(records.map(\.joke))
            return .feed(view(of: record, page: page, records))
        }
        // A feed without a stored page may have been empty; fetch it again.
        guard record.hasMore || record.page == 0 else {
            return .feed(view(of: record, page: page, []))
        }
        guard page == record.page + 1 else {
            let expected = "1 to \(record.page + 1), because pages are loaded in order"
            throw .refused(.invalid(parameter: "page", expected: expected), token)
        }
        if !prefetch.inFlight.isLoading(key) { try load(page, of: key, token, &context) }
        try expectRoom(for: token, &context)
        pending.add(.page(key), token, at: context.at.uptime)
        return nil
    }

    /// Refuses a source that is disabled or has no pages.
    private func expectPages(of key: FeedKey, _ token: ReplyToken) throws(InputContext.Interruption) {
        let browsable = prefetch.sources.filter { $0.isEnabled && $0.settings.hasPages }.map(\.settings.name)
        if browsable.contains(where: { $0.hasBytes(of: key.source) }) { return }
        let list = browsable.isEmpty ? "; none is enabled" : ": \(browsable.joined(separator: ", "))"
        guard settings.sources.contains(where: { $0.name.hasBytes(of: key.source) && !$0.hasPages }) else {
            throw .refused(.invalid(parameter: "source", expected: "a source with pages\(list)"), token)
        }
        let advice = "choose a source with pages\(list)"
        throw .refused(.unsupported("The source '\(key.source)' has no pages; \(advice)."), token)
    }

    private mutating func load(
        _ page: Int, of key: FeedKey, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        try placeOnDemand(.page(page, query: key.query ?? ""), to: key.source, token, context)
        if feeds[key] == nil {
            if feeds.isFull { try removeOldestFeed(token, &context) }
            feeds.add(FeedRecord(key: key))
        }
        feeds.update(key) { $0.error = nil }
        publish(key, cause: token.cause, &context)
    }

    /// Removes the least recently used feed that is not loading.
    private mutating func removeOldestFeed(
        _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let prefetch = prefetch
        guard let removed = feeds.dropOldest(where: { !prefetch.inFlight.isLoading($0) }) else {
            throw .refused(
                .busy("All \(Limits.feeds) feeds are loading; try again when one of them is loaded."), token)
        }
        if removed.page > 0 { context.writes.append(.forgetFeed(removed.key)) }
    }
}

// MARK: Results

extension ViewModel {
    /// Stores a page and replies to the clients that wait for it. A result with an error counts as a failure.
    mutating func pageFetched(
        _ number: Int, of feed: FeedKey, _ request: SourceRequest, _ result: SourceResult,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        guard var record = feeds[feed]?.record else { return }
        // A page that came in part would be stored in part.
        if var error = result.error, error.kind != .empty {
            error.requests = result.requests
            return try onDemandFailed(request, error, &context)
        }
        let records = try records(of: result, from: request.source, &context)
        if !prefetch.isLocal(request.source) { online = true }
        if result.jokes.isEmpty {
            record.hasMore = false
        } else {
            record.page = number
            // If the source does not report its position, there are no more pages.
            record.hasMore = result.page?.hasMore ?? false && number < Limits.feedPages
            record.total = result.page?.total
        }
        if record.page > 0 { context.writes.append(.feed(record)) }
        if record.page == number {
            context.writes.append(.feedPage(feed, page: number, records.map(\.joke.id)))
        }
        feeds.update(feed) { $0.record = record }
        prefetch.ended(onDemand: request, cost: result.requests, at: context.at)
        publish(feed, cause: nil, &context)
        publish(cause: nil, &context)
        for token in pending.take(request) {
            reply(.feed(view(of: record, page: number, records)), to: token, &context)
        }
    }

    /// Replies with a page of local files, and stores its jokes, so that decisions can name them.
    mutating func filePageFetched(
        _ number: Int, _ query: String, _ request: SourceRequest, _ result: SourceResult,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        takeNote(of: result, from: request.source)
        let records = try records(of: result, from: request.source, &context)
        prefetch.ended(onDemand: request, cost: result.requests, at: context.at)
        prefetch.fileWasRead(request.source)
        publish(cause: nil, &context)
        if number == 1, result.jokes.isEmpty, query.isEmpty, request.files?.category != nil {
            let expected = "a category of the source '\(request.source)'"
            for token in pending.take(request) {
                context.effects.append(
                    .reply(token, .failure(.invalid(parameter: "category", expected: expected))))
            }
            return
        }
        let record = FeedRecord(
            key: FeedKey(source: request.source, query: query), page: number,
            hasMore: result.page?.hasMore ?? false, total: result.page?.total)
        var page = view(of: record, page: number, records)
        (page.category, page.next) = (request.files?.category, result.page?.next)
        for token in pending.take(request) { reply(.feed(page), to: token, &context) }
    }

    /// Returns the jokes of a page that the filter accepts, with what is stored of them, and stores the others.
    private mutating func records(
        of result: SourceResult, from source: String, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> [JokeRecord] {
        let jokes = admitted(result, of: source)
        var records = jokes.isEmpty ? [] : try context.records(.sourced(jokes))
        let known = records.isEmpty ? [] : try context.records(.jokes(records.map(\.joke.id)))
        for index in records.indices {
            let stored = known.first { $0.joke.id == records[index].joke.id }?.joke
            // The source has the newest text, unless the joke is one of the user's own.
            if let stored, !stored.id.isOwn {
                records[index].joke = settings.translation.admitted(records[index].joke).keepingTranslation(
                    of: stored
                )
                .keepingEdit(of: stored)
            }
            let record = records[index]
            if record.joke == stored { continue }
            context.writes.append(.upsertJoke(record.joke))
            // A decision on the card is about the text that it shows, which is the stored one.
            if let stored, stored.value != record.joke.value {
                updateShown(record.joke)
                card.adopt(record)
                queue.adopt(record)
            }
            // A joke with a newer text takes its decision along.
            guard record.decidedID == record.joke.id else { continue }
            card.adopt(record.status, of: record.joke)
            queue.adopt(record.status, of: record.joke)
            if record.status.isDisliked { queue.remove(duplicatesOf: record.joke) }
        }
        translations.addExtras(records.map(\.joke))
        return records
    }

    /// Returns the jokes that the filter accepts, in the order of the source, each id once.
    private mutating func admitted(_ result: SourceResult, of source: String) -> [Joke] {
        var ids: Set<Joke.ID> = [.error]
        var kept: [Joke] = []
        var evaluation = FetchEvaluation()
        for fetched in result.jokes {
            if let reason = settings.filter.verdict(fetched.joke, flags: fetched.warnings) {
                evaluation.dispositions.append(.rejected(reason, isCounted: !countsRejected(fetched.joke)))
            } else if ids.insert(fetched.joke.id).inserted {
                kept.append(fetched.joke)
            }
        }
        prefetch.tally(evaluation, of: source)
        return kept
    }

    /// Returns a page for clients, without disliked jokes.
    private func view(of record: FeedRecord, page: Int, _ records: [JokeRecord]) -> FeedPageView {
        FeedPageView(
            feed: record, page: page, items: records.filter { !$0.status.isDisliked }.map(\.joke),
            saved: records.filter(\.status.isSaved).map(\.joke.id),
            isLoading: prefetch.inFlight.isLoading(record.key))
    }

    /// Adds an event with the state of a feed.
    mutating func publish(_ key: FeedKey, cause: Cause?, _ context: inout InputContext) {
        guard let feed = feeds[key] else { return }
        let publication = FeedPublication(
            sequence: nextSequence(), record: feed.record,
            isLoading: prefetch.inFlight.isLoading(key), error: feed.error, cause: cause)
        feeds.update(key) { $0.publication = publication }
        context.hasChanged = true
        context.effects.append(.publishFeed(publication))
    }
}
