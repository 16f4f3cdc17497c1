// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import Testing

struct KernelClockTests {
    @Test("a clock before 1678 or after 2262 stops at the last time that it can count")
    func extremes() {
        func nanoseconds(_ second: Int) -> Int64 {
            KernelClock.nanoseconds(timespec(tv_sec: second, tv_nsec: 999_999_999))
        }
        #expect(nanoseconds(1_795_248_000) == 1_795_248_000_999_999_999)
        #expect(nanoseconds(-1) == -1)
        // 9999-12-31
        #expect(nanoseconds(253_402_300_799) == nanoseconds(.max))
        #expect(nanoseconds(.max) == 9_223_372_035_999_999_999)
        #expect(nanoseconds(.min) == -9_223_372_034_000_000_001)
    }
}
