// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// A time limit for waits, on the monotonic clock.
package struct Deadline: Sendable {
    /// The time of CLOCK_MONOTONIC in nanoseconds, or nil for no limit.
    private let moment: Int64?

    package static let never = Deadline(moment: nil)

    /// Creates a deadline `seconds` from now, or one that never passes if `seconds` is nil.
    package init(after seconds: Double?) {
        moment = seconds.map { Self.nanoseconds + Int64(min(max($0, 0), 1e9) * 1e9) }
    }

    /// Creates a deadline at `time` on the clock of ``now``, or one that never passes if `time` is nil.
    package init(at time: Duration?) {
        moment = time.map {
            Int64($0.components.seconds) * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000
        }
    }

    private init(moment: Int64?) { self.moment = moment }

    /// Returns the earlier one of the two deadlines.
    package func orEarlier(_ other: Deadline) -> Deadline {
        guard let moment, let otherMoment = other.moment else { return moment == nil ? other : self }
        return moment <= otherMoment ? self : other
    }

    package var isNever: Bool { moment == nil }

    package var hasPassed: Bool { moment.map { $0 <= Self.nanoseconds } ?? false }

    /// The remaining time in seconds, which is infinite without a limit.
    package var secondsLeft: Double {
        moment.map { Double(max(0, $0 - Self.nanoseconds)) / 1e9 } ?? .infinity
    }

    /// The remaining time in milliseconds for poll(2), or −1 for no limit. It is rounded up, so that a wait never ends
    /// just before the deadline.
    var pollTimeout: Int32 {
        guard let moment else { return -1 }
        let left = max(0, moment - Self.nanoseconds)
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// The remaining time for SO_SNDTIMEO, for which zero means no limit.
    var sendTimeout: timeval {
        guard let moment else { return timeval(tv_sec: 0, tv_usec: 0) }
        let left = max(1_000, moment - Self.nanoseconds)
        return timeval(tv_sec: Int(left / 1_000_000_000), tv_usec: Int(left % 1_000_000_000 / 1_000))
    }

    /// The current time on the clock of deadlines.
    package static var now: Duration { .nanoseconds(nanoseconds) }

    private static var nanoseconds: Int64 { KernelClock.monotonic.nanoseconds }
}
