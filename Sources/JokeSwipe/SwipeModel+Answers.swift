// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// The replies and events of jokesd.
extension SwipeModel {
    mutating func readEvents(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while let event = session.nextEvent(at: now) { actions += handle(event, at: now) }
        return actions + socketActions()
    }

    private mutating func handle(_ event: CardSession.Event, at now: Duration) -> [Action] {
        isChanged = true
        switch event {
        case .connected:
            // Requests without a connection were not sent.
            saved.interrupt()
            feed.interrupt()
            return inList(at: now) { $0.reload() }
        case .state(let old, let cause): return show(old, cause: cause, at: now)
        case .reply(let request, let result):
            do throws(WireDecodingError) { return try replied(request, result, at: now) } catch {
                session.disconnect(because: .unexpected(error), at: now)
            }
        case .failure(let request, let error): return failed(request, error, at: now)
        case .lost:
            saved.interrupt()
            feed.interrupt()
        case .changed: break
        }
        return []
    }

    private mutating func show(_ old: CardState?, cause: EventCause?, at now: Duration) -> [Action] {
        guard let new = state else { return [] }
        if let old { motion.change(from: old, to: new, cause: cause?.method, at: now) }
        if layout == nil || old?.joke != new.joke || old?.showTranslation != new.showTranslation
            || old?.revealed != new.revealed
        {
            layOut()
        }
        if old?.joke.id != new.joke.id { scroll = 0 }
        (saved.showsTranslation, feed.showsTranslation) = (new.showTranslation, new.showTranslation)
        // This client's own deletions and restorations read the list again when their replies arrive.
        if session.isOwn(cause) { return [] }
        if cause != nil { saved.noteForeignChange() }
        guard page == .saved, let old, old.saved != new.saved else { return [] }
        return ask(saved.reload(), at: now)
    }

    private mutating func replied(
        _ request: RequestTracker.Pending, _ result: JSON, at now: Duration
    ) throws(WireDecodingError) -> [Action] {
        switch Method(rawValue: request.method) {
        case .jokeUndo:
            let undone = try UndoResponse(json: result, at: "result").undone
            say(undone.sentence, at: now)
            return inList(at: now) { $0.restored(undone.jokes) }
        case .savedList, .savedSearch:
            let page = try SavedPageResponse(json: result, at: "result")
            return ask(saved.add(page, to: request.tag), at: now)
        case .savedGet:
            return [.write(try SavedItem(json: result, at: "result").joke.id.rawValue)]
        case .savedDelete:
            let deleted = try DeleteResponse(json: result, at: "result").deleted
            let joke = saved.takePending(request.tag)
            say(localized("Deleted %s; u undoes it.", name(of: joke)), at: now)
            return ask(saved.remove(deleted), at: now)
        case .savedRestore:
            let restored = try RestoreResponse(json: result, at: "result").restored
            say(localized("Restored the joke."), at: now)
            return ask(saved.restored(restored), at: now)
        case .jokeLike, .jokeDislike: noteDecision(request, result, at: now)
        case .sourcesList:
            return ask(feed.take(try SourcesResponse(json: result, at: "result")), at: now)
        case .sourcesCategories:
            feed.take(try CategoriesResponse(json: result, at: "result"), for: request.tag)
        case .feedPage:
            return ask(feed.add(try FeedPageResponse(json: result, at: "result"), to: request.tag), at: now)
        default: break
        }
        return []
    }

    /// Shows the decision about a joke of a feed. A decision about the card is no request of the list.
    private mutating func noteDecision(_ request: RequestTracker.Pending, _ result: JSON, at now: Duration) {
        guard let joke = feed.takePending(request.tag) else { return }
        let isLiked = request.method == Method.jokeLike.rawValue
        feed.note(isLiked ? .liked : .disliked, on: joke)
        let name = name(of: joke)
        let text =
            switch (isLiked, result["changed"] != false) {
            case (true, true): localized("Saved %s; u undoes it.", name)
            case (false, true): localized("Disliked %s; u undoes it.", name)
            case (true, false): localized("%s was saved before.", name)
            case (false, false): localized("%s was disliked before.", name)
            }
        say(text, at: now)
    }

    private mutating func failed(
        _ request: RequestTracker.Pending, _ error: WireError, at now: Duration
    ) -> [Action] {
        switch Method(rawValue: request.method) {
        case .savedList, .savedSearch: saved.fail(request.tag, because: error)
        case .feedPage: feed.fail(request.tag, because: error)
        case .jokeLike, .jokeDislike: _ = feed.takePending(request.tag)
        // The list works without categories.
        case .sourcesCategories: return []
        case .savedDelete:
            let joke = saved.takePending(request.tag)
            guard error.kind == .notFound else { break }
            say(localized("Another client has already deleted %s.", name(of: joke)), isTrouble: true, at: now)
            return ask(saved.reload(), at: now)
        case .savedGet where error.kind == .notFound:
            say(localized("Only saved jokes can be edited; + saves this one."), isTrouble: true, at: now)
            return []
        case .savedRestore:
            say(error.sentence, isTrouble: true, at: now)
            return ask(saved.forgetDeletions(), at: now)
        default: break
        }
        say(error.sentence, isTrouble: true, at: now)
        return []
    }
}
