// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("A fetch")
struct FetchTests {
    @Test("that brings the joke which is waited for shows it, and ends")
    func success() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(wait: true)
        #expect(driver.state.fetching)
        driver.deliver(["ag_6paerrkg-mxfjjqw4ba"])
        #expect(driver.card == "ag_6paerrkg-mxfjjqw4ba")
        #expect(call.outcome?.joke == driver.state.joke)
        let shown = driver.publications.first { $0.changed.contains("joke") }
        #expect(shown?.state.fetching == false)
    }

    @Test("that fails twice shows the error joke to who waits, where there is nothing to fall back on")
    func failure() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(wait: true)
        driver.fail(.timedOut)
        #expect(call.reply == nil)
        driver.pass(.seconds(2))
        driver.fail(.timedOut)
        #expect(call.outcome?.joke == .error("Too slow."))
        #expect(driver.state.joke == .error("Too slow."))
        #expect(!driver.state.fetching)
        #expect(driver.state.error?.kind == "timeout")
    }

    @Test("is told when it begins and when it ends, and not in between")
    func told() {
        let driver = ModelDriver(.with(.net))
        #expect(driver.publications.map(\.changed) == [["fetching"]])
        let told = driver.publications {
            driver.fail(.noNetwork)
            driver.pass(.seconds(2))
        }
        #expect(told.map(\.changed) == [["online"]])
        #expect(driver.state.fetching)
        driver.fail(.timedOut)
        #expect(!driver.state.fetching)
    }

    @Test(
        "is tried once more after a failure of the transport, and after no other",
        arguments: [
            (.noNetwork, 2), (.nameNotFound, 2), (.unreachable, 2), (.proxy, 2), (.timedOut, 2), (.tls, 1),
            (.httpStatus, 1), (.nonsense, 1), (.rateLimited, 1), (.empty, 1), (.unavailable, 1),
            (.storage, 1),
        ] as [(SourceError.Kind, Int)])
    func retry(kind: SourceError.Kind, attempts: Int) {
        let driver = ModelDriver(.with(.net))
        for _ in 0..<attempts {
            #expect(driver.state.fetching)
            #expect(driver.state.error == nil)
            driver.fail(SourceError(kind, "No."))
            driver.pass(.seconds(2))
        }
        #expect(!driver.state.fetching)
        #expect(driver.state.error?.message == "No.")
        #expect(driver.state.error?.retryAt != nil)
        #expect(driver.attempts.count == attempts)
        #expect(driver.card == driver.starter, "nobody waited")
    }

    @Test("is tried again no sooner than the source's spacing allows")
    func spacing() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.noNetwork)
        driver.pass(.milliseconds(1_999))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1))
        #expect(driver.attempts.count == 2)
        #expect(driver.attempts.map(\.count) == [10, 10])
    }

    @Test("is tried again at once where the source needs no spacing")
    func noSpacing() {
        let driver = ModelDriver(.with(.pack))
        driver.fail(.timedOut)
        #expect(driver.attempts.count == 2)
    }

    @Test("from a source that never answers ends in time, and its late answers are ignored")
    func silence() throws {
        let driver = ModelDriver(.with(.net, capacity: 1, lowWater: 1))
        let call = driver.next(wait: true)
        let first = driver.attempts[0]
        driver.pass(Prefetch.timeout - .milliseconds(1))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1) + .seconds(2))
        try #require(driver.attempts.count == 2)
        let second = driver.attempts[1]
        driver.pass(Prefetch.timeout - .milliseconds(1))
        #expect(driver.state.fetching)
        driver.pass(.milliseconds(1))
        #expect(!driver.state.fetching)
        #expect(driver.state.error?.kind == "timeout")
        #expect(call.outcome?.joke.id == .error)
        let state = driver.state
        for late in [first, second] {
            driver.hand(.fetched(late.request, SourceResult([.sample("late")])))
            driver.hand(.fetchFailed(late.request, .refused))
        }
        #expect(driver.state == state)
    }

    @Test("whose first attempt is told to have failed after its time is not ended by that")
    func lateFailure() throws {
        let driver = ModelDriver(.with(.net))
        let first = driver.attempts[0]
        driver.pass(Prefetch.timeout)
        driver.hand(.fetchFailed(first.request, .timedOut))
        #expect(driver.state.fetching, "the second attempt is still to come")
        driver.pass(.seconds(2))
        driver.hand(.fetchFailed(first.request, .timedOut))
        #expect(driver.state.fetching, "the second attempt is under way")
        try #require(driver.attempts.count == 2)
        driver.hand(.fetched(driver.attempts[1].request, SourceResult([.sample("a")])))
        #expect(driver.queue == ["a"])
    }

    @Test("of another life of the daemon is ignored")
    func restart() {
        let driver = ModelDriver(.with(.net))
        let old = driver.attempts[0]
        driver.deliver(["a", "b", "c", "d"])
        driver.restart()
        driver.hand(.fetched(old.request, SourceResult([.sample("z")])))
        #expect(driver.queue == ["a", "b", "c", "d"])
    }

    @Test("that succeeds clears the source's trouble")
    func recovery() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        #expect(driver.state.error != nil)
        driver.pass(.seconds(31))
        driver.deliver(["a"])
        #expect(driver.state.error == nil)
    }

    @Test("that succeeds for who waits ends the rest after a failure")
    func recoveryByKind() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        driver.next(category: "dev")
        driver.pass(.seconds(2))
        driver.deliver([.sample("a", categories: ["dev"])])
        #expect(driver.card == "a")
        #expect(driver.state.error == nil)
        driver.pass(.seconds(2))
        #expect(driver.attempts.count == 3, "the queue is filled again")
    }

    @Test("says how it failed, and the newest failure of those that last")
    func kinds() {
        let driver = ModelDriver(.with(.net, .other))
        driver.fail(.refused, from: "net")
        driver.fail(.nonsense, from: "other")
        #expect(driver.state.error?.kind == "source_nonsense")
        driver.next(source: "other", wait: true)
        driver.pass(.seconds(2))
        driver.deliver(["a"], from: "other")
        #expect(driver.state.error?.kind == "source_refused")
    }

    @Test("that fails in one of the ways that people can tell apart has a name of its own for it")
    func names() {
        let kinds: [SourceError.Kind] = [
            .noNetwork, .nameNotFound, .tls, .unreachable, .timedOut, .httpStatus, .rateLimited, .nonsense,
            .empty, .filtered, .storage,
        ]
        #expect(Set(kinds.map { SourceError($0, "").errorKind }).count == kinds.count)
    }

    @Test("tells by the network's sources alone whether the machine is online")
    func online() {
        let driver = ModelDriver(.with(.net, .pack, capacity: 100))
        driver.fail(.noNetwork, from: "pack")
        #expect(driver.state.online)
        driver.fail(.noNetwork, from: "net")
        #expect(!driver.state.online)
        driver.deliver(["a"], from: "pack")
        #expect(!driver.state.online)
        driver.pass(.seconds(2))
        driver.deliver(["b"], from: "net")
        #expect(driver.state.online)
    }

    @Test("that brings nothing lets its source rest for a day, and nothing is said")
    func exhausted() {
        let driver = ModelDriver(.with(.net))
        driver.deliverNothing()
        #expect(driver.state.error == nil)
        #expect(driver.alarm == Prefetch.rest)
        #expect(driver.model.prefetch.sources[0].isExhausted)
        driver.next()
        driver.pass(Prefetch.rest - .seconds(1))
        #expect(driver.attempts.count == 1)
        driver.pass(.seconds(1))
        #expect(driver.attempts.count == 2)
    }

    @Test("of one kind that brings nothing new lets its source go on with others")
    func exhaustedKind() {
        let driver = ModelDriver(.with(.net))
        driver.deliver(["a", "b", "c", "d"])
        driver.next(category: "dev")
        driver.pass(.seconds(2))
        driver.deliverNothing()
        #expect(!driver.model.prefetch.sources[0].isExhausted)
    }
}

@Suite("A source that fails")
struct RestTests {
    @Test("rests for longer and longer, never less than its spacing, and comes back by itself")
    func backoff() {
        let driver = ModelDriver(.with(.net))
        for failures in 1...12 {
            driver.fail(.refused)
            let rest = driver.alarm ?? .zero
            let bound = min(Duration.seconds(6 * 3600), .seconds(30) * (1 << (failures - 1)))
            #expect(rest >= .seconds(2))
            #expect(rest <= bound)
            #expect(driver.state.error?.retryAt == driver.now.wall.advanced(by: rest).rfc3339)
            driver.pass(rest)
            #expect(driver.attempts.count == failures + 1)
        }
    }

    @Test("rests as long as it asks for, and not much longer")
    func rateLimit() {
        let driver = ModelDriver(.with(.net))
        let retryAt = driver.now.wall.advanced(by: .seconds(7_200))
        driver.fail(SourceError(.rateLimited, "Too many.", retryAt: retryAt))
        #expect(driver.state.error?.retryAt == retryAt.rfc3339)
        // And a bit longer: it says the same to a whole fleet.
        #expect(driver.alarm.map { $0 >= .seconds(7_200) && $0 <= .seconds(7_920) } == true)
        driver.pass(.seconds(7_199))
        #expect(driver.attempts.count == 1)
        driver.pass(driver.alarm ?? .zero)
        #expect(driver.attempts.count == 2)
    }

    @Test(
        "may ask for nonsense: no rest, or one without end",
        arguments: [Int64.min, -1, 0, 253_402_300_799_000, .max])
    func absurd(milliseconds: Int64) {
        let driver = ModelDriver(.with(.net))
        driver.fail(SourceError(.rateLimited, "Too many.", retryAt: WallTime(milliseconds: milliseconds)))
        #expect(driver.alarm.map { $0 >= .seconds(2) && $0 <= Prefetch.longestRest * 11 / 10 } == true)
        #expect(driver.state.error?.retryAt != nil)
    }

    @Test("is asked all the same where somebody waits for it, in its spacing")
    func waitedFor() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        let call = driver.next(wait: true)
        #expect(driver.attempts.count == 1, "that would be too soon")
        driver.pass(.seconds(2))
        #expect(driver.attempts.count == 2)
        driver.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
    }
}
