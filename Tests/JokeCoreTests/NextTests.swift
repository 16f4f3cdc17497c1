// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The next joke")
struct NextTests {
    @Test(
        "the next joke comes from the queue in one change, and a fetch starts",
        .promise("The next joke comes from the queue"), .rule(8))
    func fromQueue() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b", "c", "d"])
        var outcome: ChangeResult?
        let published = driver.publications { outcome = driver.next().outcome }
        #expect(published.map(\.changed) == [["fetching", "joke", "queue"]])
        #expect(outcome?.joke.id.rawValue == "a")
        #expect(outcome?.product == .next(nil))
        #expect(outcome?.sequence == published.first?.sequence)
    }

    @Test("with an empty queue the pack gives unseen jokes, then all of them in each round", .rule(8))
    func emptyQueue() {
        let pack = ["a", "b", "c", "d", "e"]
        let driver = ModelDriver.offline(pack)
        let rounds = cards(in: 6, of: 5, of: driver)
        #expect(rounds[0] == pack)
        #expect(rounds.allSatisfy { $0.sorted() == pack })
    }

    @Test(
        "a round has another order than the last one, and begins with none of its last jokes", .rule(8),
        arguments: [9, 40, 200])
    func shuffledRounds(count: Int) {
        let rounds = cards(in: 5, of: count, of: .offline((0..<count).map { "joke \($0)" }))
        for (last, round) in zip(rounds, rounds.dropFirst()) {
            #expect(Set(round) == Set(last))
            #expect(round != last)
            #expect(Set(round.prefix(count / 3)).isDisjoint(with: last.suffix(count / 2)))
        }
    }

    @Test(
        "of 64 jokes or more, the 32 that were shown longest ago come first in the next round, then the next 32",
        .rule(8),
        arguments: [64, 65, 100, 150])
    func partsOfRound(count: Int) {
        let rounds = cards(in: 4, of: count, of: .offline((0..<count).map { "joke \($0)" }))
        for (last, round) in zip(rounds, rounds.dropFirst()) {
            for start in stride(from: 0, to: count, by: 32) {
                let part = start..<min(start + 32, count)
                #expect(Set(round[part]) == Set(last[part]))
            }
        }
    }

    @Test(
        "rounds of a few jokes begin with different jokes, and never with the last one", .rule(8),
        arguments: [3, 4, 5, 6])
    func beginnings(count: Int) {
        let rounds = cards(in: 40, of: count, of: .offline((0..<count).map { "joke \($0)" }))
        #expect(Set(rounds.map { $0[0] }).count == count)
        #expect(rounds.allSatisfy { Set($0).count == count })
        for (last, round) in zip(rounds, rounds.dropFirst()) { #expect(round.first != last.last) }
    }

    @Test(
        "a joke that was requested by its category does not come again before all others", .rule(8),
        arguments: [false, true])
    func categoryInRound(isFetched: Bool) {
        let tea = ["a", "b"].map { Joke.sample($0, categories: ["tea"], source: "pack") }
        let pack = tea + ["c", "d", "e"].map { .sample($0, source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.next()
        if isFetched { driver.deliver(Array(tea.suffix(1))) }
        var cards = [driver.card]
        for category in ["tea", nil, nil, nil] {
            driver.next(category: category)
            while !driver.pending.isEmpty { driver.deliverNothing() }
            cards.append(driver.card)
        }
        #expect(cards.sorted() == pack.map(\.id.rawValue).sorted())
    }

    @Test("a round goes on after a restart", .rule(8))
    func roundAfterRestart() {
        let driver = ModelDriver.offline("a", "b", "c", "d", "e")
        _ = cards(in: 1, of: 7, of: driver)
        let shown = [driver.archive.history.ids.suffix(2).map(\.rawValue)]
        driver.restart()
        let rest = cards(in: 1, of: 3, of: driver)
        #expect((shown + rest).joined().sorted() == ["a", "b", "c", "d", "e"])
    }

    /// Returns the ids of the next jokes, as rounds with so many jokes each.
    private func cards(
        in rounds: Int, of count: Int, of driver: ModelDriver, source: String? = nil, category: String? = nil
    ) -> [[String]] {
        (0..<rounds).map { _ in
            (0..<count).map { _ in
                driver.next(source: source, category: category)
                while !driver.pending.isEmpty { driver.deliverNothing() }
                return driver.card
            }
        }
    }

    @Test("a disliked joke never comes from the pack", .rule(8))
    func dislikedJoke() {
        let driver = ModelDriver.offline("a", "b", "c")
        driver.dislike()
        driver.dislike()
        let cards = (0..<4).map { _ in
            driver.next()
            return driver.card
        }
        #expect(cards == ["c", "b", "c", "b"])
    }

    @Test(
        "the jokes of a source or category come again in rounds when all of them were seen", .rule(8),
        arguments: [("pack", nil), (nil, "tea"), ("pack", "tea")] as [(String?, String?)])
    func newRound(source: String?, category: String?) {
        let ids = ["a", "b", "c", "d", "e"]
        let mine = ids.map { Joke.sample($0, categories: ["tea"], source: "pack") }
        let others = [Joke.sample("x", source: "pack"), .sample("y", categories: ["tea"], source: "off")]
        let off = Settings.Source(name: "off", isEnabled: false, isLocal: true)
        let driver = ModelDriver(
            .with(.pack, off, lowWater: 1),
            archive: ModelArchive(pack: source == nil ? mine + others : mine + others.suffix(1)))
        driver.deliver(mine)
        let rounds = cards(in: 6, of: 5, of: driver, source: source, category: category)
        #expect(rounds[0] == ids)
        #expect(rounds.allSatisfy { $0.sorted() == ids })
        #expect(Set(rounds).count > 2)
    }

    @Test(
        "the jokes of a command come again in rounds, also if jokesd starts for each of them", .rule(8),
        arguments: [false, true])
    func commandRounds(isRestarted: Bool) {
        let ids = ["a", "b", "c", "d", "e"]
        let jokes = ids.map { Joke.sample($0, source: "mine") }
        let mine = Settings.Source(name: "mine", type: "command", isLocal: true)
        let driver = ModelDriver(.with(mine, lowWater: 1))
        driver.deliver(jokes)
        let rounds = (0..<4).map { _ in
            ids.map { _ in
                if isRestarted { driver.restart() }
                driver.next()
                while !driver.pending.isEmpty { driver.deliver(jokes) }
                return driver.card
            }
        }
        #expect(rounds.allSatisfy { $0.sorted() == ids })
        #expect(Set(rounds).count > 1)
    }

    @Test("a slow command does not keep a pack from being asked", .rule(8))
    func slowCommand() {
        let slow = Settings.Source(name: "slow", type: "command", weight: 1_000_000, isLocal: true)
        let driver = ModelDriver(.with(slow, .pack))
        #expect(driver.pending.contains { $0.source == "pack" })
    }

    @Test(
        "the next joke waits for files that are read for the first time, rather than showing the error joke",
        .rule(8))
    func firstReading() {
        let driver = ModelDriver(.with(.pack))
        let call = driver.next()
        #expect(call.reply == nil)
        driver.deliver(["a", "b"])
        #expect(call.outcome?.joke.id.rawValue == "a")
    }

    @Test("a pack without unseen jokes is asked again when a joke is shown and the queue is low", .rule(8))
    func looksAgain() {
        let driver = ModelDriver(.with(.pack), archive: ModelArchive(pack: [.sample("x"), .sample("y")]))
        driver.deliverNothing()
        #expect(driver.pending.isEmpty)
        driver.next()
        driver.deliver(["new"])
        #expect(driver.queue == ["new"])
    }

    @Test("the only joke comes again, unless it is disliked", .rule(8))
    func onlyJoke() {
        let only = Joke.sample("a", source: "pack")
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: [only]))
        driver.deliver([only])
        driver.next()
        for _ in driver.pending { driver.deliverNothing() }
        driver.next()
        driver.like()
        // The archive would look at all jokes each time.
        func queries() -> Int { driver.queries.count { if case .fallback = $0 { true } else { false } } }
        let before = queries()
        for _ in 0..<9 { driver.next() }
        for _ in 0..<9 { driver.like() }
        #expect(queries() <= before + 2 && driver.card == "a")
        driver.dislike()
        #expect(driver.state.joke.id == .error)
    }

    @Test("the only joke of a pack comes between saved ones, which come in turn", .rule(8))
    func onlyJokeAndSaved() {
        let only = Joke.sample("only", source: "pack")
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: [only]))
        driver.deliver(["a", "b", "c"].map { .sample($0, source: "gone") } + [only])
        driver.next()
        for _ in 0..<3 { driver.like() }
        #expect(driver.card == "only" && driver.archive.saved.count == 3)
        #expect(cards(in: 1, of: 8, of: driver) == [["a", "only", "b", "only", "c", "only", "a", "only"]])
    }

    @Test("the only joke comes again with its newest text", .rule(8), arguments: ["pack", "command"])
    func mendedOnlyJoke(type: String) {
        let source = Settings.Source(name: "mine", type: type, isLocal: true)
        let old = Joke.sample("a", "The old text.", source: "mine")
        let new = Joke.sample("a", "The mended text.", source: "mine")
        var driver = ModelDriver(.with(source, lowWater: 1), archive: ModelArchive(pack: [old]))
        driver.deliver([old])
        driver.next()
        #expect(driver.state.joke == old)
        if type == "pack" {
            driver = ModelDriver(.with(source, lowWater: 1), archive: driver.archive.selling([new]))
        } else {
            driver = ModelDriver(.with(source, lowWater: 1), archive: driver.archive.selling([]))
        }
        driver.next(wait: true)
        driver.deliver([new])
        #expect(driver.state.joke == new)
    }

    @Test("without a pack the next joke comes from the saved ones", .rule(8))
    func withoutPack() {
        let driver = ModelDriver.ready("a", "b")
        driver.like()
        driver.next()
        driver.next()
        #expect(driver.card == driver.starter)
    }

    @Test("a source with the weight 0 is asked only for a request that names it", .rule(8))
    func withoutWeight() {
        let rare = Settings.Source(name: "rare", weight: 0, isLocal: false)
        let driver = ModelDriver(.with(rare, .pack))
        #expect(driver.pending.map(\.source) == ["pack"])
        driver.next(wait: true)
        #expect(driver.pending.map(\.source) == ["pack"])
        let call = driver.next(source: "rare")
        #expect(driver.pending.map(\.source) == ["pack", "rare"])
        driver.deliver(["a"], from: "rare")
        #expect(call.outcome?.joke.id.rawValue == "a")
    }

    @Test("a pack with the weight 0 gives a joke only to a request that names it", .rule(8))
    func packWithoutWeight() {
        let rare = Settings.Source(name: "rare", type: "pack", weight: 0, isLocal: true)
        let tea = Joke.sample("tea", categories: ["tea"], source: "rare")
        let pack = [tea, .sample("a", source: "pack"), .sample("b", source: "pack")]
        let driver = ModelDriver(.with(.pack, rare, lowWater: 1), archive: ModelArchive(pack: pack))
        let shown = cards(in: 1, of: 6, of: driver)[0]
        #expect(Set(shown) == ["a", "b"])
        let call = driver.next(category: "tea")
        while !driver.pending.isEmpty { driver.deliverNothing() }
        #expect(call.refusal?.isEmpty == true)
        #expect(cards(in: 1, of: 1, of: driver, source: "rare") == [["tea"]])
        let alone = ModelDriver(.with(rare), archive: ModelArchive(pack: [tea]))
        alone.next()
        #expect(alone.state.joke.value.contains("the weight 0"))
    }

    @Test("without any joke the error joke says what to do, and is not stored", .rule(8))
    func errorJoke() {
        let driver = ModelDriver()
        let outcome = driver.next().outcome
        #expect(outcome?.joke.id == .error)
        #expect(outcome?.joke.categories == [])
        #expect(outcome?.joke.value.contains("Enable a source") == true)
        #expect(outcome?.joke.translation == nil)
        #expect(driver.archive.card == nil)
        #expect(driver.archive.lastSeen(driver.state.joke) == nil)
        #expect(driver.next().outcome?.changed == false)
    }

    @Test("the error joke has the reason if all sources failed")
    func failureReason() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        driver.next()
        #expect(driver.state.joke.value == "Forbidden.")
    }

    @Test("the next joke makes the card gray, undecided and centered")
    func resetsCard() {
        let driver = ModelDriver.ready("a")
        driver.drag(0.7, end: 500)
        driver.next()
        #expect(driver.state.backgroundColor == .gray)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.state.cardTranslation == 0)
    }

    @Test("the next joke of an unknown source is refused with the enabled sources, or with how to enable one")
    func unknownSource() {
        func not(_ what: String) -> ChangeError { .invalid(parameter: "source", expected: what) }
        let known = ModelDriver(.with(.net, .other)).next(source: "nobody")
        #expect(known.refusal == not("an enabled source: net, other"))
        let none = not("an enabled source, but none is enabled; `jokectl sources enable NAME` enables one")
        #expect(ModelDriver(.with()).next(source: "net").refusal == none)
        #expect(ModelDriver(.with()).request(.categories(source: "net")).refusal == none)
    }

    @Test("the next joke of an unknown category is refused with the command that lists them")
    func unknownCategory() {
        let driver = ModelDriver.ready("a", "b")
        let call = driver.next(category: "nonsense")
        driver.deliver([String]())
        #expect(
            call.refusal
                == .empty(
                    "No enabled source has a joke of that kind now. Dislikes, `filter` and `languages` leave jokes "
                        + "out; `jokectl sources` says more. `jokectl categories` lists the categories."))
    }

    @Test("the next joke does not wait for a source in backoff")
    func sourceInBackoff() {
        let driver = ModelDriver(.with(.net), archive: ModelArchive(pack: [.sample("a"), .sample("b")]))
        driver.fail(.refused)
        driver.next()
        #expect(driver.card == "a")
        #expect(driver.attempts.count == 1)
    }
}
