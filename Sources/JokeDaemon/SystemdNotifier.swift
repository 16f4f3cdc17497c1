// SPDX-License-Identifier: MIT
package import JokeEventLoop

/// The line to the service manager: what sd_notify(3) says, sent without ever waiting.
///
/// A manager that does not read must neither hold the loop up nor miss that the daemon is ready. What it has no room for
/// is kept, in order and each kind once, and tried again soon.
@LoopActor
package final class SystemdNotifier {
    private static let pause: Duration = .milliseconds(100)

    private let port: DatagramPort?
    private var unsent: [Systemd.Notification] = []
    private var beatInterval: Duration = .zero
    private lazy var retry = Timer { [weak self] in self?.flush() }
    private lazy var beat = Timer { [weak self] in self?.tellAlive() }

    /// Where `NOTIFY_SOCKET` is not set there is no manager, and where it cannot be one nobody could mend it.
    package init(_ environment: Environment) {
        port = environment["NOTIFY_SOCKET"].flatMap { try? DatagramPort(to: $0) }
    }

    package func tell(_ notice: Systemd.Notification) {
        guard port != nil else { return }
        unsent.removeAll { $0.isOutdated(by: notice) }
        unsent.append(notice)
        if !retry.isArmed { flush() }
    }

    /// From now on the manager hears twice in every interval that the loop turns.
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
            // Sent; or the manager is gone, and nobody listens any more.
            unsent.removeFirst()
        }
    }
}
