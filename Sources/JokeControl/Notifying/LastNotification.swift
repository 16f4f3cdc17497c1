// SPDX-License-Identifier: MIT
import Glibc
import JokeLocalization
package import JokeWire

/// The joke of the day that was notified last. It is stored in a file, so that each day's joke is notified only once.
package struct LastNotification: Sendable, Hashable {
    /// The daemon's local date, such as `2026-11-21`.
    package var date: String
    package var notification: Int
    /// The run of the notification server that assigned the number, or nil if it is not known.
    package var server: String?
    /// The time of the last recovery of the store that the user was notified of, or nil if there was none.
    package var restoration: String?

    package init(date: String, notification: Int, server: String?, restoration: String? = nil) {
        (self.date, self.notification, self.server) = (date, notification, server)
        self.restoration = restoration
    }
}

extension LastNotification {
    /// Returns the path of the file, in the user's state directory (XDG Base Directory Specification).
    package static func path(_ environment: Environment) throws(CommandError) -> String {
        if let directory = environment["XDG_STATE_HOME"], directory.hasPrefix("/") {
            return "\(directory)/jokesd/notified.json"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw CommandError(
                .badConfiguration,
                localized("HOME is not set; set it, because the last notification is recorded there"))
        }
        return "\(home)/.local/state/jokesd/notified.json"
    }

    /// Reads the file. Returns nil if it is missing or unreadable: showing the joke of the day twice is better than
    /// never showing it.
    package init?(at path: String) {
        guard var reader = try? LineReader(path, longest: 4 << 10),
            case .text(let line)? = try? reader.next(),
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

/// The file of the last notification, opened before the notification is shown.
///
/// If the file cannot be written, nothing may be shown: otherwise every run would show the joke again.
struct LastNotificationWriter {
    private let file: OutputFile

    init(at path: String) throws(CommandError) {
        Self.makeDirectories(of: path)
        file = try OutputFile(path, permissions: 0o600, replacing: true)
    }

    func finish(_ mark: LastNotification) throws(CommandError) {
        try file.append(mark.json.jsonLine)
        try file.finish()
    }

    /// Makes the parent directories. A failure is reported when the file itself is created.
    private static func makeDirectories(of path: String) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
    }
}
