// SPDX-License-Identifier: MIT
import Glibc
import JokeTerminal

/// notify-send of libnotify, which shows one notification at a time and says which button is pressed.
///
/// Its traps, as of 0.8.1: it keeps what it prints until it ends, unless stdbuf has it print line by line; it takes escapes
/// of C in a body for what they mean; a server without buttons makes it fail after the notification is shown, and without any
/// server it prints the number 0.
struct NotifySend {
    private let program: ExternalProgram
    private let stdbuf: ExternalProgram
    private let environment: Environment
    /// nil where there is no busctl to ask.
    let server: NotificationServer?

    init(_ environment: Environment) throws(CommandError) {
        guard let program = ExternalProgram("notify-send", environment) else {
            throw CommandError(
                .unreachable, "there is no notify-send here; install libnotify (Debian's libnotify-bin)")
        }
        guard let stdbuf = ExternalProgram("stdbuf", environment) else {
            throw CommandError(.unreachable, "there is no stdbuf here; install coreutils")
        }
        (self.program, self.stdbuf, self.environment) = (program, stdbuf, environment)
        guard let bus = SessionBus(environment) else {
            server = nil
            return
        }
        do throws(CommandError) { server = try NotificationServer(on: bus) } catch {
            throw Self.refusal(error.message)
        }
    }

    /// A notification that the server has taken.
    struct Shown {
        let number: Int
        fileprivate let buttons: [Notification.Button]
        fileprivate let running: ExternalProcess
        /// Whether the server shows buttons.
        let hasButtons: Bool
    }

    /// How long a server may take, in seconds; D-Bus itself gives up after 25.
    private static let patience = 30

    /// Shows it, in place of the one of that number if there is one.
    func show(_ notification: Notification, replacing number: Int?) throws(CommandError) -> Shown {
        var notification = notification
        if server?.hasButtons == false { notification.buttons = [] }
        let arguments = notification.arguments(
            replacing: number, markup: server?.readsMarkup ?? true)
        let running = try ExternalProcess(stdbuf, ["-oL", program.path] + arguments, environment)
        let buttons = notification.buttons
        let alarm = try BootTimeDeadline(after: Self.patience)
        switch running.line(until: alarm) {
        case .said(let line):
            guard let number = Int(line), number > 0 else { throw try refusal(running) }
            return Shown(number: number, buttons: buttons, running: running, hasButtons: !buttons.isEmpty)
        case .ended: throw try refusal(running)
        case .late: throw CommandError(.timedOut, "the notification server does not answer; restart it")
        }
    }

    private func refusal(_ running: ExternalProcess) throws(CommandError) -> CommandError {
        let complaints = try running.end().complaints.map(TerminalText.oneLine)
        let why = complaints.last { !Self.isWarning($0) } ?? "it says not why"
        return Self.refusal(why)
    }

    /// GLib's own: `(notify-send:42): GLib-GIO-WARNING **: …`. By words: a search for a substring drags the regex engine in.
    private static func isWarning(_ line: String) -> Bool {
        line.split(separator: " ").contains { $0.hasSuffix("WARNING") }
    }

    private static func refusal(_ why: String) -> CommandError {
        CommandError(
            .unreachable,
            "no server takes notifications (\(why)); start one, such as dunst or mako, or log in to a desktop"
        )
    }

    enum Outcome: Hashable {
        case pressed(Notification.Button)
        /// Closed, by the user or by the server.
        case closed
        /// Its time was over.
        case expired
    }

    /// Waits for a button of it. One whose time is over is closed: its buttons would do nothing.
    func outcome(of shown: Shown, until alarm: borrowing BootTimeDeadline) throws(CommandError) -> Outcome {
        switch shown.running.line(until: alarm) {
        case .said(let key):
            // It closes its notification when it ends, and would close the one that takes its place.
            _ = try shown.running.end()
            return shown.buttons.first { $0.key == key }.map { .pressed($0) } ?? .closed
        case .ended: return .closed
        case .late:
            shown.running.signal(SIGINT)
            _ = try shown.running.end()
            return .expired
        }
    }
}
