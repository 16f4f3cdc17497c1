// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// A time as people type it, in their own zone: `2026-11-01`, `2026-11-01 10:30`, `today`, `yesterday`. A day is its
/// beginning.
package enum LocalTime {
    package static let forms = "a day such as 2026-11-01, with a time (2026-11-01 10:30), today or yesterday"

    /// RFC 3339, as the wire has times; what has that form is passed on for jokesd to judge. Nil for what is no time.
    ///
    /// - Parameter now: seconds since 1970 UTC.
    package static func rfc3339(_ text: String, now: Int = time(nil)) -> String? {
        if text.utf8.count > 10, text.utf8.dropFirst(10).first == UInt8(ascii: "T") { return text }
        guard let second = second(text, now: now) else { return nil }
        return WallTime(milliseconds: Int64(second) * 1_000).rfc3339
    }

    private static func second(_ text: String, now: Int) -> Int? {
        switch text {
        case "today": midnight(of: now, daysLater: 0)
        case "yesterday": midnight(of: now, daysLater: -1)
        default: second(of: text)
        }
    }

    /// mktime(3) takes the day before the first of a month for what it is.
    private static func midnight(of now: Int, daysLater days: Int32) -> Int? {
        var (now, parts, day) = (now, tm(), tm())
        localtime_r(&now, &parts)
        (day.tm_year, day.tm_mon, day.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday + days)
        day.tm_isdst = -1
        return mktime(&day)
    }

    /// Of a day of the calendar only: mktime(3) makes March of the 30th of February.
    private static func second(of text: String) -> Int? {
        let form = text.utf8.count == 10 ? "0000-00-00" : "0000-00-00 00:00"
        guard text.utf8.count == form.utf8.count, zip(text.utf8, form.utf8).allSatisfy(fits) else {
            return nil
        }
        let numbers = text.utf8.split { !isDigit($0) }.map { digits in
            digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        if numbers.count == 5 { (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4]) }
        parts.tm_isdst = -1
        guard parts.tm_hour < 24, parts.tm_min < 60 else { return nil }
        let second = mktime(&parts)
        return (parts.tm_mon, parts.tm_mday) == (numbers[1] - 1, numbers[2]) ? second : nil
    }

    private static func fits(_ byte: UInt8, _ pattern: UInt8) -> Bool {
        pattern == UInt8(ascii: "0") ? isDigit(byte) : byte == pattern
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
