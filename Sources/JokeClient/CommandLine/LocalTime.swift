// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// Parses a time as users type it, in their time zone: `2026-11-01`, `2026-11-01 10:30`, `today`, `yesterday`. A day
/// means its beginning.
package enum LocalTime {
    /// The accepted forms, for an error message.
    package static var forms: String {
        localized("a day such as 2026-11-01, with a time (2026-11-01 10:30), today or yesterday")
    }

    /// Returns the time in the form of RFC 3339, or nil if `text` has no accepted form.
    ///
    /// A text that looks like RFC 3339 is returned unchanged; jokesd checks it.
    ///
    /// - Parameter now: The current time in seconds since 1970.
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

    /// Returns the beginning of a day relative to `now`. mktime(3) normalizes day 0 to the last day of the previous
    /// month.
    private static func midnight(of now: Int, daysLater days: Int32) -> Int? {
        var (now, parts, day) = (now, tm(), tm())
        localtime_r(&now, &parts)
        (day.tm_year, day.tm_mon, day.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday + days)
        day.tm_isdst = -1
        return mktime(&day)
    }

    /// Returns the time of a text with a day and perhaps a time of day. mktime(3) turns the 30th of February into a day
    /// of March, so the result is nil if the day has changed.
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
