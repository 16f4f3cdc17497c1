// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// Follows one topic over any number of connections, until nobody reads what is printed.
struct Following {
    /// Why one connection was over.
    private enum Ending: Error {
        /// To be tried again.
        case lost(Failure)
        /// No waiting mends this: a topic that is not there, an output that fails.
        case failed(Failure)
        case outputClosed
    }

    private let topic: String
    /// Nil where the events themselves are wanted.
    private let choice: BarChoice?
    private let session: Session
    /// What a bar was told last.
    private var line = ""
    private var delay = ReconnectDelay()
    /// Whether the line that was printed last says that the daemon is away; then the state must be said anew.
    private var isOffline = false
    private var isSubscribed = false
    /// Up to where all is printed.
    private var since: JSONObject?

    init(topic: String, choice: BarChoice? = nil, session: Session) {
        self.topic = topic
        self.choice = choice
        self.session = session
    }

    mutating func run() throws(Failure) -> ExitCode {
        // The end of the reader is seen by poll and by EPIPE, and is no failure.
        signal(SIGPIPE, SIG_IGN)
        while true {
            isSubscribed = false
            switch oneConnection() {
            case .outputClosed: return .done
            case .failed(let failure): throw failure
            case .lost(let failure):
                // A daemon that was there a moment ago may only be restarting.
                if !isSubscribed, !isOffline { try sayOffline(failure) }
            }
            let outcome = Poll.wait(for: 0, on: -1, watching: session.console.output, until: delay.next())
            if outcome == .outputClosed { return .done }
        }
    }

    private mutating func oneConnection() -> Ending {
        do throws(Ending) {
            var connection = try connect()
            let epoch = try subscribe(on: &connection)
            defer { delay.lost() }
            while true {
                let event = try nextEvent(of: &connection)
                // Events of topics that a later version knows are not ours.
                if event["topic"]?.stringValue == topic { try print(event, epoch: epoch) }
            }
        } catch {
            return error
        }
    }

    private func connect() throws(Ending) -> Connection {
        do throws(ConnectionError) {
            return try session.open()
        } catch .badPath(let path) {
            throw .failed(Failure(.badPath(path)))
        } catch {
            throw .lost(session.failure(error))
        }
    }

    private mutating func subscribe(on connection: inout Connection) throws(Ending) -> JSON {
        var params: JSONObject = ["topics": [.string(topic)]]
        // A state is said anew after a line that says it is away; of the log nothing may be left out.
        if topic == "log" || !isOffline, let since { params.append("since", .object(since)) }
        let answer: Result<JSON, WireError>
        do throws(ConnectionError) {
            answer = try connection.request(
                Method.stateSubscribe.rawValue, .object(params), until: session.patience)
        } catch {
            throw .lost(session.failure(error))
        }
        switch answer {
        case .failure(let error): throw error.retry ? .lost(Failure(error)) : .failed(Failure(error))
        case .success(let subscription):
            isSubscribed = true
            delay.connected()
            let epoch = subscription["epoch"] ?? .null
            // What comes before the first event is missed if the connection is lost before that.
            if topic == "log", subscription["resumed"] != true {
                since = ["epoch": epoch, "seq": subscription["seq"] ?? .null]
            }
            return epoch
        }
    }

    private func nextEvent(of connection: inout Connection) throws(Ending) -> JSON {
        let happening: Connection.Happening
        do throws(ConnectionError) {
            happening = try connection.nextEvent(watching: session.console.output)
        } catch {
            throw .lost(session.failure(error))
        }
        switch happening {
        case .event(let params): return params
        case .outputClosed: throw .outputClosed
        }
    }

    private mutating func print(_ event: JSON, epoch: JSON) throws(Ending) {
        do throws(Failure) {
            if let choice {
                try say(Self.card(event, choice), choice)
            } else {
                try session.write(event, isLenient: topic == "log")
            }
        } catch {
            throw error.exitCode == .done ? .outputClosed : .failed(error)
        }
        isOffline = false
        since = ["epoch": epoch, "seq": event["seq"] ?? .null]
    }

    private static func card(_ event: JSON, _ choice: BarChoice) -> BarCard {
        do throws(WireMismatch) {
            return BarCard(try Snapshot(json: event, at: "event").state, width: choice.width)
        } catch {
            return BarCard(offline: Failure(error).message)
        }
    }

    private mutating func say(_ card: BarCard, _ choice: BarChoice) throws(Failure) {
        let new = choice.bar.line(card)
        guard new != line else { return }
        line = new
        try session.console.write(line)
    }

    private mutating func sayOffline(_ failure: Failure) throws(Failure) {
        isOffline = true
        if let choice { return try say(BarCard(offline: failure.message), choice) }
        try session.write(
            [
                "online": false, "topic": .string(topic), "changed": ["online"], "state": .null,
                "error": ["kind": "unreachable", "message": .string(failure.message)],
            ], isLenient: true)
    }
}

/// How long to wait before connecting again: 0.1 s, then twice as long each time, at most 5 s.
struct ReconnectDelay {
    private var seconds = shortest
    private var isStable = Deadline.never

    private static let shortest = 0.1
    private static let longest = 5.0

    mutating func next() -> Deadline {
        defer { seconds = min(seconds * 2, Self.longest) }
        return Deadline(after: seconds)
    }

    mutating func connected() { isStable = Deadline(after: Self.longest) }

    /// Only a connection that lasted starts the delays anew: a daemon that hangs up at once is not hammered.
    mutating func lost() {
        if isStable.hasPassed { seconds = Self.shortest }
    }
}
