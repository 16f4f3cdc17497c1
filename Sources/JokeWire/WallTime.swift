// SPDX-License-Identifier: MIT

/// A time of the wall clock, in milliseconds since 1970-01-01 00:00 UTC.
package struct WallTime: Sendable, Hashable, Comparable {
    package let milliseconds: Int64
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates the nearest time that RFC 3339 can represent. A time from a file, a database or jokesd-fetch goes this way,
    /// so that no calculation with it overflows.
    package init(clamping milliseconds: some BinaryInteger) {
        self.milliseconds = min(
            max(Int64(clamping: milliseconds), Self.representable.lowerBound), Self.representable.upperBound)
    }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(by duration: Duration) -> WallTime {
        let (seconds, attoseconds) = duration.components
        return WallTime(milliseconds: milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension WallTime {
    /// The latest time that a line of another machine may have now: its clock may be a day ahead. A later one would win
    /// over every decision for ever.
    package var latestElsewhere: WallTime { advanced(by: .seconds(86_400)) }
}

// MARK: RFC 3339

extension WallTime {
    /// The years 0 to 9999, which RFC 3339 can represent, in milliseconds.
    private static let representable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// The last time that RFC 3339 can represent, in the year 9999.
    package static let last = WallTime(milliseconds: representable.upperBound)

    /// The time a millisecond later, but at most ``last``: a later one would have the same text.
    package var next: WallTime { self < .last ? WallTime(milliseconds: milliseconds + 1) : .last }

    /// The time in UTC and whole seconds, such as `2026-11-21T09:59:00Z`.
    ///
    /// A time before the year 0 or after the year 9999 becomes the first or the last second of this range.
    package var rfc3339: String { text(withMilliseconds: false) }

    /// The time in UTC with milliseconds, such as `2026-11-21T09:59:00.120Z`.
    package var rfc3339WithMilliseconds: String { text(withMilliseconds: true) }

    /// The digits are written in place: an exported line has two times, and strings for their parts would take a seventh of
    /// an export's time.
    private func text(withMilliseconds: Bool) -> String {
        let (seconds, fraction) = Self.divide(WallTime(clamping: milliseconds).milliseconds, by: 1_000)
        let (days, second) = Self.divide(seconds, by: 86_400)
        let (year, month, day) = Self.date(ofDay: days)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var count = 0
            func put(_ number: Int64, digits: Int, _ mark: Unicode.Scalar) {
                var rest = number
                for place in (count..<count + digits).reversed() {
                    buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                buffer[count + digits] = UInt8(ascii: mark)
                count += digits + 1
            }
            put(year, digits: 4, "-")
            put(month, digits: 2, "-")
            put(day, digits: 2, "T")
            put(second / 3_600, digits: 2, ":")
            put(second / 60 % 60, digits: 2, ":")
            put(second % 60, digits: 2, withMilliseconds ? "." : "Z")
            if withMilliseconds { put(fraction, digits: 3, "Z") }
            return count
        }
    }

    /// Reads a time with any zone and any fraction of a second. Digits after the milliseconds are ignored, and a leap
    /// second is the second after it. Returns nil if `text` is not such a time, or if its day is not in the calendar.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            var number: Int64 = 0
            for byte in bytes[range] {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return number
        }
        func has(_ sign: Unicode.Scalar, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: sign)
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("T", at: 10) || has("t", at: 10), let hour = number(11..<13),
            has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
            (1...12).contains(month), day >= 1, hour < 24, minute < 60, second <= 60
        else { return nil }
        var index = 19
        var fraction: Int64 = 0
        if has(".", at: index) {
            index += 1
            let start = index
            while index < bytes.count, let digit = number(index..<index + 1) {
                if index - start < 3 { fraction = fraction * 10 + digit }
                index += 1
            }
            guard index > start else { return nil }
            for _ in 0..<max(0, 3 - (index - start)) { fraction *= 10 }
        }
        var offset: Int64 = 0
        if has("Z", at: index) || has("z", at: index), index + 1 == bytes.count {
            offset = 0
        } else if has("+", at: index) || has("-", at: index), let hours = number(index + 1..<index + 3),
            has(":", at: index + 3), let minutes = number(index + 4..<index + 6), index + 6 == bytes.count,
            hours < 24, minutes < 60
        {
            offset = (hours * 60 + minutes) * (has("-", at: index) ? -60 : 60)
        } else {
            return nil
        }
        let days = Self.day(ofYear: year, month, day)
        guard days < Self.day(ofYear: year, month + 1, 1) else { return nil }
        let time = ((days * 24 + hour) * 60 + minute) * 60_000 + (second - offset) * 1_000 + fraction
        guard Self.representable.contains(time), second < 60 || Self.isStartOfMonth(time - fraction) else {
            return nil
        }
        self.init(milliseconds: time)
    }

    /// Whether `text` is a date in the calendar, such as `2026-11-21`.
    static func isDate(_ text: String) -> Bool {
        text.utf8.count == 10 && WallTime(rfc3339: text + "T00:00:00Z") != nil
    }

    /// Whether a time is the first midnight of a month in UTC, which a leap second may precede.
    private static func isStartOfMonth(_ milliseconds: Int64) -> Bool {
        let (days, time) = divide(milliseconds, by: 86_400_000)
        return time == 0 && date(ofDay: days).day == 1
    }

    /// Returns the number of days since 1970-01-01 (H. Hinnant's `days_from_civil`). Month 13 is the next January.
    private static func day(ofYear year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date of a number of days since 1970-01-01 (H. Hinnant's `civil_from_days`).
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = Self.divide(shifted, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Divides so that the remainder is not negative.
    private static func divide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}
