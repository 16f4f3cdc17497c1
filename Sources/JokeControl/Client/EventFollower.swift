// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Prints the events of one topic, over any number of connections, until nobody reads the output.
///
/// This is the shell of a ``ReconnectingClient``.
struct EventFollower: ~Copyable {
    private let topic: String
    /// The status bar to print for, or nil to print the events themselves.
    private let choice: BarOptions?
    private let context: CommandContext
    private var client: ReconnectingClient
    private var socket: DaemonSocket?
    /// The line that a status bar got last.
    private var lastLine = ""
    /// Whether the last printed line says that jokesd is away. If so, the state has to be printed again.
    private var isOffline = false

    init(topic: String, choice: BarOptions? = nil, context: CommandContext) {
        self.topic = topic
        self.choice = choice
        self.context = context
        client = ReconnectingClient(
            name: "jokectl", isGreased: context.isGreased, topic: topic, resumes: true,
            timeout: .seconds(context.timeout))
    }

    mutating func run() throws(CommandError) -> ExitCode {
        // poll(2) and EPIPE report that the reader is gone, which is no failure.
        signal(SIGPIPE, SIG_IGN)
        client.start()
        while true {
            while let event = client.nextEvent(at: Deadline.now) {
                guard try handle(event) else { return .done }
            }
            let actions = client.takeActions()
            for action in actions { try perform(action) }
            guard actions.isEmpty else { continue }
            switch wait() {
            case .outputClosed: return .done
            case .timedOut: client.timePassed(at: Deadline.now)
            case .ready: receive()
            }
        }
    }

    private mutating func wait() -> Poll.Outcome {
        let (output, deadline) = (context.console.output, Deadline(at: client.deadline))
        guard let descriptor = socket?.descriptor else {
            return Poll.wait(for: 0, on: -1, watching: output, until: deadline)
        }
        return Poll.wait(for: POLLIN, on: descriptor, watching: output, until: deadline)
    }

    private mutating func perform(_ action: SocketAction) throws(CommandError) {
        do throws(ConnectError) {
            switch action {
            case .open:
                socket = try context.openSocket()
                client.opened(at: Deadline.now)
            case .send(let bytes): try socket?.send(bytes, until: context.patience)
            case .close: socket = nil
            }
        } catch .badPath(let path) {
            // Waiting does not help.
            throw context.failure(.badPath(path))
        } catch {
            if client.isConnected {
                client.disconnect(because: error, at: Deadline.now)
            } else {
                client.openFailed(error, at: Deadline.now)
            }
        }
    }

    private mutating func receive() {
        do throws(ConnectError) {
            if let bytes = try socket?.receive() { client.received(bytes) } else { client.ended() }
        } catch {
            client.disconnect(because: error, at: Deadline.now)
        }
    }

    /// Returns whether to go on: false if nobody reads the output.
    private mutating func handle(_ event: ConnectionEvent) throws(CommandError) -> Bool {
        do throws(CommandError) {
            switch event {
            case .event(let params): try print(params)
            // A status bar keeps what it shows: systemd may start jokesd again at once.
            case .closing(let params) where choice == nil: try print(params)
            case .subscriptionRefused(let error):
                // Waiting does not help against an unknown topic.
                guard error.retry else { throw CommandError(error) }
                client.disconnect(because: .refused(error), at: Deadline.now)
            // jokesd was there a moment ago, and may only be restarting.
            case .lost(let error, wasSubscribed: false) where !isOffline:
                try printOffline(context.failure(error))
            case .connected, .subscribed, .reply, .closing, .lost: break
            }
        } catch {
            guard error.exitCode == .done else { throw error }
            return false
        }
        return true
    }

    private mutating func print(_ params: JSON) throws(CommandError) {
        isOffline = false
        guard let choice else { return try context.write(params, isLenient: topic == "log") }
        try say(Self.card(params, choice), choice)
    }

    private static func card(_ params: JSON, _ choice: BarOptions) -> BarCard {
        do throws(WireDecodingError) {
            return BarCard(try StateEvent(params).state, width: choice.width)
        } catch {
            return BarCard(offline: CommandError(error).message)
        }
    }

    private mutating func say(_ card: BarCard, _ choice: BarOptions) throws(CommandError) {
        let line = choice.bar.line(card)
        guard line != lastLine else { return }
        lastLine = line
        try context.console.write(line)
    }

    private mutating func printOffline(_ failure: CommandError) throws(CommandError) {
        isOffline = true
        // Nothing of the log may be left out, but the state is printed again.
        if topic != "log" { client.forgetPosition() }
        if let choice { return try say(BarCard(offline: failure.message), choice) }
        try context.write(
            [
                "online": false, "topic": .string(topic), "changed": ["online"], "state": .null,
                "error": ["kind": "unreachable", "message": .string(failure.message)],
            ], isLenient: true)
    }
}
