// SPDX-License-Identifier: MIT
import JokeSystem

/// A moment of `CLOCK_BOOTTIME`: never set back, and it goes on while the machine sleeps.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Since the machine was started.
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static func now() -> MonotonicTime {
        MonotonicTime(nanoseconds: UInt64(clamping: KernelClock.uptime.nanoseconds))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Stops at the ends of the scale: a far future is as good as never.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let distance = duration.wholeNanoseconds
        let (sum, overflow) =
            distance >= 0
            ? time.nanoseconds.addingReportingOverflow(distance.magnitude)
            : time.nanoseconds.subtractingReportingOverflow(distance.magnitude)
        return MonotonicTime(nanoseconds: overflow ? (distance >= 0 ? .max : 0) : sum)
    }

    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        left < right
            ? .nanoseconds(-Int64(clamping: right.nanoseconds - left.nanoseconds))
            : .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
    }
}

extension Duration {
    /// Rounded towards zero, at the ends of `Int64` (292 years) cut off.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds > 0 ? .max : .min) : sum
    }
}
