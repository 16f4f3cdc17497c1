// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// A line on the terminal that shows what jokectl waits for, until the wait is over.
///
/// It is written to standard error, if both that and the output are terminals. It appears only after a short delay
/// (``patience``).
package struct Spinner {
    private let descriptor: Int32
    private let frames: [String]
    private let symbols: Symbols
    private let columns: Int
    private var text: String
    private var frame = 0
    private var next = Deadline(after: patience)
    private var isShown = false

    /// The delay before the spinner appears, in seconds. People do not notice shorter waits.
    private static let patience = 0.15
    private static let pace = 0.1
    private static let barWidth = 20

    /// Returns nil if there is no terminal, if the terminal cannot erase, or with `--quiet`.
    init?(_ text: String, on console: Console, _ environment: Environment) {
        let appearance = console.appearance
        guard let columns = appearance.width, !appearance.isQuiet, environment["TERM"] != "dumb",
            isatty(console.errors) == 1
        else { return nil }
        descriptor = console.errors
        symbols = appearance.symbols
        frames = symbols.spinner
        self.columns = columns
        self.text = text
    }

    /// Returns the time of the next frame, or `deadline` if that is earlier.
    func nextTurn(before deadline: Deadline) -> Deadline { next.orEarlier(deadline) }

    /// Shows the next frame if its time has come.
    mutating func turn() {
        guard next.hasPassed else { return }
        next = Deadline(after: Self.pace)
        write("\r\u{1B}[K\(frames[frame]) \(text)")
        frame = (frame + 1) % frames.count
        isShown = true
    }

    /// Changes the text.
    ///
    /// - Parameter done: the fraction of the work that is done, from 0 to 1, which is shown as a bar, or nil if it is
    ///   not known.
    mutating func say(_ text: String, done: Double? = nil) {
        guard let done else {
            self.text = text
            return turn()
        }
        let share = min(max(done, 0), 1)
        let bar = symbols.bar(share, length: Self.barWidth)
        self.text = columns < Self.barWidth * 2 ? text : "\(text) \(bar) \(Int(share * 100)) %"
        turn()
    }

    mutating func erase() {
        guard isShown else { return }
        write("\r\u{1B}[K")
        isShown = false
    }

    private func write(_ text: String) { _ = Console.write(Array(text.utf8), to: descriptor) }
}

extension DaemonConnection {
    /// Makes a request and waits for its reply, with a spinner if `spinner` is not nil.
    mutating func request(
        _ method: String, _ params: JSON, until deadline: Deadline, showing spinner: inout Spinner?
    ) throws(ConnectError) -> Result<JSON, WireError> {
        try send(method, params, until: deadline)
        while true {
            if let reply = try reply(until: spinner?.nextTurn(before: deadline) ?? deadline) { return reply }
            guard !deadline.hasPassed else { throw .timedOut }
            spinner?.turn()
        }
    }
}
