// SPDX-License-Identifier: MIT
package import JokeWire

/// A date on the user's calendar, as `2026-11-21`.
package struct LocalDate: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// When an input happened: the only way in which time enters the core.
package struct Timestamp: Sendable, Hashable {
    /// Monotonic, from an arbitrary start; what deadlines are compared with. It goes on in suspend.
    package var uptime: Duration
    package var wall: WallTime
    package var date: LocalDate
    /// When the next local date begins; always ahead of `wall`.
    package var midnight: WallTime

    package init(uptime: Duration, wall: WallTime, date: LocalDate, midnight: WallTime) {
        self.uptime = uptime
        self.wall = wall
        self.date = date
        self.midnight = midnight
    }

    /// So much later, or earlier.
    func after(_ duration: Duration) -> DueTime {
        DueTime(uptime: uptime + duration, wall: wall.advanced(by: duration))
    }

    /// That time of the wall clock, as far as one can tell now.
    func due(at time: WallTime) -> DueTime {
        DueTime(uptime: uptime + .milliseconds(time.milliseconds - wall.milliseconds), wall: time)
    }
}

/// A time ahead, or behind, by both clocks: by uptime it is waited for, by wall time it is told and kept.
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
