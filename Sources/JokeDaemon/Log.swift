// SPDX-License-Identifier: MIT
import Glibc

/// Where the daemon says what happens: its standard error, one line a message.
package struct Log: Sendable {
    /// The priorities of syslog(3) that the daemon uses.
    package enum Level: Int, Sendable, Comparable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let descriptor: Int32
    private let isJournal: Bool
    private let mostVerbose: Level

    /// Logs to a descriptor that the caller keeps open. The journal gets every level in its own notation; whoever
    /// else reads along gets lines up to `mostVerbose`.
    package init(
        descriptor: Int32 = STDERR_FILENO, environment: Environment, mostVerbose: Level = .info
    ) {
        self.descriptor = descriptor
        isJournal = Self.isJournal(descriptor, environment)
        self.mostVerbose = mostVerbose
    }

    package func error(_ message: String) { write(.error, message) }
    package func warning(_ message: String) { write(.warning, message) }
    package func notice(_ message: String) { write(.notice, message) }
    package func info(_ message: String) { write(.info, message) }
    package func debug(_ message: @autoclosure () -> String) {
        if isJournal || mostVerbose >= .debug { write(.debug, message()) }
    }

    private func write(_ level: Level, _ message: String) {
        guard isJournal || level <= mostVerbose else { return }
        let bytes = Array(line(level, message).utf8)
        // One call, so that lines of several writers do not mix. A log that cannot be written has nowhere to say so.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    /// With the priority in front for the journal (sd-daemon(3)), with the program's name for people.
    func line(_ level: Level, _ message: String) -> String {
        (isJournal ? "<\(level.rawValue)>" : "jokesd: ") + Self.harmless(message) + "\n"
    }

    /// Text as one line that does nothing to a terminal: what controls it, ends a line or turns its direction is
    /// written as `\u{1B}`. Jokes, paths and names come from strangers.
    static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if Self.isHarmless(scalar) {
                result.append(scalar)
            } else {
                let number = String(scalar.value, radix: 16, uppercase: true)
                result.append(contentsOf: "\\u{\(number)}".unicodeScalars)
            }
        }
        return String(result)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }

    /// systemd.exec(5), `$JOURNAL_STREAM`: the device and inode of the stream, so that a redirected standard error
    /// is not taken for it.
    private static func isJournal(_ descriptor: Int32, _ environment: Environment) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
