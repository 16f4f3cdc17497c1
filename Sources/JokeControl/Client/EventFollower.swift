// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Prints the events of one topic until the reader of the output is gone. It connects again after each lost connection.
struct EventFollower: ~Copyable {
    private let topic: String
    /// The status bar to print for, or nil to print the events themselves.
    private let choice: BarOptions?
    private let context: CommandContext
    private var client: ReconnectingClient
    private var socket: DaemonSocket?
    /// The last line that was printed for a status bar.
    private var lastLine = ""
    /// Whether the last printed line says that jokesd is unavailable. That line is printed once per outage.
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
        // If the reader is gone, poll(2) and EPIPE say so. That is not an error.
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
            // No later attempt can succeed at this path.
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

    /// Prints the event if it is to be shown. Returns false if the reader of the output is gone.
    private mutating func handle(_ event: ConnectionEvent) throws(CommandError) -> Bool {
        do throws(CommandError) {
            switch event {
            case .event(let params): try print(params)
            // A status bar keeps its last line, because systemd may start jokesd again at once.
            case .closing(let params) where choice == nil: try print(params)
            case .subscriptionRefused(let error):
                // Without `retry`, no later attempt can succeed, for example because the topic does not exist.
                guard error.retry else { throw CommandError(error) }
                client.disconnect(because: .refused(error), at: Deadline.now)
            // If the subscription was established, jokesd may only be restarting. Report an error only if the next
            // attempt fails, too.
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
            return BarCard(try StateEventParams(json: params).state, width: choice.width)
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
        // Forget the position, so that the whole state is printed again. The log continues after its last printed line.
        if topic != "log" { client.forgetPosition() }
        if let choice { return try say(BarCard(offline: failure.message), choice) }
        try context.write(
            [
                "online": false, "topic": .string(topic), "changed": ["online"], "state": .null,
                "error": ["kind": "unreachable", "message": .string(failure.message)],
            ], isLenient: true)
    }
}
