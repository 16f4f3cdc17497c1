// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

extension Settings.Source {
    /// Returns this source with a daily budget.
    func limited(to requests: Int) -> Settings.Source {
        var source = self
        source.requestsPerDay = requests
        return source
    }
}

extension ModelDriver {
    /// The number of requests of a source today, including those in flight.
    func requests(_ source: String = "net") -> Int? { model.prefetch[source]?.requests }
}

@Suite("The day's budget")
struct BudgetTests {
    @Test("the budget is reduced by the requests that a result reports")
    func reportedRequests() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        #expect(driver.requests() == 10, "as much as it can cost is set aside")
        driver.deliver(SourceResult([.sample("a")], requests: 3))
        // The queue wanted only four more, and the next request is in flight.
        driver.pass(.seconds(2))
        #expect(driver.requests() == 3 + 9)
    }

    @Test("failures and second attempts count against the budget", .rule(3))
    func failuresCount() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        driver.fail(SourceError(.unreachable, "No.", requests: 4))
        #expect(driver.requests() == 4 + 10)
        driver.pass(.seconds(2))
        driver.fail(SourceError(.httpStatus, "No.", requests: 2))
        #expect(driver.requests() == 6)
    }

    @Test("a failure without a request does not count against the budget")
    func failureWithoutRequest() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 50)))
        driver.fail(SourceError(.command, "No.", requests: 0))
        #expect(driver.requests() == 0)
    }

    @Test("a request asks for no more jokes than the budget allows, and none follows when it is used up")
    func usedUp() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 12)))
        driver.deliver(SourceResult([.sample("a")], requests: 10))
        driver.pass(.seconds(2))
        #expect(driver.attempts.map(\.count) == [10, 2])
        driver.deliver(SourceResult([.sample("b")], requests: 2))
        driver.pass(.seconds(3_600))
        #expect(driver.attempts.count == 2)
        #expect(!driver.state.fetching)
    }

    @Test("there is no second attempt if the budget is used up")
    func noSecondAttempt() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 10)))
        driver.fail(SourceError(.unreachable, "No.", requests: 10))
        #expect(!driver.state.fetching)
    }

    @Test("the budget survives a restart and includes requests that were in flight")
    func survivesRestart() {
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

    @Test("the budget is renewed at midnight, and machines do not use it at once")
    func renewedAtMidnight() {
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
            let delay = driver.nextDeadline ?? .zero
            #expect(delay <= .seconds(3_600))
            driver.pass(delay)
            driver.pass(driver.nextDeadline ?? .zero)
            #expect(driver.attempts.count == 2)
            return delay
        }
        #expect(Set(starts).count == 20)
    }

    @Test("a used up budget refuses a waiting client with the time of renewal")
    func refusedClient() {
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

    @Test("local sources have no budget")
    func localSources() {
        let driver = ModelDriver(.with(.pack))
        #expect(driver.requests("pack") == 0)
        #expect(driver.archive.sources["pack"] == nil, "nothing of it is kept")
    }
}

@Suite("Rate limits")
struct RateLimitTests {
    @Test(
        "the spacing begins again when a request ends, because the service may have received it only then",
        arguments: [false, true])
    func spacingAfterEnd(fails: Bool) {
        let driver = ModelDriver(.with(.net, lowWater: 1))
        driver.pass(.milliseconds(1_800))
        fails ? driver.fail(.refused) : driver.deliver(["a"])
        driver.next(source: "net", wait: true)
        driver.pass(.milliseconds(1_999))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1))
        #expect(driver.attempts.count == 2)
    }

    @Test("pages are spaced from the end of the one before")
    func spacingOfPages() {
        let driver = ModelDriver(.with(.paged))
        driver.browse()
        driver.pass(.milliseconds(1_800))
        driver.deliverPage("a")
        driver.browse(page: 2)
        driver.pass(.milliseconds(1_999))
        #expect(driver.pages.isEmpty)
        driver.pass(.milliseconds(1))
        #expect(driver.pages.count == 1)
    }

    @Test("the spacing between two requests holds over a restart, also if one had not ended")
    func spacingOverRestart() {
        let driver = ModelDriver(.with(.net))
        driver.pass(.milliseconds(500))
        driver.restart()
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1_999))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1))
        #expect(driver.attempts.count == 2)
    }

    @Test("a backoff survives a restart, and a clock that is set back does not prolong it")
    func backoffOverRestart() {
        let driver = ModelDriver(.with(.net))
        driver.fail(SourceError(.rateLimited, "No.", retryAt: driver.now.wall.advanced(by: .seconds(7_200))))
        driver.pass(.seconds(3_600))
        driver.restart()
        #expect(driver.nextDeadline.map { $0 >= .seconds(3_600) && $0 <= .seconds(3_600 + 720) } == true)
        var archive = driver.archive
        var memory = PersistedSource(name: "net")
        memory.backoffUntil = driver.now.wall.advanced(by: .seconds(400 * 86_400))
        memory.askedAt = memory.backoffUntil
        archive.apply([.source(memory)])
        let later = ModelDriver(.with(.net), archive: archive)
        #expect(later.nextDeadline.map { $0 <= Prefetch.longestRest * 11 / 10 } == true)
    }

    @Test("a waiting client is refused before the Retry-After of its source, and gets a joke of another one")
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

    @Test("the circuit opens after five failures in a row: one request at a time and no second attempt")
    func circuitBreaker() {
        let driver = ModelDriver(.with(.net))
        for _ in 1...Prefetch.circuitFailures {
            #expect(driver.model.prefetch["net"]?.isCircuitOpen == false)
            driver.fail(.refused)
            driver.pass(driver.nextDeadline ?? .zero)
        }
        #expect(driver.attempts.last?.count == 1)
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .fetching)
        driver.fail(.noNetwork)
        #expect(!driver.state.fetching)
        let open = driver.model.sourceReports(at: driver.now)[0]
        #expect(open.state == .open)
        #expect(open.nextFetch == driver.now.wall.advanced(by: driver.nextDeadline ?? .zero))
        #expect(driver.nextDeadline.map { $0 >= .seconds(480) } == true, "never less than half the bound")
        driver.pass(driver.nextDeadline ?? .zero)
        driver.deliver(["a"])
        driver.pass(.seconds(2))
        #expect(driver.attempts.last?.count == 9)
        #expect(driver.state.error == nil)
    }

    @Test("after a start a network source waits for its jitter, and local sources fill the queue at once")
    func startJitter() {
        let delays = (1...200).compactMap { seed -> Duration? in
            let driver = ModelDriver(.with(.net, .pack, spread: .seconds(3_600)), seed: UInt64(seed))
            #expect(driver.attempts.map(\.source) == ["pack"])
            driver.deliver(["a"])
            driver.deliverNothing()
            return driver.nextDeadline
        }
        #expect(delays.count == 200)
        for quarter in 0..<4 {
            let times = Duration.seconds(quarter * 900)...Duration.seconds(quarter * 900 + 900)
            #expect((25...75).contains(delays.count { times.contains($0) }))
        }
    }

    @Test(
        "below low water a network source is asked within ten minutes, at a time that differs by machine")
    func belowLowWater() {
        let delays = (1...20).compactMap { seed -> Duration? in
            let driver = ModelDriver(.with(.net, lowWater: 2, spread: .seconds(3_600)), seed: UInt64(seed))
            driver.next(wait: true)
            driver.deliver(["a", "b", "c", "d"])
            driver.next()
            driver.pass(.seconds(2))
            driver.next()
            #expect(driver.queue.count == 1 && driver.attempts.count == 1)
            return driver.nextDeadline
        }
        #expect(Set(delays).count == 20)
        #expect(delays.allSatisfy { $0 <= .seconds(600) })
    }

    @Test("a network source gets its share although local sources fill the queue at once")
    func networkShare() {
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

    @Test("a client that wants a joke when there is none does not wait for the jitter")
    func waitingClientSkipsJitter() {
        let driver = ModelDriver(.with(.net, spread: .seconds(3_600)))
        #expect(driver.attempts.isEmpty)
        driver.next()
        #expect(driver.attempts.count == 1)
    }

    @Test("the jokes that came with a failure are kept, and the source is in backoff")
    func partialResult() {
        let driver = ModelDriver(.with(.net))
        let until = driver.now.wall.advanced(by: .seconds(600))
        driver.deliver(
            SourceResult(
                [.sample("a")], error: SourceError(.rateLimited, "Enough.", retryAt: until)))
        #expect(driver.queue == ["a"])
        #expect(driver.state.error?.kind == "rate_limited")
        #expect(driver.nextDeadline.map { $0 >= .seconds(600) } == true)
        #expect(driver.logged.count { $0.members.contains("fetchFailed") } == 1)
    }
}

@Suite("A source that returns seen jokes")
struct RepeatedJokesTests {
    private let old = (1...12).map { Joke.sample("old\($0)") }

    /// Returns a driver that has shown all of `old` and has an empty queue.
    private func driver() -> ModelDriver {
        let driver = ModelDriver(.with(.pack, .net, capacity: 30, lowWater: 1))
        driver.deliver(old, from: "pack")
        for _ in old { driver.next() }
        exhaustPack(driver)
        driver.pass(.seconds(2))
        return driver
    }

    private func exhaustPack(_ driver: ModelDriver) {
        if driver.model.prefetch.isFetching(from: "pack") { driver.deliver([Joke](), from: "pack") }
    }

    @Test("a source waits for a day after ten seen jokes in a row, in one result or in several")
    func tenSeenJokes() {
        let driver = driver()
        driver.deliver(Array(old.prefix(4)), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        driver.pass(.seconds(2))
        driver.deliver(Array(old.suffix(5)), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        driver.restart()
        exhaustPack(driver)
        driver.pass(.seconds(2))
        // A new id with the text of a seen joke.
        driver.deliver([.sample("new id", old[0].value.uppercased())], from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == true)
        let attempts = driver.attempts.count { $0.source == "net" }
        driver.pass(Prefetch.rest - .seconds(1))
        #expect(driver.attempts.count { $0.source == "net" } == attempts)
    }

    @Test("a new joke among the seen ones lets the source continue")
    func newJokeBetween() {
        let driver = driver()
        driver.deliver(Array(old.prefix(9)) + [.sample("new")] + old.suffix(3), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == false)
        #expect(driver.queue == ["new"])
    }

    @Test("filtered jokes count neither as seen nor as new")
    func filteredJokes() {
        let driver = driver()
        let filteredJoke = Joke.sample("rude", categories: ["nsfw"])
        driver.deliver(Array(old.prefix(5)) + [filteredJoke] + old.suffix(5), from: "net")
        #expect(driver.model.prefetch["net"]?.isExhausted == true)
    }
}
