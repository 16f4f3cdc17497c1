// SPDX-License-Identifier: MIT

/// A time of `CLOCK_BOOTTIME`, which is never set back and continues while the machine sleeps.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    /// The nanoseconds since the start of the machine.
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static func now() -> MonotonicTime {
        MonotonicTime(nanoseconds: UInt64(clamping: KernelClock.uptime.nanoseconds))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Adds a duration. The result is limited to the range of the type, so a time in the far future means never.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let distance = duration.wholeNanoseconds
        let (sum, overflow) =
            distance >= 0
            ? time.nanoseconds.addingReportingOverflow(distance.magnitude)
            : time.nanoseconds.subtractingReportingOverflow(distance.magnitude)
        return MonotonicTime(nanoseconds: overflow ? (distance >= 0 ? .max : 0) : sum)
    }

    /// Subtracts two times. The result is negative if `left` is earlier.
    package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        left < right
            ? .nanoseconds(-Int64(clamping: right.nanoseconds - left.nanoseconds))
            : .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded towards zero and limited to the range of `Int64` (292 years).
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds > 0 ? .max : .min) : sum
    }
}
