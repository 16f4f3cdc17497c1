// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Shows one notification at a time with libnotify's notify-send, which prints the key of the button that is pressed.
///
/// notify-send 0.8.1 has these pitfalls:
///
/// - It buffers its output until it exits, unless stdbuf makes the output line-buffered.
/// - It interprets C escapes in the body.
/// - If the server has no buttons, it fails after it has shown the notification.
/// - Without any server, it prints the number 0.
struct NotifySend {
    private let program: ExternalProgram
    private let stdbuf: ExternalProgram
    private let environment: Environment
    private let bus: SessionBus?
    /// The notification server, or nil if busctl is not installed.
    let server: NotificationServer?

    /// - Parameter waits: whether to wait for a notification server if there is none, for at most 50 minutes.
    init(_ environment: Environment, waiting waits: Bool = false) throws(CommandError) {
        guard let program = ExternalProgram("notify-send", environment) else {
            throw CommandError(
                .unreachable,
                localized("notify-send is not installed; install libnotify (on Debian, libnotify-bin)"))
        }
        guard let stdbuf = ExternalProgram("stdbuf", environment) else {
            throw CommandError(.unreachable, localized("stdbuf is not installed; install coreutils"))
        }
        (self.program, self.stdbuf, self.environment) = (program, stdbuf, environment)
        bus = SessionBus(environment)
        guard let bus else {
            server = nil
            return
        }
        do throws(CommandError) { server = try NotificationServer(on: bus) } catch {
            guard waits, let server = try Self.awaitServer(on: bus) else { throw Self.refusal(error.message) }
            self.server = server
        }
    }

    /// The longest wait for a notification server, in seconds. jokesd-notify.timer starts another run within the hour.
    private static let waiting = 50 * 60

    /// Waits until there is a session bus, and a notification server on it replies, as after a login. Returns nil if none does for ``waiting`` seconds.
    private static func awaitServer(on bus: SessionBus) throws(CommandError) -> NotificationServer? {
        let alarm = try BootTimeDeadline(after: waiting)
        bus.awaitSocket(until: alarm)
        var server: NotificationServer?
        try bus.watchOwner(of: NotificationServer.service, until: alarm) {
            server = try? NotificationServer(on: bus)
            return server != nil
        }
        return server
    }

    /// A notification that the server shows.
    struct Shown {
        let number: Int
        fileprivate let buttons: [Notification.Button]
        fileprivate let running: ExternalProcess
        /// Whether the server shows buttons.
        let hasButtons: Bool
    }

    /// The longest time for the server to show a notification, in seconds. D-Bus itself times out after 25 s.
    private static let patience = 30

    /// Shows the notification.
    ///
    /// - Parameter number: the number of the notification to replace, or nil to show a new one.
    func show(_ notification: Notification, replacing number: Int?) throws(CommandError) -> Shown {
        let arguments = notification.arguments(replacing: number, on: server)
        let running = try ExternalProcess(stdbuf, ["-oL", program.path] + arguments, environment)
        let buttons = server?.hasButtons == false ? [] : notification.buttons
        let alarm = try BootTimeDeadline(after: Self.patience)
        switch running.line(until: alarm) {
        case .said(let line):
            guard let number = Int(line), number > 0 else { throw try refusal(running) }
            return Shown(number: number, buttons: buttons, running: running, hasButtons: !buttons.isEmpty)
        case .ended: throw try refusal(running)
        case .late:
            throw CommandError(.timedOut, localized("the notification server does not reply; restart it"))
        }
    }

    /// Opens the card on the desktop with this joke.
    func openCard(on joke: Joke.ID) throws(CommandError) {
        if let bus { try NotificationServer.openCard(on: joke, over: bus) }
    }

    private func refusal(_ running: ExternalProcess) throws(CommandError) -> CommandError {
        let complaints = try running.end().complaints.map(TerminalText.oneLine)
        let why = complaints.last { !Self.isWarning($0) } ?? localized("no reason given")
        return Self.refusal(why)
    }

    /// Whether the line is a warning from GLib, such as `(notify-send:42): GLib-GIO-WARNING **: …`.
    ///
    /// The line is compared word by word, because a substring search would link the regex engine.
    private static func isWarning(_ line: String) -> Bool {
        line.split(separator: " ").contains { $0.hasSuffix("WARNING") }
    }

    private static func refusal(_ why: String) -> CommandError {
        CommandError(
            .unreachable,
            localized(
                "no notification server is running (%s); start one, such as dunst or mako, or log in to a desktop",
                why)
        )
    }

    enum Outcome: Hashable {
        case pressed(Notification.Button)
        /// The user or the server closed the notification.
        case closed
        /// The deadline passed.
        case expired
    }

    /// Waits until the user presses a button or closes the notification. At the deadline, and if a signal is to end
    /// jokectl, closes it, because its buttons no longer work.
    ///
    /// - Parameter isReplaced: whether another run has replaced the notification, which then stays.
    func outcome(
        of shown: Shown, until alarm: borrowing BootTimeDeadline, watching stop: StopSignals? = nil,
        unless isReplaced: () -> Bool = { false }
    ) throws(CommandError) -> Outcome {
        switch shown.running.line(until: alarm, or: stop) {
        case .said(let key):
            // notify-send closes its notification when it exits. Wait for that, so that it does not close the
            // notification that replaces this one.
            _ = try shown.running.end()
            return shown.buttons.first { $0.key == key }.map { .pressed($0) } ?? .closed
        // The stop of a unit sends its signal to notify-send, too, which then closes nothing.
        case .ended where stop?.isPending != true: return .closed
        case .late, .ended:
            if isReplaced() { return .expired }
            if stop?.isPending == true, let bus {
                // At a logout the server may be gone, and then so is the notification.
                try? NotificationServer.close(shown.number, over: bus, within: Self.haste)
                return .expired
            }
            shown.running.signal(SIGINT)
            _ = try shown.running.end()
            return .expired
        }
    }

    /// The longest time for the call that closes a notification, in seconds, when jokectl is to end. It is below
    /// TimeoutStopSec= of jokesd-notify.service.
    private static let haste = 2
}
