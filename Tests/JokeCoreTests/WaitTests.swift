// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A next that waits")
struct WaitTests {
    /// One source, and a queue that wants nothing.
    private func play(_ sources: Settings.Source..., pack: [Joke] = []) -> Play {
        let settings = Settings(capacity: 10, lowWater: 1, sources: sources, spread: .zero)
        let play = Play(settings, shelf: Shelf(pack: pack))
        for order in play.pending { play.deliver(["\(order.source) ready"], from: order.source) }
        // The next request would come too soon.
        play.pass(.seconds(2))
        return play
    }

    @Test("fetches first, though the queue has one")
    func fetchesFirst() {
        let play = play(.net)
        let call = play.next(wait: true)
        #expect(call.reply == nil)
        #expect(play.card == play.starter)
        #expect(play.attempts.last?.count == 1)
        var told: [Publication] = []
        told = play.publications { play.deliver(["a"]) }
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(call.outcome?.changed == true)
        #expect(call.outcome?.sequence == told.first?.sequence)
        #expect(told.first?.cause?.client == "test")
        #expect(play.queue == ["net ready"])
    }

    @Test("joins the fetch that is under way, whose other jokes go into the queue")
    func joins() {
        let play = Play(.with(.net))
        let call = play.next(wait: true)
        #expect(play.attempts.count == 1)
        play.deliver(["a", "b", "c", "d"])
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(play.queue == ["b", "c", "d"])
    }

    @Test("among several, each gets a joke of its own, in the order of asking")
    func several() {
        let play = Play(.with(.net))
        let calls = (0..<3).map { _ in play.next(wait: true) }
        play.deliver(["a", "b", "c", "d"])
        #expect(calls.map(\.outcome?.joke.id.rawValue) == ["a", "b", "c"])
        #expect(play.card == "c")
        #expect(play.queue == ["d"])
    }

    @Test("among several gets a joke of its own though the first fetch was ordered for one")
    func orderedForOne() {
        let play = play(.net)
        let calls = (0..<3).map { _ in play.next(wait: true) }
        #expect(play.attempts.count == 2)
        play.deliver(["a"])
        #expect(calls.map { $0.outcome?.joke.id.rawValue } == ["a", nil, nil])
        play.pass(.seconds(2))
        #expect(play.attempts.last?.count == 2, "one more fetch for the two who are left")
        play.deliver(["b", "c"])
        #expect(calls.map { $0.outcome?.joke.id.rawValue } == ["a", "b", "c"])
        #expect(play.queue == ["net ready"])
        #expect(play.pending.isEmpty)
    }

    @Test("fails together with the fetch that it joined, without another one")
    func failsTogether() {
        let play = play(.net)
        let calls = (0..<3).map { _ in play.next(wait: true) }
        play.fail(.refused)
        #expect(calls.map { $0.outcome?.joke.id.rawValue }.first == "net ready")
        #expect(calls.allSatisfy { $0.outcome != nil })
        #expect(play.unanswered.isEmpty)
        #expect(play.attempts.count == 2)
    }

    @Test("falls back to the queue, to the pack, to the error joke, and says what failed")
    func fallsBack() {
        let play = play(.net, pack: [.sample("p", source: "builtin")])
        let first = play.next(wait: true)
        play.fail(.refused)
        #expect(first.outcome?.joke.id.rawValue == "net ready")
        #expect(play.state.error?.kind == "source_refused")
        play.pass(.seconds(2))
        let second = play.next(wait: true)
        play.fail(.refused)
        #expect(second.outcome?.joke.id.rawValue == "p")
        play.dislike("p")
        play.pass(.seconds(2))
        let third = play.next(wait: true)
        play.fail(.nonsense)
        #expect(third.outcome?.joke == .error("Not a joke."))
    }

    @Test("tries the next source when one fails or has nothing new", arguments: [false, true])
    func nextSource(fails: Bool) {
        let play = play(.net, .other)
        let call = play.next(wait: true)
        let first = play.pending.first?.source ?? ""
        if fails { play.fail(.refused) } else { play.deliverNothing() }
        #expect(call.reply == nil)
        let second = play.pending.first?.source ?? ""
        #expect(Set([first, second]) == ["net", "other"])
        play.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
    }

    @Test("for a certain source asks that one alone, and gets the failure as its answer")
    func certainSource() {
        let play = play(.net, .other)
        let call = play.next(source: "other", wait: true)
        #expect(play.pending.map(\.source) == ["other"])
        play.fail(.refused)
        #expect(call.refusal == .fetchFailed(.refused))
        #expect(play.card == play.starter)
        #expect(play.state.error?.kind == "source_refused")
    }

    @Test("for a certain category orders that, and is refused where no source has one")
    func certainCategory() {
        let play = play(.net, .other)
        let call = play.next(category: "dev")
        #expect(play.pending.map(\.category) == ["dev"])
        play.deliver([.sample("a", categories: ["pun"])])
        #expect(call.reply == nil)
        play.deliverNothing()
        #expect(call.refusal?.isEmpty == true)
        #expect(play.queue.contains("a"), "what came is kept")
        #expect(play.card == play.starter)
    }

    @Test("for a certain category asks for it after a fetch that was under way brought none")
    func categoryAfterPrefetch() {
        let play = Play(.with(.net))
        let call = play.next(category: "dev")
        #expect(play.attempts.count == 1)
        play.deliver(["a", "b", "c", "d"])
        #expect(call.reply == nil)
        #expect(play.state.fetching)
        play.pass(.seconds(2))
        #expect(play.attempts.map(\.category) == [nil, "dev"])
        play.deliver([.sample("e", categories: ["dev"])])
        #expect(call.outcome?.joke.id.rawValue == "e")
    }

    @Test("for one joke alone is refused when the card moved on, and its joke is queued")
    func stale() {
        let play = play(.net)
        let call = play.next(wait: true, ifJoke: play.starter)
        play.next()
        play.deliver(["a"])
        #expect(call.refusal == .stale(current: Joke.ID(rawValue: "net ready")))
        #expect(play.card == "net ready")
        #expect(play.queue.first == "a")
    }

    @Test("for one joke alone takes nothing when the card moved on and the fetch failed")
    func staleFailure() {
        let play = play(.net)
        let call = play.next(wait: true, ifJoke: play.starter)
        play.next()
        play.fail(.refused)
        #expect(call.refusal == .stale(current: Joke.ID(rawValue: "net ready")))
        #expect(play.queue.isEmpty)
    }

    @Test("without any source falls back at once")
    func noSource() {
        let play = Play.offline("a")
        #expect(play.next(wait: true).outcome?.joke.id.rawValue == "a")
        #expect(play.next(category: "dev", wait: true).refusal?.isEmpty == true)
    }

    @Test("is not disturbed by a like meanwhile")
    func liked() {
        let play = play(.net)
        let call = play.next(wait: true)
        play.like()
        #expect(play.card == "net ready")
        play.deliver(["a"])
        #expect(call.outcome?.joke.id.rawValue == "a")
        #expect(play.saved == [play.starter])
    }
}
