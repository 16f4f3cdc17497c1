// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("A fetch")
struct FetchTests {
    @Test("that brings the joke which is waited for shows it, and ends")
    func success() {
        let play = Play(.with(.net))
        let call = play.next(wait: true)
        #expect(play.state.fetching)
        play.deliver(["ag_6paerrkg-mxfjjqw4ba"])
        #expect(play.card == "ag_6paerrkg-mxfjjqw4ba")
        #expect(call.outcome?.joke == play.state.joke)
        let shown = play.publications.first { $0.changed.contains("joke") }
        #expect(shown?.state.fetching == false)
    }

    @Test("that fails twice shows the error joke to who waits, where there is nothing to fall back on")
    func failure() {
        let play = Play(.with(.net))
        let call = play.next(wait: true)
        play.fail(.timedOut)
        #expect(call.reply == nil)
        play.pass(.seconds(2))
        play.fail(.timedOut)
        #expect(call.outcome?.joke == .error("Too slow."))
        #expect(play.state.joke == .error("Too slow."))
        #expect(!play.state.fetching)
        #expect(play.state.error?.kind == "timeout")
    }

    @Test("is told when it begins and when it ends, and not in between")
    func told() {
        let play = Play(.with(.net))
        #expect(play.publications.map(\.changed) == [["fetching"]])
        let told = play.publications {
            play.fail(.noNetwork)
            play.pass(.seconds(2))
        }
        #expect(told.map(\.changed) == [["online"]])
        #expect(play.state.fetching)
        play.fail(.timedOut)
        #expect(!play.state.fetching)
    }

    @Test(
        "is tried once more after a failure of the transport, and after no other",
        arguments: [
            (.noNetwork, 2), (.nameNotFound, 2), (.unreachable, 2), (.proxy, 2), (.timedOut, 2), (.tls, 1),
            (.httpStatus, 1), (.nonsense, 1), (.rateLimited, 1), (.empty, 1), (.unavailable, 1),
            (.storage, 1),
        ] as [(SourceError.Kind, Int)])
    func retry(kind: SourceError.Kind, attempts: Int) {
        let play = Play(.with(.net))
        for _ in 0..<attempts {
            #expect(play.state.fetching)
            #expect(play.state.error == nil)
            play.fail(SourceError(kind, "No."))
            play.pass(.seconds(2))
        }
        #expect(!play.state.fetching)
        #expect(play.state.error?.message == "No.")
        #expect(play.state.error?.retryAt != nil)
        #expect(play.attempts.count == attempts)
        #expect(play.card == play.starter, "nobody waited")
    }

    @Test("is tried again no sooner than the source's spacing allows")
    func spacing() {
        let play = Play(.with(.net))
        play.fail(.noNetwork)
        play.pass(.milliseconds(1_999))
        #expect(play.attempts.count == 1)
        play.pass(.milliseconds(1))
        #expect(play.attempts.count == 2)
        #expect(play.attempts.map(\.count) == [10, 10])
    }

    @Test("is tried again at once where the source needs no spacing")
    func noSpacing() {
        let play = Play(.with(.pack))
        play.fail(.timedOut)
        #expect(play.attempts.count == 2)
    }

    @Test("from a source that never answers ends in time, and its late answers are ignored")
    func silence() throws {
        let play = Play(.with(.net, capacity: 1, lowWater: 1))
        let call = play.next(wait: true)
        let first = play.attempts[0]
        play.pass(Prefetch.timeout - .milliseconds(1))
        #expect(play.attempts.count == 1)
        play.pass(.milliseconds(1) + .seconds(2))
        try #require(play.attempts.count == 2)
        let second = play.attempts[1]
        play.pass(Prefetch.timeout - .milliseconds(1))
        #expect(play.state.fetching)
        play.pass(.milliseconds(1))
        #expect(!play.state.fetching)
        #expect(play.state.error?.kind == "timeout")
        #expect(call.outcome?.joke.id == .error)
        let state = play.state
        for late in [first, second] {
            play.hand(.fetched(late.request, SourceResult([.sample("late")])))
            play.hand(.fetchFailed(late.request, .refused))
        }
        #expect(play.state == state)
    }

    @Test("whose first attempt is told to have failed after its time is not ended by that")
    func lateFailure() throws {
        let play = Play(.with(.net))
        let first = play.attempts[0]
        play.pass(Prefetch.timeout)
        play.hand(.fetchFailed(first.request, .timedOut))
        #expect(play.state.fetching, "the second attempt is still to come")
        play.pass(.seconds(2))
        play.hand(.fetchFailed(first.request, .timedOut))
        #expect(play.state.fetching, "the second attempt is under way")
        try #require(play.attempts.count == 2)
        play.hand(.fetched(play.attempts[1].request, SourceResult([.sample("a")])))
        #expect(play.queue == ["a"])
    }

    @Test("of another life of the daemon is ignored")
    func restart() {
        let play = Play(.with(.net))
        let old = play.attempts[0]
        play.deliver(["a", "b", "c", "d"])
        play.restart()
        play.hand(.fetched(old.request, SourceResult([.sample("z")])))
        #expect(play.queue == ["a", "b", "c", "d"])
    }

    @Test("that succeeds clears the source's trouble")
    func recovery() {
        let play = Play(.with(.net))
        play.fail(.refused)
        #expect(play.state.error != nil)
        play.pass(.seconds(31))
        play.deliver(["a"])
        #expect(play.state.error == nil)
    }

    @Test("that succeeds for who waits ends the rest after a failure")
    func recoveryByKind() {
        let play = Play(.with(.net))
        play.fail(.refused)
        play.next(category: "dev")
        play.pass(.seconds(2))
        play.deliver([.sample("a", categories: ["dev"])])
        #expect(play.card == "a")
        #expect(play.state.error == nil)
        play.pass(.seconds(2))
        #expect(play.attempts.count == 3, "the queue is filled again")
    }

    @Test("says how it failed, and the newest failure of those that last")
    func kinds() {
        let play = Play(.with(.net, .other))
        play.fail(.refused, from: "net")
        play.fail(.nonsense, from: "other")
        #expect(play.state.error?.kind == "source_nonsense")
        play.next(source: "other", wait: true)
        play.pass(.seconds(2))
        play.deliver(["a"], from: "other")
        #expect(play.state.error?.kind == "source_refused")
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
        let play = Play(.with(.net, .pack, capacity: 100))
        play.fail(.noNetwork, from: "pack")
        #expect(play.state.online)
        play.fail(.noNetwork, from: "net")
        #expect(!play.state.online)
        play.deliver(["a"], from: "pack")
        #expect(!play.state.online)
        play.pass(.seconds(2))
        play.deliver(["b"], from: "net")
        #expect(play.state.online)
    }

    @Test("that brings nothing lets its source rest for a day, and nothing is said")
    func exhausted() {
        let play = Play(.with(.net))
        play.deliverNothing()
        #expect(play.state.error == nil)
        #expect(play.alarm == Prefetch.rest)
        #expect(play.model.prefetch.sources[0].isExhausted)
        play.next()
        play.pass(Prefetch.rest - .seconds(1))
        #expect(play.attempts.count == 1)
        play.pass(.seconds(1))
        #expect(play.attempts.count == 2)
    }

    @Test("of one kind that brings nothing new lets its source go on with others")
    func exhaustedKind() {
        let play = Play(.with(.net))
        play.deliver(["a", "b", "c", "d"])
        play.next(category: "dev")
        play.pass(.seconds(2))
        play.deliverNothing()
        #expect(!play.model.prefetch.sources[0].isExhausted)
    }
}

@Suite("A source that fails")
struct RestTests {
    @Test("rests for longer and longer, never less than its spacing, and comes back by itself")
    func backoff() {
        let play = Play(.with(.net))
        for failures in 1...12 {
            play.fail(.refused)
            let rest = play.alarm ?? .zero
            let bound = min(Duration.seconds(6 * 3600), .seconds(30) * (1 << (failures - 1)))
            #expect(rest >= .seconds(2))
            #expect(rest <= bound)
            #expect(play.state.error?.retryAt == play.now.wall.advanced(by: rest).rfc3339)
            play.pass(rest)
            #expect(play.attempts.count == failures + 1)
        }
    }

    @Test("rests as long as it asks for, and not much longer")
    func rateLimit() {
        let play = Play(.with(.net))
        let retryAt = play.now.wall.advanced(by: .seconds(7_200))
        play.fail(SourceError(.rateLimited, "Too many.", retryAt: retryAt))
        #expect(play.state.error?.retryAt == retryAt.rfc3339)
        // And a bit longer: it says the same to a whole fleet.
        #expect(play.alarm.map { $0 >= .seconds(7_200) && $0 <= .seconds(7_920) } == true)
        play.pass(.seconds(7_199))
        #expect(play.attempts.count == 1)
        play.pass(play.alarm ?? .zero)
        #expect(play.attempts.count == 2)
    }

    @Test(
        "may ask for nonsense: no rest, or one without end",
        arguments: [Int64.min, -1, 0, 253_402_300_799_000, .max])
    func absurd(milliseconds: Int64) {
        let play = Play(.with(.net))
        play.fail(SourceError(.rateLimited, "Too many.", retryAt: WallTime(milliseconds: milliseconds)))
        #expect(play.alarm.map { $0 >= .seconds(2) && $0 <= Prefetch.longestRest * 11 / 10 } == true)
        #expect(play.state.error?.retryAt != nil)
    }

    @Test("is asked all the same where somebody waits for it, in its spacing")
    func waitedFor() {
        let play = Play(.with(.net))
        play.fail(.refused)
        let call = play.next(wait: true)
        #expect(play.attempts.count == 1, "that would be too soon")
        play.pass(.seconds(2))
        #expect(play.attempts.count == 2)
        play.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
    }
}
