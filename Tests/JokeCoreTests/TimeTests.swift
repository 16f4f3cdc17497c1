// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Wall time")
struct TimeTests {
    @Test(
        "a wall time is written in the format of RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (999, "1970-01-01T00:00:00Z"),
            (1_000, "1970-01-01T00:00:01Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
            (951_868_799_999, "2000-02-29T23:59:59Z"), (951_868_800_000, "2000-03-01T00:00:00Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00Z"), (1_772_323_200_000, "2026-03-01T00:00:00Z"),
            (1_798_761_599_000, "2026-12-31T23:59:59Z"), (1_795_255_140_000, "2026-11-21T09:59:00Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (-2_203_977_600_000, "1900-02-28T00:00:00Z"), (-2_203_891_200_000, "1900-03-01T00:00:00Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func rfc3339(milliseconds: Int64, text: String) {
        #expect(WallTime(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test("a time beyond the range of RFC 3339 is written as the end of that range")
    func beyondRange() {
        #expect(WallTime(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
        #expect(WallTime(milliseconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    }

    @Test("each day until 2106 has its date")
    func everyDate() {
        var (year, month, day) = (1970, 1, 1)
        var wrong: [String] = []
        for number in 0..<50_000 {
            let text = WallTime(milliseconds: Int64(number) * 86_400_000).rfc3339
            let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            if numbers != [year, month, day] { wrong.append(text) }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day += 1
            if day > days[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(wrong.isEmpty)
    }

    @Test("a wall time advances by whole milliseconds")
    func advancedTime() {
        let start = WallTime(milliseconds: 1_000)
        #expect(start.advanced(by: .milliseconds(1_500)).milliseconds == 2_500)
        #expect(start.advanced(by: .microseconds(1_999)).milliseconds == 1_001)
        #expect(start.advanced(by: .seconds(-2)).milliseconds == -1_000)
        #expect(start < start.advanced(by: .milliseconds(1)))
    }

    @Test("the wall time of a manual clock advances with its uptime and its date")
    func manualClock() {
        var clock = ManualClock()
        let start = clock.now
        #expect(start.date.rawValue == "2026-11-21")
        clock.advance(by: .seconds(86_400))
        #expect(clock.now.uptime - start.uptime == .seconds(86_400))
        #expect(clock.now.date.rawValue == "2026-11-22")
    }
}
