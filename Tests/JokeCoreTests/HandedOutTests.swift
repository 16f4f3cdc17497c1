// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The next joke without the card")
struct HandedOutTests {
    private func ask(
        _ driver: ModelDriver, _ selection: ChangeRequest.Selection = .init(), wait: Bool = false
    ) -> ModelDriver.Call {
        driver.request(.next(selection, wait: wait, delivery: .reply))
    }

    /// Returns the id of the joke that a request got without the card.
    private func joke(_ call: ModelDriver.Call) -> String? {
        guard case .handedOut(let joke, _) = call.outcome?.product else { return nil }
        return joke.id.rawValue
    }

    @Test("the joke leaves the queue and counts as shown; the card, the history and undo stay", .rule(8))
    func keepsCard() {
        let driver = ModelDriver.ready("a", "b", "c", "d")
        driver.next()
        driver.like()
        driver.drag(0.7, end: 500)
        let (history, undo) = (driver.archive.history, driver.archive.undo)
        var call: ModelDriver.Call?
        let published = driver.publications { call = ask(driver) }
        #expect(call.flatMap(joke) == "c" && call?.outcome?.changed == true)
        #expect(published.map(\.changed) == [["queue"]])
        #expect(driver.card == "b" && driver.state.decisionState == .liked && driver.queue == ["d"])
        #expect(driver.archive.history == history && driver.archive.undo == undo)
        #expect(driver.archive.lastSeen(.sample("c", source: "pack")) != nil)
        driver.undo()
        #expect(driver.card == "a" && driver.saved.isEmpty)
    }

    @Test("it is a new joke, also back in the history, where the position stays")
    func backInHistory() {
        let driver = ModelDriver.ready("a", "b", "c")
        driver.next()
        driver.next()
        driver.request(.previous)
        #expect(joke(ask(driver)) == "c")
        #expect(driver.card == "a")
        driver.next()
        #expect(driver.card == "b")
    }

    @Test(
        "each round of a few jokes has all of them, also that of the card, and begins with another one than the last",
        arguments: [1, 2, 3, 5], [nil, "tea"] as [String?])
    func rounds(count: Int, category: String?) {
        let pack = (0..<count).map { Joke.sample("t\($0)", categories: ["tea"], source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.next()
        while !driver.pending.isEmpty { driver.deliverNothing() }
        let card = driver.card
        #expect(card == "t0")
        let rounds = (0..<20).map { round in
            (round == 0 ? 1..<count : 0..<count).map { _ in
                let call = ask(driver, .init(category: category))
                while !driver.pending.isEmpty { driver.deliverNothing() }
                return joke(call) ?? ""
            }
        }
        for round in rounds.dropFirst() { #expect(round.sorted() == pack.map(\.id.rawValue).sorted()) }
        let all = [card] + rounds.joined()
        if count > 1 { #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 }) }
    }

    @Test("it can be liked by its id, also after a restart")
    func decided() {
        let driver = ModelDriver.ready("a", "b")
        #expect(joke(ask(driver)) == "a")
        driver.restart()
        driver.like("a")
        #expect(driver.saved == ["a"] && driver.card == driver.starter)
    }

    @Test("it meets a selection, and a saved joke comes again")
    func selected() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([
            .sample("a", "four", categories: ["tea"], source: "pack"),
            .sample("b", "a long one", source: "pack"), .sample("c", "sixsix", source: "pack"),
        ])
        let card = driver.card
        #expect(joke(ask(driver, .init(maxLength: 4))) == "a")
        #expect(joke(ask(driver, .init(source: "pack", maxLength: 6))) == "c")
        driver.like("a")
        driver.like("c")
        let saved = (0..<4).map { _ in joke(ask(driver, .init(source: "saved"))) }
        #expect(saved == ["a", "c", "a", "c"])
        #expect(joke(ask(driver, .init(source: "saved", category: "tea"))) == "a")
        #expect(driver.card == card && driver.queue == ["b"])
    }

    @Test("a request that waits gets the fetched joke")
    func waits() {
        let driver = ModelDriver.ready("a", "b")
        driver.pass(.seconds(2))
        let call = ask(driver, wait: true)
        driver.deliver(["n"])
        #expect(joke(call) == "n")
        #expect(driver.card == driver.starter && driver.queue == ["a", "b"])
        #expect(driver.archive.lastSeen(.sample("n", source: "pack")) != nil)
    }

    @Test("each joke of a pack comes once in a round", .rule(8))
    func rounds() {
        let pack = ["a", "b", "c", "d", "e"]
        let driver = ModelDriver.offline(pack)
        for _ in 0..<4 { #expect((0..<5).compactMap { _ in joke(ask(driver)) }.sorted() == pack) }
        #expect(driver.card == driver.starter)
    }

    @Test("without any joke it fails and says what to do", .rule(8), arguments: [false, true])
    func nothingLeft(wait: Bool) {
        let driver = ModelDriver(.with(.net))
        let call = ask(driver, wait: wait)
        if wait { driver.deliverNothing() }
        guard case .empty(let message) = call.refusal else {
            Issue.record("not refused: \(String(describing: call.reply))")
            return
        }
        #expect(message.contains(wait ? "`jokectl sources enable NAME`" : "has not replied yet"))
        #expect(driver.card == driver.starter)
    }
}
