// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Undo")
struct UndoTests {
    @Test(
        "of a decision puts the joke back on the card, and the displaced one at the head of the queue",
        arguments: [ChangeRequest.Decision.like, .dislike])
    func onCard(decision: ChangeRequest.Decision) {
        let play = Play.ready("a", "b")
        play.request(.decide(decision, .card))
        var outcome: ChangeResult?
        let told = play.publications { outcome = play.undo().outcome }
        #expect(told.count == 1)
        #expect(outcome?.changed == true)
        #expect(outcome?.sequence == play.logged.last?.sequence)
        #expect(play.logged.last?.sequence == told.first.map { $0.sequence + 1 })
        #expect(play.card == play.starter)
        #expect(play.queue == ["a", "b"])
        #expect(play.saved.isEmpty)
        #expect(play.state.saved.count == 0)
        #expect(play.status(play.starter) == .undecided)
    }

    @Test(
        "of a decision on another joke leaves the card", arguments: [ChangeRequest.Decision.like, .dislike])
    func offCard(decision: ChangeRequest.Decision) {
        let play = Play.ready("a", "b")
        play.next()
        play.request(.decide(decision, .joke(Joke.starter.id)))
        #expect(play.undo().outcome?.changed == true)
        #expect(play.card == "a")
        #expect(play.queue == ["b"])
        #expect(play.status(play.starter) == .undecided)
        #expect(play.state.saved.count == 0)
    }

    @Test("of a dislike brings a saved joke back from the trash, with its date")
    func fromTrash() {
        let play = Play.ready("a")
        play.like()
        let before = play.status(play.starter)
        play.pass(.seconds(9))
        play.dislike(play.starter)
        play.undo()
        #expect(play.status(play.starter) == before)
        #expect(play.saved == [play.starter])
        #expect(play.state.saved.count == 1)
    }

    @Test("of a like buries again what was dug up")
    func buriedAgain() {
        let play = Play.ready("a")
        play.dislike()
        let before = play.status(play.starter)
        play.like(play.starter)
        play.undo()
        #expect(play.status(play.starter) == before)
        #expect(before?.isDisliked == true)
    }

    @Test("of a deletion brings all of it back, with the dates")
    func deletion() {
        let play = Play.ready("a", "b", "c")
        for _ in 0..<3 {
            play.like()
            play.pass(.seconds(1))
        }
        let statuses = play.shelf.statuses
        play.delete("a", "b")
        #expect(play.saved == [play.starter])
        guard case .undone(let step) = play.undo().outcome?.product else {
            Issue.record("nothing was undone")
            return
        }
        #expect(step.kind == .deleted)
        #expect(step.before.map(\.id.rawValue) == ["a", "b"])
        #expect(play.shelf.statuses == statuses)
        #expect(play.state.saved.count == 3)
        #expect(play.card == "c")
    }

    @Test("goes twenty steps back and no further, over a restart too", arguments: [false, true])
    func depth(restarts: Bool) {
        let play = Play(.with(.pack, capacity: 30, lowWater: 1))
        play.deliver((1...25).map { "j\($0)" })
        for _ in 0...20 { play.like() }
        #expect(play.state.saved.count == 21)
        for step in 0..<20 {
            if restarts { play.restart() }
            #expect(play.undo().outcome?.changed == true, "step \(step)")
        }
        #expect(play.card == "j1")
        #expect(play.queue == (2...25).map { "j\($0)" })
        #expect(play.undo().refusal?.isEmpty == true)
        #expect(play.saved == [play.starter])
    }

    @Test("with nothing to undo is refused, and changes nothing")
    func nothing() {
        let play = Play.ready("a")
        play.next()
        let told = play.publications { #expect(play.undo().refusal?.isEmpty == true) }
        #expect(told.isEmpty)
    }

    @Test("does not queue the error joke that it displaces")
    func errorDisplaced() {
        let play = Play()
        play.like()
        #expect(play.card == "error")
        play.undo()
        #expect(play.card == play.starter)
        #expect(play.queue.isEmpty)
    }

    @Test("of a decision whose joke is on the card again displaces nothing")
    func onCardAgain() {
        let play = Play.offline("a")
        play.next()
        play.like()
        play.next()
        #expect(play.card == "a")
        play.undo()
        #expect(play.card == "a")
        #expect(play.queue.isEmpty)
        #expect(play.saved.isEmpty)
        play.like()
        #expect(play.state.saved.count == 1)
    }

    @Test("in the middle of a drag sets the card back to the middle")
    func dragged() {
        let play = Play.ready("a")
        play.like()
        play.drag(0.7, end: 500)
        play.undo()
        #expect(play.state.cardTranslation == 0)
        #expect(play.state.decisionState == .undecided)
        #expect(play.model.dragEnds == nil)
    }

    @Test("that buries a queued joke again takes it out of the queue")
    func buriedInQueue() {
        let play = Play.offline("a", "b")
        play.next()
        play.next()
        play.dislike("a")
        play.like("a")
        play.like()
        play.undo()
        #expect(play.card == "b")
        #expect(play.queue == ["a"])
        play.undo()
        #expect(play.status("a")?.isDisliked == true)
        #expect(play.queue.isEmpty)
    }

    @Test("that buries the joke on the card again does not queue it when it is displaced")
    func buriedOnCard() {
        let play = Play.offline("a", "b", "c")
        for _ in 0..<3 { play.next() }
        #expect(play.card == "c")
        play.dislike("a")
        play.dislike("b")
        play.like()
        #expect(play.card != "a")
        play.like("a")
        while play.card != "a" { play.next() }
        play.undo()
        #expect(play.card == "a")
        #expect(play.status("a")?.isDisliked == true)
        play.undo()
        #expect(play.card == "c")
        #expect(play.queue.isEmpty)
    }
}
