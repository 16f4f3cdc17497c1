// SPDX-License-Identifier: MIT
import Glibc
import JokeTerminal
package import JokeWire

/// Where the output goes: data to one descriptor, complaints to another.
package struct Console: Sendable {
    /// Where keys are read, where it is a terminal.
    package let input: Int32
    package let output: Int32
    package let errors: Int32
    package let appearance: Appearance
    /// The path of the terminal that it is run at, wherever its output goes; nil for none.
    let terminal: String?

    package init(
        input: Int32 = 0, output: Int32, errors: Int32, appearance: Appearance, terminal: String? = nil
    ) {
        self.input = input
        self.output = output
        self.errors = errors
        self.appearance = appearance
        self.terminal = terminal
    }

    /// Writes it at once and whole.
    package func write(_ page: Page) throws(CommandError) { try write(page.bytes) }

    /// The same, a screen at a time where it is longer than the terminal is high.
    func present(_ page: Page, _ environment: Environment) throws(CommandError) {
        let lines = page.bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        if appearance.isTerminal, let rows = Appearance.rows(of: output), lines >= rows,
            let pager = Pager(environment), pager.show(page.bytes, on: output)
        {
            return
        }
        try write(page)
    }

    package func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

    /// The value as the daemon sent it, on one line; what could trick a terminal is escaped, which is the same JSON.
    package func write(_ json: JSON) throws(CommandError) {
        try write(TerminalText.escapingInJSON(json.jsonText) + "\n")
    }

    /// As it is.
    package func write(data bytes: [UInt8]) throws(CommandError) { try write(bytes) }

    private func write(_ bytes: [UInt8]) throws(CommandError) {
        guard let number = Self.write(bytes, to: output) else { return }
        // Whoever read this has seen enough: `jokectl saved list | head`.
        guard number != EPIPE else { throw CommandError(.done, "") }
        throw CommandError(.disk, "the output cannot be written: \(String(cString: strerror(number)))")
    }

    /// Something for the terminal itself and not for the output; false where there is none.
    func tellTerminal(_ sequence: String) -> Bool {
        guard let terminal else { return false }
        let descriptor = open(terminal, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A terminal may be set to stop who writes to it from the background.
        signal(SIGTTOU, SIG_IGN)
        return Self.write(Array(sequence.utf8), to: descriptor) == nil
    }

    /// One line for people on standard error.
    package func printError(_ message: String) {
        guard !message.isEmpty else { return }
        _ = Self.write(Array("jokectl: \(TerminalText.oneLine(message))\n".utf8), to: errors)
    }

    /// Nil, or errno.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else made the descriptor non-blocking; a reader that pauses is waited for.
                _ = Poll.wait(for: POLLOUT, on: descriptor, until: .never)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
