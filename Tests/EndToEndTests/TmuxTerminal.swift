// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport

/// A real terminal: that of tmux, with its own server and a shell in it. It ends with its owner.
final class TmuxTerminal {
    private let directory = TemporaryDirectory()
    private let environment: [String: String]

    /// The prompt of the shell.
    static let prompt = "ready>"

    init(_ environment: [String: String], columns: Int = 80, rows: Int = 24) throws {
        self.environment = environment.merging([
            "COLORTERM": "truecolor", "TERM": "xterm",
        ]) { $1 }
        let shell = "PS1='\(Self.prompt)' exec bash --norc --noprofile"
        try tmux("-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), shell)
        try tmux("set-option", "-g", "status", "off")
        try awaitScreen(Self.prompt)
    }

    deinit {
        // The server may have ended already.
        _ = try? tmux("kill-server")
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String {
        let run = try ProgramRun(
            "/usr/bin/tmux", ["-S", "\(directory.path)/socket"] + arguments, environment: environment)
        guard run.succeeded else { throw TestSupportError("tmux \(arguments): \(run.errors)") }
        return run.output
    }

    /// Returns the present screen.
    func screen() throws -> String { try tmux("capture-pane", "-p") }

    /// Returns the present screen with its colors.
    func coloredScreen() throws -> String { try tmux("capture-pane", "-p", "-e") }

    /// Returns the newest paste buffer.
    func buffer() throws -> String { try tmux("show-buffer") }

    /// Returns the modes that programs change: the cursor, wrapping, the mouse, the alternate screen.
    func modes() throws -> String {
        let flags = ["cursor", "wrap", "mouse_any", "mouse_button", "mouse_sgr"].map { "\($0)=#{\($0)_flag}" }
        return try tmux("display-message", "-p", (flags + ["other=#{alternate_on}"]).joined(separator: " "))
    }

    /// Presses keys, by the names of tmux: `Right`, `Enter`, `C-z`.
    func press(_ keys: String...) throws { for key in keys { try tmux("send-keys", key) } }

    /// Enters a line for the shell.
    func run(_ line: String) throws {
        try tmux("send-keys", "-l", line)
        try press("Enter")
    }

    /// Sends a mouse event in the SGR form. Columns and rows count from 1.
    func mouse(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool = false) throws {
        let bytes = Array("\u{1B}[<\(button);\(column);\(row)\(isRelease ? "m" : "M")".utf8)
        let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        let arguments = ["-S", "\(directory.path)/socket", "send-keys", "-H"] + digits
        let run = try ProgramRun("/usr/bin/tmux", arguments, environment: environment)
        guard run.succeeded else { throw TestSupportError("tmux: \(run.errors)") }
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", String(columns), "-y", String(rows))
    }

    /// Waits until the screen meets the condition.
    @discardableResult
    func awaitScreen(
        _ what: String, until deadline: TestDeadline = TestDeadline(), where isWanted: (String) -> Bool
    ) throws -> String {
        var screen = try self.screen()
        while !isWanted(screen) {
            guard !deadline.hasPassed else { throw TestSupportError("No \(what) on the screen:\n\(screen)") }
            screen = try self.screen()
        }
        return screen
    }

    @discardableResult
    func awaitScreen(_ text: String) throws -> String { try awaitScreen(text) { $0.contains(text) } }
}
