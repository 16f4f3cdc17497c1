// SPDX-License-Identifier: MIT
package import JokeWire

extension WallTime {
    /// Reads RFC 3339, with any zone and any fraction of a second, of which milliseconds are kept; nil for what is
    /// none, or no day of the calendar. (Dates to days as in H. Hinnant's `days_from_civil`.)
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
        func has(_ sign: Unicode.Scalar, at place: Int) -> Bool {
            place < bytes.count && bytes[place] == UInt8(ascii: sign)
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("T", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var place = 19
        var fraction: Int64 = 0
        if has(".", at: place) {
            place += 1
            let start = place
            while place < bytes.count, let digit = number(place..<place + 1) {
                if place - start < 3 { fraction = fraction * 10 + digit }
                place += 1
            }
            guard place > start else { return nil }
            for _ in 0..<max(0, 3 - (place - start)) { fraction *= 10 }
        }
        var offset: Int64 = 0
        if has("Z", at: place), place + 1 == bytes.count {
            offset = 0
        } else if has("+", at: place) || has("-", at: place), let hours = number(place + 1..<place + 3),
            has(":", at: place + 3), let minutes = number(place + 4..<place + 6), place + 6 == bytes.count
        {
            offset = (hours * 60 + minutes) * (has("-", at: place) ? -60 : 60)
        } else {
            return nil
        }
        let days = Self.days(year, month, day)
        self.init(
            milliseconds: ((days * 24 + hour) * 60 + minute) * 60_000 + (second - offset) * 1_000 + fraction)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
