// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
package import JokeLinux
import JokeWire

/// The clock from which the engine gets the time of each input.
@LoopActor
package protocol Clock {
    func now() -> Timestamp
}

/// A clock that reads the kernel's clocks and the time zone of this machine.
package final class SystemClock: Clock {
    /// The local date of the last call.
    private var date = LocalDate(rawValue: "")
    /// The next local midnight.
    private var midnight = WallTime(milliseconds: 0)
    /// The seconds since 1970 for which `date` and `midnight` hold.
    private var dateHolds = 0..<0

    package init() {}

    package func now() -> Timestamp {
        let wall = KernelClock.wall.nanoseconds
        let date = localDate(at: Int(wall / 1_000_000_000))
        return Timestamp(
            uptime: .nanoseconds(Int64(clamping: MonotonicTime.now().nanoseconds)),
            wall: WallTime(milliseconds: wall / 1_000_000), date: date, midnight: midnight)
    }

    /// Returns the local date. A date changes only at the start of a minute, in every time zone, so one lookup holds
    /// for the rest of the minute.
    private func localDate(at second: Int) -> LocalDate {
        if dateHolds.contains(second) { return date }
        var second = second
        var parts = tm()
        // localtime_r(3), unlike localtime(3), does not notice by itself that the time zone of the machine was changed.
        tzset()
        localtime_r(&second, &parts)
        date = LocalDate(
            rawValue:
                "\(parts.tm_year + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))")
        midnight = Self.midnight(after: second, parts)
        dateHolds = second..<(second - second % 60 + 60)
        return date
    }

    /// Returns the next local midnight. mktime(3) normalizes a day after the end of a month to one of the next month,
    /// and a time that the time zone skips to the time after the gap.
    private static func midnight(after second: Int, _ parts: tm) -> WallTime {
        var next = tm()
        (next.tm_year, next.tm_mon, next.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday + 1)
        next.tm_isdst = -1
        let begins = mktime(&next)
        return WallTime(milliseconds: Int64(begins > second ? begins : second + 86_400) * 1_000)
    }

    private func twoDigits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
