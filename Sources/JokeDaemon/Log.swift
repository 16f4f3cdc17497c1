// SPDX-License-Identifier: MIT
import Glibc
import JokeEventLoop

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

    /// What of a message programs go by; the journal keeps each as a field (docs/systemd.md, "The journal").
    package struct Fields: Sendable {
        package var id: MessageID?
        package var joke: String?
        package var source: String?
        /// The name that a client gave in `hello`.
        package var client: String?
        /// The name of an error as clients are told it.
        package var errorKind: String?

        package init(
            id: MessageID? = nil, joke: String? = nil, source: String? = nil, client: String? = nil,
            errorKind: String? = nil
        ) {
            (self.id, self.joke, self.source, self.client) = (id, joke, source, client)
            self.errorKind = errorKind
        }
    }

    /// Messages by which they are found, whatever their words are (`journalctl MESSAGE_ID=…`). Never changed.
    package enum MessageID: String, Sendable, CaseIterable {
        case reloaded = "0b8a6e2d95f34c7fb0c4d19e63a75f28"
        case configurationRefused = "c41f7b9e2a6d4d0d8f53ae17906b2c84"
        case idle = "86e29d5073bf4c1ea7d8f4602b9c5e13"
        case sourceFailed = "f2957c3ab0e84d6c91b5d6e8470a3f7d"
        case fetcherFailed = "3ac8d1f65b2e497da60f9e4b7c158d02"
        case storageFailed = "e70b54c98d1a4f23b6c25a91f83d4e67"
    }

    private let descriptor: Int32
    private let isJournal: Bool
    private let journal: DatagramPort?
    private let unit: String?
    private let mostVerbose: Level

    /// Logs to a descriptor that the caller keeps open. Where that is the journal, it gets every level, and the fields
    /// with it; whoever else reads along gets lines up to `mostVerbose`.
    ///
    /// - Parameter journalSocket: where the journal takes more than lines; without it, it gets lines that begin with
    ///   their priority.
    /// - Parameter unit: told to the journal, which reads it from `/proc` once it gets to the message, and finds nothing
    ///   where the process has ended by then: why jokesd did not start would be missing in `journalctl --user -u jokesd`.
    package init(
        descriptor: Int32 = STDERR_FILENO, environment: Environment, mostVerbose: Level = .info,
        journalSocket: String = "/run/systemd/journal/socket",
        unit: @autoclosure () -> String? = Systemd.userUnit
    ) {
        self.descriptor = descriptor
        isJournal = Self.isJournal(descriptor, environment)
        // Without it lines are enough.
        journal = isJournal ? try? DatagramPort(to: journalSocket) : nil
        self.unit = isJournal ? unit() : nil
        self.mostVerbose = mostVerbose
    }

    package func error(_ message: String, _ fields: Fields = Fields()) { write(.error, message, fields) }
    package func warning(_ message: String, _ fields: Fields = Fields()) { write(.warning, message, fields) }
    package func notice(_ message: String, _ fields: Fields = Fields()) { write(.notice, message, fields) }
    package func info(_ message: String, _ fields: Fields = Fields()) { write(.info, message, fields) }
    package func debug(_ message: @autoclosure () -> String) {
        if isJournal || mostVerbose >= .debug { write(.debug, message(), Fields()) }
    }

    private func write(_ level: Level, _ message: String, _ fields: Fields) {
        guard isJournal || level <= mostVerbose else { return }
        if let journal, journal.send(entry(level, message, fields)) == .sent { return }
        let bytes = Array(line(level, message).utf8)
        // One call, so that lines of several writers do not mix. A log that cannot be written has nowhere to say so.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    /// In the journal's native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL): an assignment a line. No value has a line
    /// break in it, so that none can be taken for a field.
    private func entry(_ level: Level, _ message: String, _ fields: Fields) -> [UInt8] {
        let values = [
            ("MESSAGE", message), ("PRIORITY", "\(level.rawValue)"), ("SYSLOG_IDENTIFIER", "jokesd"),
            ("USER_UNIT", unit), ("MESSAGE_ID", fields.id?.rawValue), ("JOKE_ID", fields.joke),
            ("SOURCE", fields.source), ("CLIENT", fields.client), ("ERROR_KIND", fields.errorKind),
        ]
        return values.reduce(into: []) { bytes, field in
            guard let value = field.1 else { return }
            bytes += Array("\(field.0)=\(Self.harmless(value))\n".utf8)
        }
    }

    /// With the priority in front for the journal (sd-daemon(3)), with the program's name for people.
    func line(_ level: Level, _ message: String) -> String {
        (isJournal ? "<\(level.rawValue)>" : "jokesd: ") + Self.harmless(message) + "\n"
    }

    /// Text as one line that does nothing to a terminal: what controls it, ends a line or turns its direction is
    /// written as `\u{1B}`. Jokes, paths and names come from strangers.
    package static func harmless(_ text: String) -> String {
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
