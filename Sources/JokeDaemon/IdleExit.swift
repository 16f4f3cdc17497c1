// SPDX-License-Identifier: MIT
package import JokeLinux

/// Stops an idle daemon after a configured time.
///
/// The daemon is idle if no client is connected or waits to be accepted, and no work is in progress. Use this type only
/// if the next client starts the daemon again.
@LoopActor
package final class IdleExit {
    /// The delay before the next check if work, such as a fetch, is in progress. A fetch takes at most 30 seconds.
    private static let busyRetryDelay: Duration = .seconds(5)

    /// The time without clients after which the daemon stops, or nil to keep it running.
    package var limit: Duration? {
        didSet { if limit != oldValue { hasClients = true } }
    }
    private let isBusy: @LoopActor () -> Bool
    private let stop: @LoopActor () -> Void
    private var hasClients = true
    private lazy var timer = Timer { [unowned self] in timerFired() }

    /// Creates an idle exit that calls `stop` after `limit`, or later if `isBusy` returns true at that time.
    package init(
        after limit: Duration?, unless isBusy: @escaping @LoopActor () -> Bool,
        stop: @escaping @LoopActor () -> Void
    ) {
        self.limit = limit
        self.isBusy = isBusy
        self.stop = stop
    }

    /// Starts the timer when the last client disconnects, and cancels it when a client connects.
    ///
    /// Call this at the end of every loop iteration. Calls that repeat the last value have no effect.
    package func update(hasClients: Bool) {
        guard hasClients != self.hasClients else { return }
        self.hasClients = hasClients
        if !hasClients, let limit { timer.arm(after: limit) } else { timer.disarm() }
    }

    private func timerFired() {
        if isBusy() { timer.arm(after: Self.busyRetryDelay) } else { stop() }
    }
}
