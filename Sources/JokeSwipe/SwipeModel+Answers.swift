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
        case .connected: return page == .saved ? ask(saved.reload(), at: now) : []
        case .state(let old, let cause): return show(old, cause: cause, at: now)
        case .reply(let request, let result):
            do throws(WireDecodingError) { return try replied(request, result, at: now) } catch {
                session.disconnect(because: .unexpected(error), at: now)
            }
        case .failure(let request, let error): return failed(request, error, at: now)
        case .lost: saved.interrupt()
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
        saved.showsTranslation = new.showTranslation
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
            say("Undone: the joke was \(undone.kind).", at: now)
            if page == .saved { return ask(saved.restored(undone.jokes), at: now) }
        case .savedList, .savedSearch:
            let page = try SavedPageResponse(json: result, at: "result")
            return ask(saved.add(page, to: request.tag), at: now)
        case .savedDelete:
            let deleted = try DeleteResponse(json: result, at: "result").deleted
            let joke = saved.takeDeletion(request.tag)
            say("Deleted \(name(of: joke)); u undoes it.", at: now)
            return ask(saved.remove(deleted), at: now)
        case .savedRestore:
            let restored = try RestoreResponse(json: result, at: "result").restored
            say("Restored the joke.", at: now)
            return ask(saved.restored(restored), at: now)
        default: break
        }
        return []
    }

    private mutating func failed(
        _ request: RequestTracker.Pending, _ error: WireError, at now: Duration
    ) -> [Action] {
        switch Method(rawValue: request.method) {
        case .savedList, .savedSearch: saved.fail(request.tag)
        case .savedDelete:
            let joke = saved.takeDeletion(request.tag)
            guard error.kind == .notFound else { break }
            say("Another client has already deleted \(name(of: joke)).", isTrouble: true, at: now)
            return ask(saved.reload(), at: now)
        case .savedRestore:
            say(error.sentence, isTrouble: true, at: now)
            return ask(saved.forgetDeletions(), at: now)
        default: break
        }
        say(error.sentence, isTrouble: true, at: now)
        return []
    }
}
