// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The next joke")
struct NextTests {
    @Test("comes from the queue, in one change, while a fetch starts beside it")
    func queue() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b", "c", "d"])
        var outcome: ChangeResult?
        let told = driver.publications { outcome = driver.next().outcome }
        #expect(told.map(\.changed) == [["fetching", "joke", "queue"]])
        #expect(outcome?.joke.id.rawValue == "a")
        #expect(outcome?.product == .decided(nil))
        #expect(outcome?.sequence == told.first?.sequence)
    }

    @Test("comes from the pack where the queue is empty: what was not seen, else what was seen longest ago")
    func fallback() {
        let driver = ModelDriver.offline("a", "b", "c")
        let cards = (0..<7).map { _ in
            driver.next()
            return driver.card
        }
        #expect(cards == ["a", "b", "c", "a", "b", "c", "a"])
    }

    @Test("is never a buried one of the pack")
    func buried() {
        let driver = ModelDriver.offline("a", "b", "c")
        driver.dislike()
        driver.dislike()
        let cards = (0..<4).map { _ in
            driver.next()
            return driver.card
        }
        #expect(cards == ["c", "b", "c", "b"])
    }

    @Test("comes from the saved ones where there is no pack either")
    func saved() {
        let driver = ModelDriver.ready("a", "b")
        driver.like()
        driver.next()
        driver.next()
        #expect(driver.card == driver.starter)
    }

    @Test("is the error joke where there is nothing, which says what to do and is not kept")
    func error() {
        let driver = ModelDriver()
        let outcome = driver.next().outcome
        #expect(outcome?.joke.id == .error)
        #expect(outcome?.joke.categories == [])
        #expect(outcome?.joke.value.contains("Turn on a source") == true)
        #expect(outcome?.joke.translation == nil)
        #expect(driver.archive.card == nil)
        #expect(driver.archive.lastSeen(driver.state.joke) == nil)
        #expect(driver.next().outcome?.changed == false)
    }

    @Test("is the error joke with the reason where all that there is failed")
    func reason() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        driver.next()
        #expect(driver.state.joke.value == "Forbidden.")
    }

    @Test("makes the card gray, undecided and straight")
    func straight() {
        let driver = ModelDriver.ready("a")
        driver.drag(0.7, end: 500)
        driver.next()
        #expect(driver.state.backgroundColor == .gray)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.state.cardTranslation == 0)
    }

    @Test("of a source that is not on is refused, and says which are")
    func unknownSource() {
        let driver = ModelDriver(.with(.net, .other))
        guard case .invalid("source", let expected) = driver.next(source: "nobody").refusal else {
            Issue.record("it was not refused")
            return
        }
        #expect(expected.contains("net, other"))
    }

    @Test("does not wait for a source that rests after a failure")
    func resting() {
        let driver = ModelDriver(.with(.net), archive: ModelArchive(pack: [.sample("a"), .sample("b")]))
        driver.fail(.refused)
        driver.next()
        #expect(driver.card == "a")
        #expect(driver.attempts.count == 1)
    }
}
