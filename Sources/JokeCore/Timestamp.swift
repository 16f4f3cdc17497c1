// SPDX-License-Identifier: MIT
package import JokeWire

/// A date in the user's time zone, such as `2026-11-21`.
package struct LocalDate: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The time of an input. The core learns the time only from inputs.
package struct Timestamp: Sendable, Hashable {
    /// The time since an arbitrary start, including suspend. It never goes back, so deadlines are compared with it.
    package var uptime: Duration
    /// The time of the wall clock, which may be set back.
    package var wall: WallTime
    package var date: LocalDate
    /// The beginning of the next local date. It is always later than `wall`.
    package var midnight: WallTime

    package init(uptime: Duration, wall: WallTime, date: LocalDate, midnight: WallTime) {
        self.uptime = uptime
        self.wall = wall
        self.date = date
        self.midnight = midnight
    }

    /// Returns the time at this distance; a negative duration is in the past.
    func after(_ duration: Duration) -> DueTime {
        DueTime(uptime: uptime + duration, wall: wall.advanced(by: duration))
    }

    /// Returns a time of the wall clock with the uptime that it has if the clock is not set.
    func due(at time: WallTime) -> DueTime {
        DueTime(uptime: uptime + .milliseconds(time.milliseconds - wall.milliseconds), wall: time)
    }
}

/// A time by both clocks. Waiting uses the uptime; messages and the archive use the wall time.
package struct DueTime: Sendable, Hashable, Comparable {
    package var uptime: Duration
    package var wall: WallTime

    package static func < (left: DueTime, right: DueTime) -> Bool { left.uptime < right.uptime }
}

extension Duration {
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
