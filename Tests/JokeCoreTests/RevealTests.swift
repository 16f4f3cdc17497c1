// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The punch line held back")
struct RevealTests {
    /// Returns a driver whose queue has the jokes `a` and `b` in two parts, then `plain` without parts.
    private func driver(held: Bool = true) -> ModelDriver {
        let driver = ModelDriver(Settings(lowWater: 1, sources: [.net], spread: .zero, isPunchlineHeld: held))
        let parted = ["a", "b"].map { id in
            var joke = Joke.sample(id, "Why \(id)?\nBecause.")
            (joke.setup, joke.punchline) = ("Why \(id)?", "Because.")
            return joke
        }
        driver.deliver(parted + [.sample("plain")])
        return driver
    }

    @Test(
        "a joke in two parts is not revealed until a client reveals it, and every client is told", .rule(13))
    func reveal() {
        let driver = driver()
        driver.next()
        #expect(driver.state.revealed == false)
        #expect(driver.state.holdPunchline)
        #expect(driver.state.joke.punchline == "Because." && driver.state.joke.value.contains("Because."))
        let published = driver.publications { driver.request(.reveal) }
        #expect(published.map(\.changed) == [["revealed"]])
        #expect(driver.state.revealed)
        driver.next()
        #expect(driver.card == "b" && !driver.state.revealed)
    }

    @Test("a joke without parts is revealed at once", .rule(13))
    func withoutParts() {
        let driver = driver()
        for _ in 0..<3 { driver.next() }
        #expect(driver.card == "plain" && driver.state.revealed)
    }

    @Test("a repeated reveal changes nothing, and a reveal is neither logged, stored nor undone", .rule(13))
    func repeatedReveal() {
        let driver = driver()
        driver.like()
        #expect(driver.card == "a")
        let (writes, logged) = (driver.effects.filter(\.isWrite).count, driver.logged.count)
        #expect(driver.request(.reveal).outcome?.changed == true)
        #expect(driver.request(.reveal).outcome?.changed == false)
        #expect(driver.effects.filter(\.isWrite).count == writes && driver.logged.count == logged)
        guard case .undone(let undone, _) = driver.undo().outcome?.product else {
            Issue.record("nothing was undone")
            return
        }
        #expect(undone.kind == "liked")
    }

    @Test("a reveal of another joke than the one on the card is refused", .rule(13))
    func staleReveal() {
        let driver = driver()
        driver.next()
        guard case .stale = driver.request(.reveal, ifJoke: "b").refusal else {
            Issue.record("the reveal was not refused")
            return
        }
        #expect(!driver.state.revealed)
        #expect(driver.request(.reveal, ifJoke: "a").outcome?.changed == true)
    }

    @Test("the next joke is revealed at once if its client shows it whole, also after a wait", .rule(13))
    func nextRevealed() {
        let driver = driver()
        driver.request(.next(.init(), wait: false, delivery: .revealedCard))
        #expect(driver.card == "a" && driver.state.revealed)
        driver.pass(.seconds(2))
        let call = driver.request(.next(.init(), wait: true, delivery: .revealedCard))
        var joke = Joke.sample("c", "Why c?\nBecause.")
        (joke.setup, joke.punchline) = ("Why c?", "Because.")
        driver.deliver([joke])
        #expect(call.outcome?.joke.id.rawValue == "c")
        #expect(driver.state.revealed)
    }

    @Test("a joke that undo puts back on the card is revealed", .rule(13))
    func undoReveals() {
        let driver = driver()
        driver.next()
        driver.dislike()
        #expect(driver.card == "b" && !driver.state.revealed)
        driver.undo()
        #expect(driver.card == "a" && driver.state.revealed)
    }

    @Test("a joke of the history is revealed, on the way back and forward", .rule(13))
    func historyReveals() {
        let driver = driver()
        driver.next()
        driver.next()
        driver.request(.previous)
        #expect(driver.card == "a" && driver.state.revealed)
        driver.next()
        #expect(driver.card == "b" && driver.state.revealed)
    }

    @Test("every joke is revealed if the user wants it told, from the reload on")
    func told() {
        let told = driver(held: false)
        told.next()
        #expect(told.card == "a" && told.state.revealed && !told.state.holdPunchline)
        let driver = driver()
        driver.next()
        driver.handle(.configured(told.settings, changed: []))
        #expect(driver.card == "a" && driver.state.revealed)
        driver.handle(.configured(driver.settings, changed: []))
        #expect(driver.state.revealed, "a joke that was shown whole is not held back")
        driver.next()
        #expect(!driver.state.revealed)
    }
}
