// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
package import JokeEventLoop
import JokeSystem
import JokeWire

/// The time with which the engine stamps inputs.
@LoopActor
package protocol Clock {
    func now() -> Timestamp
}

/// Reads the clocks and the time zone of this machine.
package final class SystemClock: Clock {
    /// The local date, and until when (seconds since 1970) it need not be looked up again.
    private var date = LocalDate(rawValue: "")
    private var midnight = WallTime(milliseconds: 0)
    private var dateHolds = 0..<0

    package init() {}

    package func now() -> Timestamp {
        let wall = KernelClock.wall.nanoseconds
        let date = localDate(at: Int(wall / 1_000_000_000))
        return Timestamp(
            uptime: .nanoseconds(Int64(clamping: MonotonicTime.now().nanoseconds)),
            wall: WallTime(milliseconds: wall / 1_000_000), date: date, midnight: midnight)
    }

    /// A date can change at any minute of somebody's time zone, but within none.
    private func localDate(at second: Int) -> LocalDate {
        if dateHolds.contains(second) { return date }
        var second = second
        var parts = tm()
        // Unlike localtime(3), localtime_r(3) never looks whether the machine has moved to another zone.
        tzset()
        localtime_r(&second, &parts)
        date = LocalDate(
            rawValue:
                "\(parts.tm_year + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))")
        midnight = Self.midnight(after: second, parts)
        dateHolds = second..<(second - second % 60 + 60)
        return date
    }

    /// mktime(3): days beyond a month's end are those of the next one, and a time that a zone skips is the one behind it.
    private static func midnight(after second: Int, _ parts: tm) -> WallTime {
        var next = tm()
        (next.tm_year, next.tm_mon, next.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday + 1)
        next.tm_isdst = -1
        let begins = mktime(&next)
        return WallTime(milliseconds: Int64(begins > second ? begins : second + 86_400) * 1_000)
    }

    private func twoDigits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
