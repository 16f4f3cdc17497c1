// SPDX-License-Identifier: MIT
import CLinux
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
    private var restart: RestartWatch
    /// The last state, for a status bar, and the number of the part of its joke that is shown.
    private var shown: (state: CardState, part: Int)?
    /// The descriptor that receives SIGUSR1 (signalfd(2)), or −1 if jokes are not shown in parts.
    private var turns: Int32 = -1
    /// The time to show the next part.
    private var nextTurn = Deadline.never
    /// The line to print next for a status bar, and when. Of two lines within 4 ms, polybar 3.6 shows the first one.
    private var pending: (line: String, time: Deadline)?
    /// The last line that was printed for a status bar.
    private var lastLine = ""
    /// The time to print it again, because tmux 3 does not show what a job prints in its first second.
    private var repetition = Deadline.never
    /// Whether the last printed line says that jokesd is unavailable. That line is printed once per outage.
    private var isOffline = false

    init(topic: String, choice: BarOptions? = nil, context: CommandContext) {
        self.topic = topic
        self.choice = choice
        self.context = context
        restart = RestartWatch(
            context.locations, runtimeDirectory: context.environment["XDG_RUNTIME_DIR"])
        client = ReconnectingClient(
            name: "jokectl", isGreased: context.isGreased, topic: topic, resumes: true,
            timeout: .seconds(context.timeout))
    }

    /// The schema of the lines for a topic.
    static func schema(of topic: String) -> ValueSchema {
        let offline = ValueSchema.object([
            .init("online", .boolean), .init("topic", .string), .init("changed", .array(of: .string)),
            .init("state", .nullable(.object([]))), .init("error", CardState.ErrorInfo.schema),
        ])
        let events = EventDescription.all.filter { $0.topic?.rawValue ?? topic == topic }
        return events.reversed().reduce(offline) { .either($1.params, $0) }
    }

    mutating func run() throws(CommandError) -> ExitCode {
        // If the reader is gone, poll(2) and EPIPE say so. That is not an error.
        signal(SIGPIPE, SIG_IGN)
        if choice?.isPaged == true { turns = Self.watchTurns() }
        if choice?.bar == .tmux { repetition = Deadline(after: 1.1) }
        client.start()
        do throws(CommandError) { try follow() } catch {
            guard error.exitCode == .done else { throw error }
        }
        return .done
    }

    /// Prints events until the reader of the output is gone. A write may find that, too, and throws `.done`.
    private mutating func follow() throws(CommandError) {
        while true {
            while let event = client.nextEvent(at: Deadline.now) { try handle(event) }
            let actions = client.takeActions()
            for action in actions { try perform(action) }
            guard actions.isEmpty else { continue }
            switch wait() {
            case .outputClosed: return
            case .otherReady:
                var signal = signalfd_siginfo()
                _ = read(turns, &signal, MemoryLayout<signalfd_siginfo>.size)
                turn()
            case .timedOut:
                client.timePassed(at: Deadline.now)
                if nextTurn.hasPassed { turn() }
                try printPending()
                try printAgain()
            case .ready: receive()
            }
        }
    }

    /// Blocks SIGUSR1 and returns a descriptor that receives it.
    private static func watchTurns() -> Int32 {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        return signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    /// Shows the next part of the joke.
    private mutating func turn() {
        shown?.part += 1
        sayState(isNew: true)
    }

    private mutating func wait() -> Poll.Outcome {
        Poll.wait(
            for: POLLIN, on: socket?.descriptor ?? restart.descriptor, or: turns,
            watching: context.console.output,
            until: Deadline(at: client.deadline).orEarlier(nextTurn).orEarlier(pending?.time ?? .never)
                .orEarlier(repetition))
    }

    private mutating func perform(_ action: SocketAction) throws(CommandError) {
        do throws(ConnectError) {
            switch action {
            case .open, .reopen:
                guard !restart.begin(isClosing: action == .reopen) else { throw ConnectError.stopped }
                // Only the first connection starts jokesd.
                socket = try (restart.hasReplied ? context.withoutStart : context).openSocket()
                restart.opened()
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
        guard restart.descriptor < 0 else {
            if restart.end() { client.started() }
            return
        }
        do throws(ConnectError) {
            if let bytes = try socket?.receive() {
                restart.received()
                client.received(bytes)
            } else {
                client.ended()
            }
        } catch {
            client.disconnect(because: error, at: Deadline.now)
        }
    }

    /// Prints the event if it is to be shown.
    private mutating func handle(_ event: ConnectionEvent) throws(CommandError) {
        switch event {
        case .event(let params): try print(params)
        // A status bar keeps its last line, because systemd may start jokesd again at once.
        case .closing(let params) where choice == nil: try print(params)
        case .subscriptionRefused(let error):
            // Without `retry`, no later attempt can succeed, for example because the topic does not exist.
            guard error.retry else { throw CommandError(error) }
            client.disconnect(because: .refused(error), at: Deadline.now)
        // If the subscription was established, jokesd may only be restarting. Report an error only if the next attempt
        // fails, too.
        case .lost(let error, wasSubscribed: false) where !isOffline:
            try printOffline(context.failure(error))
        case .connected, .subscribed, .reply, .closing, .lost: break
        }
    }

    private mutating func print(_ params: JSON) throws(CommandError) {
        isOffline = false
        guard let choice else { return try context.write(params) }
        let state: CardState
        do throws(WireDecodingError) {
            state = try StateEventParams(json: params).state
        } catch {
            shown = nil
            return say(BarCard(offline: CommandError(error).message), choice)
        }
        // An edit and a reveal change the text, but not the place in it.
        let isNew =
            shown?.state.joke.id != state.joke.id || shown?.state.showTranslation != state.showTranslation
        shown = (state, isNew ? 0 : shown?.part ?? 0)
        sayState(isNew: isNew)
    }

    /// Prints the last state for a status bar.
    ///
    /// - Parameter isNew: Whether the joke or its part is another one than before.
    private mutating func sayState(isNew: Bool) {
        guard let choice, let (state, part) = shown else { return }
        let card = BarCard(state, width: choice.width, part: choice.isPaged ? part : nil)
        shown?.part = part % card.parts
        if isNew || nextTurn.isNever { nextTurn = Deadline(after: card.parts > 1 ? choice.scroll : nil) }
        say(card, choice)
    }

    /// Prints the card after 20 ms, unless another one replaces it until then.
    private mutating func say(_ card: BarCard, _ choice: BarOptions) {
        pending = (choice.bar.line(card), pending?.time ?? Deadline(after: 0.02))
    }

    private mutating func printPending() throws(CommandError) {
        guard let (line, time) = pending, time.hasPassed else { return }
        pending = nil
        guard line != lastLine else { return }
        lastLine = line
        try context.console.write(line)
    }

    private mutating func printAgain() throws(CommandError) {
        guard repetition.hasPassed else { return }
        repetition = .never
        try context.console.write(lastLine)
    }

    private mutating func printOffline(_ failure: CommandError) throws(CommandError) {
        isOffline = true
        // Forget the position, so that the whole state is printed again. The log continues after its last printed line.
        if topic != "log" { client.forgetPosition() }
        (shown, nextTurn) = (nil, .never)
        if let choice { return say(BarCard(offline: failure.message), choice) }
        try context.write(
            [
                "online": false, "topic": .string(topic), "changed": ["online"], "state": .null,
                "error": ["kind": "unreachable", "message": .string(failure.message)],
            ])
    }
}
