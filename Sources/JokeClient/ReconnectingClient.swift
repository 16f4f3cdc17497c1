// SPDX-License-Identifier: MIT
package import JokeWire

/// A client that subscribes to one topic and connects again whenever its connection is lost, as a value without I/O.
///
/// Its shell owns the socket and the clock: it calls one method for each event, takes the actions and the connection
/// events afterwards, and calls ``timePassed(at:)`` at the deadline. Times count from any moment and never go back.
package struct ReconnectingClient: Sendable {
    private enum Status {
        /// The client waits before its next attempt. Next: `opening`.
        case waiting(until: Duration)
        /// jokesd was stopped, which the client reports at this time. It waits for ``SocketEvent/started``. Next:
        /// `opening`.
        case stopped(report: Duration?)
        /// The shell connects the socket. Next: `subscribing` or `waiting`.
        case opening
        /// The client is connected and has no reply to its subscription. Next: `subscribed` or `waiting`.
        case subscribing(deadline: Duration?)
        /// The client receives events. Next: `waiting`.
        case subscribed(since: Duration)
    }

    private let name: String
    private let isGreased: Bool
    private let topic: String
    /// The longest time that a reply to the subscription may take, or nil to wait for it without limit.
    private let timeout: Duration?
    private let resumes: Bool

    private var status = Status.waiting(until: .zero)
    private var tracker: RequestTracker
    private var delay = shortestDelay
    /// Whether jokesd said that it stops, and has not replied since.
    private var isClosing = false
    private var epoch: JSON = .null
    /// The position of the last delivered event, after which the next subscription continues, or nil to begin with the
    /// state.
    private var position: JSONObject?
    private var actions: [SocketAction] = []
    private var events: [ConnectionEvent] = []

    /// The delay after the first failure. It doubles with each attempt that fails.
    private static let shortestDelay: Duration = .milliseconds(100)
    private static let longestDelay: Duration = .seconds(5)
    /// The time that a restart may take before the client says that jokesd was stopped.
    private static let restartTime: Duration = .seconds(2)

    /// - Parameters:
    ///   - topic: the topic to subscribe to.
    ///   - resumes: whether to continue after the last event, so that none is missed while reconnecting. Otherwise each
    ///     subscription begins with the whole state.
    ///   - timeout: the longest time that the subscription may take, or nil for no limit.
    package init(
        name: String, isGreased: Bool = false, topic: String = "state", resumes: Bool = false,
        timeout: Duration? = nil
    ) {
        self.name = name
        self.isGreased = isGreased
        self.topic = topic
        self.resumes = resumes
        self.timeout = timeout
        tracker = RequestTracker(client: name, isGreased: isGreased)
    }

    // MARK: - Calls from the shell

    /// Connects.
    package mutating func start() {
        status = .opening
        actions.append(isClosing ? .reopen : .open)
    }

    /// Greets and subscribes on a connection that was just opened.
    package mutating func opened(at now: Duration) {
        tracker = RequestTracker(client: name, isGreased: isGreased)
        status = .subscribing(deadline: timeout.map { now + $0 })
        events.append(.connected)
        var params: JSONObject = ["topics": [.string(topic)]]
        if let position { params.append("since", .object(position)) }
        request(.stateSubscribe, params)
    }

    package mutating func openFailed(_ error: ConnectError, at now: Duration) {
        if error == .stopped {
            status = .stopped(report: now + Self.restartTime)
        } else {
            lose(error, at: now)
        }
    }

    /// Connects, because a stopped jokesd runs again.
    package mutating func started() {
        guard case .stopped = status else { return }
        (delay, isClosing) = (Self.shortestDelay, false)
        start()
    }

    package mutating func received(_ bytes: some Sequence<UInt8>) {
        if isConnected { tracker.receive(bytes) }
    }

    /// Handles the end of the connection. Bytes that arrived before it are still read.
    package mutating func ended() { tracker.end() }

    package mutating func timePassed(at now: Duration) {
        switch status {
        case .waiting(let time) where time <= now: start()
        case .subscribing(let time?) where time <= now: lose(.timedOut, at: now)
        case .stopped(let time?) where time <= now:
            status = .stopped(report: nil)
            events.append(.lost(.stopped, wasSubscribed: false))
        default: break
        }
    }

    package mutating func handle(_ event: SocketEvent, at now: Duration) {
        switch event {
        case .opened: opened(at: now)
        case .openFailed(let error): openFailed(error, at: now)
        case .started: started()
        case .received(let bytes): received(bytes)
        case .ended: ended()
        }
    }

    /// The time of the next ``timePassed(at:)``, or nil if there is nothing to wait for.
    package var deadline: Duration? {
        switch status {
        case .waiting(let time): time
        case .subscribing(let time), .stopped(let time): time
        case .opening, .subscribed: nil
        }
    }

    /// Returns the actions to perform now, in order.
    package mutating func takeActions() -> [SocketAction] {
        defer { actions = [] }
        return actions
    }

    /// Returns the next event, or nil if there is none until the shell reports more.
    package mutating func nextEvent(at now: Duration) -> ConnectionEvent? {
        while events.isEmpty {
            guard isConnected else { return nil }
            do throws(ConnectError) {
                if let message = try tracker.next() {
                    read(message, at: now)
                } else if tracker.hasEnded {
                    lose(isSubscribed ? .disconnected : .closed, at: now)
                } else {
                    return nil
                }
            } catch {
                lose(error, at: now)
            }
        }
        return events.removeFirst()
    }

    // MARK: - Calls from the client

    package var isConnected: Bool {
        switch status {
        case .subscribing, .subscribed: true
        case .waiting, .stopped, .opening: false
        }
    }

    package func isPending(_ method: Method) -> Bool { tracker.isPending(method) }

    package mutating func forget(_ method: Method) { tracker.forget(method) }

    /// Sends a request. Does nothing without a connection.
    ///
    /// - Parameter tag: a number that the reply repeats.
    package mutating func request(_ method: Method, _ params: JSONObject = [:], tag: Int = 0) {
        guard isConnected else { return }
        let params: JSON = params.isEmpty ? .null : .object(params)
        actions.append(.send(tracker.request(method.rawValue, params, tag: tag)))
    }

    /// Gives up this connection and connects again after a delay.
    package mutating func disconnect(because error: ConnectError, at now: Duration) {
        if isConnected { lose(error, at: now) }
    }

    /// Makes the next subscription begin with the whole state.
    package mutating func forgetPosition() { position = nil }

    // MARK: - Transitions

    private var isSubscribed: Bool { if case .subscribed = status { true } else { false } }

    private mutating func lose(_ error: ConnectError, at now: Duration) {
        if isConnected { actions.append(.close) }
        // Reset the delay only after a connection that lasted. A daemon that closes every connection at once must not
        // be flooded.
        if case .subscribed(let since) = status, now - since > Self.longestDelay {
            delay = Self.shortestDelay
        }
        events.append(.lost(error, wasSubscribed: isSubscribed))
        status = .waiting(until: now + delay)
        delay = min(delay * 2, Self.longestDelay)
    }

    private mutating func read(_ message: RequestTracker.Message, at now: Duration) {
        switch message {
        case .reply(let request, .success(let result)) where request.method == Method.stateSubscribe.rawValue:
            status = .subscribed(since: now)
            isClosing = false
            epoch = result["epoch"] ?? .null
            // If the connection is lost before the first event, the log continues here.
            if topic == "log", result["resumed"] != true { setPosition(result["seq"]) }
            events.append(.subscribed(result))
        case .reply(let request, .failure(let error)) where request.method == Method.stateSubscribe.rawValue:
            events.append(.subscriptionRefused(error))
        case .reply(let request, let result): events.append(.reply(request, result))
        case .refused(let error):
            if isSubscribed {
                lose(.refused(error), at: now)
            } else {
                events.append(.subscriptionRefused(error))
            }
        case .event(let params):
            guard params["topic"]?.stringValue == topic else { return }
            setPosition(params["seq"])
            guard params["event"] == "closing" else { return events.append(.event(params)) }
            events.append(.closing(params))
            isClosing = true
            lose(.closing, at: now)
        }
    }

    private mutating func setPosition(_ sequenceNumber: JSON?) {
        guard resumes else { return }
        position = ["epoch": epoch, "seq": sequenceNumber ?? .null]
    }
}
