// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// A clock that only advances on request. Uptime and wall time advance together, and the date is in UTC.
package struct ManualClock: Sendable, Hashable {
    package private(set) var now: Timestamp

    /// Creates a clock at 2026-11-21, 08:00 UTC, a quarter of an hour after the machine started.
    package init(
        uptime: Duration = .seconds(900), wall: WallTime = WallTime(milliseconds: 1_795_248_000_000)
    ) {
        now = Timestamp(
            uptime: uptime, wall: wall, date: Self.date(at: wall), midnight: Self.midnight(after: wall))
    }

    package mutating func advance(by duration: Duration) {
        now.uptime += duration
        setWall(forward: duration)
    }

    /// Sets the wall clock. The uptime stays.
    package mutating func setWall(forward duration: Duration) {
        now.wall = now.wall.advanced(by: duration)
        now.date = Self.date(at: now.wall)
        now.midnight = Self.midnight(after: now.wall)
    }

    private static func midnight(after wall: WallTime) -> WallTime {
        let day: Int64 = 86_400_000
        return WallTime(milliseconds: (wall.milliseconds / day + 1) * day)
    }

    private static func date(at wall: WallTime) -> LocalDate {
        LocalDate(rawValue: String(wall.rfc3339.prefix(10)))
    }
}
