// SPDX-License-Identifier: MIT
import JokeWire
import Testing

@Suite("Times on the wire")
struct WallTimeTests {
    @Test(
        "times of RFC 3339 are read with any zone and fraction, and written in milliseconds",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01t00:00:00z", 0),
            ("2026-11-21T10:00:00.123456+01:00", 1_795_251_600_123),
            ("2026-11-21t10:00:00-00:00", 1_795_255_200_000),
            ("2024-02-29T23:59:59-00:30", 1_709_252_999_000), ("1969-12-31T23:59:59.999Z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2017-01-01T08:59:60.5+09:00", 1_483_228_800_500),
            ("1970-01-01T23:59:00+23:59", 0), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ])
    func valid(text: String, milliseconds: Int64) {
        let time = WallTime(rfc3339: text)
        #expect(time?.milliseconds == milliseconds)
        #expect(time.flatMap { WallTime(rfc3339: $0.rfc3339WithMilliseconds) } == time)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z", "2026-04-31T00:00:00Z", "2100-02-29T00:00:00Z",
            "2026-12-32T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:60Z",
            "2026-01-01T00:00:00+99:99", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00-00:60",
            "2026-01-01T00:00:00+01", "2026-01-01T00:00:00+0100", "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00 Z", "+026-01-01T00:00:00Z",
            "26-01-01T00:00:00Z", "",
        ])
    func invalid(text: String) { #expect(WallTime(rfc3339: text) == nil) }

    @Test("any number is written as a time", arguments: [Int64.min, .max, 253_402_300_800_000])
    func extremes(milliseconds: Int64) {
        #expect(WallTime(rfc3339: WallTime(milliseconds: milliseconds).rfc3339WithMilliseconds) != nil)
    }
}
