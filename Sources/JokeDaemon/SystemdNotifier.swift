// SPDX-License-Identifier: MIT
package import JokeLinux

/// Sends notifications to systemd (sd_notify(3)) without waiting.
///
/// If systemd does not read, notifications are kept in order and sent soon after. A newer status or watchdog
/// notification replaces an older one.
@LoopActor
package final class SystemdNotifier {
    /// The delay before the next try if systemd did not read.
    private static let retryDelay: Duration = .milliseconds(100)

    /// The socket to systemd, or nil without it.
    private let socket: DatagramPort?
    private var unsent: [Systemd.Notification] = []
    private var watchdogDelay: Duration = .zero
    private lazy var retryTimer = Timer { [weak self] in self?.flush() }
    private lazy var watchdogTimer = Timer { [weak self] in self?.sendWatchdog() }

    /// Creates a notifier for the socket in `NOTIFY_SOCKET`. If the variable is unset or unusable, all notifications
    /// are discarded.
    package init(_ environment: Environment) {
        socket = environment["NOTIFY_SOCKET"].flatMap { try? DatagramPort(to: $0) }
    }

    /// Sends a notification, or keeps it if systemd has no space for it.
    package func send(_ notification: Systemd.Notification) {
        guard socket != nil else { return }
        unsent.removeAll { $0.isOutdated(by: notification) }
        unsent.append(notification)
        if !retryTimer.isArmed { flush() }
    }

    /// Sends `watchdog` now and twice in every interval, for as long as the loop runs.
    package func startWatchdog(within interval: Duration) {
        watchdogDelay = interval / 2
        sendWatchdog()
    }

    private func sendWatchdog() {
        send(.watchdog)
        watchdogTimer.arm(after: watchdogDelay)
    }

    private func flush() {
        while let socket, let next = unsent.first {
            if socket.send(Array(next.text.utf8)) == .full { return retryTimer.arm(after: Self.retryDelay) }
            // It was sent, or systemd cannot be reached and will not read it later.
            unsent.removeFirst()
        }
    }
}
