// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A request for the next joke that waits")
struct WaitTests {
    /// Returns a driver with these sources and a queue at its low water.
    private func driver(_ sources: Settings.Source..., pack: [Joke] = []) -> ModelDriver {
        let settings = Settings(capacity: 10, lowWater: 1, sources: sources, spread: .zero)
        let driver = ModelDriver(settings, archive: ModelArchive(pack: pack))
        for request in driver.pending { driver.deliver(["\(request.source) ready"], from: request.source) }
        // The spacing of the source.
        driver.pass(.seconds(2))
        return driver
    }

    @Test("a waiting request fetches although the queue has a joke", .rule(8))
    func fetchesFirst() {
        let driver = driver(.net)
        let call = driver.next(wait: true)
        #expect(call.reply == nil)
        #expect(driver.card == driver.starter)
        #expect(driver.attempts.last?.count == 1)
        var published: [Publication] = []
        published = driver.publications { driver.deliver(["a"]) }
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(call.outcome?.changed == true)
        #expect(call.outcome?.sequence == published.first?.sequence)
        #expect(published.first?.cause?.client == "test")
        #expect(driver.queue == ["net ready"])
    }

    @Test(
        "a client waits 25 s at most, however many sources and attempts there are", .rule(3), arguments: 0..<3
    )
    func wholeWait(way: Int) {
        let other = Settings.Source(name: "other", isLocal: false)
        let driver = way == 2 ? driver(.net) : driver(.net, other)
        let call = driver.next(wait: true)
        let named = driver.next(source: "net", wait: true)
        switch way {
        case 0: driver.pass(.seconds(24))
        case 1:
            driver.pass(.seconds(20))
            for request in driver.pending { driver.deliver([String](), from: request.source) }
            driver.pass(.seconds(4))
        default:
            driver.pass(.seconds(19))
            driver.fail(.unreachable)
            driver.pass(.seconds(5))
        }
        driver.pass(.seconds(1))
        #expect(call.outcome != nil, "\(String(describing: call.reply))")
        #expect(named.refusal != nil, "\(String(describing: named.reply))")
    }

    @Test("a timeout is not followed by a second attempt")
    func timeoutEndsWait() {
        let driver = driver(.net)
        let call = driver.next(wait: true)
        driver.pass(.seconds(20))
        driver.fail(.timedOut)
        #expect(call.outcome?.joke.id.rawValue == "net ready")
        #expect(driver.state.error?.kind == "timeout")
    }

    @Test("a waiting request joins the fetch in flight, whose other jokes enter the queue")
    func joinsFetch() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(wait: true)
        #expect(driver.attempts.count == 1)
        driver.deliver(["a", "b", "c", "d"])
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(driver.queue == ["b", "c", "d"])
    }

    @Test(
        "a request whose fetch failed gets the joke of the queue and the failure; with a source, the failure alone",
        .rule(8)
    )
    func saysFailure() {
        let driver = driver(.net)
        let any = driver.next(wait: true)
        let named = driver.next(source: "net", wait: true)
        driver.fail(.refused)
        guard case .next(let error) = any.outcome?.product else {
            Issue.record("\(String(describing: any.reply))")
            return
        }
        #expect(any.outcome?.joke.id.rawValue == "net ready")
        #expect(error?.kind == SourceError.refused.errorKind.rawValue)
        #expect(error?.message == SourceError.refused.message)
        #expect(named.refusal == .fetchFailed(.refused))
    }

    @Test("a request for which another source has a joke reports no failure")
    func noFailureWithJoke() {
        let driver = driver(.net, .other)
        let call = driver.next(wait: true)
        let first = driver.pending[0].source
        driver.fail(.refused)
        #expect(driver.pending.last?.source != first)
        driver.deliver(["fresh"], from: driver.pending.last?.source)
        #expect(call.outcome?.joke.id.rawValue == "fresh")
        #expect(call.outcome?.product == .next(nil))
    }

    @Test("several waiting requests get different jokes in the order of the requests")
    func severalClients() {
        let driver = ModelDriver(.with(.net))
        let calls = (0..<3).map { _ in driver.next(wait: true) }
        driver.deliver(["a", "b", "c", "d"])
        #expect(calls.map(\.outcome?.joke.id.rawValue) == ["a", "b", "c"])
        #expect(driver.card == "c")
        #expect(driver.queue == ["d"])
    }

    @Test("several waiting requests get different jokes although the first fetch asked for one")
    func fetchForOneJoke() {
        let driver = driver(.net)
        let calls = (0..<3).map { _ in driver.next(wait: true) }
        #expect(driver.attempts.count == 2)
        driver.deliver(["a"])
        #expect(calls.map { $0.outcome?.joke.id.rawValue } == ["a", nil, nil])
        driver.pass(.seconds(2))
        #expect(driver.attempts.last?.count == 2, "one more fetch for the two who are left")
        driver.deliver(["b", "c"])
        #expect(calls.map { $0.outcome?.joke.id.rawValue } == ["a", "b", "c"])
        #expect(driver.queue == ["net ready"])
        #expect(driver.pending.isEmpty)
    }

    @Test("a waiting request fails with the fetch that it joined, without another fetch")
    func failsTogether() {
        let driver = driver(.net)
        let calls = (0..<3).map { _ in driver.next(wait: true) }
        driver.fail(.refused)
        #expect(calls.map { $0.outcome?.joke.id.rawValue }.first == "net ready")
        #expect(calls.allSatisfy { $0.outcome != nil })
        #expect(driver.unanswered.isEmpty)
        #expect(driver.attempts.count == 2)
    }

    @Test("each of several waiting requests can like its joke, and none of these jokes comes again")
    func everyJokeIsStored() {
        let driver = ModelDriver(.with(.net))
        for _ in 0..<3 { driver.next(wait: true) }
        driver.deliver(["a", "b", "c"])
        #expect(driver.card == "c")
        #expect(driver.like("a").outcome != nil)
        #expect(driver.like("b").outcome != nil)
        driver.pass(.seconds(2))
        driver.next(wait: true)
        driver.deliver(["a", "b", "c", "d"])
        #expect(driver.card == "d")
    }

    @Test("one input answers no more than sixteen of a hundred waiting requests")
    func answersInSlices() {
        let pack = (0..<100).map { Joke.sample("p\($0)", source: "builtin") }
        let driver = driver(.net, pack: pack)
        let calls = (0..<100).map { _ in driver.next(wait: true) }
        driver.fail(.refused)
        var answered = calls.count { $0.reply != nil }
        #expect(answered <= 16)
        while driver.nextDeadline == .zero, answered < 100 {
            driver.passDeadline()
            let now = calls.count { $0.reply != nil }
            #expect(now - answered <= 16)
            answered = now
        }
        #expect(answered == 100)
        #expect(driver.nextDeadline != .zero)
        #expect(Set(calls.compactMap(\.outcome?.joke.id)).count == 100)
    }

    @Test("several requests for a kind whose jokes were all seen get different ones")
    func differentSeenJokes() {
        let pack = (0..<9).map { Joke.sample("p\($0)", "Tea \($0)?", categories: ["tea"], source: "builtin") }
        let driver = driver(.net, pack: pack)
        func answers(_ count: Int) -> Set<Joke.ID> {
            let calls = (0..<count).map { _ in driver.next(category: "tea") }
            driver.fail(.refused)
            driver.pass(.seconds(3_600))
            return Set(calls.compactMap(\.outcome?.joke.id))
        }
        #expect(answers(9).count == 9)
        // Most of them get jokes of two rounds.
        for _ in 0..<6 { #expect(answers(8).count == 8) }
    }

    @Test("a joke of the queue that a waiting request gets leaves the queue")
    func leavesQueue() throws {
        let pack = "ab".map { Joke.sample("\($0)", categories: ["tea"], source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.deliver(pack)
        let call = driver.next(category: "tea", wait: true)
        driver.deliverNothing()
        let id = try #require(call.outcome?.joke.id.rawValue)
        #expect(driver.queue == ["a", "b"].filter { $0 != id })
    }

    @Test(
        "a failed waiting request falls back to the queue, the pack, then the error joke, with the error",
        .rule(8))
    func fallsBack() {
        let driver = driver(.net, pack: [.sample("p", source: "builtin")])
        let first = driver.next(wait: true)
        driver.fail(.refused)
        #expect(first.outcome?.joke.id.rawValue == "net ready")
        #expect(driver.state.error?.kind == "source_refused")
        driver.pass(.seconds(2))
        let second = driver.next(wait: true)
        driver.fail(.refused)
        #expect(second.outcome?.joke.id.rawValue == "p")
        driver.dislike("p")
        driver.pass(.seconds(2))
        let third = driver.next(wait: true)
        driver.fail(.nonsense)
        #expect(third.outcome?.joke == .error("Not a joke."))
    }

    @Test(
        "a waiting request tries the next source if one fails or has nothing new", arguments: [false, true])
    func nextSource(fails: Bool) {
        let driver = driver(.net, .other)
        let call = driver.next(wait: true)
        let first = driver.pending.first?.source ?? ""
        if fails { driver.fail(.refused) } else { driver.deliverNothing() }
        #expect(call.reply == nil)
        let second = driver.pending.first?.source ?? ""
        #expect(Set([first, second]) == ["net", "other"])
        driver.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
    }

    @Test("a waiting request for one source asks that one alone and gets its error", .rule(8))
    func certainSource() {
        let driver = driver(.net, .other)
        let call = driver.next(source: "other", wait: true)
        #expect(driver.pending.map(\.source) == ["other"])
        driver.fail(.refused)
        #expect(call.refusal == .fetchFailed(.refused))
        #expect(driver.card == driver.starter)
        #expect(driver.state.error?.kind == "source_refused")
    }

    @Test(
        "a request that repeats the joke on the card says why: the failure of its source, or that there is no other",
        .rule(8)
    )
    func repeated() {
        let missing = SourceError(.storage, "pack.jsonl: No such file or directory.")
        for failure in [missing, nil] {
            let driver = ModelDriver(.with(.pack, lowWater: 1))
            driver.deliver(["a"])
            driver.next()
            if let failure { driver.fail(failure) } else { driver.deliverNothing() }
            let call = driver.next(source: "pack")
            if let failure { driver.fail(failure) } else { driver.deliverNothing() }
            #expect(call.outcome?.joke.id.rawValue == "a")
            let message = failure?.message ?? "No other joke of that kind is left."
            #expect(call.outcome?.product.reason?.message == message)
            #expect(driver.next().outcome?.product.reason?.message == message)
        }
    }

    @Test("a request for a category fetches it, and is refused if no source has it")
    func certainCategory() {
        let driver = driver(.net, .other)
        let call = driver.next(category: "dev")
        #expect(driver.pending.map(\.category) == ["dev"])
        driver.deliver([.sample("a", categories: ["pun"])])
        #expect(call.reply == nil)
        driver.deliverNothing()
        #expect(call.refusal?.isEmpty == true)
        #expect(driver.queue.contains("a"), "what came is kept")
        #expect(driver.card == driver.starter)
    }

    @Test("a request for a category fetches it after a prefetch in flight brought none")
    func categoryAfterPrefetch() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(category: "dev")
        #expect(driver.attempts.count == 1)
        driver.deliver(["a", "b", "c", "d"])
        #expect(call.reply == nil)
        #expect(driver.state.fetching)
        driver.pass(.seconds(2))
        #expect(driver.attempts.map(\.category) == [nil, "dev"])
        driver.deliver([.sample("e", categories: ["dev"])])
        #expect(call.outcome?.joke.id.rawValue == "e")
    }

    @Test("a waiting request with ifJoke is refused if the card has changed, and its joke is queued")
    func staleCard() {
        let driver = driver(.net)
        let call = driver.next(wait: true, ifJoke: driver.starter)
        driver.next()
        driver.deliver(["a"])
        #expect(call.refusal == .stale(current: Joke.ID(rawValue: "net ready")))
        #expect(driver.card == "net ready")
        #expect(driver.queue.first == "a")
    }

    @Test("a failed waiting request with ifJoke takes nothing if the card has changed")
    func staleFailure() {
        let driver = driver(.net)
        let call = driver.next(wait: true, ifJoke: driver.starter)
        driver.next()
        driver.fail(.refused)
        #expect(call.refusal == .stale(current: Joke.ID(rawValue: "net ready")))
        #expect(driver.queue.isEmpty)
    }

    @Test("a waiting request falls back at once if there is no source")
    func noSource() {
        let driver = ModelDriver.offline("a")
        #expect(driver.next(wait: true).outcome?.joke.id.rawValue == "a")
        #expect(driver.next(category: "dev", wait: true).refusal?.isEmpty == true)
    }

    @Test("a like does not disturb a waiting request")
    func likeMeanwhile() {
        let driver = driver(.net)
        let call = driver.next(wait: true)
        driver.like()
        #expect(driver.card == "net ready")
        driver.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(driver.saved == [driver.starter])
    }

    @Test("a request beyond the limit of waiting requests is refused, and the others get their jokes")
    func limit() {
        let driver = ModelDriver(.with(.net))
        let calls = (0..<Limits.waits).map { _ in driver.next(wait: true) }
        #expect(
            driver.next(wait: true).refusal
                == .busy("\(Limits.waits) requests wait for a source already; try again in a moment."))
        driver.deliver(["a", "b"])
        #expect(calls.prefix(3).map(\.outcome?.joke.id.rawValue) == ["a", "b", nil])
        #expect(driver.next(wait: true).reply == nil)
    }

    @Test("the waiting requests of a connection get their jokes in turns with those of others")
    func turns() {
        let driver = ModelDriver(.with(.net))
        let busy = (0..<4).map { _ in driver.next(wait: true, connection: -1) }
        let other = (0..<2).map { _ in driver.next(wait: true, connection: -2) }
        driver.deliver(["a", "b", "c", "d"])
        #expect(busy.map(\.outcome?.joke.id.rawValue) == ["a", "c", nil, nil])
        #expect(other.map(\.outcome?.joke.id.rawValue) == ["b", "d"])
    }

    @Test("at the limit, the connection with the most waiting requests makes room for that of another")
    func roomForOthers() {
        let driver = ModelDriver(.with(.net))
        let refusal = ChangeError.busy(
            "\(Limits.waits) requests wait for a source already; try again in a moment.")
        let few = driver.next(wait: true, connection: -1)
        let many = (1..<Limits.waits).map { _ in driver.next(wait: true, connection: -2) }
        #expect(driver.next(wait: true, connection: -2).refusal == refusal)
        #expect(many.allSatisfy { $0.reply == nil })
        let others = (0..<2).map { _ in driver.next(wait: true, connection: -3) }
        #expect(others.allSatisfy { $0.reply == nil } && few.reply == nil)
        #expect(many.map(\.refusal) == Array(repeating: nil, count: many.count - 2) + [refusal, refusal])
        // No connection has two more than one that has half of them.
        for _ in 0..<Limits.waits { driver.next(wait: true, connection: -3) }
        let counts = driver.model.pending.entries.reduce(into: [:]) {
            $0[$1.token.cause.connection, default: 0] += 1
        }
        #expect(counts == [-1: 1, -2: 64, -3: 63])
    }

    @Test("requests of a closed connection no longer wait, and get none of the jokes")
    func disconnected() {
        let driver = ModelDriver(.with(.net))
        let (gone, other) = (driver.next(wait: true), driver.next(wait: true))
        driver.handle(.disconnected(connection: gone.number))
        #expect(driver.model.pending.entries.count == 1)
        driver.deliver(["a", "b"])
        #expect(other.outcome?.joke.id.rawValue == "a")
        #expect(driver.queue == ["b"])
    }
}

extension ChangeResult.Value {
    /// Why the next joke is none that was fetched for the request, or nil.
    fileprivate var reason: CardState.ErrorInfo? { if case .next(let reason) = self { reason } else { nil } }
}
