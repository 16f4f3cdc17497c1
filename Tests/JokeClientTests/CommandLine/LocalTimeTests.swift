// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import Testing

@Suite("A typed time")
struct LocalTimeTests {
    /// 21 November 2026, 23:30 UTC.
    private static let now = 1_795_303_800

    private static func local(_ second: Int) -> String {
        var (second, parts) = (second, tm())
        localtime_r(&second, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    @Test("a time of the local zone is converted to UTC")
    func localTime() { #expect(LocalTime.rfc3339(Self.local(Self.now)) == "2026-11-21T23:30:00Z") }

    @Test("a day, today and yesterday are their midnight")
    func days() throws {
        let day = String(Self.local(Self.now).prefix(10))
        let midnight = try #require(LocalTime.rfc3339(day))
        #expect(midnight == LocalTime.rfc3339("\(day) 00:00"))
        #expect(LocalTime.rfc3339("today", now: Self.now) == midnight)
        let before = String(Self.local(Self.now - 86_400).prefix(10))
        #expect(LocalTime.rfc3339("yesterday", now: Self.now) == LocalTime.rfc3339(before))
    }

    @Test("a time of RFC 3339 is not changed")
    func timeOfRFC3339() {
        #expect(LocalTime.rfc3339("2026-11-01T10:30:00+01:00") == "2026-11-01T10:30:00+01:00")
    }

    @Test(
        "an invalid time or date is nil",
        arguments: [
            "", "soon", "2026-11", "2026-11-1", "2026-02-30", "2026-13-01", "2026-11-01 25:00",
            "2026-11-01 10:30 ", "01.11.2026",
        ])
    func invalidTime(_ text: String) { #expect(LocalTime.rfc3339(text) == nil) }
}
