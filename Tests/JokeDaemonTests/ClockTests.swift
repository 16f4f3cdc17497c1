// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The clock")
struct ClockTests {
    @Test("the date is the local one, even after a change of the time zone")
    func timeZones() async {
        // A process has one TZ, so this needs its own.
        await #expect(processExitsWith: .success) {
            var dates: [LocalDate] = []
            // The zones are 26 hours apart, so they never have the same date.
            for zone in ["Etc/GMT-14", "Etc/GMT+12"] {
                setenv("TZ", zone, 1)
                dates.append(await onLoop { SystemClock().now().date })
            }
            exit(dates[0].rawValue > dates[1].rawValue ? 0 : 1)
        }
    }

    @Test("the wall time is that of the system, with a valid date")
    func systemTime() async {
        let (before, now, after) = (time(nil), await onLoop { SystemClock().now() }, time(nil))
        #expect(before * 1_000...after * 1_000 + 999 ~= Int(now.wall.milliseconds))
        #expect(now.date.rawValue.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil)
    }

    @Test("the next midnight is correct on days of 23 and 25 hours")
    func nextMidnight() async {
        let now = await onLoop { SystemClock().now() }
        let ahead = now.midnight.milliseconds - now.wall.milliseconds
        #expect((1...25 * 3_600_000).contains(ahead))
        var second = Int(now.midnight.milliseconds / 1_000)
        var parts = tm()
        localtime_r(&second, &parts)
        #expect(parts.tm_hour == 0 && parts.tm_min == 0 && parts.tm_sec == 0)
    }
}
