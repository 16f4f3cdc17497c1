// SPDX-License-Identifier: MIT

/// A point in time by the wall clock: milliseconds since 1970-01-01 00:00 UTC.
package struct WallTime: Sendable, Hashable, Comparable {
    package let milliseconds: Int64
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(by duration: Duration) -> WallTime {
        WallTime(milliseconds: milliseconds + duration.nanoseconds / 1_000_000)
    }
}

/// A date on the user's calendar, as `2026-11-21`.
package struct LocalDate: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// When an input happened: the only way in which time enters the core.
package struct Moment: Sendable, Hashable {
    /// Monotonic, from an arbitrary start; what deadlines are compared with. It goes on in suspend.
    package var uptime: Duration
    package var wall: WallTime
    package var date: LocalDate

    package init(uptime: Duration, wall: WallTime, date: LocalDate) {
        self.uptime = uptime
        self.wall = wall
        self.date = date
    }
}

extension Duration {
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
