// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

extension EventLoopTests {
    @Suite("Timers")
    struct TimerTests {
        @Test("timers fire by deadline, and those with the same deadline in the order of arming")
        func firingOrder() async {
            let fired = EventQueue<String>()
            await onLoop {
                let now = MonotonicTime.now()
                Timer { fired.note("late") }.arm(at: now + .milliseconds(20))
                Timer { fired.note("early") }.arm(at: now + .milliseconds(5))
                Timer { fired.note("early, second") }.arm(at: now + .milliseconds(5))
                Timer { fired.note("past") }.arm(at: now + .seconds(-1))
            }
            #expect(await fired.next(4) == ["past", "early", "early, second", "late"])
        }

        @Test("a timer never fires before its deadline")
        func neverEarly() async {
            let early = EventQueue<Duration>()
            await onLoop {
                let deadline = MonotonicTime.now() + .microseconds(2500)
                Timer { early.note(MonotonicTime.now() - deadline) }.arm(at: deadline)
            }
            let late = await early.next()
            #expect(late.map { $0 >= .zero && $0 < .seconds(5) } == true)
        }

        @Test("many timers that are armed, moved and disarmed at random fire in order")
        func manyTimers() async {
            let fired = EventQueue<Int>()
            let expected = await onLoop {
                var random = SystemRandomNumberGenerator()
                let start = MonotonicTime.now() + .milliseconds(20)
                var deadlines: [Int: Int] = [:]
                let timers = (0..<400).map { number in Timer { fired.note(number) } }
                for (number, timer) in timers.enumerated() { timer.arm(at: start + .seconds(number % 7)) }
                for (number, timer) in timers.enumerated().shuffled(using: &random) {
                    // All offsets are different, and within a fraction of a second.
                    let offset = Int.random(in: 0..<100, using: &random) * 400 + number
                    timer.arm(at: start + .microseconds(offset))
                    deadlines[number] = offset
                }
                for number in stride(from: 0, to: 400, by: 3) {
                    timers[number].disarm()
                    deadlines[number] = nil
                }
                return deadlines.sorted { $0.value < $1.value }.map(\.key)
            }
            #expect(await fired.next(expected.count) == expected)
        }

        @Test("a timer that is armed again fires only at the new deadline")
        func armedAgain() async {
            let fired = EventQueue<String>()
            await onLoop {
                let now = MonotonicTime.now()
                let moved = Timer { fired.note("moved") }
                moved.arm(at: now + .milliseconds(1))
                moved.arm(at: now + .milliseconds(15))
                Timer { fired.note("between") }.arm(at: now + .milliseconds(8))
                Timer { fired.note("end") }.arm(at: now + .milliseconds(25))
            }
            #expect(await fired.next(3) == ["between", "moved", "end"])
        }

        @Test("a disarmed timer does not fire, even if another one with the same deadline disarms it")
        func disarmedTimer() async {
            let fired = EventQueue<String>()
            await onLoop {
                let now = MonotonicTime.now()
                let victim = Timer { fired.note("victim") }
                let killer = Timer {
                    fired.note("killer")
                    victim.disarm()
                }
                killer.arm(at: now)
                victim.arm(at: now)
                Timer { fired.note("end") }.arm(after: .milliseconds(10))
            }
            #expect(await fired.next(2) == ["killer", "end"])
        }

        @Test("a handler may arm its own timer, which fires in a later iteration")
        func armedInHandler() async {
            let iterations = EventQueue<Int>()
            await onLoop {
                let periodicTimer = PeriodicTimer()
                periodicTimer.timer = Timer {
                    iterations.note(LoopActor.shared.loop.iterations)
                    periodicTimer.count += 1
                    if periodicTimer.count < 3 {
                        periodicTimer.timer?.arm(at: .now())
                    } else {
                        periodicTimer.timer = nil
                    }
                }
                periodicTimer.timer?.arm(at: .now())
            }
            let seen = await iterations.next(3)
            #expect(seen == Array(Set(seen)).sorted())
        }

        @Test(
            "a duration is added to a time",
            arguments: [
                (5, Duration.nanoseconds(3), 8),
                (5, .nanoseconds(-3), 2),
                (5, .seconds(-1), 0),
                (5, .seconds(1), 1_000_000_005),
                (UInt64.max - 5, .seconds(1), UInt64.max),
                (0, .seconds(Int64.max), UInt64(Int64.max)),
            ])
        func addition(start: UInt64, duration: Duration, end: UInt64) {
            let sum = MonotonicTime(nanoseconds: start) + duration
            #expect(sum == MonotonicTime(nanoseconds: end))
        }

        @Test("the difference of two times has a sign")
        func difference() {
            let (early, late) = (MonotonicTime(nanoseconds: 10), MonotonicTime(nanoseconds: 1_000_000_010))
            #expect(late - early == .seconds(1))
            #expect(early - late == .seconds(-1))
        }
    }

    @Suite("Signals")
    struct SignalTests {
        @Test("signals are delivered by number, one at a time")
        func deliveredByNumber() async throws {
            let seen = EventQueue<Int32>()
            let watch = try await onLoop { try SignalWatch([SIGUSR1, SIGUSR2]) { seen.note($0) } }
            await onLoop {
                raise(SIGUSR2)
                raise(SIGUSR1)
            }
            #expect(await Set(seen.next(2)) == [SIGUSR1, SIGUSR2])
            await onLoop { watch.cancel() }
        }

        @Test("a broken pipe is an error of write and does not end the process")
        func brokenPipe() async {
            await #expect(processExitsWith: .success) {
                let code = try await onLoop {
                    _ = try SignalWatch([SIGTERM]) { _ in }
                    var ends: [Int32] = [-1, -1]
                    guard pipe(&ends) == 0 else { return errno }
                    close(ends[0])
                    return write(ends[1], "x", 1) == -1 ? errno : 0
                }
                #expect(code == EPIPE)
            }
        }
    }
}

@LoopActor
private final class PeriodicTimer {
    var timer: Timer?
    var count = 0
}
