// SPDX-License-Identifier: MIT

/// A moment at which the loop calls a handler, once for each time that it is armed.
///
/// An armed timer is kept by the loop. Time asleep counts (`CLOCK_BOOTTIME`): what fell due meanwhile fires when
/// the machine wakes; it does not wake the machine.
@LoopActor
package final class Timer {
    /// Where an armed timer is in the queue.
    struct Place {
        let deadline: MonotonicTime
        let number: UInt64
        var index: Int
    }

    /// Set by the queue alone; nil: not armed.
    var place: Place?
    let handler: @LoopActor () -> Void
    private let loop = LoopActor.shared.loop

    package init(_ handler: @escaping @LoopActor () -> Void) { self.handler = handler }

    package var isArmed: Bool { place != nil }

    /// Fires at `deadline` or soon after it, in the next iteration if that has passed. A former deadline is forgotten.
    package func arm(at deadline: MonotonicTime) { loop.machinery.timers.insert(self, at: deadline) }

    package func arm(after delay: Duration) { arm(at: .now() + delay) }

    /// After this the handler is not called until the timer is armed again.
    package func disarm() {
        guard isArmed else { return }
        loop.machinery.timers.remove(self)
    }
}
