// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("What is learned")
struct LearningTests {
    /// Likes and dislikes by arm, as `source pack: 1 0`.
    private func learned(_ driver: ModelDriver) -> [String] {
        driver.model.taste.tallies.sorted { $0.key < $1.key }
            .map { "\($0.kind) \($0.name): \($1.likes) \($1.dislikes)" }
    }

    private func ready() -> ModelDriver {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([
            .sample("a", categories: ["Pun", "dev"], source: "pack"), .sample("b", source: "pack"),
        ])
        driver.next()
        return driver
    }

    @Test("comes of a like and of a dislike, in the same transaction")
    func decisions() {
        let driver = ready()
        driver.like()
        #expect(learned(driver) == ["category dev: 1 0", "category pun: 1 0", "source pack: 1 0"])
        driver.dislike()
        #expect(learned(driver) == ["category dev: 1 0", "category pun: 1 0", "source pack: 1 1"])
        #expect(driver.archive.taste == driver.model.taste.tallies)
    }

    @Test("comes of a swipe, of a joke that is not on the card, and of the joke of the day")
    func elsewhere() {
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

    @Test("decides which of its configured categories a service is asked for, and no other than these")
    func leaning() {
        var service = Settings.Source.net
        service.categories = ["Pun", "Dark"]
        let driver = ModelDriver(.with(service, capacity: 1, lowWater: 1))
        for number in 0..<200 {
            guard let order = driver.pending.first else { break }
            let category = order.leaning ?? "Pun"
            driver.deliver([.sample("\(number)", categories: [category], source: "net")])
            driver.next()
            if category == "Pun" { driver.like() } else { driver.dislike() }
            driver.pass(.seconds(2))
        }
        #expect(driver.attempts.count > 100)
        let late = driver.attempts.suffix(80).map(\.leaning)
        #expect(Set(late) == ["Pun", "Dark"])
        #expect(late.count { $0 == "Pun" } > 3 * late.count { $0 == "Dark" })
    }

    @Test("comes of a decision once, however often it is made")
    func repeated() {
        let driver = ready()
        let card = driver.card
        for _ in 0..<3 { driver.like(card) }
        #expect(learned(driver).last == "source pack: 1 0")
    }

    @Test("does not come of a saved joke that is shown again and liked again, nor is it taken back")
    func shownAgain() {
        let driver = ModelDriver.offline("a", "b")
        driver.next()
        for _ in 0..<6 { driver.like() }
        #expect(learned(driver) == ["source builtin: 2 0"])
        driver.undo()
        #expect(learned(driver) == ["source builtin: 2 0"])
        driver.dislike()
        #expect(learned(driver) == ["source builtin: 2 1"])
    }

    @Test("is taken back by undo")
    func undone() {
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

    @Test("does not come of a deletion, nor of its undoing, nor of jokes that are passed over")
    func noDecision() {
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

    @Test("is there after a restart")
    func restart() {
        let driver = ready()
        driver.like()
        let before = learned(driver)
        driver.restart()
        #expect(learned(driver) == before)
    }

    @Test("is forgotten upon a reset, which undo survives")
    func reset() {
        let driver = ready()
        driver.like()
        #expect(driver.request(.resetTaste).outcome?.changed == true)
        #expect(learned(driver) == [])
        #expect(driver.archive.taste.isEmpty)
        #expect(driver.request(.resetTaste).outcome?.changed == false)
        driver.undo()
        #expect(learned(driver) == [])
    }

    @Test("is not forgotten where another joke is on the card than was meant")
    func staleReset() {
        let driver = ready()
        driver.like()
        #expect(
            driver.request(.resetTaste, ifJoke: "nobody").refusal
                == .stale(current: .init(rawValue: driver.card))
        )
        #expect(!driver.model.taste.isEmpty)
    }

    @Test("is nothing where the taste is off")
    func off() {
        let driver = ModelDriver(Settings(lowWater: 1, sources: [.pack], isTasteOn: false))
        driver.deliver(["a"])
        driver.like()
        #expect(learned(driver) == [])
    }

    @Test("is not told to be kept before it is: a full disk takes it back")
    func fullDisk() {
        let driver = ready()
        driver.fillDisk()
        driver.like()
        #expect(learned(driver) == [])
    }
}
