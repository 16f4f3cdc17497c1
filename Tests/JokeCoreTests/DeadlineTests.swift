// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("The alarm")
struct DeadlineTests {
    @Test("is off while nothing is due")
    func idle() {
        let driver = ModelDriver(.with(.net))
        driver.deliver((1...10).map { "j\($0)" })
        #expect(driver.alarm == nil)
        driver.like()
        driver.daily()
        driver.undo()
        #expect(driver.alarm == nil)
        #expect(ModelDriver().alarm == nil)
    }

    @Test("is for the earliest of a drag's end and an attempt's time-out")
    func earliest() {
        let driver = ModelDriver(.with(.net, capacity: 1, lowWater: 1))
        #expect(driver.alarm == Prefetch.timeout)
        driver.drag(0.3, end: 100)
        #expect(driver.alarm == ViewModel.dragPatience)
        driver.pass(.seconds(21))
        driver.drag(0.3, end: 100)
        #expect(driver.alarm == .seconds(4))
    }

    @Test("is off for a source that rests while the queue wants nothing, and on once it does")
    func resting() {
        let driver = ModelDriver(.with(.net))
        driver.deliver(["a", "b", "c", "d"])
        #expect(driver.alarm == nil)
        driver.next(wait: true)
        driver.pass(.seconds(2))
        driver.fail(SourceError(.rateLimited, "No.", retryAt: driver.now.wall.advanced(by: .seconds(100))))
        #expect(driver.queue == ["b", "c", "d"])
        #expect(driver.alarm.map { $0 >= .seconds(100) && $0 <= .seconds(110) } == true)
    }

    @Test("rings at once for what became due while an input was handled")
    func dueMeanwhile() {
        let driver = ModelDriver(.with(.net, lowWater: 2))
        driver.deliver(["a"])
        #expect(driver.alarm == .seconds(2))
        let later = driver.now.uptime + .seconds(3)
        #expect(driver.model.deadline(after: later) == later)
    }

    @Test("rung too early changes nothing")
    func tooEarly() {
        let driver = ModelDriver(.with(.net))
        driver.drag(0.7, end: 500)
        let alarm = driver.alarm
        let told = driver.publications { driver.hand(.timePassed) }
        #expect(told.isEmpty)
        #expect(driver.alarm == alarm)
        #expect(driver.attempts.count == 1)
    }

    @Test("for sources that never answer rings more and more rarely")
    func month() {
        let driver = ModelDriver(.with(.net, .other, .pack))
        driver.pass(.seconds(30 * 86_400))
        // One attempt each time, three to six hours apart.
        #expect((360...800).contains(driver.attempts.count))
    }
}
