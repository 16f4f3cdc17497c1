// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The next deadline")
struct DeadlineTests {
    @Test("there is no deadline while nothing is due")
    func noneWhileIdle() {
        let driver = ModelDriver(.with(.net))
        driver.deliver((1...10).map { "j\($0)" })
        #expect(driver.nextDeadline == nil)
        driver.like()
        driver.daily()
        driver.undo()
        #expect(driver.nextDeadline == nil)
        #expect(ModelDriver().nextDeadline == nil)
    }

    @Test("the deadline is the earlier of the end of a drag and the timeout of a request")
    func earliest() {
        let driver = ModelDriver(.with(.net, capacity: 1, lowWater: 1))
        #expect(driver.nextDeadline == Prefetch.timeout)
        driver.drag(0.3, end: 100)
        #expect(driver.nextDeadline == ViewModel.dragPatience)
        driver.pass(.seconds(21))
        driver.drag(0.3, end: 100)
        #expect(driver.nextDeadline == .seconds(4))
    }

    @Test("a source in backoff sets a deadline only while the queue wants jokes")
    func sourceInBackoff() {
        let driver = ModelDriver(.with(.net))
        driver.deliver(["a", "b", "c", "d"])
        #expect(driver.nextDeadline == nil)
        driver.next(wait: true)
        driver.pass(.seconds(2))
        driver.fail(SourceError(.rateLimited, "No.", retryAt: driver.now.wall.advanced(by: .seconds(100))))
        #expect(driver.queue == ["b", "c", "d"])
        #expect(driver.nextDeadline.map { $0 >= .seconds(100) && $0 <= .seconds(110) } == true)
    }

    @Test("an action that becomes due while an input is handled has an immediate deadline")
    func dueDuringInput() {
        let driver = ModelDriver(.with(.net, lowWater: 2))
        driver.deliver(["a"])
        #expect(driver.nextDeadline == .seconds(2))
        let later = driver.now.uptime + .seconds(3)
        #expect(driver.model.deadline(after: later) == later)
    }

    @Test("a deadline that fires too early changes nothing")
    func tooEarly() {
        let driver = ModelDriver(.with(.net))
        driver.drag(0.7, end: 500)
        let nextDeadline = driver.nextDeadline
        let published = driver.publications { driver.handle(.timePassed) }
        #expect(published.isEmpty)
        #expect(driver.nextDeadline == nextDeadline)
        #expect(driver.attempts.count == 1)
    }

    @Test("sources that never answer set deadlines at growing intervals")
    func silentSources() {
        let driver = ModelDriver(.with(.net, .other, .pack))
        driver.pass(.seconds(30 * 86_400))
        // One attempt each time, three to six hours apart.
        #expect((360...800).contains(driver.attempts.count))
    }
}
