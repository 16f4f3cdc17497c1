// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Learning")
struct LearningTests {
    /// The likes and dislikes of each arm, as `source pack: 1 0`.
    private func learned(_ driver: ModelDriver) -> [String] {
        driver.model.taste.tallies.sorted { $0.key < $1.key }
            .map { "\($0.kind) \($0.name): \($1.likes) \($1.dislikes)" }
    }

    private func ready() -> ModelDriver {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([
            .sample("a", categories: ["Pun", "cat"], source: "pack"), .sample("b", source: "pack"),
        ])
        driver.next()
        return driver
    }

    @Test("a like and a dislike are learned in the transaction of the decision")
    func decisions() {
        let driver = ready()
        driver.like()
        #expect(learned(driver) == ["category cat: 1 0", "category pun: 1 0", "source pack: 1 0"])
        driver.dislike()
        #expect(learned(driver) == ["category cat: 1 0", "category pun: 1 0", "source pack: 1 1"])
        #expect(driver.archive.taste == driver.model.taste.tallies)
    }

    @Test("a swipe and decisions on other jokes than the card are learned")
    func decisionsOffCard() {
        let driver = ready()
        driver.drag(0.7, end: 500)
        driver.release()
        #expect(learned(driver).last == "source pack: 1 0")
        driver.dislike(driver.starter)
        #expect(learned(driver).contains("source builtin: 0 1"))
        driver.deliver([.sample("day", categories: ["daily"], source: "pack")])
        driver.daily()
        driver.request(.decide(.like, .daily))
        #expect(learned(driver).contains("category daily: 1 0"))
    }

    @Test("the taste chooses among the configured categories of a service, and adds none")
    func choosesCategories() {
        var service = Settings.Source.net
        service.categories = ["Pun", "Dark"]
        let driver = ModelDriver(.with(service, capacity: 1, lowWater: 1))
        for number in 0..<200 {
            guard let request = driver.pending.first else { break }
            let category = request.tasteCategory ?? "Pun"
            driver.deliver([.sample("\(number)", categories: [category], source: "net")])
            driver.next()
            if category == "Pun" { driver.like() } else { driver.dislike() }
            driver.pass(.seconds(2))
        }
        #expect(driver.attempts.count > 100)
        let late = driver.attempts.suffix(80).map(\.tasteCategory)
        #expect(Set(late) == ["Pun", "Dark"])
        #expect(late.count { $0 == "Pun" } > 3 * late.count { $0 == "Dark" })
    }

    @Test("a repeated decision is learned once")
    func repeated() {
        let driver = ready()
        let card = driver.card
        for _ in 0..<3 { driver.like(card) }
        #expect(learned(driver).last == "source pack: 1 0")
    }

    @Test("a saved joke that is shown and liked again is neither learned nor unlearned")
    func shownAgain() {
        let driver = ModelDriver.offline("a", "b")
        driver.next()
        for _ in 0..<6 { driver.like() }
        #expect(learned(driver) == ["source builtin: 2 0"])
        driver.undo()
        #expect(learned(driver) == ["source builtin: 2 0"])
        driver.dislike()
        #expect(learned(driver) == ["source builtin: 1 1"])
    }

    @Test("of a dislike and a later like of the same joke, the like counts, and undo reverses that")
    func reversed() {
        let driver = ready()
        let card = driver.card
        driver.dislike()
        driver.dislike()
        #expect(learned(driver) == ["category cat: 0 1", "category pun: 0 1", "source pack: 0 2"])
        driver.like(card)
        #expect(learned(driver) == ["category cat: 1 0", "category pun: 1 0", "source pack: 1 1"])
        #expect(driver.archive.taste == driver.model.taste.tallies)
        driver.undo()
        #expect(learned(driver) == ["category cat: 0 1", "category pun: 0 1", "source pack: 0 2"])
        driver.like(card)
        driver.dislike(card)
        #expect(learned(driver) == ["category cat: 0 1", "category pun: 0 1", "source pack: 0 2"])
    }

    @Test("a dislike does not count after the joke was restored, and undo reverses that")
    func restored() {
        let driver = ready()
        let card = driver.card
        driver.dislike()
        driver.request(.restore([card]))
        #expect(learned(driver) == [])
        driver.undo()
        #expect(learned(driver) == ["category cat: 0 1", "category pun: 0 1", "source pack: 0 1"])
    }

    @Test("undo unlearns the decision")
    func undo() {
        let driver = ready()
        driver.like()
        let before = learned(driver)
        driver.dislike()
        driver.undo()
        #expect(learned(driver) == before)
        driver.undo()
        #expect(learned(driver) == [])
        #expect(driver.archive.taste.isEmpty)
    }

    @Test("a deletion, its undo and skipped jokes are not learned")
    func otherChanges() {
        let driver = ready()
        let card = driver.card
        driver.like()
        let before = learned(driver)
        driver.delete(card)
        #expect(learned(driver) == before)
        driver.undo()
        driver.next()
        #expect(learned(driver) == before)
    }

    @Test("the taste survives a restart")
    func restart() {
        let driver = ready()
        driver.like()
        let before = learned(driver)
        driver.restart()
        #expect(learned(driver) == before)
    }

    @Test("a reset forgets the taste, and undo brings it back")
    func reset() {
        let driver = ready()
        driver.like()
        let before = learned(driver)
        #expect(driver.request(.resetTaste).outcome?.changed == true)
        #expect(learned(driver) == [])
        #expect(driver.archive.taste.isEmpty)
        #expect(driver.request(.resetTaste).outcome?.changed == false)
        driver.restart()
        driver.undo()
        #expect(learned(driver) == before)
        driver.undo()
        #expect(learned(driver) == [])
    }

    @Test("a reset for another joke than the one on the card is refused")
    func staleReset() {
        let driver = ready()
        driver.like()
        #expect(
            driver.request(.resetTaste, ifJoke: "nobody").refusal
                == .stale(current: .init(rawValue: driver.card))
        )
        #expect(!driver.model.taste.isEmpty)
    }

    @Test("nothing is learned if the taste is off")
    func tasteOff() {
        let driver = ModelDriver(Settings(lowWater: 1, sources: [.pack], isTasteOn: false))
        driver.deliver(["a"])
        driver.like()
        #expect(learned(driver) == [])
    }

    @Test("a decision that is rolled back on a full disk is not learned")
    func fullDisk() {
        let driver = ready()
        driver.fillDisk()
        driver.like()
        #expect(learned(driver) == [])
    }
}
