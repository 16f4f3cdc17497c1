// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("The alarm")
struct DeadlineTests {
    @Test("is off while nothing is due")
    func idle() {
        let play = Play(.with(.net))
        play.deliver((1...10).map { "j\($0)" })
        #expect(play.alarm == nil)
        play.like()
        play.daily()
        play.undo()
        #expect(play.alarm == nil)
        #expect(Play().alarm == nil)
    }

    @Test("is for the earliest of a drag's end and an attempt's time-out")
    func earliest() {
        let play = Play(.with(.net, capacity: 1, lowWater: 1))
        #expect(play.alarm == Prefetch.timeout)
        play.drag(0.3, end: 100)
        #expect(play.alarm == ViewModel.dragPatience)
        play.pass(.seconds(21))
        play.drag(0.3, end: 100)
        #expect(play.alarm == .seconds(4))
    }

    @Test("is off for a source that rests while the queue wants nothing, and on once it does")
    func resting() {
        let play = Play(.with(.net))
        play.deliver(["a", "b", "c", "d"])
        #expect(play.alarm == nil)
        play.next(wait: true)
        play.pass(.seconds(2))
        play.fail(SourceError(.rateLimited, "No.", retryAt: play.now.wall.advanced(by: .seconds(100))))
        #expect(play.queue == ["b", "c", "d"])
        #expect(play.alarm.map { $0 >= .seconds(100) && $0 <= .seconds(110) } == true)
    }

    @Test("rings at once for what became due while an input was handled")
    func dueMeanwhile() {
        let play = Play(.with(.net, lowWater: 2))
        play.deliver(["a"])
        #expect(play.alarm == .seconds(2))
        let later = play.now.uptime + .seconds(3)
        #expect(play.model.deadline(after: later) == later)
    }

    @Test("rung too early changes nothing")
    func tooEarly() {
        let play = Play(.with(.net))
        play.drag(0.7, end: 500)
        let alarm = play.alarm
        let told = play.publications { play.hand(.timePassed) }
        #expect(told.isEmpty)
        #expect(play.alarm == alarm)
        #expect(play.attempts.count == 1)
    }

    @Test("for sources that never answer rings more and more rarely")
    func month() {
        let play = Play(.with(.net, .other, .pack))
        play.pass(.seconds(30 * 86_400))
        // One attempt each time, three to six hours apart.
        #expect((360...800).contains(play.attempts.count))
    }
}
