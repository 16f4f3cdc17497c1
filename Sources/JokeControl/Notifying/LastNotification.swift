// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// Which day's joke was shown last, and as which notification: kept in a file, so that no day's is shown twice.
package struct LastNotification: Sendable, Hashable {
    /// A local date, as the daemon counts days: `2026-11-21`.
    package var date: String
    package var notification: Int
    /// The run of the server that gave the number; nil where it is not known.
    package var server: String?
    /// When the store was restored, if that was told, too.
    package var restoration: String?

    package init(date: String, notification: Int, server: String?, restoration: String? = nil) {
        (self.date, self.notification, self.server) = (date, notification, server)
        self.restoration = restoration
    }
}

extension LastNotification {
    /// In the user's directory for state (XDG Base Directory Specification).
    package static func path(_ environment: Environment) throws(CommandError) -> String {
        if let directory = environment["XDG_STATE_HOME"], directory.hasPrefix("/") {
            return "\(directory)/jokesd/notified.json"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw CommandError(.badConfiguration, "HOME is not set; it is where it is kept what was shown")
        }
        return "\(home)/.local/state/jokesd/notified.json"
    }

    /// nil where there is none, or none that can be read: then the joke of the day is rather shown twice than never.
    package init?(at path: String) {
        guard var reader = try? LineReader(path), let line = try? reader.next(upTo: 4 << 10).first,
            let json = try? JSON(parsing: Array(line.utf8)[...]),
            let date = json["date"]?.stringValue, let number = json["notification"]?.integerValue
        else { return nil }
        self.init(
            date: date, notification: number, server: json["server"]?.stringValue,
            restoration: json["restoration"]?.stringValue)
    }

    package var json: JSON {
        [
            "date": .string(date), "notification": .number(Double(notification)),
            "server": server.map { .string($0) } ?? .null,
            "restoration": restoration.map { .string($0) } ?? .null,
        ]
    }
}

/// The mark's file, opened before anything is shown: what cannot be marked would be shown again and again.
struct LastNotificationWriter {
    private let file: AtomicFileWriter

    init(at path: String) throws(CommandError) {
        Self.makeDirectories(of: path)
        file = try AtomicFileWriter(path, permissions: 0o600)
    }

    func finish(_ mark: LastNotification) throws(CommandError) {
        try file.append(mark.json.jsonLine)
        try file.finish()
    }

    /// Whether that went well shows when the file is made.
    private static func makeDirectories(of path: String) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
    }
}
