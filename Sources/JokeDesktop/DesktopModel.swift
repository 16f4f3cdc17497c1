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
        case .state(let old, let cause): show(old, cause: cause)
        case .reply(let request, let result):
            guard request.method == Method.jokeUndo.rawValue else { break }
            do throws(WireDecodingError) {
                let undone = try UndoResponse(json: result, at: "result").undone
                session.say("Undone: the joke was \(undone.kind).", at: now)
            } catch {
                session.disconnect(because: .unexpected(error), at: now)
            }
        case .failure(_, let error): session.say(error.sentence, isTrouble: true, at: now)
        case .connected, .lost, .changed: break
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

// MARK: - What the window says

extension DesktopModel {
    /// What the window says, apart from the position of the cards.
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
    }

    package func picture(at now: Duration) -> Picture {
        var picture = Picture()
        picture.message = session.message(at: now)
        picture.leaving = leaving
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
