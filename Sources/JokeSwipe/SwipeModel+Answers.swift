// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

// The replies and events of jokesd.
extension SwipeModel {
    mutating func readEvents(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while let event = client.nextEvent(at: now) { actions += handle(event, at: now) }
        return actions + socketActions()
    }

    private mutating func handle(_ event: ConnectionEvent, at now: Duration) -> [Action] {
        // The reply to a drag does not change the screen. The state event that follows does.
        if case .reply(let request, .success) = event, request.method == Method.cardDrag.rawValue {
            return sendUnsentDrag(at: now)
        }
        isChanged = true
        switch event {
        case .connected:
            (link, waitingSince) = (.open(nil), now)
            return page == .saved ? ask(saved.reload(), at: now) : []
        case .subscribed(let result): link = .open(result["connection"]?.integerValue)
        case .subscriptionRefused(let error): client.disconnect(because: .refused(error), at: now)
        case .reply(let request, .success(let result)):
            do throws(WireDecodingError) { return try replied(request, result, at: now) } catch {
                client.disconnect(because: .unexpected(error), at: now)
            }
        case .reply(let request, .failure(let error)): return failed(request, error, at: now)
        case .event(let params):
            do throws(WireDecodingError) { return show(try StateEventParams(json: params), at: now) } catch {
                client.disconnect(because: .unexpected(error), at: now)
            }
        case .closing: break
        case .lost(let error, _):
            (link, hold, waitingSince) = (.lost(error.message(in: surroundings)), nil, nil)
            saved.interrupt()
        }
        return []
    }

    private mutating func show(_ event: StateEventParams, at now: Duration) -> [Action] {
        let (old, new) = (state, event.state)
        state = new
        if let old { motion.change(from: old, to: new, cause: event.cause?.method, at: now) }
        if layout == nil || old?.joke != new.joke || old?.showTranslation != new.showTranslation
            || old?.revealed != new.revealed
        {
            layOut()
        }
        letGo(of: old, cause: event.cause)
        saved.showsTranslation = new.showTranslation
        // This client's own deletions and restorations read the list again when their replies arrive.
        if case .open(let ours?) = link, event.cause?.connection == ours { return [] }
        if event.cause != nil { saved.noteForeignChange() }
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
        case .cardDrag:
            hold = nil
            if error.kind == .staleJoke { return [] }
        case .cardRelease where error.kind == .staleJoke, .jokeReveal where error.kind == .staleJoke:
            return []
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
