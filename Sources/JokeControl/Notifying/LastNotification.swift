// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
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
    /// The name of the run of jokectl that acts on the buttons of the notification, or nil if it is not known.
    package var holder: String?

    package init(
        date: String, notification: Int, server: String?, restoration: String? = nil, holder: String? = nil
    ) {
        (self.date, self.notification, self.server) = (date, notification, server)
        (self.restoration, self.holder) = (restoration, holder)
    }

    /// Returns the path of the file, in the user's state directory (XDG Base Directory Specification).
    package static func path(_ environment: Environment) throws(CommandError) -> String {
        guard let state = environment.baseDirectory("XDG_STATE_HOME", ".local/state") else {
            throw CommandError(
                .badConfiguration,
                localized("HOME is not set; set it, because the last notification is recorded there"))
        }
        return "\(state)/jokesd/notified.json"
    }

    /// Reads the file. Returns nil if it is missing or unreadable: showing the joke of the day twice is better than
    /// never showing it.
    package init?(at path: String) {
        guard let file = try? BoundedFile(reading: path, limit: 4 << 10),
            let json = try? JSON(parsing: file.bytes[...]),
            let date = json["date"]?.stringValue, let number = json["notification"]?.integerValue
        else { return nil }
        self.init(
            date: date, notification: number, server: json["server"]?.stringValue,
            restoration: json["restoration"]?.stringValue, holder: json["holder"]?.stringValue)
    }

    package var json: JSON {
        [
            "date": .string(date), "notification": .number(Double(notification)),
            "server": server.map { .string($0) } ?? .null,
            "restoration": restoration.map { .string($0) } ?? .null,
            "holder": holder.map { .string($0) } ?? .null,
        ]
    }
}

/// The file of the last notification, which all runs of jokectl share.
///
/// The lock is a file of its own, because each write replaces the other file.
final class NotificationRecord {
    private let path: String
    /// The name of this run in the file.
    private let holder = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    private var lock: FileLock?
    /// The new file, until it is written.
    private var file: OutputFile?

    /// The longest wait for the lock, in seconds. Another run holds it while it asks jokesd and shows up to two
    /// notifications.
    private static let patience = 120.0

    init(at path: String) { self.path = path }

    /// Waits for the lock.
    ///
    /// If the file cannot be written, this fails and nothing may be shown: otherwise every run would show the joke again.
    func begin() throws(CommandError) {
        Directory.makeParents(of: path)
        do throws(SystemError) {
            lock = try FileLock.take(file: "\(path).lock", until: Deadline(after: Self.patience))
        } catch {
            throw CommandError(.disk, localized("%1$s cannot be written: %2$s", path, error.reason))
        }
        guard lock == nil else { return }
        throw CommandError(
            .timedOut, localized("another `jokectl notify` holds %s.lock; end it, and try again", path))
    }

    /// Releases the lock.
    func end() { lock = nil }

    var last: LastNotification? { LastNotification(at: path) }

    /// Opens a new file. The notification is shown between this and the writing.
    func open() throws(CommandError) {
        file = try OutputFile(own: path)
    }

    /// Writes the new file as that of this run, and puts it in its place.
    func write(_ mark: LastNotification) throws(CommandError) {
        var mark = mark
        mark.holder = holder
        try file?.append(mark.json.jsonLine)
        try file?.finish()
        file = nil
    }

    /// Whether another run has shown a notification since, which replaced that of this run. The numbers do not tell, as
    /// a notification gets another one after each button.
    func isReplaced(on server: String?) -> Bool {
        guard let last, let server else { return false }
        return last.server == server && last.holder != holder
    }
}
