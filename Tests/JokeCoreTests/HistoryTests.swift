// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The history")
struct HistoryTests {
    /// Returns a driver whose card has had the starter joke and these jokes; the newest is on the card.
    private func shown(_ ids: String..., queued: [String] = []) -> ModelDriver {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver(ids + queued)
        for _ in ids { driver.next() }
        return driver
    }

    @discardableResult
    private func previous(_ driver: ModelDriver, _ count: Int = 1) -> ModelDriver.Call? {
        (0..<count).map { _ in driver.request(.previous) }.last
    }

    @Test("previous shows the joke before, and next goes forward to where one was, then on", .rule(12))
    func backAndForth() {
        let driver = shown("a", "b", queued: ["c", "d"])
        var cards: [String] = []
        for _ in 0..<2 {
            let published = driver.publications { previous(driver) }
            #expect(published.count == 1)
            cards.append(driver.card)
        }
        #expect(cards == ["a", driver.starter])
        #expect(previous(driver)?.refusal?.isEmpty == true)
        #expect(driver.card == driver.starter)
        for id in ["a", "b", "c", "d"] {
            #expect(driver.next().outcome?.joke.id.rawValue == id)
        }
        #expect(previous(driver)?.outcome?.joke.id.rawValue == "c")
    }

    @Test("moving in the history touches neither the queue nor what was seen, and fetches nothing", .rule(12))
    func touchesNothing() {
        let driver = shown("a", "b", queued: ["c"])
        let (seen, queue, attempts) = (driver.archive.seen, driver.queue, driver.attempts.count)
        previous(driver, 2)
        driver.next()
        #expect(driver.card == "a")
        #expect(driver.archive.seen == seen)
        #expect(driver.queue == queue)
        #expect(driver.attempts.count == attempts)
        #expect(driver.archive.statuses.values.allSatisfy { $0 == .undecided })
    }

    @Test("the history and the place in it survive a restart", .rule(12))
    func survivesRestart() {
        let driver = shown("a", "b", "c", queued: ["d"])
        previous(driver, 2)
        driver.restart()
        #expect(driver.card == "a")
        previous(driver)
        #expect(driver.card == driver.starter)
        driver.restart()
        for id in ["a", "b", "c", "d"] {
            driver.next()
            #expect(driver.card == id)
        }
    }

    @Test("the history has the last hundred jokes", .rule(12))
    func capacity() {
        let driver = ModelDriver(.with(.pack, capacity: 150, lowWater: 1))
        driver.deliver((1...120).map { "j\($0)" })
        for _ in 1...120 { driver.next() }
        #expect(driver.model.history.ids.map(\.rawValue) == (21...120).map { "j\($0)" })
        previous(driver, 99)
        #expect(driver.card == "j21")
        #expect(previous(driver)?.refusal?.isEmpty == true)
    }

    @Test("previous shows what was disliked, and a like digs it up", .rule(12))
    func disliked() {
        let driver = shown("a", queued: ["b", "c"])
        driver.dislike()
        previous(driver)
        #expect(driver.card == "a")
        driver.like()
        #expect(driver.saved == ["a"])
        #expect(driver.card == "b")
    }

    @Test(
        "a decision while back goes forward, past disliked jokes", .rule(12),
        arguments: [ChangeRequest.Decision.like, .dislike], [nil, "a"])
    func decisionWhileBack(decision: ChangeRequest.Decision, name: String?) {
        let driver = shown("a", "b", "c", "d", queued: ["e"])
        driver.dislike("b")
        previous(driver, 3)
        #expect(driver.card == "a")
        driver.request(.decide(decision, name.map { .joke(Joke.ID(rawValue: $0)) } ?? .card))
        #expect(driver.card == "c")
        #expect(driver.queue == ["e"])
        driver.request(.decide(decision, .card))
        #expect(driver.card == "d")
        driver.request(.decide(decision, .card))
        #expect(driver.card == "e")
    }

    @Test("next goes forward through disliked jokes, too")
    func nextThroughDisliked() {
        let driver = shown("a", "b", "c")
        driver.dislike("b")
        previous(driver, 2)
        #expect(driver.card == "a")
        driver.next()
        #expect(driver.card == "b")
    }

    @Test("next with a selection jumps to the end", .rule(12))
    func selection() {
        let driver = shown("a", "b", "c", queued: ["d", "e"])
        previous(driver, 2)
        driver.next(source: Settings.Source.pack.name)
        #expect(driver.card == "d")
        driver.next()
        #expect(driver.card == "e")
        previous(driver, 2)
        #expect(driver.card == "c")
    }

    @Test("next that waits for a fetch jumps to the end", .rule(12))
    func waiting() {
        let driver = shown("a", "b", "c")
        previous(driver, 2)
        driver.next(wait: true)
        #expect(driver.card == "a")
        driver.deliver(["new"])
        #expect(driver.card == "new")
        previous(driver)
        #expect(driver.card == "c")
    }

    @Test("undo puts its joke at the end, and the displaced joke heads the queue", .rule(12))
    func undo() {
        let driver = shown("a", "b", queued: ["c", "d"])
        driver.like()
        #expect(driver.card == "c")
        driver.undo()
        #expect(driver.card == "b")
        #expect(driver.queue == ["c", "d"])
        previous(driver)
        #expect(driver.card == "a")
        for id in ["b", "c", "d"] {
            driver.next()
            #expect(driver.card == id)
        }
    }

    @Test("undo does not queue a displaced joke that was reached by previous", .rule(12))
    func undoWhileBack() {
        let driver = shown("a", "b", "c", queued: ["d"])
        driver.like()
        previous(driver, 3)
        #expect(driver.card == "a")
        driver.undo()
        #expect(driver.card == "c")
        #expect(driver.queue.isEmpty)
        previous(driver)
        #expect(driver.card == "d")
        previous(driver, 2)
        #expect(driver.card == "a")
    }

    @Test("undo of a decision whose joke is on the card puts it at the end")
    func undoOnCard() {
        let driver = shown("a", "b", queued: ["c"])
        previous(driver)
        driver.like()
        #expect(driver.card == "b")
        previous(driver)
        driver.undo()
        #expect(driver.card == "a")
        #expect(driver.queue == ["c"])
        driver.next()
        #expect(driver.card == "c")
    }

    @Test("the error joke is not in the history, and the joke before it was reached by previous", .rule(12))
    func errorJoke() {
        let driver = ModelDriver()
        driver.like()
        #expect(driver.card == "error")
        previous(driver)
        #expect(driver.card == driver.starter)
        #expect(driver.model.history.ids == [Joke.starter.id])
        driver.next()
        #expect(driver.card == "error")
        previous(driver)
        driver.dislike()
        previous(driver)
        #expect(driver.card == driver.starter)
    }

    @Test("a joke that is shown again moves to the end", .rule(12))
    func shownAgain() {
        let driver = ModelDriver.offline("a", "b")
        for _ in 0..<3 { driver.next() }
        #expect(driver.card == "a")
        #expect(driver.model.history.ids.map(\.rawValue) == [driver.starter, "b", "a"])
        previous(driver)
        #expect(driver.card == "b")
    }

    @Test("on a full disk the history works in memory, and is stored when there is space")
    func fullDisk() {
        let driver = shown("a", "b", queued: ["c", "d"])
        driver.fillDisk()
        driver.next()
        previous(driver, 2)
        #expect(driver.card == "a")
        driver.fillDisk(false)
        driver.next()
        #expect(driver.card == "b")
        driver.restart()
        driver.next()
        #expect(driver.card == "c")
    }

    @Test("previous for another joke than the one on the card is refused")
    func stale() {
        let driver = shown("a")
        #expect(
            driver.request(.previous, ifJoke: "nobody").refusal == .stale(current: Joke.ID(rawValue: "a")))
        #expect(driver.card == "a")
    }
}
