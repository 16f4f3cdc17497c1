// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import JokeCore

/// Stamps inputs with the time of this machine; a subclass may have another one.
@LoopActor
class Clock {
    /// The local date, and until when (seconds since 1970) it need not be looked up again.
    private var date = LocalDate(rawValue: "")
    private var dateHolds = 0..<0

    func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(
            uptime: .nanoseconds(Int64(clamping: MonotonicTime.now().nanoseconds)),
            wall: WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000),
            date: localDate(at: time.tv_sec))
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
        dateHolds = second..<(second - second % 60 + 60)
        return date
    }

    private func twoDigits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
