// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A fetch")
struct FetchTests {
    @Test("a fetch ends when it brings the joke that a client waits for, and the joke is shown")
    func endsWithJoke() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(wait: true)
        #expect(driver.state.fetching)
        driver.deliver(["ag_6paerrkg-mxfjjqw4ba"])
        #expect(driver.card == "ag_6paerrkg-mxfjjqw4ba")
        #expect(call.outcome?.joke == driver.state.joke)
        let shown = driver.publications.first { $0.changed.contains("joke") }
        #expect(shown?.state.fetching == false)
    }

    @Test("a fetch that fails twice shows the error joke to the waiting client if there is no fallback")
    func failsTwice() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(wait: true)
        driver.fail(.unreachable)
        #expect(call.reply == nil)
        driver.pass(.seconds(2))
        driver.fail(.unreachable)
        #expect(call.outcome?.joke == .error("Cut off."))
        #expect(driver.state.joke == .error("Cut off."))
        #expect(!driver.state.fetching)
        #expect(driver.state.error?.kind == "unreachable")
    }

    @Test("fetching is published at the first request and after the last one, and not in between", .rule(3))
    func publishesFetching() {
        let driver = ModelDriver(.with(.net))
        #expect(driver.publications.map(\.changed) == [["fetching"]])
        let published = driver.publications {
            driver.fail(.noNetwork)
            driver.pass(.seconds(2))
        }
        #expect(published.map(\.changed) == [["online"]])
        #expect(driver.state.fetching)
        driver.fail(.timedOut)
        #expect(!driver.state.fetching)
    }

    @Test(
        "a fetch is tried a second time after a transport failure, and after no other failure", .rule(3),
        arguments: [
            (.noNetwork, 2), (.nameNotFound, 2), (.unreachable, 2), (.proxy, 2), (.timedOut, 1), (.tls, 1),
            (.httpStatus, 1), (.nonsense, 1), (.rateLimited, 1), (.empty, 1), (.unavailable, 1),
            (.storage, 1),
        ] as [(SourceError.Kind, Int)])
    func secondAttempt(kind: SourceError.Kind, attempts: Int) {
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

    @Test("a second attempt waits for the spacing of its source", .rule(3))
    func retrySpacing() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.noNetwork)
        driver.pass(.milliseconds(1_999))
        #expect(driver.attempts.count == 1)
        driver.pass(.milliseconds(1))
        #expect(driver.attempts.count == 2)
        #expect(driver.attempts.map(\.count) == [10, 10])
    }

    @Test("a second attempt follows at once if its source has no spacing")
    func retryWithoutSpacing() {
        let driver = ModelDriver(.with(.pack))
        driver.fail(.unreachable)
        #expect(driver.attempts.count == 2)
    }

    @Test("a fetch from a source that never answers times out, and its late results are ignored", .rule(3))
    func silentSource() throws {
        let driver = ModelDriver(.with(.net, capacity: 1, lowWater: 1))
        let call = driver.next(wait: true)
        let first = driver.attempts[0]
        driver.pass(Prefetch.timeout - .milliseconds(1))
        #expect(driver.attempts.count == 1)
        #expect(driver.state.fetching)
        driver.pass(.milliseconds(1))
        #expect(!driver.state.fetching)
        #expect(driver.state.error?.kind == "timeout")
        #expect(call.outcome?.joke.id == .error)
        let state = driver.state
        driver.handle(.fetched(first.request, SourceResult([.sample("late")])))
        driver.handle(.fetchFailed(first.request, .refused))
        #expect(driver.state == state)
    }

    @Test("a late failure of the first attempt does not end the second one")
    func lateFailure() throws {
        let driver = ModelDriver(.with(.net))
        let first = driver.attempts[0]
        driver.fail(.unreachable)
        driver.handle(.fetchFailed(first.request, .unreachable))
        #expect(driver.state.fetching, "the second attempt is still to come")
        driver.pass(.seconds(2))
        driver.handle(.fetchFailed(first.request, .unreachable))
        #expect(driver.state.fetching, "the second attempt is under way")
        try #require(driver.attempts.count == 2)
        driver.handle(.fetched(driver.attempts[1].request, SourceResult([.sample("a")])))
        #expect(driver.queue == ["a"])
    }

    @Test("a result from before a restart is ignored")
    func resultBeforeRestart() {
        let driver = ModelDriver(.with(.net))
        let old = driver.attempts[0]
        driver.deliver(["a", "b", "c", "d"])
        driver.restart()
        driver.handle(.fetched(old.request, SourceResult([.sample("z")])))
        #expect(driver.queue == ["a", "b", "c", "d"])
    }

    @Test("a successful fetch clears the error of its source")
    func successClearsError() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        #expect(driver.state.error != nil)
        driver.pass(.seconds(31))
        driver.deliver(["a"])
        #expect(driver.state.error == nil)
    }

    @Test("a successful fetch on demand ends the backoff after a failure")
    func successEndsBackoff() {
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

    @Test("the state has the newest error of those that persist", .rule(3))
    func persistentErrors() {
        let driver = ModelDriver(.with(.net, .other))
        driver.fail(.refused, from: "net")
        driver.fail(.nonsense, from: "other")
        #expect(driver.state.error?.kind == "source_nonsense")
        driver.next(source: "other", wait: true)
        driver.pass(.seconds(2))
        driver.deliver(["a"], from: "other")
        #expect(driver.state.error?.kind == "source_refused")
    }

    @Test("each failure that users can distinguish has its own error kind", .rule(11))
    func errorKinds() {
        let kinds: [SourceError.Kind] = [
            .noNetwork, .nameNotFound, .tls, .unreachable, .timedOut, .httpStatus, .rateLimited, .nonsense,
            .empty, .filtered, .storage,
        ]
        #expect(Set(kinds.map { SourceError($0, "").errorKind }).count == kinds.count)
    }

    @Test("only network sources decide whether the state is online")
    func onlineState() {
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

    @Test("a source that returns nothing waits for a day, without an error")
    func emptyResults() {
        let driver = ModelDriver(.with(.net))
        driver.deliverNothing()
        #expect(driver.state.error == nil)
        #expect(driver.nextDeadline == Prefetch.rest)
        #expect(driver.model.prefetch.sources[0].isExhausted)
        driver.next()
        driver.pass(Prefetch.rest - .seconds(1))
        #expect(driver.attempts.count == 1)
        driver.pass(.seconds(1))
        #expect(driver.attempts.count == 2)
    }

    @Test("a source that returns nothing new of one kind continues with the others")
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
struct FailingSourceTests {
    @Test("the backoff grows with each failure, is never less than the spacing, and ends by itself")
    func backoff() {
        let driver = ModelDriver(.with(.net))
        for failures in 1...12 {
            driver.fail(.refused)
            let rest = driver.nextDeadline ?? .zero
            let bound = min(Duration.seconds(6 * 3600), .seconds(30) * (1 << (failures - 1)))
            #expect(rest >= .seconds(2))
            #expect(rest <= bound)
            #expect(driver.state.error?.retryAt == driver.now.wall.advanced(by: rest).rfc3339)
            driver.pass(rest)
            #expect(driver.attempts.count == failures + 1)
        }
    }

    @Test("a source waits until its Retry-After and not much longer")
    func retryAfterOfSource() {
        let driver = ModelDriver(.with(.net))
        let retryAt = driver.now.wall.advanced(by: .seconds(7_200))
        driver.fail(SourceError(.rateLimited, "Too many.", retryAt: retryAt))
        #expect(driver.state.error?.retryAt == retryAt.rfc3339)
        // And slightly later, because the service gives the same time to all daemons.
        #expect(driver.nextDeadline.map { $0 >= .seconds(7_200) && $0 <= .seconds(7_920) } == true)
        driver.pass(.seconds(7_199))
        #expect(driver.attempts.count == 1)
        driver.pass(driver.nextDeadline ?? .zero)
        #expect(driver.attempts.count == 2)
    }

    @Test(
        "an absurd Retry-After is bounded",
        arguments: [Int64.min, -1, 0, 253_402_300_799_000, .max])
    func absurdRetryAfter(milliseconds: Int64) {
        let driver = ModelDriver(.with(.net))
        driver.fail(SourceError(.rateLimited, "Too many.", retryAt: WallTime(milliseconds: milliseconds)))
        #expect(driver.nextDeadline.map { $0 >= .seconds(2) && $0 <= Prefetch.longestRest * 11 / 10 } == true)
        #expect(driver.state.error?.retryAt != nil)
    }

    @Test("a source in backoff is asked, in its spacing, if a client waits for it")
    func waitingClient() {
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
