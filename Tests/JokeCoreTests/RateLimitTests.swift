// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

extension Settings.Source {
    /// The same, with a budget.
    func limited(to requests: Int) -> Settings.Source {
        var source = self
        source.requestsPerDay = requests
        return source
    }
}

extension ModelDriver {
    /// How many requests a source had today, those that may be under way included.
    func requests(_ source: String = "net") -> Int? { model.prefetch[source]?.requests }
}

@Suite("A day's budget")
struct BudgetTests {
    @Test("is spent by what a delivery says it cost, whatever came")
    func cost() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        #expect(driver.requests() == 10, "as much as it can cost is set aside")
        driver.deliver(SourceResult([.sample("a")], requests: 3))
        // Only four of ten were wanted again, and the next order is under way.
        driver.pass(.seconds(2))
        #expect(driver.requests() == 3 + 9)
    }

    @Test("is spent by failures, too, and by second attempts")
    func failures() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        driver.fail(SourceError(.timedOut, "No.", requests: 4))
        #expect(driver.requests() == 4 + 10)
        driver.pass(.seconds(2))
        driver.fail(SourceError(.httpStatus, "No.", requests: 2))
        #expect(driver.requests() == 6)
    }

    @Test("is not spent where no request was made")
    func free() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        driver.fail(SourceError(.command, "No.", requests: 0))
        #expect(driver.requests() == 0)
    }

    @Test("is never passed: an order is for no more jokes than requests are left, and then there is none")
    func end() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 12)))
        driver.deliver(SourceResult([.sample("a")], requests: 10))
        driver.pass(.seconds(2))
        #expect(driver.attempts.map(\.count) == [10, 2])
        driver.deliver(SourceResult([.sample("b")], requests: 2))
        driver.pass(.seconds(3_600))
        #expect(driver.attempts.count == 2)
        #expect(!driver.state.fetching)
    }

    @Test("leaves no second attempt where it is used up")
    func noSecondAttempt() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 10)))
        driver.fail(SourceError(.timedOut, "No.", requests: 10))
        #expect(!driver.state.fetching)
    }

    @Test("is kept over a restart, with what was under way when the power went")
    func restart() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 15)))
        driver.deliver(SourceResult([.sample("a")], requests: 4))
        driver.pass(.seconds(2))
        #expect(driver.requests() == 13)
        driver.restart()
        #expect(driver.attempts.count == 2)
        driver.pass(.seconds(2))
        #expect(driver.attempts.last?.count == 2)
        #expect(driver.requests() == 15)
    }

    @Test("is renewed at midnight, which a whole time zone does not use at once")
    func midnight() {
        let settings = Settings.with(Settings.Source.net.limited(to: 10), spread: .seconds(3_600))
        let starts = (1...20).map { seed in
            let driver = ModelDriver(settings, seed: UInt64(seed))
            driver.next()
            driver.deliver(SourceResult([.sample("a")], requests: 10))
            #expect(driver.attempts.count == 1)
            let left = driver.now.midnight.milliseconds - driver.now.wall.milliseconds
            driver.pass(.milliseconds(left - 1))
            #expect(driver.attempts.count == 1)
            driver.pass(.milliseconds(1))
            #expect(driver.requests() == 0)
            let turn = driver.alarm ?? .zero
            #expect(turn <= .seconds(3_600))
            driver.pass(turn)
            driver.pass(driver.alarm ?? .zero)
            #expect(driver.attempts.count == 2)
            return turn
        }
        #expect(Set(starts).count == 20)
    }

    @Test("that is used up refuses who waits, and says when there is more")
    func refusal() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 10), lowWater: 1))
        driver.deliver(SourceResult([.sample("a")], requests: 10))
        let call = driver.next(source: "net", wait: true)
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .rateLimited)
        #expect(failure.retryAt == driver.now.midnight)
        #expect(driver.attempts.count == 1)
        #expect(driver.next(wait: true).outcome?.joke.id.rawValue == "a", "any joke is better than none")
    }

    @Test("is nothing that local sources have")
    func local() {
        let driver = ModelDriver(.with(.pack))
        #expect(driver.requests("pack") == 0)
        #expect(driver.archive.sources["pack"] == nil, "nothing of it is kept")
    }
}

@Suite("Rate limits")
struct RateLimitTests {
    @Test("two requests keep their distance over a restart")
    func spacing() {
        let driver = ModelDriver(.with(.net))
        driver.pass(.milliseconds(500))
        driver.restart()
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1_499))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1))
        #expect(driver.attempts.count == 2)
    }

    @Test("a rest is kept over a restart, and a clock that was set back does not make it longer")
    func rest() {
        let driver = ModelDriver(.with(.net))
        driver.fail(SourceError(.rateLimited, "No.", retryAt: driver.now.wall.advanced(by: .seconds(7_200))))
        driver.pass(.seconds(3_600))
        driver.restart()
        #expect(driver.alarm.map { $0 >= .seconds(3_600) && $0 <= .seconds(3_600 + 720) } == true)
        var archive = driver.archive
        var memory = PersistedSource(name: "net")
        memory.backoffUntil = driver.now.wall.advanced(by: .seconds(400 * 86_400))
        memory.askedAt = memory.backoffUntil
        archive.apply([.source(memory)])
        let later = ModelDriver(.with(.net), archive: archive)
        #expect(later.alarm.map { $0 <= Prefetch.longestRest * 11 / 10 } == true)
    }

    @Test("who waits is refused while a source wants no request, and gets another one's joke")
    func retryAfter() {
        let driver = ModelDriver(.with(.net, .other, lowWater: 1))
        driver.deliver(["a", "b"], from: driver.pending[0].source)
        let until = driver.now.wall.advanced(by: .seconds(7_200))
        driver.fail(SourceError(.rateLimited, "Too many.", retryAt: until))
        let limited = driver.attempts.last?.source
        let call = driver.next(source: limited, wait: true)
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .rateLimited && failure.retryAt == until)
        driver.pass(.seconds(2))
        let attempts = driver.attempts.count
        let any = driver.next(wait: true)
        #expect(driver.attempts.dropFirst(attempts).map(\.source) == [limited == "net" ? "other" : "net"])
        driver.deliver(["c"])
        #expect(any.outcome?.joke.id.rawValue == "c")
    }

    @Test("a circuit opens after five failures in a row: one request at a time, and no second attempt")
    func circuit() {
        let driver = ModelDriver(.with(.net))
        for _ in 1...Prefetch.circuitFailures {
            #expect(driver.model.prefetch["net"]?.isCircuitOpen == false)
            driver.fail(.refused)
            driver.pass(driver.alarm ?? .zero)
        }
        #expect(driver.attempts.last?.count == 1)
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .fetching)
        driver.fail(.noNetwork)
        #expect(!driver.state.fetching)
        let open = driver.model.sourceReports(at: driver.now)[0]
        #expect(open.state == .open)
        #expect(open.nextFetch == driver.now.wall.advanced(by: driver.alarm ?? .zero))
        #expect(driver.alarm.map { $0 >= .seconds(480) } == true, "never less than half the bound")
        driver.pass(driver.alarm ?? .zero)
        driver.deliver(["a"])
        driver.pass(.seconds(2))
        #expect(driver.attempts.last?.count == 9)
        #expect(driver.state.error == nil)
    }

    @Test("after a start a network's source waits for its turn, and local ones fill the queue at once")
    func fleet() {
        let turns = (1...200).compactMap { seed -> Duration? in
            let driver = ModelDriver(.with(.net, .pack, spread: .seconds(3_600)), seed: UInt64(seed))
            #expect(driver.attempts.map(\.source) == ["pack"])
            driver.deliver(["a"])
            driver.deliverNothing()
            return driver.alarm
        }
        #expect(turns.count == 200)
        for quarter in 0..<4 {
            let times = Duration.seconds(quarter * 900)...Duration.seconds(quarter * 900 + 900)
            #expect((25...75).contains(turns.count { times.contains($0) }))
        }
    }

    @Test(
        "when jokes run low, a network's source is asked within ten minutes, each machine at its own moment")
    func low() {
        let turns = (1...20).compactMap { seed -> Duration? in
            let driver = ModelDriver(.with(.net, lowWater: 2, spread: .seconds(3_600)), seed: UInt64(seed))
            driver.next(wait: true)
            driver.deliver(["a", "b", "c", "d"])
            driver.next()
            driver.pass(.seconds(2))
            driver.next()
            #expect(driver.queue.count == 1 && driver.attempts.count == 1)
            return driver.alarm
        }
        #expect(Set(turns).count == 20)
        #expect(turns.allSatisfy { $0 <= .seconds(600) })
    }

    @Test("a network's source gets its share though local ones fill the queue at once")
    func share() {
        let driver = ModelDriver(.with(.net, .pack, spread: .seconds(3_600)))
        for number in 0..<60 {
            for order in driver.pending {
                driver.deliver(
                    (0..<order.count).map { "\(order.source) \(number) \($0)" }, from: order.source)
            }
            driver.next()
            driver.pass(.seconds(300))
        }
        let shares = driver.attempts.reduce(into: [:]) { $0[$1.source, default: 0] += $1.count }
        #expect(shares["net", default: 0] >= 15)
        #expect(shares["pack", default: 0] >= 15)
    }

    @Test("who wants a joke where there is none is not kept waiting for that turn")
    func hurry() {
        let driver = ModelDriver(.with(.net, spread: .seconds(3_600)))
        #expect(driver.attempts.isEmpty)
        driver.next()
        #expect(driver.attempts.count == 1)
    }

    @Test("what a source gave beside its failure is kept, and it rests")
    func shortfall() {
        let driver = ModelDriver(.with(.net))
        let until = driver.now.wall.advanced(by: .seconds(600))
        driver.deliver(
            SourceResult(
                [.sample("a")], error: SourceError(.rateLimited, "Enough.", retryAt: until)))
        #expect(driver.queue == ["a"])
        #expect(driver.state.error?.kind == "rate_limited")
        #expect(driver.alarm.map { $0 >= .seconds(600) } == true)
        #expect(driver.logged.count { $0.members.contains("fetchFailed") } == 1)
    }
}

@Suite("A source that gives seen jokes")
struct RepeatingTests {
    private let old = (1...12).map { Joke.sample("old\($0)") }

    /// All of `old` were shown, and the queue is empty.
    private func driver() -> ModelDriver {
        let driver = ModelDriver(.with(.pack, .net, lowWater: 1))
        driver.deliver(old, from: "pack")
        for _ in old { driver.next() }
        exhaustPack(driver)
        driver.pass(.seconds(2))
        return driver
    }

    private func exhaustPack(_ driver: ModelDriver) {
        if driver.model.prefetch.isFetching(from: "pack") { driver.deliver([Joke](), from: "pack") }
    }

    @Test("rests for a day after ten of them, in one delivery or in several")
    func ten() {
        let driver = driver()
        driver.deliver(Array(old.prefix(4)), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        driver.pass(.seconds(2))
        driver.deliver(Array(old.suffix(5)), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        driver.restart()
        exhaustPack(driver)
        driver.pass(.seconds(2))
        // Another id, and the text of one that was seen.
        driver.deliver([.sample("new id", old[0].value.uppercased())], from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == true)
        let attempts = driver.attempts.count { $0.source == "net" }
        driver.pass(Prefetch.rest - .seconds(1))
        #expect(driver.attempts.count { $0.source == "net" } == attempts)
    }

    @Test("goes on where a new one comes between")
    func between() {
        let driver = driver()
        driver.deliver(Array(old.prefix(9)) + [.sample("new")] + old.suffix(3), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        #expect(driver.queue == ["new"])
    }

    @Test("what is kept out by the filter counts for neither")
    func filtered() {
        let driver = driver()
        let rude = Joke.sample("rude", categories: ["nsfw"])
        driver.deliver(Array(old.prefix(5)) + [rude] + old.suffix(5), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == true)
    }
}
