// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The day's joke")
struct DailyJokeTests {
    private func ask(_ driver: ModelDriver) -> DailyJoke? {
        guard case .daily(let daily) = driver.daily().outcome?.product else { return nil }
        return daily
    }

    @Test("the joke of the day is picked at the first request and stays the same all day", .rule(10))
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

    @Test("the joke of the day differs on the next date", .rule(10))
    func nextDay() {
        let driver = ModelDriver.ready("a", "b", "c")
        let first = ask(driver)
        driver.pass(.seconds(86_400))
        let second = ask(driver)
        #expect(second?.joke.id.rawValue == "b")
        #expect(first?.date.rawValue == "2026-11-21")
        #expect(second?.date.rawValue == "2026-11-22")
    }

    @Test("a request for the joke of the day does not change the card, even during a drag", .rule(10))
    func keepsCard() {
        let driver = ModelDriver.ready("a", "b")
        driver.drag(0.7, end: 500)
        let published = driver.publications { driver.daily() }
        #expect(published.map(\.changed) == [["queue"]])
        #expect(driver.card == driver.starter)
        #expect(driver.state.decisionState == .liked)
    }

    @Test("the joke of the day counts as seen and is not shown again", .rule(10))
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
        #expect(driver.saved == [first?.joke.id.rawValue])
    }

    @Test(
        "a joke of the day that is disliked is replaced on the same day", .rule(10), arguments: [false, true])
    func afterDislike(hasPack: Bool) {
        let driver = hasPack ? ModelDriver.offline("a", "b") : ModelDriver.ready("a", "b")
        let first = ask(driver)
        driver.request(.decide(.dislike, .daily))
        let second = ask(driver)
        #expect(second != nil && second != first)
        #expect(second?.date == first?.date)
        #expect(ask(driver) == second)
    }

    @Test("machines with the same pack choose the same joke, whatever was shown or liked there", .rule(10))
    func sameOnAllMachines() {
        let pack = (0..<30).map { "p\($0)" }
        let (one, other) = (ModelDriver.offline(pack), ModelDriver.offline(pack.reversed()))
        for _ in 0..<7 {
            other.next()
            other.like()
        }
        var chosen: Set<String> = []
        for _ in 0..<30 {
            let joke = ask(one)?.joke.id.rawValue
            #expect(joke != nil && joke == ask(other)?.joke.id.rawValue)
            if let joke { chosen.insert(joke) }
            one.pass(.seconds(86_400))
            other.pass(.seconds(86_400))
        }
        // The sixth of these dates ends a round of thirty.
        #expect(chosen.count >= 24)
    }

    @Test("the joke of the day is in the user's first language while the pack has a free one", .rule(10))
    func inFirstLanguage() {
        var jokes = (0..<30).map { Joke.sample("p\($0)", source: "builtin") }
        for index in 0..<3 { jokes[index].language = "es" }
        let settings = Settings(sources: [], languages: ["es", "en"])
        let driver = ModelDriver(settings, archive: ModelArchive(pack: jokes))
        var chosen: Set<Joke.ID?> = []
        for _ in 0..<3 {
            chosen.insert(ask(driver)?.joke.id)
            driver.pass(.seconds(86_400))
        }
        #expect(chosen == Set(jokes.prefix(3).map(\.id)))
    }

    @Test("a clock that goes back does not change the joke of a date", .rule(10))
    func clockGoesBack() { expectSameJokes(ModelDriver.offline((0..<30).map { "p\($0)" })) }

    @Test("without a pack, a clock that goes back does not change the joke of a date either", .rule(10))
    func clockGoesBackWithoutPack() { expectSameJokes(ModelDriver.ready("a", "b", "c")) }

    /// Expects the same jokes of two dates after the clock has gone back from the second one to the first one.
    private func expectSameJokes(_ driver: ModelDriver) {
        let first = ask(driver)
        driver.pass(.seconds(86_400))
        let second = ask(driver)
        driver.setBack(.seconds(86_400))
        #expect(ask(driver) == first)
        driver.pass(.seconds(86_400))
        #expect(ask(driver) == second)
    }

    @Test("each joke of the pack is the joke of one date before one is that of two")
    func ranking() {
        let ids = (0..<20).map { Joke.ID(rawValue: "p\($0)") }
        let dates = (1...31).map { LocalDate(rawValue: "2028-01-\($0 < 10 ? "0" : "")\($0)") }
        let firsts = dates.compactMap { DailyChoice.ranking(of: ids, on: $0).first }
        #expect(Set(firsts.prefix(20)) == Set(ids))
        #expect(Set(firsts.suffix(11)).count == 11)
        let lastOfRound = (10...29).map { LocalDate(rawValue: "2028-02-\($0)") }
        #expect(Set(lastOfRound.compactMap { DailyChoice.ranking(of: ids, on: $0).first }) == Set(ids))
        for date in dates + lastOfRound { #expect(Set(DailyChoice.ranking(of: ids, on: date)) == Set(ids)) }
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

    @Test("the joke of the day is refused while there is no joke, and picked when there is one", .rule(10))
    func noJoke() {
        let driver = ModelDriver(.with(.pack))
        #expect(driver.daily().refusal?.isEmpty == true)
        driver.deliver(["a"])
        #expect(ask(driver)?.joke.id.rawValue == "a")
    }
}
