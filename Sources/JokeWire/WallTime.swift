// SPDX-License-Identifier: MIT

/// A point in time by the wall clock: milliseconds since 1970-01-01 00:00 UTC.
package struct WallTime: Sendable, Hashable, Comparable {
    package let milliseconds: Int64
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(by duration: Duration) -> WallTime {
        let (seconds, attoseconds) = duration.components
        return WallTime(milliseconds: milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension WallTime {
    /// The years 0 to 9999, in milliseconds: what RFC 3339 can say.
    private static let sayable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// RFC 3339 in UTC, whole seconds: `2026-11-21T09:59:00Z`; what lies beyond its years is its first or last
    /// second. (Days to dates as in H. Hinnant's `civil_from_days`.)
    package var rfc3339: String {
        let said = min(max(milliseconds, Self.sayable.lowerBound), Self.sayable.upperBound)
        let (days, second) = Self.divide(Self.divide(said, by: 1_000).quotient, by: 86_400)
        let shifted = days + 719_468
        let (era, dayOfEra) = Self.divide(shifted, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
        let time = [second / 3_600, second / 60 % 60, second % 60].map { Self.padded($0, to: 2) }
        return "\(date)T\(time.joined(separator: ":"))Z"
    }

    private static func divide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }

    private static func padded(_ value: Int64, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
