// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The next joke")
struct NextTests {
    @Test("comes from the queue, in one change, while a fetch starts beside it")
    func queue() {
        let play = Play(.with(.pack))
        play.deliver(["a", "b", "c", "d"])
        var outcome: ChangeResult?
        let told = play.publications { outcome = play.next().outcome }
        #expect(told.map(\.changed) == [["fetching", "joke", "queue"]])
        #expect(outcome?.joke.id.rawValue == "a")
        #expect(outcome?.product == .decided(nil))
        #expect(outcome?.sequence == told.first?.sequence)
    }

    @Test("comes from the pack where the queue is empty: what was not seen, else what was seen longest ago")
    func fallback() {
        let play = Play.offline("a", "b", "c")
        let cards = (0..<7).map { _ in
            play.next()
            return play.card
        }
        #expect(cards == ["a", "b", "c", "a", "b", "c", "a"])
    }

    @Test("is never a buried one of the pack")
    func buried() {
        let play = Play.offline("a", "b", "c")
        play.dislike()
        play.dislike()
        let cards = (0..<4).map { _ in
            play.next()
            return play.card
        }
        #expect(cards == ["c", "b", "c", "b"])
    }

    @Test("comes from the saved ones where there is no pack either")
    func saved() {
        let play = Play.ready("a", "b")
        play.like()
        play.next()
        play.next()
        #expect(play.card == play.starter)
    }

    @Test("is the error joke where there is nothing, which says what to do and is not kept")
    func error() {
        let play = Play()
        let outcome = play.next().outcome
        #expect(outcome?.joke.id == .error)
        #expect(outcome?.joke.categories == [])
        #expect(outcome?.joke.value.contains("Turn on a source") == true)
        #expect(outcome?.joke.translation == nil)
        #expect(play.shelf.card == nil)
        #expect(play.shelf.lastSeen(play.state.joke) == nil)
        #expect(play.next().outcome?.changed == false)
    }

    @Test("is the error joke with the reason where all that there is failed")
    func reason() {
        let play = Play(.with(.net))
        play.fail(.refused)
        play.next()
        #expect(play.state.joke.value == "Forbidden.")
    }

    @Test("makes the card gray, undecided and straight")
    func straight() {
        let play = Play.ready("a")
        play.drag(0.7, end: 500)
        play.next()
        #expect(play.state.backgroundColor == .gray)
        #expect(play.state.decisionState == .undecided)
        #expect(play.state.cardTranslation == 0)
    }

    @Test("of a source that is not on is refused, and says which are")
    func unknownSource() {
        let play = Play(.with(.net, .other))
        guard case .invalid("source", let expected) = play.next(source: "nobody").refusal else {
            Issue.record("it was not refused")
            return
        }
        #expect(expected.contains("net, other"))
    }

    @Test("does not wait for a source that rests after a failure")
    func resting() {
        let play = Play(.with(.net), shelf: Shelf(pack: [.sample("a"), .sample("b")]))
        play.fail(.refused)
        play.next()
        #expect(play.card == "a")
        #expect(play.attempts.count == 1)
    }
}
