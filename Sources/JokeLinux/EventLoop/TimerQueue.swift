// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The armed timers: a binary heap ordered by deadline, and one timerfd that is set to the earliest.
@LoopActor
final class TimerQueue: EventTarget {
    private let descriptor: FileDescriptor
    private var heap: [Timer] = []
    private var lastNumber: UInt64 = 0
    /// The time to which the timerfd is set, or nil if it is off.
    private var timerfdDeadline: MonotonicTime?

    init(poller: Poller) throws(SystemError) {
        descriptor = try FileDescriptor(
            timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)), "timerfd_create")
        _ = try poller.add(descriptor.raw, interest: .readable, target: self)
    }

    /// Inserts or moves a timer. Timers with equal deadlines fire in the order of these calls.
    func insert(_ timer: Timer, at deadline: MonotonicTime) {
        remove(timer)
        lastNumber += 1
        timer.position = Timer.Position(deadline: deadline, number: lastNumber, index: heap.count)
        heap.append(timer)
        rise(from: heap.count - 1)
    }

    func remove(_ timer: Timer) {
        guard let index = timer.position?.index else { return }
        timer.position = nil
        let last = heap.removeLast()
        guard index < heap.count else { return }
        put(last, at: index)
        rise(from: index)
        sink(from: index)
    }

    /// Sets the timerfd to the earliest deadline if that has changed. Called once per iteration, so that arming a timer
    /// needs no system call.
    ///
    /// Returns nil, or the milliseconds until the earliest deadline if the timerfd cannot be set. Then the loop must not
    /// wait longer and must call `fireDue()` afterwards. The next call tries again.
    func updateTimerfd() -> Int32? {
        let earliest = heap.first?.position?.deadline
        guard earliest != timerfdDeadline else { return nil }
        // Zero would switch the timerfd off (timerfd_create(2)).
        let nanoseconds = earliest.map { max(1, $0.nanoseconds) } ?? 0
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
        setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        if timerfd_settime(descriptor.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 {
            timerfdDeadline = earliest
            return nil
        }
        return earliest.map { earliest in
            let rest = (earliest - MonotonicTime.now()).components
            // One more, because the rest of a millisecond counts.
            return Int32(
                clamping: max(0, rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000 + 1))
        }
    }

    func handle(_ readiness: Readiness) {
        var expirations: UInt64 = 0
        _ = read(descriptor.raw, &expirations, MemoryLayout<UInt64>.size)
        timerfdDeadline = nil
        fireDue()
    }

    /// Fires the timers that are due. A timer that a handler arms waits for the next iteration, so timers that arm each
    /// other cannot block the loop.
    func fireDue() {
        let now = MonotonicTime.now()
        let newest = lastNumber
        while let timer = heap.first, let position = timer.position, position.deadline <= now,
            position.number <= newest
        {
            remove(timer)
            timer.handler()
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        guard let first = heap[left].position, let second = heap[right].position else { return false }
        return (first.deadline, first.number) < (second.deadline, second.number)
    }

    private func put(_ timer: Timer, at index: Int) {
        heap[index] = timer
        timer.position?.index = index
    }

    private func exchange(_ left: Int, _ right: Int) {
        let timer = heap[left]
        put(heap[right], at: left)
        put(timer, at: right)
    }

    private func rise(from start: Int) {
        var index = start
        while index > 0, isBefore(index, (index - 1) / 2) {
            exchange(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private func sink(from start: Int) {
        var index = start
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && isBefore(child, first) {
                first = child
            }
            guard first != index else { return }
            exchange(first, index)
            index = first
        }
    }
}
