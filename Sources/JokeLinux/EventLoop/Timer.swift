// SPDX-License-Identifier: MIT

/// A timer of the loop, which calls its handler once for each time that it is armed.
///
/// The loop keeps an armed timer. The time in which the machine sleeps counts (`CLOCK_BOOTTIME`): a timer that becomes
/// due then fires when the machine wakes up. A timer does not wake the machine.
@LoopActor
package final class Timer {
    /// The position of an armed timer in the queue.
    struct Position: Comparable {
        let deadline: MonotonicTime
        /// The number of timers that were armed before, which orders those with equal deadlines.
        let number: UInt64

        static func < (left: Position, right: Position) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    /// The position in the queue, or nil if the timer is not armed. Only the queue sets it.
    var position: Position?
    let handler: @LoopActor () -> Void
    private let loop = LoopActor.shared.loop

    package init(_ handler: @escaping @LoopActor () -> Void) { self.handler = handler }

    package var isArmed: Bool { position != nil }

    /// Arms the timer for `deadline`. If that has passed, the timer fires in the next iteration. An earlier deadline is
    /// replaced.
    package func arm(at deadline: MonotonicTime) { loop.resources.timers.insert(self, at: deadline) }

    /// Arms the timer for the time `delay` from now.
    package func arm(after delay: Duration) { arm(at: .now() + delay) }

    /// Disarms the timer: its handler is not called until it is armed again.
    package func disarm() {
        guard isArmed else { return }
        loop.resources.timers.remove(self)
    }
}
