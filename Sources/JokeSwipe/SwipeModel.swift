// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// The card in the terminal as one value: what comes from the terminal, the daemon and the clock goes in, what is to be
/// done and what is to be seen comes out.
///
/// All state is the daemon's: a key or the mouse becomes a request, and what is drawn is the newest state that came.
/// Times count from any moment, and never go back.
package struct SwipeModel: Sendable {
    package enum Input: Sendable {
        case report(TerminalInput)
        case resized(Size)
        case connection(SocketEvent)
        /// A program that was to share a joke has ended; nil where it did, else why not.
        case shared(failure: String?)
        /// The time is what `nextMoment` asked for.
        case moment
    }

    package enum Action: Sendable, Hashable {
        case connection(SocketAction)
        /// Copy this saved joke, or the card's.
        case share(String?)
        case redraw
        case suspend
        case quit
    }

    enum Link: Sendable, Hashable {
        case connecting
        /// The number of our connection, once it is known.
        case open(Int?)
        case lost(String)
    }

    enum Page: Sendable, Hashable { case card, saved, help }

    /// Said for a while.
    struct Notice: Sendable, Hashable {
        let text: String
        let isTrouble: Bool
        let until: Duration
    }

    package let display: DisplayOptions
    let surroundings: ConnectError.Surroundings
    package internal(set) var size: Size
    package internal(set) var state: CardState?
    var layout: CardLayout?
    var link = Link.connecting
    var page = Page.card
    var client: ReconnectingClient
    var motion: CardAnimation
    var hold: DragInput? {
        didSet { if hold == nil { unsent = nil } }
    }
    /// A drag that waits until the one before it is answered, and some time has passed: who is slow gets the newest.
    var unsent: DragReport?
    var lastReport: Duration = .zero
    /// Lines of a long joke that are scrolled over.
    var scroll = 0
    var saved = SavedBrowser()
    var notice: Notice?
    /// Whether there may be something else to be seen since it was set back.
    package var isChanged = true
    /// Since when an answer is waited for.
    var waitingSince: Duration?

    static let noticeTime: Duration = .seconds(5)
    static let patience: Duration = .seconds(3)
    private static let frame: Duration = .milliseconds(16)
    static let spinnerTurn: Duration = .milliseconds(120)

    package init(
        size: Size, display: DisplayOptions, isGreased: Bool = false,
        surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        self.size = size
        self.display = display
        self.surroundings = surroundings
        client = ReconnectingClient(name: "jokesd-swipe", isGreased: isGreased)
        client.start()
        motion = CardAnimation(isEnabled: display.hasMotion)
        saved.size = size
    }

    package mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        if let notice, notice.until <= now { self.notice = nil }
        if !isSilent(input) { isChanged = true }
        switch input {
        case .report(let report): return handle(report, at: now)
        case .resized(let size):
            (self.size, saved.size) = (size, size)
            scroll = 0
            layOut()
            return page == .saved ? ask(saved.filled(), at: now) : []
        case .connection(let event):
            if case .received = event { waitingSince = nil }
            client.handle(event, at: now)
            return readEvents(at: now)
        case .shared(let failure):
            say(failure ?? "Copied: paste it wherever you like.", isTrouble: failure != nil, at: now)
            return []
        case .moment:
            client.timePassed(at: now)
            return readEvents(at: now) + keepDragging(at: now)
        }
    }

    /// What the hand does is seen when the daemon says so; an event tells by itself.
    private func isSilent(_ input: Input) -> Bool {
        switch input {
        case .connection(.received): true
        case .report(.mouse(let mouse)): mouse.kind == .drag
        default: false
        }
    }

    /// When it wants to be called next, whatever happens.
    package func nextMoment(after now: Duration) -> Duration? {
        var moments: [Duration] = []
        if motion.isMoving(at: now) { moments.append(Self.stroke(of: Self.frame, after: now)) }
        if display.hasMotion, isBusy { moments.append(Self.stroke(of: Self.spinnerTurn, after: now)) }
        if let notice { moments.append(notice.until) }
        if let waitingSince, waitingSince + Self.patience > now {
            moments.append(waitingSince + Self.patience)
        }
        if let moment = nextReport(after: lastReport), !client.isPending(.cardDrag) { moments.append(moment) }
        if let moment = client.deadline { moments.append(moment) }
        return moments.min()
    }

    /// The next multiple of it: what comes in between does not put that off.
    private static func stroke(of period: Duration, after now: Duration) -> Duration {
        period * (now / period + 1).rounded(.down)
    }

    /// Whether an answer is overdue.
    func isUnanswered(at now: Duration) -> Bool { waitingSince.map { $0 + Self.patience <= now } ?? false }

    /// Whether a sign of activity turns.
    var isBusy: Bool {
        if case .open = link { return state?.fetching == true || page == .saved && saved.isLoading }
        return false
    }
}

extension SwipeModel {
    /// Makes a request. Does nothing without a connection.
    mutating func ask(
        _ method: Method, _ params: JSONObject = [:], tag: Int = 0, at now: Duration
    ) -> [Action] {
        guard client.isConnected else { return [] }
        if waitingSince == nil { waitingSince = now }
        client.request(method, params, tag: tag)
        return socketActions()
    }

    mutating func socketActions() -> [Action] { client.takeActions().map { .connection($0) } }

    mutating func say(_ text: String, isTrouble: Bool = false, at now: Duration) {
        notice = Notice(text: text, isTrouble: isTrouble, until: now + Self.noticeTime)
    }

    private mutating func handle(_ report: TerminalInput, at now: Duration) -> [Action] {
        switch report {
        case .key(.control("c")): return [.quit]
        case .key(.control("z")): return [.suspend]
        case .key(.control("l")): return [.redraw]
        case .key(let key):
            switch page {
            case .card: return pressOnCard(key, at: now)
            case .saved: return pressInSaved(key, at: now)
            case .help:
                page = .card
                return key == .character("q") ? [.quit] : []
            }
        case .mouse(let mouse):
            switch page {
            case .card: return moveOnCard(mouse, at: now)
            case .saved: return ask(saved.mouse(mouse), at: now)
            case .help: return []
            }
        case .pasted(let text): return page == .saved ? ask(saved.paste(text), at: now) : []
        case .synchronizes: return []
        }
    }
}
