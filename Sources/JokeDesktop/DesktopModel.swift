// SPDX-License-Identifier: MIT
package import JokeCards
package import JokeClient
import JokeTerminal
package import JokeWire

/// The state of the desktop card as one value. Inputs come from the window, the daemon and the clock. The results are
/// actions to perform, a ``Picture`` of what the window says, and a ``CardMotion`` of where the cards are.
///
/// Times count from any moment and never go back.
package struct DesktopModel: Sendable {
    package enum Input: Sendable {
        case command(CardCommand)
        /// The pointer dragged the card past the threshold of a click. Positions are in pixels.
        ///
        /// - Parameter time: when the pointer was there. Events of the pointer may arrive late.
        case press(at: Double, cardWidth: Double, time: Duration)
        case move(to: Double, time: Duration)
        /// The pointer let the card go.
        case letGo(time: Duration)
        /// The drag ended without a release, for example because the window closed.
        case cancel
        /// The user wants a copy of the joke.
        case copy
        /// The user opens the page of saved jokes, or returns to the card.
        case openSaved, closeSaved
        case search(String)
        case order(SavedQuery.Sort, reversed: Bool)
        /// A row of the list of saved jokes is shown.
        case reached(row: Int)
        case delete([String])
        /// The user wants a copy of saved jokes.
        case copySaved([String])
        /// The user undoes the deletion of saved jokes.
        case restore
        case connection(SocketEvent)
        /// The time that ``nextMoment(after:)`` returned has come.
        case moment
        /// The desktop turned animations on or off.
        case animations(Bool)
    }

    package enum Action: Sendable, Hashable {
        case connection(SocketAction)
        /// Copy this text to the clipboard.
        case copy(String)
    }

    private var session: CardSession
    package private(set) var motion: CardMotion
    /// The saved jokes that the page of them shows.
    package private(set) var saved = SavedList()
    private var isSavedOpen = false
    /// The card that leaves, while it does.
    private var leaving: CardText?

    package init(
        isGreased: Bool = false, hasMotion: Bool = true,
        surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        session = CardSession(name: "jokesd-card", isGreased: isGreased, surroundings: surroundings)
        motion = CardMotion(isEnabled: hasMotion)
    }

    package mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        session.expireNotice(at: now)
        var actions: [Action] = []
        if !motion.isMoving { motion.start(at: now) }
        switch input {
        case .command(let command): session.perform(command, at: now)
        case .press(let position, let cardWidth, let time):
            session.press(
                at: position, cardWidth: cardWidth, translation: motion.pose.x, at: now, pressed: time)
        case .move(let position, let time):
            session.move(to: position, at: now, moved: time)
            followHand(at: time)
        case .letGo(let time): session.letGo(at: now, released: time)
        case .cancel: session.perform(.putBack, at: now)
        case .copy: actions = copy(at: now)
        case .openSaved:
            isSavedOpen = true
            session.forgetDrag()
            request(saved.reload(), at: now)
        case .closeSaved: isSavedOpen = false
        case .search(let query): request(saved.search(query), at: now)
        case .order(let sort, let isReversed): request(saved.order(by: sort, reversed: isReversed), at: now)
        case .reached(let row): request(saved.reached(row: row), at: now)
        case .delete(let ids): request(saved.delete(ids), at: now)
        case .copySaved(let ids): actions = copySaved(ids, at: now)
        case .restore: request(saved.restore(), at: now)
        case .connection(let event): session.handle(event, at: now)
        case .moment: session.timePassed(at: now)
        case .animations(let isOn): setAnimations(isOn)
        }
        while let event = session.nextEvent(at: now) { handle(event, at: now) }
        settle()
        return actions + session.takeActions().map { .connection($0) }
    }

    /// Returns the time at which the model must be called next with ``Input/moment``, or nil if it need not be.
    package func nextMoment(after now: Duration) -> Duration? { session.nextMoment(after: now) }

    /// Moves the cards on to the time of a frame.
    package mutating func advance(to now: Duration) {
        motion.advance(to: now)
        if motion.leaving == nil { leaving = nil }
    }

    /// Sets the distance from the middle, in widths of the card, at which a card is out of sight.
    package mutating func setReach(_ reach: Double) { motion.reach = reach }

    private mutating func followHand(at time: Duration) {
        guard case .pointer(let gesture, _) = session.hold else { return }
        motion.hold(at: gesture.translation, velocity: gesture.speed(at: time))
    }

    private mutating func setAnimations(_ isOn: Bool) {
        motion = CardMotion(isEnabled: isOn)
        leaving = nil
    }

    private mutating func copySaved(_ ids: [String], at now: Duration) -> [Action] {
        let wanted = Set(ids)
        let texts = saved.jokes.filter { wanted.contains($0.id.rawValue) }.map {
            SharedJoke($0, translated: session.state?.showTranslation ?? false).text
        }
        guard !texts.isEmpty else { return [] }
        session.say(texts.count == 1 ? "Copied the joke." : "Copied \(texts.count) jokes.", at: now)
        return [.copy(texts.joined(separator: "\n\n"))]
    }

    private mutating func copy(at now: Duration) -> [Action] {
        guard let state = session.state, !state.joke.isError else { return [] }
        session.say("Copied the joke.", at: now)
        return [.copy(SharedJoke(state.joke, translated: state.showTranslation).text)]
    }
}

// MARK: - Events

extension DesktopModel {
    private mutating func handle(_ event: CardSession.Event, at now: Duration) {
        switch event {
        case .state(let old, let cause):
            show(old, cause: cause)
            // This client's own deletions and restorations read the list again when their replies arrive.
            guard isSavedOpen, let old, old.saved != session.state?.saved, !session.isOwn(cause) else {
                break
            }
            request(saved.reload(), at: now)
        case .reply(let request, let result):
            do throws(WireDecodingError) { try replied(request, result, at: now) } catch {
                session.disconnect(because: .unexpected(error), at: now)
            }
        case .failure(let request, let error):
            switch Method(rawValue: request.method) {
            case .savedList, .savedSearch: saved.fail(request.tag, because: error)
            default: break
            }
            session.say(error.sentence, isTrouble: true, at: now)
        case .connected: if isSavedOpen { request(saved.reload(), at: now) }
        case .lost: saved.interrupt()
        case .changed: break
        }
    }

    private mutating func replied(
        _ pending: RequestTracker.Pending, _ result: JSON, at now: Duration
    ) throws(WireDecodingError) {
        switch Method(rawValue: pending.method) {
        case .jokeUndo:
            let undone = try UndoResponse(json: result, at: "result").undone
            session.say("Undone: the joke was \(undone.kind).", at: now)
            if isSavedOpen { request(saved.reload(), at: now) }
        case .savedList, .savedSearch:
            saved.add(try SavedPageResponse(json: result, at: "result"), to: pending.tag)
        case .savedDelete:
            let deleted = try DeleteResponse(json: result, at: "result").deleted
            request(saved.remove(deleted), at: now)
        case .savedRestore: request(saved.reload(), at: now)
        default: break
        }
    }

    private mutating func request(_ requests: [SavedList.Request], at now: Duration) {
        for request in requests {
            session.request(request.method, request.params, tag: request.tag, at: now)
        }
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
    private mutating func settle() {
        guard let state = session.state, !isInHand, !session.isReleasing else { return }
        motion.moveTo(state.cardTranslation)
    }

    private var isInHand: Bool { if case .pointer = session.hold { true } else { false } }
}

// MARK: - The picture

extension DesktopModel {
    /// The words and the states that the window shows. The positions of the cards are in ``DesktopModel/motion``.
    package struct Picture: Sendable, Hashable {
        /// The joke, or nil before the first state.
        package var card: CardText?
        /// The card that leaves, or nil.
        package var leaving: CardText?
        package var isConnected = false
        package var isFetching = false
        package var isOffline = false
        package var showsTranslation = false
        /// The code of the language that the button for translations names: that of the translation, or of the joke.
        package var otherLanguage = "…"
        /// The number of saved jokes, or nil if it is not known.
        package var saved: Int?
        package var message: CardSession.Message?
        /// The page of saved jokes, or nil if the card is shown.
        package var page: SavedPicture?
    }

    /// The state of the page of saved jokes. The jokes themselves are in ``DesktopModel/saved``.
    package struct SavedPicture: Sendable, Hashable {
        /// The number of the list's state. The rows are shown again when it changes.
        package var revision: Int
        /// The sentence that the page shows instead of jokes, or nil if there are some.
        package var emptiness: String?
        /// The number of jokes that were deleted last and can be restored.
        package var deleted: Int
        /// Whether translations are shown.
        package var isTranslated: Bool
    }

    package func picture(at now: Duration) -> Picture {
        var picture = Picture()
        picture.message = session.message(at: now)
        picture.leaving = leaving
        if isSavedOpen { picture.page = savedPicture }
        guard let state = session.state else { return picture }
        picture.card = CardText(of: state)
        picture.showsTranslation = state.showTranslation
        picture.otherLanguage = state.joke.translation?.language ?? state.joke.language
        picture.saved = state.saved.count
        guard case .open = session.link else { return picture }
        picture.isConnected = true
        picture.isFetching = state.fetching
        picture.isOffline = !state.online
        return picture
    }

    private var savedPicture: SavedPicture {
        var emptiness: String?
        if saved.jokes.isEmpty {
            emptiness =
                if saved.hasFailed {
                    "The saved jokes cannot be read."
                } else if saved.total == nil {
                    "Reading the saved jokes…"
                } else if saved.query.text.isEmpty {
                    "No joke is saved yet. Throw a card to the right to save its joke."
                } else {
                    "No saved joke matches “\(saved.query.text)”."
                }
        }
        return SavedPicture(
            revision: saved.revision, emptiness: emptiness, deleted: saved.deleted.count,
            isTranslated: session.state?.showTranslation ?? false)
    }
}

/// A joke in a row of a list.
package struct RowText: Sendable, Hashable {
    package let text: String
    package let facts: String

    package init(_ joke: Joke, translated isTranslated: Bool) {
        text = TerminalText.safe(joke.text(translated: isTranslated))
        let credit = joke.credit(translated: isTranslated)?.line
        facts =
            (joke.categories + [joke.source]).map { TerminalText.oneLine($0) }.joined(separator: " · ")
            + (credit.map { "\n\($0)" } ?? "")
    }
}

/// The words on one card.
package struct CardText: Sendable, Hashable {
    package let id: String
    package let setup: String
    /// The punch line of a joke in two parts, or nil if there is none or it is held back.
    package let punchline: String?
    /// Whether the punch line is held back.
    package let isHeldBack: Bool
    package let isError: Bool
    /// The categories, the source and the language.
    package let facts: String
    /// The credit of the translation, or nil if none is needed.
    package let credit: Credit?

    package init(of state: CardState) {
        let (joke, isTranslated) = (state.joke, state.showTranslation)
        let parts = joke.parts(translated: isTranslated)
        id = joke.id.rawValue
        setup = TerminalText.safe(parts.setup)
        punchline = state.revealed ? parts.punchline.map { TerminalText.safe($0) } : nil
        isHeldBack = !state.revealed && parts.punchline != nil
        isError = joke.isError
        let translation = isTranslated ? joke.translation : nil
        let words = isError ? [] : joke.categories + [joke.source, translation?.language ?? joke.language]
        facts = words.map { TerminalText.oneLine($0) }.joined(separator: " · ")
        credit = joke.credit(translated: isTranslated)
    }

    /// The text as an assistive technology reads it.
    package var spoken: String { punchline.map { "\(setup)\n\($0)" } ?? setup }

    /// The size of the text: 0 for the shortest jokes to 3 for the longest.
    package var size: Int {
        let length = spoken.count
        return length <= 90 ? 0 : length <= 180 ? 1 : length <= 360 ? 2 : 3
    }
}
