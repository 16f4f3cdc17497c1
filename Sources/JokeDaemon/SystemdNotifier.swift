// SPDX-License-Identifier: MIT
package import JokeEventLoop

/// Sends notifications to systemd (sd_notify(3)) without waiting.
///
/// If systemd does not read, notifications are kept in order and sent soon after. A newer status or watchdog
/// notification replaces an older one.
@LoopActor
package final class SystemdNotifier {
    /// The delay before the next try if systemd did not read.
    private static let pause: Duration = .milliseconds(100)

    /// The socket to systemd, or nil without it.
    private let port: DatagramPort?
    private var unsent: [Systemd.Notification] = []
    private var beatInterval: Duration = .zero
    private lazy var retry = Timer { [weak self] in self?.flush() }
    private lazy var beat = Timer { [weak self] in self?.tellAlive() }

    /// Creates a notifier for the socket in `NOTIFY_SOCKET`. If the variable is unset or unusable, all notifications
    /// are discarded.
    package init(_ environment: Environment) {
        port = environment["NOTIFY_SOCKET"].flatMap { try? DatagramPort(to: $0) }
    }

    /// Sends a notification, or keeps it if systemd has no space for it.
    package func tell(_ notice: Systemd.Notification) {
        guard port != nil else { return }
        unsent.removeAll { $0.isOutdated(by: notice) }
        unsent.append(notice)
        if !retry.isArmed { flush() }
    }

    /// Sends `watchdog` now and twice in every interval, for as long as the loop runs.
    package func keepAlive(within interval: Duration) {
        beatInterval = interval / 2
        tellAlive()
    }

    private func tellAlive() {
        tell(.watchdog)
        beat.arm(after: beatInterval)
    }

    private func flush() {
        while let port, let next = unsent.first {
            if port.send(Array(next.text.utf8)) == .full { return retry.arm(after: Self.pause) }
            // It was sent, or systemd cannot be reached and will not read it later.
            unsent.removeFirst()
        }
    }
}
