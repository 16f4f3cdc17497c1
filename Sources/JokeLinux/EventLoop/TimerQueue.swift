// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The armed timers, and one timerfd that is set to the earliest deadline. A daemon has about twenty timers.
@LoopActor
final class TimerQueue: EventTarget {
    private let descriptor: FileDescriptor
    private var armed: [Timer] = []
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
        timer.position = Timer.Position(deadline: deadline, number: lastNumber)
        armed.append(timer)
    }

    func remove(_ timer: Timer) {
        guard timer.isArmed else { return }
        timer.position = nil
        armed.removeAll { $0 === timer }
    }

    /// The timer that fires next.
    private var first: (timer: Timer, position: Timer.Position)? {
        armed.lazy.compactMap { timer in timer.position.map { (timer, $0) } }.min { $0.1 < $1.1 }
    }

    /// Sets the timerfd to the earliest deadline if that has changed. Called once per iteration, so that arming a timer
    /// needs no system call.
    ///
    /// Returns nil, or the milliseconds until the earliest deadline if the timerfd cannot be set. Then the loop must not
    /// wait longer and must call `fireDue()` afterwards. The next call tries again.
    func updateTimerfd() -> Int32? {
        let earliest = first?.position.deadline
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
        while let (timer, position) = first, position.deadline <= now, position.number <= newest {
            remove(timer)
            timer.handler()
        }
    }
}
