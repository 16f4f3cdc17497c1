// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The full-screen program: it connects a ``SwipeModel`` to the terminal, the daemon and the clock.
@LoopActor
final class SwipeApp {
    private let terminal: Terminal
    private let options: Options
    private let began = MonotonicTime.now()
    private var model: SwipeModel
    private var writer: FrameWriter
    private var reader = TerminalInputParser()
    /// The time at which the timer fires, or nil if it is not armed.
    private var armed: Duration?
    private var sharing: ShareAction?
    /// The program to which the terminal belongs until it has ended, or nil.
    private var editing: EditorAction?
    /// The signal that ends this program after the editor, or nil.
    private var ending: Int32?
    private var signals: SignalWatch?
    private lazy var socket = ClientSocket(locations) { [unowned self] in self.handle(.connection($0)) }
    private lazy var timer = Timer { [unowned self] in
        self.armed = nil
        self.handle(.moment)
    }
    /// Decides that a lone escape byte is the Escape key if nothing follows it within ``escapeTime``.
    private lazy var escape = Timer { [unowned self] in self.flushEscape() }
    /// Ends the program if the editor does not end.
    private lazy var farewell = Timer { [unowned self] in
        self.finish(
            ending: self.ending ?? SIGTERM, saying: localized("the editor does not end, and has the terminal")
        )
    }
    private let locations: SocketLocations

    private static let escapeTime: Duration = .milliseconds(40)
    /// The time that an editor has to keep its text and to end.
    private static let editorTime: Duration = .seconds(5)

    init(_ options: Options, display: DisplayOptions, _ locations: SocketLocations) throws {
        guard let terminal = try Terminal() else { throw SystemError(code: ENOTTY, operation: "isatty") }
        (self.terminal, self.options, self.locations) = (terminal, options, locations)
        model = SwipeModel(
            size: terminal.size, display: display,
            isGreased: getenv("JOKESD_GREASE").map { UInt8(bitPattern: $0[0]) == UInt8(ascii: "1") } ?? false,
            surroundings: locations.surroundings)
        writer = FrameWriter(display)
    }

    /// Takes over the terminal and starts. The loop keeps this object alive from here on.
    func start() throws {
        signals = try SignalWatch([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT]) {
            self.receive($0)
        }
        terminal.onBytes = { [unowned self] in self.read($0) }
        try terminal.enter()
        LoopActor.shared.loop.afterIteration = { [unowned self] in self.show() }
        handle(.moment)
    }

    private var now: Duration { MonotonicTime.now() - began }

    private func handle(_ input: SwipeModel.Input) {
        for action in model.handle(input, at: now) { carryOut(action) }
    }

    private func carryOut(_ action: SwipeModel.Action) {
        switch action {
        case .connection(let action): socket.perform(action)
        case .share(let joke): share(joke)
        case .write(let joke): write(joke)
        case .redraw: writer.forget()
        case .suspend: suspend()
        case .quit: finish()
        }
    }

    /// Draws a frame at the end of each loop iteration, so that everything that happened in it makes one frame.
    private func show() {
        let now = now
        if let moment = model.nextMoment(after: now).map({ max($0, now + .milliseconds(1)) }) {
            if armed != moment {
                timer.arm(at: began + moment)
                armed = moment
            }
        } else {
            timer.disarm()
            armed = nil
        }
        guard model.isChanged, terminal.isReady else { return }
        model.isChanged = false
        let bytes = writer.bytes(for: model.render(at: now))
        if !bytes.isEmpty { terminal.write(bytes) }
    }

    private func finish() {
        terminal.leave()
        socket.close()
        sharing?.end()
        LoopActor.shared.loop.afterIteration = nil
        LoopActor.shared.loop.stop()
    }
}

// MARK: - Terminal

extension SwipeApp {
    private func read(_ bytes: UnsafeRawBufferPointer?) {
        guard let bytes else { return finish() }
        reader.append(bytes)
        while let report = reader.next() { take(report) }
        if reader.isUndecided { escape.arm(after: Self.escapeTime) } else { escape.disarm() }
    }

    private func take(_ report: TerminalInput) {
        guard editing == nil else { return }
        if case .synchronizes(let does) = report { return writer.isSynchronized = does }
        handle(.report(report))
    }

    private func flushEscape() {
        if let report = reader.flush() { take(report) }
        while let report = reader.next() { take(report) }
    }

    private func receive(_ signal: Int32) {
        switch signal {
        case SIGWINCH: handle(.resized(terminal.size))
        case SIGTSTP: suspend()
        // Another program may have changed the terminal while this one was stopped.
        case SIGCONT: resume()
        // The keys were pressed for the editor.
        case SIGINT where editing != nil, SIGQUIT where editing != nil: break
        default:
            guard let editing else { return finish(ending: signal) }
            // The editor would read from the terminal beside the shell.
            ending = signal
            editing.end(by: signal)
            farewell.arm(after: Self.editorTime)
        }
    }

    private func finish(ending signal: Int32, saying message: String? = nil) {
        finish()
        if let message { SwipeMain.printError(message) }
        Self.dieOf(signal)
    }

    /// Ends the process by the signal's default action, so that its parent sees the signal.
    private static func dieOf(_ number: Int32) -> Never {
        signal(number, SIG_DFL)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        exit(128 + number)
    }

    /// Stops the whole job, as Ctrl-Z does. The kernel does not stop it if no shell could continue it. An editor has
    /// stopped itself.
    private func suspend() {
        terminal.leave()
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        kill(editing == nil ? 0 : getpid(), SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        resume()
    }

    private func resume() {
        guard editing == nil else { return }
        do throws(SystemError) { try terminal.enter() } catch { return finish() }
        writer.forget()
        handle(.resized(terminal.size))
    }
}

// MARK: - Sharing and writing

extension SwipeApp {
    private func write(_ joke: String?) {
        terminal.leave()
        do throws(SystemError) {
            editing = try EditorAction(joke, options) { [unowned self] message, isTrouble in
                self.editing = nil
                if let signal = self.ending { self.finish(ending: signal, saying: message) }
                // The keys were typed for an editor that has a window of its own.
                self.terminal.discardInput()
                self.resume()
                self.handle(.wrote(message, isTrouble: isTrouble))
            }
        } catch {
            resume()
            handle(.wrote(localized("Cannot start jokectl: %s.", error.message), isTrouble: true))
        }
    }

    private func share(_ joke: String?) {
        guard sharing == nil else { return }
        sharing = ShareAction.start(joke, options) { [unowned self] message, isTrouble in
            self.sharing = nil
            self.handle(.shared(message, isTrouble: isTrouble))
        }
    }
}
