// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// The input and output of a command: data goes to ``output``, error messages go to ``errors``.
package struct Console: Sendable {
    /// The descriptor that keys are read from if it is a terminal.
    package let input: Int32
    package let output: Int32
    package let errors: Int32
    package let appearance: Appearance
    /// The path of the controlling terminal, even if the output is redirected, or nil if there is none.
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

    /// Writes a page without a pager.
    package func write(_ page: Page) throws(CommandError) { try write(page.bytes) }

    /// Writes a page. Uses a pager if the page is longer than the terminal is high.
    func present(_ page: Page, _ environment: Environment) throws(CommandError) {
        let lines = page.bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        if appearance.isTerminal, let rows = Appearance.rows(of: output), lines >= rows,
            let pager = Pager(environment, isUnicode: appearance.isUnicode),
            pager.show(page.bytes, on: output)
        {
            return
        }
        try write(page)
    }

    package func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

    /// Writes the bytes unchanged.
    package func write(data bytes: [UInt8]) throws(CommandError) { try write(bytes) }

    private func write(_ bytes: [UInt8]) throws(CommandError) {
        guard let number = Self.write(bytes, to: output) else { return }
        // The reader of the output is gone, as in `jokectl saved list | head`. That is not an error.
        guard number != EPIPE else { throw CommandError(.done, "") }
        throw .unwritable(number)
    }

    /// Writes a control sequence to the terminal instead of the output. Returns false if there is no terminal.
    func tellTerminal(_ sequence: String) -> Bool {
        guard let terminal else { return false }
        let descriptor = open(terminal, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A terminal may be configured to stop background processes that write to it (`stty tostop`).
        signal(SIGTTOU, SIG_IGN)
        return Self.write(Array(sequence.utf8), to: descriptor) == nil
    }

    /// Writes one line for people to standard error, wrapped at words on a terminal.
    package func printError(_ message: String) {
        guard !message.isEmpty else { return }
        let line = "jokectl: \(TerminalText.oneLine(message))"
        let lines =
            Appearance.columns(of: errors).map { WordWrap.lines(of: line, width: $0, keepingCommands: true) }
            ?? [line]
        _ = Self.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: errors)
    }

    /// Writes all bytes. Returns nil, or errno if that fails.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process made the descriptor non-blocking. Wait for the reader.
                _ = Poll.wait(for: POLLOUT, on: descriptor, until: .never)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

extension CommandError {
    /// Creates the error for an output that cannot be written, from errno.
    static func unwritable(_ number: Int32) -> CommandError {
        CommandError(
            .disk, localized("the output cannot be written: %s", "\(String(cString: strerror(number)))"))
    }
}
