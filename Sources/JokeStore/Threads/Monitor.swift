// SPDX-License-Identifier: MIT
import Glibc

/// A state that threads share, behind a lock that they can also wait at.
///
/// Made of POSIX threads because `Synchronization.Mutex` has no condition to wait for.
///
/// `@unchecked Sendable`: `state` is only touched between lock and unlock of `mutex`, in this file; mutex and
/// condition are at a fixed address from `init` to `deinit` and are made to be shared.
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
        // Time-outs must not depend on what the wall clock is set to.
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

    /// What the body takes out of the state must be Sendable, or be left untouched by everybody else.
    package func withLock<Success, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Lets every waiting thread look again.
    package func wake() { pthread_cond_broadcast(condition) }

    /// Waits until the body finds something, looking again at each `wake()`; nil when `patience` ran out first.
    package func wait<Found>(patience: Duration? = nil, for body: (inout State) -> Found?) -> Found? {
        let deadline = patience.map(Self.deadline)
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

    private static func deadline(in patience: Duration) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = patience.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
