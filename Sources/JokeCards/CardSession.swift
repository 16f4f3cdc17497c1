// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// The connection of a program that shows the card, as one value: the newest state that the daemon sent, the drag of
/// this client, and the messages for the user.
///
/// The daemon owns the state of the card. Each request names the joke that was shown, so that it has no effect if
/// another joke has replaced it. The program reports socket events and the time, then takes the events and the actions.
/// Times count from any moment and never go back.
package struct CardSession: Sendable {
    package enum Link: Sendable, Hashable {
        case connecting
        /// The number of this connection, or nil until it is known.
        case open(Int?)
        /// The connection was lost, for this reason. The client tries again by itself.
        case lost(String)
    }

    /// An event that the program handles.
    package enum Event: Sendable, Hashable {
        /// The connection is open, and requests can be made.
        case connected
        /// The daemon sent a new state.
        case state(old: CardState?, cause: EventCause?)
        case reply(RequestTracker.Pending, JSON)
        /// A request failed. The user was not told yet.
        case failure(RequestTracker.Pending, WireError)
        case lost
        /// Only the link, the drag or the messages may have changed.
        case changed
    }

    /// A message for the user.
    package struct Message: Sendable, Hashable {
        package let text: String
        package let isTrouble: Bool

        package init(text: String, isTrouble: Bool) { (self.text, self.isTrouble) = (text, isTrouble) }
    }

    package internal(set) var state: CardState?
    package internal(set) var link = Link.connecting
    /// The drag of this client, or nil.
    package internal(set) var hold: DragInput? {
        didSet { if hold == nil { unsent = nil } }
    }
    /// The newest position of the drag that was not reported yet. It waits for the reply to the last report and for a
    /// pause. On a slow connection, older positions are skipped.
    var unsent: DragReport?
    /// The position that was reported last.
    var reported: DragReport?
    var lastReport: Duration = .zero
    var client: ReconnectingClient
    private let surroundings: ConnectError.Surroundings
    private var notice: (message: Message, until: Duration)?
    /// The time since which a reply is awaited, or nil.
    private var waitingSince: Duration?
    private var undoGuard = UndoGuard()

    private static let noticeTime: Duration = .seconds(5)
    private static let patience: Duration = .seconds(3)

    /// - Parameter name: the name of the program, which events name as their cause.
    package init(
        name: String, isGreased: Bool = false,
        surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        client = ReconnectingClient(name: name, isGreased: isGreased)
        self.surroundings = surroundings
        client.start()
    }
}

// MARK: - Calls from the program

extension CardSession {
    package mutating func handle(_ event: SocketEvent, at now: Duration) {
        if case .received = event { waitingSince = nil }
        client.handle(event, at: now)
    }

    /// Handles the time that ``nextMoment(after:)`` returned. Take the events afterwards.
    package mutating func timePassed(at now: Duration) {
        expireNotice(at: now)
        client.timePassed(at: now)
        keepDragging(at: now)
    }

    /// Hides the notice if its time is over.
    package mutating func expireNotice(at now: Duration) {
        if let notice, notice.until <= now { self.notice = nil }
    }

    /// Returns the time of the next ``timePassed(at:)``, or nil if there is nothing to wait for.
    package func nextMoment(after now: Duration) -> Duration? {
        var moments: [Duration] = []
        if let notice { moments.append(notice.until) }
        if let waitingSince, waitingSince + Self.patience > now {
            moments.append(waitingSince + Self.patience)
        }
        if let moment = nextReport(after: lastReport), !client.isPending(.cardDrag) { moments.append(moment) }
        if let moment = client.deadline { moments.append(moment) }
        return moments.min()
    }

    /// Returns the actions to perform now, in order.
    package mutating func takeActions() -> [SocketAction] { client.takeActions() }

    /// Returns the next event, or nil if there is none until the program reports more.
    package mutating func nextEvent(at now: Duration) -> Event? {
        while let event = client.nextEvent(at: now) {
            if let event = read(event, at: now) { return event }
        }
        return nil
    }

    /// Makes a request. Does nothing without a connection.
    ///
    /// - Parameter tag: a number that the reply repeats.
    package mutating func request(
        _ method: Method, _ params: JSONObject = [:], tag: Int = 0, at now: Duration
    ) {
        guard client.isConnected else { return }
        // A page or a translation may have to be fetched.
        if waitingSince == nil, method != .feedPage, method != .translationRequest { waitingSince = now }
        client.request(method, params, tag: tag)
    }

    /// Gives up this connection, and connects again after a delay.
    package mutating func disconnect(because error: ConnectError, at now: Duration) {
        client.disconnect(because: error, at: now)
    }

    /// Shows a message for some seconds.
    package mutating func say(_ text: String, isTrouble: Bool = false, at now: Duration) {
        notice = (Message(text: text, isTrouble: isTrouble), now + Self.noticeTime)
    }

    /// Hides the notice, because the user has left what it is about.
    package mutating func forgetNotice() { notice = nil }
}

extension CardSession {
    /// Undoes the newest change. If it is of another client, says so first, and undoes it only when asked again.
    mutating func undo(at now: Duration) {
        if let change = undoGuard.takeWarning() {
            return say("\(change.sentence) \(localized("Undo again to undo it, too."))", at: now)
        }
        let joke: JSONObject = state.map { ["ifJoke": .string($0.joke.id.rawValue)] } ?? [:]
        request(.jokeUndo, joke, at: now)
    }
}

// MARK: - What the program shows

extension CardSession {
    /// Returns the most urgent message: the progress, or an error and what to do about it.
    ///
    /// - Parameter error: an error of the page that is shown. It comes before an error of the state.
    package func message(at now: Duration, error: WireError? = nil) -> Message? {
        switch link {
        case .connecting: return Message(text: localized("Connecting to jokesd…"), isTrouble: false)
        case .lost(let reason):
            // It may say where a text is.
            if let notice, notice.message.isTrouble { return notice.message }
            return Message(text: "\(reason).", isTrouble: true)
        case .open: break
        }
        if waitingSince.map({ $0 + Self.patience <= now }) ?? false {
            return Message(
                text: localized("jokesd does not reply; see `journalctl --user -u jokesd`."), isTrouble: true)
        }
        if let notice { return notice.message }
        return (error?.sentence ?? state?.error?.text).map { Message(text: $0, isTrouble: true) }
    }

    /// Whether this client itself caused a change.
    package func isOwn(_ cause: EventCause?) -> Bool {
        if case .open(let ours?) = link { return cause?.connection == ours }
        return false
    }
}

// MARK: - The replies and events of jokesd

extension CardSession {
    private mutating func read(_ event: ConnectionEvent, at now: Duration) -> Event? {
        switch event {
        case .connected:
            (link, waitingSince) = (.open(nil), now)
            return .connected
        case .subscribed(let result): link = .open(result["connection"]?.integerValue)
        case .subscriptionRefused(let error): client.disconnect(because: .refused(error), at: now)
        case .reply(let request, .success(let result)):
            guard request.method == Method.cardDrag.rawValue else {
                undoGuard.note(result, of: Method(rawValue: request.method))
                return .reply(request, result)
            }
            // Only the state event that follows moves the card.
            sendUnsentDrag(at: now)
            return nil
        case .reply(let request, .failure(let error)): return failed(request, error)
        case .event(let params):
            let event: StateEventParams
            do throws(WireDecodingError) { event = try StateEventParams(json: params) } catch {
                client.disconnect(because: .unexpected(error), at: now)
                break
            }
            let old = state
            state = event.state
            if !isOwn(event.cause) { undoGuard.note(event) }
            letGo(of: old, cause: event.cause)
            return .state(old: old, cause: event.cause)
        case .closing: break
        case .lost(let error, _):
            (link, hold, waitingSince) = (.lost(error.message(in: surroundings)), nil, nil)
            return .lost
        }
        return .changed
    }

    private mutating func failed(_ request: RequestTracker.Pending, _ error: WireError) -> Event {
        let method = Method(rawValue: request.method)
        if method == .cardDrag { hold = nil }
        // Another client was faster. Its joke is on the card.
        if error.kind == .staleJoke, [.cardDrag, .cardRelease, .jokeReveal].contains(method) {
            return .changed
        }
        return .failure(request, error)
    }
}
