// SPDX-License-Identifier: MIT
import Glibc
import JokeClient

/// A line at the bottom of the terminal that says what is waited for, and is gone when it is over.
///
/// It is on standard error, and only there if that and the output are terminals; and it comes only when the wait is one
/// that somebody notices.
package struct Spinner {
    private let descriptor: Int32
    private let frames: [String]
    private let symbols: Symbols
    private let columns: Int
    private var text: String
    private var frame = 0
    private var next = Deadline(after: patience)
    private var isShown = false

    /// Shorter waits are no waits to people.
    private static let patience = 0.15
    private static let pace = 0.1
    private static let barWidth = 20

    /// Nil where there is no terminal, or one that cannot erase.
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

    /// When it moves next, where the wait is not over before.
    func nextTurn(before deadline: Deadline) -> Deadline { next.orEarlier(deadline) }

    /// Moves, if it is time to.
    mutating func turn() {
        guard next.hasPassed else { return }
        next = Deadline(after: Self.pace)
        write("\r\u{1B}[K\(frames[frame]) \(text)")
        frame = (frame + 1) % frames.count
        isShown = true
    }

    /// Says something else from the next turn on, with a bar where it is known how much is done, of 1.
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
