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

extension Play {
    /// How many requests a source had today, those that may be under way included.
    func requests(_ source: String = "net") -> Int? { model.prefetch[source]?.requests }
}

@Suite("A day's budget")
struct BudgetTests {
    @Test("is spent by what a delivery says it cost, whatever came")
    func cost() {
        let play = Play(.with(Settings.Source.net.limited(to: 50)))
        #expect(play.requests() == 10, "as much as it can cost is set aside")
        play.deliver(SourceResult([.sample("a")], requests: 3))
        // Only four of ten were wanted again, and the next order is under way.
        play.pass(.seconds(2))
        #expect(play.requests() == 3 + 9)
    }

    @Test("is spent by failures, too, and by second attempts")
    func failures() {
        let play = Play(.with(Settings.Source.net.limited(to: 50)))
        play.fail(SourceError(.timedOut, "No.", requests: 4))
        #expect(play.requests() == 4 + 10)
        play.pass(.seconds(2))
        play.fail(SourceError(.httpStatus, "No.", requests: 2))
        #expect(play.requests() == 6)
    }

    @Test("is not spent where no request was made")
    func free() {
        let play = Play(.with(Settings.Source.net.limited(to: 50)))
        play.fail(SourceError(.command, "No.", requests: 0))
        #expect(play.requests() == 0)
    }

    @Test("is never passed: an order is for no more jokes than requests are left, and then there is none")
    func end() {
        let play = Play(.with(Settings.Source.net.limited(to: 12)))
        play.deliver(SourceResult([.sample("a")], requests: 10))
        play.pass(.seconds(2))
        #expect(play.attempts.map(\.count) == [10, 2])
        play.deliver(SourceResult([.sample("b")], requests: 2))
        play.pass(.seconds(3_600))
        #expect(play.attempts.count == 2)
        #expect(!play.state.fetching)
    }

    @Test("leaves no second attempt where it is used up")
    func noSecondAttempt() {
        let play = Play(.with(Settings.Source.net.limited(to: 10)))
        play.fail(SourceError(.timedOut, "No.", requests: 10))
        #expect(!play.state.fetching)
    }

    @Test("is kept over a restart, with what was under way when the power went")
    func restart() {
        let play = Play(.with(Settings.Source.net.limited(to: 15)))
        play.deliver(SourceResult([.sample("a")], requests: 4))
        play.pass(.seconds(2))
        #expect(play.requests() == 13)
        play.restart()
        #expect(play.attempts.count == 2)
        play.pass(.seconds(2))
        #expect(play.attempts.last?.count == 2)
        #expect(play.requests() == 15)
    }

    @Test("is renewed at midnight, which a whole time zone does not use at once")
    func midnight() {
        let settings = Settings.with(Settings.Source.net.limited(to: 10), spread: .seconds(3_600))
        let starts = (1...20).map { seed in
            let play = Play(settings, seed: UInt64(seed))
            play.next()
            play.deliver(SourceResult([.sample("a")], requests: 10))
            #expect(play.attempts.count == 1)
            let left = play.now.midnight.milliseconds - play.now.wall.milliseconds
            play.pass(.milliseconds(left - 1))
            #expect(play.attempts.count == 1)
            play.pass(.milliseconds(1))
            #expect(play.requests() == 0)
            let turn = play.alarm ?? .zero
            #expect(turn <= .seconds(3_600))
            play.pass(turn)
            play.pass(play.alarm ?? .zero)
            #expect(play.attempts.count == 2)
            return turn
        }
        #expect(Set(starts).count == 20)
    }

    @Test("that is used up refuses who waits, and says when there is more")
    func refusal() {
        let play = Play(.with(Settings.Source.net.limited(to: 10), lowWater: 1))
        play.deliver(SourceResult([.sample("a")], requests: 10))
        let call = play.next(source: "net", wait: true)
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .rateLimited)
        #expect(failure.retryAt == play.now.midnight)
        #expect(play.attempts.count == 1)
        #expect(play.next(wait: true).outcome?.joke.id.rawValue == "a", "any joke is better than none")
    }

    @Test("is nothing that local sources have")
    func local() {
        let play = Play(.with(.pack))
        #expect(play.requests("pack") == 0)
        #expect(play.shelf.sources["pack"] == nil, "nothing of it is kept")
    }
}

@Suite("Manners")
struct MannersTests {
    @Test("two requests keep their distance over a restart")
    func spacing() {
        let play = Play(.with(.net))
        play.pass(.milliseconds(500))
        play.restart()
        #expect(play.attempts.count == 1)
        play.pass(.milliseconds(1_499))
        #expect(play.attempts.count == 1)
        play.pass(.milliseconds(1))
        #expect(play.attempts.count == 2)
    }

    @Test("a rest is kept over a restart, and a clock that was set back does not make it longer")
    func rest() {
        let play = Play(.with(.net))
        play.fail(SourceError(.rateLimited, "No.", retryAt: play.now.wall.advanced(by: .seconds(7_200))))
        play.pass(.seconds(3_600))
        play.restart()
        #expect(play.alarm.map { $0 >= .seconds(3_600) && $0 <= .seconds(3_600 + 720) } == true)
        var shelf = play.shelf
        var memory = PersistedSource(name: "net")
        memory.backoffUntil = play.now.wall.advanced(by: .seconds(400 * 86_400))
        memory.askedAt = memory.backoffUntil
        shelf.apply([.source(memory)])
        let later = Play(.with(.net), shelf: shelf)
        #expect(later.alarm.map { $0 <= Prefetch.longestRest * 11 / 10 } == true)
    }

    @Test("who waits is refused while a source wants no request, and gets another one's joke")
    func retryAfter() {
        let play = Play(.with(.net, .other, lowWater: 1))
        play.deliver(["a", "b"], from: play.pending[0].source)
        let until = play.now.wall.advanced(by: .seconds(7_200))
        play.fail(SourceError(.rateLimited, "Too many.", retryAt: until))
        let limited = play.attempts.last?.source
        let call = play.next(source: limited, wait: true)
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .rateLimited && failure.retryAt == until)
        play.pass(.seconds(2))
        let attempts = play.attempts.count
        let any = play.next(wait: true)
        #expect(play.attempts.dropFirst(attempts).map(\.source) == [limited == "net" ? "other" : "net"])
        play.deliver(["c"])
        #expect(any.outcome?.joke.id.rawValue == "c")
    }

    @Test("a circuit opens after five failures in a row: one request at a time, and no second attempt")
    func circuit() {
        let play = Play(.with(.net))
        for _ in 1...Prefetch.circuitFailures {
            #expect(play.model.prefetch["net"]?.isCircuitOpen == false)
            play.fail(.refused)
            play.pass(play.alarm ?? .zero)
        }
        #expect(play.attempts.last?.count == 1)
        let report = play.model.sourceReports(at: play.now)[0]
        #expect(report.state == .fetching)
        play.fail(.noNetwork)
        #expect(!play.state.fetching)
        let open = play.model.sourceReports(at: play.now)[0]
        #expect(open.state == .open)
        #expect(open.nextFetch == play.now.wall.advanced(by: play.alarm ?? .zero))
        #expect(play.alarm.map { $0 >= .seconds(480) } == true, "never less than half the bound")
        play.pass(play.alarm ?? .zero)
        play.deliver(["a"])
        play.pass(.seconds(2))
        #expect(play.attempts.last?.count == 9)
        #expect(play.state.error == nil)
    }

    @Test("after a start a network's source waits for its turn, and local ones fill the queue at once")
    func fleet() {
        let turns = (1...200).compactMap { seed -> Duration? in
            let play = Play(.with(.net, .pack, spread: .seconds(3_600)), seed: UInt64(seed))
            #expect(play.attempts.map(\.source) == ["pack"])
            play.deliver(["a"])
            play.deliverNothing()
            return play.alarm
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
            let play = Play(.with(.net, lowWater: 2, spread: .seconds(3_600)), seed: UInt64(seed))
            play.next(wait: true)
            play.deliver(["a", "b", "c", "d"])
            play.next()
            play.pass(.seconds(2))
            play.next()
            #expect(play.queue.count == 1 && play.attempts.count == 1)
            return play.alarm
        }
        #expect(Set(turns).count == 20)
        #expect(turns.allSatisfy { $0 <= .seconds(600) })
    }

    @Test("a network's source gets its share though local ones fill the queue at once")
    func share() {
        let play = Play(.with(.net, .pack, spread: .seconds(3_600)))
        for number in 0..<60 {
            for order in play.pending {
                play.deliver((0..<order.count).map { "\(order.source) \(number) \($0)" }, from: order.source)
            }
            play.next()
            play.pass(.seconds(300))
        }
        let shares = play.attempts.reduce(into: [:]) { $0[$1.source, default: 0] += $1.count }
        #expect(shares["net", default: 0] >= 15)
        #expect(shares["pack", default: 0] >= 15)
    }

    @Test("who wants a joke where there is none is not kept waiting for that turn")
    func hurry() {
        let play = Play(.with(.net, spread: .seconds(3_600)))
        #expect(play.attempts.isEmpty)
        play.next()
        #expect(play.attempts.count == 1)
    }

    @Test("what a source gave beside its failure is kept, and it rests")
    func shortfall() {
        let play = Play(.with(.net))
        let until = play.now.wall.advanced(by: .seconds(600))
        play.deliver(
            SourceResult(
                [.sample("a")], error: SourceError(.rateLimited, "Enough.", retryAt: until)))
        #expect(play.queue == ["a"])
        #expect(play.state.error?.kind == "rate_limited")
        #expect(play.alarm.map { $0 >= .seconds(600) } == true)
        #expect(play.logged.count { $0.members.contains("fetchFailed") } == 1)
    }
}

@Suite("A source that gives seen jokes")
struct RepeatingTests {
    private let old = (1...12).map { Joke.sample("old\($0)") }

    /// All of `old` were shown, and the queue is empty.
    private func play() -> Play {
        let play = Play(.with(.pack, .net, lowWater: 1))
        play.deliver(old, from: "pack")
        for _ in old { play.next() }
        exhaustPack(play)
        play.pass(.seconds(2))
        return play
    }

    private func exhaustPack(_ play: Play) {
        if play.model.prefetch.isFetching(from: "pack") { play.deliver([Joke](), from: "pack") }
    }

    @Test("rests for a day after ten of them, in one delivery or in several")
    func ten() {
        let play = play()
        play.deliver(Array(old.prefix(4)), from: "net")
        #expect(play.model.prefetch["net"]?.isExhausted == false)
        play.pass(.seconds(2))
        play.deliver(Array(old.suffix(5)), from: "net")
        #expect(play.model.prefetch["net"]?.isExhausted == false)
        play.restart()
        exhaustPack(play)
        play.pass(.seconds(2))
        // Another id, and the text of one that was seen.
        play.deliver([.sample("new id", old[0].value.uppercased())], from: "net")
        #expect(play.model.prefetch["net"]?.isExhausted == true)
        let attempts = play.attempts.count { $0.source == "net" }
        play.pass(Prefetch.rest - .seconds(1))
        #expect(play.attempts.count { $0.source == "net" } == attempts)
    }

    @Test("goes on where a new one comes between")
    func between() {
        let play = play()
        play.deliver(Array(old.prefix(9)) + [.sample("new")] + old.suffix(3), from: "net")
        #expect(play.model.prefetch["net"]?.isExhausted == false)
        #expect(play.queue == ["new"])
    }

    @Test("what is kept out by the filter counts for neither")
    func filtered() {
        let play = play()
        let rude = Joke.sample("rude", categories: ["nsfw"])
        play.deliver(Array(old.prefix(5)) + [rude] + old.suffix(5), from: "net")
        #expect(play.model.prefetch["net"]?.isExhausted == true)
    }
}
