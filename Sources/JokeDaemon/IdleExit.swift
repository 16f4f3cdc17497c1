// SPDX-License-Identifier: MIT
package import JokeEventLoop

/// Ends a daemon that nobody has talked to for a while, where asking starts it again.
///
/// Who connects while it ends is not lost: the listening socket is systemd's, and what waits there starts the next one.
@LoopActor
package final class IdleExit {
    /// Something is still under way, such as a fetch, which takes no longer than half a minute.
    private static let busyPause: Duration = .seconds(5)

    /// Nil: never.
    package var limit: Duration? {
        didSet { if limit != oldValue { isAlone = false } }
    }
    private let isBusy: @LoopActor () -> Bool
    private let leave: @LoopActor () -> Void
    private var isAlone = false
    private lazy var timer = Timer { [unowned self] in ring() }

    package init(
        after limit: Duration?, unless isBusy: @escaping @LoopActor () -> Bool,
        leave: @escaping @LoopActor () -> Void
    ) {
        self.limit = limit
        self.isBusy = isBusy
        self.leave = leave
    }

    /// To be called at the end of every turn.
    package func look(isAlone: Bool) {
        guard isAlone != self.isAlone else { return }
        self.isAlone = isAlone
        if isAlone, let limit { timer.arm(after: limit) } else { timer.disarm() }
    }

    private func ring() {
        if isBusy() { timer.arm(after: Self.busyPause) } else { leave() }
    }
}
