// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Synchronization

/// The queue of work for the loop, from other threads and from the loop itself: first in, first out.
///
/// A wakeup is one write to an eventfd(2), and is done only if the loop sleeps. `isSleeping` is read and changed under
/// the lock of the queue, so the loop cannot sleep while work waits.
final class Inbox: Sendable {
    typealias Work = @Sendable @LoopActor () -> Void

    enum Item {
        case work(Work)
        case job(UnownedJob)
    }

    private struct State {
        var items: [Item] = []
        var isSleeping = false
        var wakeupDescriptor: WakeupDescriptor?
    }

    private let state = Mutex(State())

    func append(_ item: Item) {
        let sleeping = state.withLock { state -> WakeupDescriptor? in
            state.items.append(item)
            guard state.isSleeping else { return nil }
            state.isSleeping = false
            return state.wakeupDescriptor
        }
        // After the lock, because the loop takes it at once.
        sleeping?.write()
    }

    /// Marks the loop as sleeping if the queue is empty. Returns false if work waits. After true, the next item writes
    /// to the eventfd.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.items.isEmpty
            return state.isSleeping
        }
    }

    /// Marks the loop as awake. Until it sleeps again, new items need no wakeup.
    func wakeUp() { state.withLock { $0.isSleeping = false } }

    /// Moves all items to `spare`, in order. `spare` must be empty; the queue reuses its memory.
    func takeAll(leaving spare: inout [Item]) {
        state.withLock { swap(&$0.items, &spare) }
    }

    /// Sets the eventfd for wakeups.
    func setWakeupDescriptor(_ descriptor: WakeupDescriptor?) {
        state.withLock { state in
            state.wakeupDescriptor = descriptor
            state.isSleeping = false
        }
    }
}

/// The eventfd of the inbox, as a target of the poller.
@LoopActor
final class WakeupDescriptor: EventTarget {
    private nonisolated let descriptor: FileDescriptor

    init(poller: Poller) throws(SystemError) {
        descriptor = try FileDescriptor(
            eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), "eventfd")
        _ = try poller.add(descriptor.raw, interest: .readable, target: self)
    }

    /// Wakes the loop. This cannot fail: the counter is at most 1.
    nonisolated func write() { eventfd_write(descriptor.raw, 1) }

    /// Resets the counter. The wakeup itself has no content: every iteration empties the inbox.
    func handle(_ readiness: Readiness) {
        var count: eventfd_t = 0
        eventfd_read(descriptor.raw, &count)
    }
}
