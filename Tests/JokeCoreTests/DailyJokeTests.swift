// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The day's joke")
struct DailyJokeTests {
    private func ask(_ driver: ModelDriver) -> DailyJoke? {
        guard case .daily(let daily) = driver.daily().outcome?.product else { return nil }
        return daily
    }

    @Test("the joke of the day is picked at the first request and stays the same all day")
    func sameAllDay() {
        let driver = ModelDriver.ready("a", "b", "c")
        let outcome = driver.daily().outcome
        let first = ask(driver)
        #expect(outcome?.changed == true)
        #expect(first?.joke.id.rawValue == "a")
        #expect(first?.date == driver.now.date)
        driver.pass(.seconds(3_600))
        driver.next()
        let again = driver.daily().outcome
        #expect(again?.product == outcome?.product)
        #expect(again?.changed == false)
    }

    @Test("the joke of the day differs on the next date")
    func nextDay() {
        let driver = ModelDriver.ready("a", "b", "c")
        let first = ask(driver)
        driver.pass(.seconds(86_400))
        let second = ask(driver)
        #expect(second?.joke.id.rawValue == "b")
        #expect(first?.date.rawValue == "2026-11-21")
        #expect(second?.date.rawValue == "2026-11-22")
    }

    @Test("a request for the joke of the day does not change the card, even during a drag")
    func keepsCard() {
        let driver = ModelDriver.ready("a", "b")
        driver.drag(0.7, end: 500)
        let published = driver.publications { driver.daily() }
        #expect(published.map(\.changed) == [["queue"]])
        #expect(driver.card == driver.starter)
        #expect(driver.state.decisionState == .liked)
    }

    @Test("the joke of the day counts as seen and is not shown again")
    func countsAsSeen() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b"])
        driver.daily()
        #expect(driver.archive.lastSeen(.sample("a", source: "pack")) != nil)
        driver.deliver(["a", "c"])
        #expect(driver.queue == ["b", "c"])
    }

    @Test("the joke of the day survives a restart, even if it came from the fallback pack")
    func survivesRestart() {
        let driver = ModelDriver.offline("a", "b")
        let first = ask(driver)
        driver.restart()
        #expect(first != nil)
        #expect(ask(driver) == first)
        #expect(driver.request(.decide(.like, .daily)).outcome?.changed == true)
        #expect(driver.saved == ["a"])
    }

    @Test("the joke of the day stays the same after a dislike")
    func afterDislike() {
        let driver = ModelDriver.ready("a", "b")
        let first = ask(driver)
        driver.request(.decide(.dislike, .daily))
        #expect(ask(driver) == first)
    }

    @Test("a decision on the joke of the day decides the card if that shows the same joke")
    func decisionOnCard() {
        let driver = ModelDriver.offline("a")
        driver.daily()
        driver.next()
        #expect(driver.card == "a")
        driver.request(.decide(.like, .daily))
        #expect(driver.card != "a")
        #expect(driver.saved == ["a"])
    }

    @Test("the joke of the day is refused while there is no joke, and picked when there is one")
    func noJoke() {
        let driver = ModelDriver(.with(.pack))
        #expect(driver.daily().refusal?.isEmpty == true)
        driver.deliver(["a"])
        #expect(ask(driver)?.joke.id.rawValue == "a")
    }
}
