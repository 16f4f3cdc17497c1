// SPDX-License-Identifier: MIT
package import Glibc

/// A clock of the kernel (clock_gettime(2)).
package enum KernelClock: Sendable {
    /// The time since 1970-01-01 00:00 UTC. The user can change it.
    case wall
    /// The time since the start of the machine, without the time in which it slept.
    case monotonic
    /// The time since the start of the machine, with the time in which it slept.
    case uptime

    /// From 2262-04-11 on, a wall clock counts no further.
    package var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(number, &time)
        return Self.nanoseconds(time)
    }

    package static func nanoseconds(_ time: timespec) -> Int64 {
        let last = Int64.max / 1_000_000_000 - 1
        return min(max(Int64(time.tv_sec), -last), last) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private var number: clockid_t {
        switch self {
        case .wall: CLOCK_REALTIME
        case .monotonic: CLOCK_MONOTONIC
        case .uptime: CLOCK_BOOTTIME
        }
    }
}
