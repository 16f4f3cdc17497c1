// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeSystem
import Synchronization

/// What other threads, and the loop itself, want run on the loop: one queue, first in, first out.
///
/// A wake-up is one write to an eventfd(2), and happens only where the loop sleeps: `isSleeping` is set and
/// taken under the queue's lock, so a sleeping loop and a waiting item never coexist unseen.
final class Inbox: Sendable {
    typealias Work = @Sendable @LoopActor () -> Void

    enum Item {
        case work(Work)
        case job(UnownedJob)
    }

    private struct State {
        var items: [Item] = []
        var isSleeping = false
        var alarm: Int32?
    }

    private let state = Mutex(State())

    func append(_ item: Item) {
        state.withLock { state in
            state.items.append(item)
            guard state.isSleeping, let alarm = state.alarm else { return }
            state.isSleeping = false
            // Cannot fail: the counter is at most 1 here, and `alarm` is taken back before it is closed.
            eventfd_write(alarm, 1)
        }
    }

    /// False where something waits already. True is a promise that the next item writes to `alarm`.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.items.isEmpty
            return state.isSleeping
        }
    }

    /// The loop iterations and will look: until it falls asleep again no item needs the alarm.
    func wakeUp() { state.withLock { $0.isSleeping = false } }

    /// Everything that has arrived, in order. `spare` is an empty array whose memory the queue goes on with.
    func takeAll(leaving spare: inout [Item]) {
        state.withLock { swap(&$0.items, &spare) }
    }

    /// The eventfd to write to from now on; nil before it is closed.
    func useAlarm(_ descriptor: Int32?) {
        state.withLock { state in
            state.alarm = descriptor
            state.isSleeping = false
        }
    }
}

/// The reading end of the inbox's eventfd.
@LoopActor
final class WakeupDescriptor: EventTarget {
    private let descriptor: FileDescriptor

    init(poller: Poller) throws(SystemError) {
        descriptor = try FileDescriptor(
            eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), "eventfd")
        _ = try poller.add(descriptor.raw, interest: .readable, target: self)
    }

    var raw: Int32 { descriptor.raw }

    /// Sets the counter back. Waking up was the message: the inbox is emptied in every iteration.
    func handle(_ readiness: Readiness) {
        var count: eventfd_t = 0
        eventfd_read(descriptor.raw, &count)
    }
}
