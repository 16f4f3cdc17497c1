// SPDX-License-Identifier: MIT
import Glibc
package import JokeClient
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

    /// Returns the parameters of the events that have arrived, and forgets them. There are some only after a
    /// subscription.
    mutating func takeEvents() -> [JSON] {
        defer { events = [] }
        return events
    }

    /// Makes a request and waits for its reply, which may be jokesd's error.
    package mutating func request(
        _ method: String, _ params: JSON = .null, until deadline: Deadline
    ) throws(ConnectError) -> Result<JSON, WireError> {
        var spinner: Spinner?
        return try request(method, params, until: deadline, showing: &spinner)
    }

    /// Makes a request and waits for its reply, with a spinner if `spinner` is not nil.
    mutating func request(
        _ method: String, _ params: JSON, until deadline: Deadline, showing spinner: inout Spinner?
    ) throws(ConnectError) -> Result<JSON, WireError> {
        try socket.send(tracker.request(method, params), until: deadline)
        while true {
            switch try nextMessage(until: deadline, showing: &spinner) {
            case .reply(let request, let result) where request.id == tracker.lastID: return result
            case .refused(let error): return .failure(error)
            case .event(let event): events.append(event)
            case .reply: continue
            }
        }
    }

    private mutating func nextMessage(
        until deadline: Deadline, showing spinner: inout Spinner?
    ) throws(ConnectError) -> RequestTracker.Message {
        while true {
            if let message = try tracker.next() { return message }
            guard !tracker.hasEnded else { throw .closed }
            switch Poll.wait(
                for: POLLIN, on: socket.descriptor, until: spinner?.nextTurn(before: deadline) ?? deadline)
            {
            case .timedOut where deadline.hasPassed: throw .timedOut
            case .timedOut: spinner?.turn()
            case .ready, .otherReady, .outputClosed:
                if let bytes = try socket.receive() { tracker.receive(bytes) } else { tracker.end() }
            }
        }
    }
}
