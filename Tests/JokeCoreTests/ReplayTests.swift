// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Saved jokes again")
struct ReplayTests {
    /// Returns a driver that has saved `a` to `d` in this order, with `e` on the card and `f` in the queue.
    private func driver() -> ModelDriver {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver(
            ["a", "b", "c", "d", "e", "f"].map {
                .sample($0, categories: ["a", "c"].contains($0) ? ["tea"] : [])
            })
        driver.next()
        for _ in 0..<4 { driver.like() }
        return driver
    }

    @Test("saved jokes come again, the one that was on the card longest ago first", .rule(8))
    func order() {
        let driver = driver()
        let cards = (0..<6).map { _ in driver.next(source: "saved").outcome?.joke.id.rawValue }
        #expect(cards == ["a", "b", "c", "d", "a", "b"])
        driver.request(.previous)
        #expect(driver.card == "a")
        #expect(driver.next(source: "saved", category: "tea").outcome?.joke.id.rawValue == "c")
    }

    @Test("a saved joke that was never on the card comes first", .rule(8))
    func unseen() {
        let driver = driver()
        driver.like("f")
        #expect(driver.next(source: "saved").outcome?.joke.id.rawValue == "f")
    }

    @Test(
        "a saved joke that comes again is no decision, and leaves the saved list and the queue as they are",
        .rule(8))
    func noDecision() {
        let driver = driver()
        let (saved, undo, queue) = (driver.archive.statuses, driver.archive.undo, driver.queue)
        let published = driver.publications { driver.next(source: "saved") }
        #expect(published.map(\.changed) == [["joke"]])
        #expect(driver.archive.statuses == saved && driver.archive.undo == undo && driver.queue == queue)
        #expect(driver.archive.history.ids.last?.rawValue == "a")
        driver.undo()
        #expect(driver.card == "d" && driver.saved == ["a", "b", "c"])
    }

    @Test("the joke on the card comes again only if no other one is saved", .rule(8))
    func onlyOne() {
        let driver = ModelDriver.ready("a", "b")
        let advice = "No joke is saved yet; `jokectl like` saves the current joke."
        #expect(driver.next(source: "saved").refusal == .empty(advice))
        driver.next()
        driver.like()
        #expect(driver.card == "b")
        #expect(driver.next(source: "saved").outcome?.changed == true)
        #expect(driver.next(source: "saved").outcome?.joke.id.rawValue == "a")
        #expect(driver.next(source: "saved", category: "tea").refusal?.isEmpty == true)
        #expect(driver.card == "a")
    }

    @Test(
        "with a weight, saved jokes come again among the others, and without one they do not", .rule(8),
        arguments: [0, 1, 1000])
    func weight(_ weight: Double) {
        let pack = (0..<150).map { Joke.sample("joke \($0)", source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.next()
        for _ in 0..<3 { driver.like() }
        var settings = driver.settings
        settings.savedWeight = weight
        driver.handle(.configured(settings, changed: []))
        var cards: [String] = []
        for number in 0..<100 {
            if number.isMultiple(of: 2) || driver.saved.contains(driver.card) {
                driver.next()
            } else {
                driver.dislike()
            }
            cards.append(driver.card)
        }
        let saved = cards.filter(driver.saved.contains)
        switch weight {
        case 0: #expect(saved.isEmpty)
        case 1: #expect((30...70).contains(saved.count))
        default: #expect(saved.count > 90)
        }
    }

    @Test("a weight of the saved jokes does not repeat the joke on the card", .rule(8))
    func weightOfOne() {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.savedWeight = 1000
        let driver = ModelDriver(settings)
        driver.deliver(["a", "b"])
        driver.like("b")
        driver.next(source: "saved")
        #expect(driver.card == "b")
        driver.next()
        #expect(driver.card == "a")
    }

    @Test(
        "a weight of the saved jokes brings none that the filter rejects or whose source is disabled",
        .rule(8))
    func weightIsFiltered() {
        var off = Settings.Source(name: "off", isLocal: true)
        let driver = ModelDriver(.with(.pack, off, lowWater: 1))
        driver.deliver(["a", "b", "c", "d", "e"].map { .sample($0, source: $0 == "b" ? "off" : "pack") })
        for id in ["a", "b", "c"] { driver.like(id) }
        off.isEnabled = false
        var settings = Settings.with(.pack, off, lowWater: 1)
        settings.savedWeight = 1000
        settings.filter = Filter(blockedWords: ["c"])
        driver.handle(.configured(settings, changed: []))
        let cards = (0..<4).map { _ in driver.next().outcome?.joke.id.rawValue }
        #expect(cards == ["a", "d", "a", "e"])
        #expect(driver.next(source: "saved").outcome?.joke.id.rawValue == "b")
    }

    @Test("a joke of the user's own that comes again leaves the queue", .rule(8))
    func leavesQueue() throws {
        let own = Settings.Source(name: "mine", type: Settings.Source.ownType, isLocal: true)
        let driver = ModelDriver(Settings(sources: [own], languages: ["en"]))
        driver.request(.add(.sample("", "One of mine.")))
        let id = try #require(driver.archive.saved.first)
        let added = try #require(driver.archive.record(id))
        driver.deliver([added.joke])
        #expect(driver.queue == [added.joke.id.rawValue])
        driver.next(source: "saved")
        #expect(driver.card == added.joke.id.rawValue && driver.queue == [])
    }
}
