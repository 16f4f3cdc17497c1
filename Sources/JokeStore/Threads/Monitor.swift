// SPDX-License-Identifier: MIT
import Glibc

/// A value that threads share, protected by a lock, with a condition to wait for.
///
/// It uses POSIX threads because `Synchronization.Mutex` has no condition variable.
///
/// `@unchecked Sendable`: `state` is only accessed while `mutex` is locked, in this file. The mutex and the condition
/// stay at one address from `init` to `deinit`, and may be used by several threads.
package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Timeouts must not depend on changes of the wall clock.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` with the lock held.
    ///
    /// The result of `body` must be `Sendable`, or nothing else may use it afterwards. No compiler checks this.
    package func withLock<Success, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Calls `body` with the lock held, unless another thread has the lock. Then it returns nil at once.
    package func withLockIfFree<Success>(_ body: (inout State) -> Success?) -> Success? {
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Makes every waiting thread call its body again.
    package func wake() { pthread_cond_broadcast(condition) }

    /// Waits until `body` returns a value, and calls it again after each `wake()`. Returns nil if `timeout` ends
    /// first; a `timeout` of nil waits without limit.
    package func wait<Found>(timeout: Duration? = nil, for body: (inout State) -> Found?) -> Found? {
        let deadline = timeout.map(Self.deadline)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let found = body(&state) { return found }
            guard var deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&state) }
        }
    }

    private static func deadline(in timeout: Duration) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = timeout.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
