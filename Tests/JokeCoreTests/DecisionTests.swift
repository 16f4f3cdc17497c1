// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A decision")
struct DecisionTests {
    @Test(
        "is told as two changes: decided, then the next joke",
        arguments: [
            (.like, .liked, .green), (.dislike, .disliked, .red),
        ] as [(ChangeRequest.Decision, CardState.DecisionState, CardState.BackgroundColor)])
    func twoChanges(
        decision: ChangeRequest.Decision, decided: CardState.DecisionState, color: CardState.BackgroundColor
    ) throws {
        let play = Play.ready("a", "b")
        var outcome: ChangeResult?
        let told = play.publications { outcome = play.request(.decide(decision, .card)).outcome }
        try #require(told.count == 2)
        // Between them stands the line in the log.
        #expect(play.logged.map(\.sequence) == [told[0].sequence + 1])
        #expect(told[1].sequence == told[0].sequence + 2)
        #expect(told[0].state.joke == .starter)
        #expect(told[0].state.decisionState == decided)
        #expect(told[0].state.backgroundColor == color)
        #expect(told[1].state.joke.id.rawValue == "a")
        #expect(told[1].state.decisionState == .undecided)
        #expect(told[1].state.backgroundColor == .gray)
        #expect(told.allSatisfy { $0.cause?.client == "test" })
        #expect(outcome?.sequence == told[1].sequence)
        #expect(outcome?.changed == true)
        #expect(outcome?.joke.id.rawValue == "a")
        #expect(outcome?.product == .decided(.starter))
    }

    @Test("by finger and by command is told alike", arguments: [ChangeRequest.Decision.like, .dislike])
    func alike(decision: ChangeRequest.Decision) {
        struct Look: Equatable {
            let joke: Joke.ID
            let color: CardState.BackgroundColor
            let decision: CardState.DecisionState
        }
        func looks(_ play: Play, _ work: () -> Void) -> [Look] {
            let all = play.publications(of: work).map {
                Look(
                    joke: $0.state.joke.id, color: $0.state.backgroundColor,
                    decision: $0.state.decisionState)
            }
            return all.enumerated().filter { $0 == 0 || all[$0 - 1] != $1 }.map(\.element)
        }
        let (commanded, dragged) = (Play.ready("a"), Play.ready("a"))
        let byCommand = looks(commanded) { commanded.request(.decide(decision, .card)) }
        let byFinger = looks(dragged) {
            if decision == .like { dragged.drag(0.6, end: 414) } else { dragged.drag(-0.6, end: -1) }
            dragged.release()
        }
        #expect(byCommand == byFinger)
        #expect(byCommand.count == 2)
        #expect(commanded.shelf.statuses == dragged.shelf.statuses)
    }

    @Test("on the starter joke holds, before anything was fetched")
    func starter() {
        let play = Play()
        play.like()
        #expect(play.saved == [play.starter])
        #expect(play.state.saved.count == 1)
    }

    @Test("on the error joke saves and buries nothing", arguments: [ChangeRequest.Decision.like, .dislike])
    func errorJoke(decision: ChangeRequest.Decision) {
        let play = Play()
        play.next()
        #expect(play.card == "error")
        let shelf = play.shelf
        #expect(play.request(.decide(decision, .card)).outcome?.product == .decided(nil))
        #expect(play.request(.decide(decision, .joke(.error))).outcome?.product == .decided(nil))
        #expect(play.shelf == shelf)
        #expect(play.undo().refusal?.isEmpty == true)
    }

    @Test("on the error joke is unknown while another joke is on the card")
    func errorJokeElsewhere() {
        #expect(Play().like("error").refusal == .unknownJoke("error"))
    }

    @Test("to like what is saved already changes nothing and makes no second row")
    func likedTwice() {
        let play = Play.ready("a", "b")
        play.like(play.starter)
        let shelf = play.shelf
        let second = play.like(play.starter)
        #expect(second.outcome?.changed == false)
        #expect(second.outcome?.sequence == play.publications.last?.sequence)
        #expect(second.outcome?.product == .decided(.starter))
        #expect(play.shelf == shelf)
        #expect(play.state.saved.count == 1)
        #expect(play.card == "a")
    }

    @Test("to dislike what is buried already changes nothing")
    func dislikedTwice() {
        let play = Play.ready("a", "b")
        play.dislike(play.starter)
        let shelf = play.shelf
        #expect(play.dislike(play.starter).outcome?.changed == false)
        #expect(play.shelf == shelf)
    }

    @Test("on a joke that nobody knows is refused", arguments: ["nobody", ""])
    func unknown(id: String) {
        let play = Play.ready("a")
        #expect(play.like(id).refusal == .unknownJoke(id))
        #expect(play.dislike(id).refusal == .unknownJoke(id))
        #expect(play.card == play.starter)
    }

    @Test("meant for another joke than the one on the card is refused, and changes nothing")
    func stale() {
        let play = Play.ready("a")
        let (shelf, count) = (play.shelf, play.publications.count)
        let refusal = ChangeError.stale(current: Joke.starter.id)
        #expect(play.like(ifJoke: "a").refusal == refusal)
        #expect(play.dislike(play.starter, ifJoke: "a").refusal == refusal)
        #expect(play.next(ifJoke: "a").refusal == refusal)
        #expect(play.request(.undo, ifJoke: "a").refusal == refusal)
        #expect(play.request(.reset, ifJoke: "a").refusal == refusal)
        #expect(play.request(.release, ifJoke: "a").refusal == refusal)
        #expect(play.request(.daily, ifJoke: "a").refusal == refusal)
        #expect(play.request(.delete(["a"]), ifJoke: "a").refusal == refusal)
        #expect(play.shelf == shelf)
        #expect(play.publications.count == count)
        #expect(play.like(ifJoke: play.starter).outcome != nil)
    }

    @Test("on a joke that is not on the card leaves the card, and is told once")
    func offCard() {
        let play = Play.ready("a", "b")
        play.next()
        let liked = play.publications { #expect(play.like(play.starter).outcome?.changed == true) }
        #expect(liked.map(\.changed) == [["saved"]])
        #expect(play.card == "a")
        #expect(play.saved == [play.starter])
        play.dislike(play.starter)
        #expect(play.card == "a")
        #expect(play.saved.isEmpty)
    }

    @Test("on a queued joke takes it out of the queue", arguments: [ChangeRequest.Decision.like, .dislike])
    func queued(decision: ChangeRequest.Decision) {
        let play = Play.ready("a", "b", "c")
        play.request(.decide(decision, .joke(Joke.ID(rawValue: "b"))))
        #expect(play.queue == ["a", "c"])
        #expect(play.card == play.starter)
    }

    @Test("to save again keeps the row and its date, and takes the newer text")
    func upsert() {
        let play = Play(.with(), shelf: Shelf(pack: [.sample("a", "Old."), .sample("b")]))
        play.next()
        play.like()
        let savedAt = play.status("a")?.savedAt
        let newer = Play(.with(), shelf: play.shelf.selling([.sample("a", "New.", categories: ["dev"])]))
        newer.pass(.seconds(60))
        newer.next()
        #expect(newer.card == "a")
        newer.like()
        #expect(newer.saved == ["a"])
        #expect(newer.state.saved.count == 1)
        #expect(newer.status("a")?.savedAt == savedAt)
        #expect(newer.shelf.record(Joke.ID(rawValue: "a"))?.joke.value == "New.")
        #expect(newer.shelf.record(Joke.ID(rawValue: "a"))?.joke.categories == ["dev"])
    }

    @Test("to dislike a saved joke moves it to the trash")
    func trash() {
        let play = Play.ready("a")
        play.like()
        let savedAt = play.status(play.starter)?.savedAt
        play.pass(.seconds(1))
        play.dislike(play.starter)
        #expect(play.saved.isEmpty)
        #expect(play.state.saved.count == 0)
        let now = play.now.wall
        #expect(
            play.status(play.starter) == JokeStatus(savedAt: savedAt, deletedAt: now, dislikedAt: now))
    }

    @Test("to like a buried joke digs it up")
    func digUp() {
        let play = Play.ready("a")
        play.dislike()
        play.pass(.seconds(1))
        play.like(play.starter)
        #expect(play.status(play.starter) == JokeStatus(savedAt: play.now.wall))
        #expect(play.state.saved.count == 1)
    }

    @Test("to like a deleted joke saves it anew, with a new date")
    func savedAnew() {
        let play = Play.ready("a")
        play.like()
        play.delete(play.starter)
        play.pass(.seconds(60))
        play.like(play.starter)
        #expect(play.status(play.starter) == JokeStatus(savedAt: play.now.wall))
        #expect(play.saved == [play.starter])
    }

    @Test("on the day's joke needs one, of today")
    func daily() {
        let play = Play.ready("a", "b", "c")
        #expect(play.request(.decide(.like, .daily)).refusal?.isEmpty == true)
        play.daily()
        #expect(
            play.request(.decide(.like, .daily)).outcome?.product == .decided(.sample("a", source: "pack")))
        #expect(play.saved == ["a"])
        #expect(play.card == play.starter)
        play.pass(.seconds(86_400))
        #expect(play.request(.decide(.dislike, .daily)).refusal?.isEmpty == true)
        #expect(play.saved == ["a"])
    }
}
