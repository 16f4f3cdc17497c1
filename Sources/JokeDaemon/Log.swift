// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeWire

/// The daemon's log, on its standard error: one line a message, or an entry with fields in the journal.
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

    /// The fields of a message in the journal, by which programs can select it (docs/systemd.md, "The journal").
    package struct Fields: Sendable {
        package var id: MessageID?
        package var joke: String?
        package var source: String?
        /// The name that the client gave in `hello`.
        package var client: String?
        /// The name of the error kind, as in the protocol.
        package var errorKind: String?

        package init(
            id: MessageID? = nil, joke: String? = nil, source: String? = nil, client: String? = nil,
            errorKind: String? = nil
        ) {
            (self.id, self.joke, self.source, self.client) = (id, joke, source, client)
            self.errorKind = errorKind
        }
    }

    /// The ids of messages, which never change, unlike their texts (`journalctl MESSAGE_ID=…`).
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

    /// Creates a log that writes to a descriptor, which the caller keeps open. The journal gets messages of all levels,
    /// with their fields. Any other file gets lines up to the level `mostVerbose`.
    ///
    /// - Parameter journalSocket: The socket of the journal for entries with fields. If it does not exist, the journal
    ///   gets lines that begin with their priority.
    /// - Parameter unit: The unit of this process, which is sent to the journal. The journal would look it up in
    ///   `/proc`, and would not find it if the process has ended by then. Then `journalctl --user -u jokesd` would not
    ///   show why jokesd did not start.
    package init(
        descriptor: Int32 = STDERR_FILENO, environment: Environment, mostVerbose: Level = .info,
        journalSocket: String = "/run/systemd/journal/socket",
        unit: @autoclosure () -> String? = Systemd.userUnit
    ) {
        self.descriptor = descriptor
        isJournal = Self.isJournal(descriptor, environment)
        // Without the socket, the journal gets lines.
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
        // One system call for each line, so that lines of several writers do not mix. An error is ignored, because
        // there is no place to report it.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    /// Returns an entry in the journal's native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL): one assignment a line.
    /// Line breaks in values are escaped, so that none can add a field.
    private func entry(_ level: Level, _ message: String, _ fields: Fields) -> [UInt8] {
        let values = [
            ("MESSAGE", message), ("PRIORITY", "\(level.rawValue)"), ("SYSLOG_IDENTIFIER", "jokesd"),
            ("USER_UNIT", unit), ("MESSAGE_ID", fields.id?.rawValue), ("JOKE_ID", fields.joke),
            ("SOURCE", fields.source), ("CLIENT", fields.client), ("ERROR_KIND", fields.errorKind),
        ]
        return values.reduce(into: []) { bytes, field in
            guard let value = field.1 else { return }
            bytes += Array("\(field.0)=\(Escaper.log.escaped(value))\n".utf8)
        }
    }

    /// Returns a line that begins with the priority for the journal (sd-daemon(3)), or with the name of the program for
    /// people.
    func line(_ level: Level, _ message: String) -> String {
        (isJournal ? "<\(level.rawValue)>" : "jokesd: ") + Escaper.log.escaped(message) + "\n"
    }

    /// Returns whether a descriptor is the journal's stream. `$JOURNAL_STREAM` (systemd.exec(5)) has its device and
    /// inode, so a redirected standard error is not mistaken for it.
    private static func isJournal(_ descriptor: Int32, _ environment: Environment) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
