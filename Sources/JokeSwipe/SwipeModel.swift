// SPDX-License-Identifier: MIT
import JokeCards
package import JokeClient
package import JokeWire

/// The state of the full-screen program as one value. Inputs come from the terminal, the daemon and the clock. The
/// results are actions to perform and a canvas to show.
///
/// The daemon owns the state of the card: a key or a mouse event becomes a request, and the newest state that the
/// daemon sent is drawn. Times count from any moment and never go back.
package struct SwipeModel: Sendable {
    package enum Input: Sendable {
        case report(TerminalInput)
        case resized(Size)
        case connection(SocketEvent)
        /// The program that shares a joke has ended with this message.
        case shared(String, isTrouble: Bool)
        /// The user has left the editor, with this message.
        case wrote(String, isTrouble: Bool)
        /// The time that `nextMoment(after:)` returned has come.
        case moment
    }

    package enum Action: Sendable, Hashable {
        case connection(SocketAction)
        /// Copy the saved joke with this id, or the current joke if nil.
        case share(String?)
        /// Open the user's editor with the saved joke with this id, or without a joke if nil.
        case write(String?)
        case redraw
        case suspend
        case quit
    }

    enum Page: Sendable, Hashable { case card, saved, feed, help }

    package let display: DisplayOptions
    package internal(set) var size: Size
    var layout: CardLayout?
    var page = Page.card
    var session: CardSession
    var motion: CardAnimation
    /// The number of lines of the joke that are scrolled out at the top.
    var scroll = 0
    /// The page that the help is about, and to which it returns.
    var helpTopic = Page.card
    /// The number of lines of the help that are scrolled out at the top.
    var helpScroll = 0
    var saved = JokeBrowser(.saved)
    var feed = JokeBrowser(.feed)
    /// Whether the screen may have to be drawn again. The app resets it.
    package var isChanged = true

    private static let frame: Duration = .milliseconds(16)
    static let spinnerTurn: Duration = .milliseconds(120)

    package init(
        size: Size, display: DisplayOptions, isGreased: Bool = false,
        surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        self.size = size
        self.display = display
        session = CardSession(name: "jokesd-swipe", isGreased: isGreased, surroundings: surroundings)
        motion = CardAnimation(isEnabled: display.hasMotion)
        (saved.size, feed.size) = (size, size)
    }

    package var state: CardState? { session.state }

    package mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        session.expireNotice(at: now)
        if !isSilent(input) { isChanged = true }
        switch input {
        case .report(let report): return handle(report, at: now)
        case .resized(let size):
            (self.size, saved.size, feed.size) = (size, size, size)
            (scroll, helpScroll) = (0, 0)
            layOut()
            return inList(at: now) { $0.filled() }
        case .connection(let event):
            session.handle(event, at: now)
            return readEvents(at: now)
        case .shared(let message, let isTrouble):
            say(message, isTrouble: isTrouble, at: now)
            return []
        case .wrote(let message, let isTrouble):
            say(message, isTrouble: isTrouble, at: now)
            return page == .saved ? ask(saved.reload(), at: now) : []
        case .moment:
            session.timePassed(at: now)
            return readEvents(at: now)
        }
    }

    /// Whether the input itself changes nothing on the screen. A dragged card moves only when the daemon sends the new
    /// state. For received bytes, the messages in them set ``isChanged``.
    private func isSilent(_ input: Input) -> Bool {
        switch input {
        case .connection(.received): true
        case .report(.mouse(let mouse)): mouse.kind == .drag
        default: false
        }
    }

    /// Returns the time at which the model must be called next with ``Input/moment``, or nil if it need not be.
    package func nextMoment(after now: Duration) -> Duration? {
        var moments: [Duration] = []
        if motion.isMoving(at: now) { moments.append(Self.stroke(of: Self.frame, after: now)) }
        if display.hasMotion, isBusy { moments.append(Self.stroke(of: Self.spinnerTurn, after: now)) }
        if let moment = session.nextMoment(after: now) { moments.append(moment) }
        return moments.min()
    }

    /// Returns the next multiple of the period, so that other inputs do not delay a frame.
    private static func stroke(of period: Duration, after now: Duration) -> Duration {
        period * (now / period + 1).rounded(.down)
    }

    /// Whether a spinner is shown.
    var isBusy: Bool {
        if case .open = session.link { return state?.fetching == true || list?.isLoading == true }
        return false
    }

    /// The list that is shown, or nil.
    var list: JokeBrowser? {
        switch page {
        case .saved: saved
        case .feed: feed
        case .card, .help: nil
        }
    }
}

extension SwipeModel {
    /// Makes a request. Does nothing without a connection.
    mutating func ask(
        _ method: Method, _ params: JSONObject = [:], tag: Int = 0, at now: Duration
    ) -> [Action] {
        session.request(method, params, tag: tag, at: now)
        return socketActions()
    }

    mutating func perform(_ command: CardCommand, at now: Duration) -> [Action] {
        session.perform(command, at: now)
        return socketActions()
    }

    mutating func socketActions() -> [Action] { session.takeActions().map { .connection($0) } }

    mutating func say(_ text: String, isTrouble: Bool = false, at now: Duration) {
        session.say(text, isTrouble: isTrouble, at: now)
    }

    private mutating func handle(_ report: TerminalInput, at now: Duration) -> [Action] {
        switch report {
        case .key(.control("c")): return [.quit]
        case .key(.control("z")): return [.suspend]
        case .key(.control("l")): return [.redraw]
        case .key(let key):
            switch page {
            case .card: return pressOnCard(key, at: now)
            case .saved, .feed: return pressInList(key, at: now)
            case .help: return pressInHelp(key)
            }
        case .mouse(let mouse):
            switch page {
            case .card: return moveOnCard(mouse, at: now)
            case .saved, .feed: return inList(at: now) { $0.mouse(mouse) }
            case .help:
                if mouse.kind == .wheelUp { scrollHelp(by: -1) }
                if mouse.kind == .wheelDown { scrollHelp(by: 1) }
                return []
            }
        case .pasted(let text): return inList(at: now) { $0.paste(text) }
        case .synchronizes: return []
        }
    }
}
