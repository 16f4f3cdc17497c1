// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// MARK: - Events

extension DesktopModel {
    mutating func handle(_ event: CardSession.Event, at now: Duration) {
        switch event {
        case .state(let old, let cause):
            show(old, cause: cause)
            if let old { readChanges(since: old, cause: cause, at: now) } else { findJoke(at: now) }
        case .reply(let request, let result):
            do throws(WireDecodingError) { try replied(request, result, at: now) } catch {
                session.disconnect(because: .unexpected(error), at: now)
            }
        case .failure(let request, let error):
            failed(request, error, at: now)
        case .connected:
            readPage(at: now)
            findJoke(at: now)
        case .lost:
            (isUndoingTogether, undone, awaitedTranslation) = (false, 0, nil)
            saved.interrupt()
            feed.interrupt()
            sources.interrupt()
            sourceChoices = [:]
            taste.interrupt()
        case .changed: break
        }
    }

    /// Reads the page again if a state event says that what it shows may have changed.
    private mutating func readChanges(since old: CardState, cause: EventCause?, at now: Duration) {
        guard let new = session.state else { return }
        // This client's own deletions and restorations read the list again when their replies arrive.
        if pages.contains(.saved), old.saved != new.saved, !session.isOwn(cause) {
            request(saved.reload(), at: now)
        }
        if pages.contains(.sources), old.sourcesView != new.sourcesView { request(sources.reload(), at: now) }
        if pages.contains(.taste), new.decisionState != .undecided || old.saved != new.saved {
            request(taste.reload(), at: now)
        }
    }

    private mutating func replied(
        _ pending: RequestTracker.Pending, _ result: JSON, at now: Duration
    ) throws(WireDecodingError) {
        switch Method(rawValue: pending.method) {
        case .jokeUndo:
            let undone = try UndoResponse(json: result, at: "result").undone
            self.undone(undone, at: now)
            if pages.contains(.saved) { request(saved.reload(), at: now) }
        case .translationShow:
            noteTranslation(try TranslationModeResponse(json: result, at: "result"), at: now)
        case .translationRequest:
            noteTranslation(of: try TranslationResponse(json: result, at: "result").joke, at: now)
        case .savedList, .savedSearch:
            saved.add(try SavedPageResponse(json: result, at: "result"), to: pending.tag)
        case .savedDelete:
            let deleted = try DeleteResponse(json: result, at: "result").deleted
            feed.note(deleted, areSaved: false)
            request(saved.remove(deleted), at: now)
        case .savedRestore:
            feed.note(try RestoreResponse(json: result, at: "result").restored, areSaved: true)
            request(saved.reload(), at: now)
        case .jokeLike: noteDecision(.liked, pending.tag, result, at: now)
        case .jokeDislike: noteDecision(.disliked, pending.tag, result, at: now)
        case .sourcesList:
            let response = try SourcesResponse(json: result, at: "result")
            let isOfPage = pending.tag == PageValue<SourcesResponse>.tag
            if isOfPage { sourceChoices = [:] }
            request(isOfPage ? sources.take(response) : feed.take(response), at: now)
        case .sourcesEnable, .sourcesDisable: request(sources.reload(), at: now)
        case .jokeAdd:
            closeEditor()
            session.say(
                result["changed"] == false
                    ? localized("The joke was added before.") : localized("Added and saved the joke."),
                at: now)
        case .savedEdit:
            closeEditor()
            session.say(
                result["changed"] == false
                    ? localized("The joke is as it was.") : localized("Changed the joke."), at: now)
            if pages.contains(.saved) { request(saved.reload(), at: now) }
        case .dailyGet:
            findJoke(
                among: [try DailyResponse(json: result, at: "result").joke], else: .jokeHistory, at: now)
        case .jokeHistory:
            findSavedJoke(among: try HistoryResponse(json: result, at: "result").items.map(\.joke), at: now)
        case .savedGet:
            let joke = try SavedItem(json: result, at: "result").joke
            guard pending.tag != Self.editTag else { return sendEdit(of: joke, at: now) }
            wantedJoke = nil
            open(.details(joke), at: now)
        case .shareTargets:
            shareTargets = try ShareTargetsResponse(json: result, at: "result").items
        case .tasteGet: request(taste.take(try TasteResponse(json: result, at: "result")), at: now)
        case .sourcesCategories:
            feed.take(try CategoriesResponse(json: result, at: "result"), for: pending.tag)
        case .feedPage:
            request(feed.add(try FeedPageResponse(json: result, at: "result"), to: pending.tag), at: now)
        default: break
        }
    }

    /// Notes a decision about a joke of the feed. The card shows those about itself. The last reply for several jokes
    /// says how many there are.
    private mutating func noteDecision(
        _ decision: CardState.DecisionState, _ number: Int, _ result: JSON, at now: Duration
    ) {
        guard feed.decided(number, decision, isNew: result["changed"] != false), !feed.isDeciding else {
            return
        }
        let (count, decided) = (feed.newDecisions.count, feed.decided)
        let text =
            switch (decision, count) {
            case (.liked, 0):
                localized("The joke was saved before.", "%s jokes were saved before.", count: decided)
            case (.liked, _):
                localized("The joke is saved; u undoes it.", "%s jokes are saved; u undoes it.", count: count)
            case (_, 0):
                localized("The joke was disliked before.", "%s jokes were disliked before.", count: decided)
            case (_, _):
                localized(
                    "The joke is disliked; u undoes it.", "%s jokes are disliked; u undoes it.", count: count)
            }
        session.say(text, at: now)
    }

    /// Says what was undone. If it was decided together with other jokes of the feed, undoes the next one of them.
    private mutating func undone(_ change: UndoResponse.Undone, at now: Duration) {
        let isOfGroup = feed.forgetDecisions(on: change.jokes)
        if !change.jokes.isEmpty { undone += 1 }
        if isUndoingTogether, isOfGroup, !feed.newDecisions.isEmpty { return session.perform(.undo, at: now) }
        session.say(undone <= 1 ? change.sentence : localized("Undone: %s decisions.", "\(undone)"), at: now)
        (isUndoingTogether, undone) = (false, 0)
    }

    /// Awaits the translation of the joke on the card if it has none yet, because nothing else would change.
    private mutating func noteTranslation(_ response: TranslationModeResponse, at now: Duration) {
        guard page == nil, response.joke.translation == nil, !response.joke.isError else { return }
        guard response.isShown else {
            awaitedTranslation = nil
            return session.say(localized("Translations are not shown."), at: now)
        }
        session.forgetNotice()
        awaitedTranslation = response.joke.id.rawValue
        session.request(.translationRequest, ["joke": .string(response.joke.id.rawValue)], at: now)
    }

    /// Takes the joke whose translation was requested, or nil if no translation engine has its languages.
    private mutating func noteTranslation(of joke: Joke?, at now: Duration) {
        guard let awaited = awaitedTranslation, joke == nil || joke?.id.rawValue == awaited else { return }
        awaitedTranslation = nil
        guard page == nil, session.state?.joke.id.rawValue == awaited, joke?.translation == nil else {
            return
        }
        session.say(localized("Translations are shown, but this joke has none."), at: now)
    }

    private mutating func failed(_ request: RequestTracker.Pending, _ error: WireError, at now: Duration) {
        switch Method(rawValue: request.method) {
        case .savedList, .savedSearch: saved.fail(request.tag, because: error)
        // The page shows it as long as its list is shown.
        case .feedPage: return feed.fail(request.tag, because: error)
        case .sourcesList: sources.interrupt()
        case .tasteGet: taste.interrupt()
        // The switch shows what the source is.
        case .sourcesEnable, .sourcesDisable:
            sourceChoices = [:]
            self.request(sources.reload(), at: now)
        case .dailyGet: return findJoke(among: [], else: .jokeHistory, at: now)
        case .jokeHistory: return findSavedJoke(among: [], at: now)
        case .savedGet: wantedJoke = nil
        case .jokeUndo: (isUndoingTogether, undone) = (false, 0)
        case .jokeLike, .jokeDislike: feed.failedToDecide(request.tag)
        case .translationRequest where error.kind == .unsupported: return noteTranslation(of: nil, at: now)
        case .translationRequest:
            let isAwaited = isAwaitingTranslation
            awaitedTranslation = nil
            guard isAwaited else { return }
        // The page works without categories.
        case .sourcesCategories: return
        default: break
        }
        session.say(error.sentence, isTrouble: true, at: now)
    }

    private mutating func show(_ old: CardState?, cause: EventCause?) {
        guard let new = session.state, let old else { return }
        guard old.joke.id != new.joke.id else { return }
        motion.exchange(of: old, cause: (cause?.method).flatMap { Method(rawValue: $0) })
        leaving = motion.leaving == nil ? nil : CardText(of: old)
    }

    /// Lets the card move to where the daemon says that it is.
    ///
    /// The card under the hand is where the hand is, because what the daemon says of it is older. After the release it
    /// stays there until the daemon has decided.
    mutating func settle() {
        guard let state = session.state, !isInHand, !session.isReleasing else { return }
        // While jokesd is away, nobody drags the card.
        guard case .open = session.link else { return motion.moveTo(0) }
        motion.moveTo(state.cardTranslation)
    }

    private var isInHand: Bool { if case .pointer = session.hold { true } else { false } }
}

extension CardState {
    /// The parts of the state that change with the sources.
    fileprivate var sourcesView: [JSON] {
        [
            .bool(fetching), .bool(online), .integer(queue.count), error.map { .string($0.text) } ?? .null,
        ]
    }
}
