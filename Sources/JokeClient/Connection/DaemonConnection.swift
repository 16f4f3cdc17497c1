// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// A connection to jokesd that makes one request at a time. Every wait ends at the deadline that the caller gives.
package struct DaemonConnection: ~Copyable {
    private let socket: DaemonSocket
    private var tracker: RequestTracker
    /// The parameters of the events that arrived before the last reply.
    private var events: [JSON] = []

    /// - Parameters:
    ///   - client: the name that events give as their cause.
    ///   - isGreased: whether jokesd mixes in what a later version might send, to test jokectl.
    package static func open(
        at locations: SocketLocations, as client: String = "jokectl", greased isGreased: Bool = false,
        until deadline: Deadline
    ) throws(ConnectError) -> DaemonConnection {
        DaemonConnection(
            try DaemonSocket.open(at: locations, until: deadline),
            RequestTracker(client: client, isGreased: isGreased))
    }

    private init(_ socket: consuming DaemonSocket, _ tracker: RequestTracker) {
        self.socket = socket
        self.tracker = tracker
    }

    /// The process that listens at the other end, or nil if it cannot be seen. It is systemd if systemd listens.
    package var listener: Int? { socket.process }

    /// Returns the parameters of the events that have arrived, and forgets them. There are some only after a
    /// subscription.
    package mutating func takeEvents() -> [JSON] {
        defer { events = [] }
        return events
    }

    /// Makes a request and waits for its reply, which may be jokesd's error.
    package mutating func request(
        _ method: String, _ params: JSON = .null, until deadline: Deadline
    ) throws(ConnectError) -> Result<JSON, WireError> {
        try send(method, params, until: deadline)
        guard let reply = try reply(until: deadline) else { throw .timedOut }
        return reply
    }

    package mutating func send(
        _ method: String, _ params: JSON, until deadline: Deadline
    ) throws(ConnectError) {
        try socket.send(tracker.request(method, params), until: deadline)
    }

    /// Waits for the reply to the last request. Returns nil if the deadline passes first; then the reply can still come.
    package mutating func reply(
        until deadline: Deadline
    ) throws(ConnectError) -> Result<JSON, WireError>? {
        while let message = try nextMessage(until: deadline) {
            switch message {
            case .reply(let request, let result) where request.id == tracker.lastID: return result
            case .refused(let error): return .failure(error)
            case .event(let event): events.append(event)
            case .reply: continue
            }
        }
        return nil
    }

    private mutating func nextMessage(
        until deadline: Deadline
    ) throws(ConnectError) -> RequestTracker.Message? {
        while true {
            if let message = try tracker.next() { return message }
            guard !tracker.hasEnded else { throw .closed }
            switch Poll.wait(for: POLLIN, on: socket.descriptor, until: deadline) {
            case .timedOut: return nil
            case .ready, .otherReady, .outputClosed:
                if let bytes = try socket.receive() { tracker.receive(bytes) } else { tracker.end() }
            }
        }
    }
}
