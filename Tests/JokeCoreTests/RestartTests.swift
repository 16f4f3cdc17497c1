// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A restart")
struct RestartTests {
    @Test("keeps the card, the queue, the day's joke, the history and what is saved")
    func keeps() {
        let play = Play.ready("a", "b", "c", "d")
        play.like()
        play.daily()
        play.dislike()
        let (before, undo, daily) = (play.state, play.model.undo, play.model.daily)
        play.restart()
        #expect(play.state.joke == before.joke)
        #expect(play.card == "c")
        #expect(play.queue == ["d"])
        #expect(play.model.daily == daily)
        #expect(play.model.undo == undo)
        #expect(play.state.saved == before.saved)
    }

    @Test("keeps whether translations are shown")
    func showTranslation() {
        var shelf = Shelf()
        shelf.showTranslation = true
        #expect(Play(shelf: shelf).state.showTranslation)
    }

    @Test("forgets a drag")
    func drag() {
        let play = Play()
        play.drag(0.7, end: 500)
        play.restart()
        #expect(play.state.cardTranslation == 0)
        #expect(play.state.backgroundColor == .gray)
        #expect(play.state.decisionState == .undecided)
        #expect(play.alarm == nil)
    }

    @Test("of the very first run shows the starter joke, with nothing saved")
    func first() {
        let state = Play().state
        #expect(state.joke.id.rawValue == "mgdb9q1wqb6_gurzp_5bga")
        #expect(state.joke.categories == ["dev"])
        #expect(state.backgroundColor == .gray)
        #expect(state.decisionState == .undecided)
        #expect(!state.showTranslation)
        #expect(state.cardTranslation == 0)
        #expect(state.error == nil)
        #expect(state.online)
        #expect(state.saved.count == 0)
        #expect(!state.fetching)
    }

    @Test("while the error joke is on the card shows the starter joke, as saved as it was")
    func errorCard() {
        let play = Play()
        play.like()
        #expect(play.card == "error")
        let status = play.status(play.starter)
        play.pass(.seconds(60))
        play.restart()
        #expect(play.card == play.starter)
        play.like()
        #expect(play.state.saved.count == 1)
        #expect(play.status(play.starter) == status)
        play.undo()
        #expect(play.saved == [play.starter])
        #expect(play.state.saved.count == 1)
    }

    @Test("does not bring a buried starter joke back", arguments: [[], ["a"]])
    func buriedStarter(pack: [String]) {
        let play = Play(shelf: Shelf(pack: pack.map { .sample($0) }))
        play.dislike()
        for _ in pack { play.dislike() }
        #expect(play.card == "error")
        play.restart()
        #expect(play.card == "error")
        #expect(play.shelf.card == nil)
        play.undo()
        #expect(play.card == pack.last ?? play.starter)
    }

    @Test("shows what there is now where the error joke was and the starter joke is buried")
    func betterThanError() {
        let play = Play()
        play.dislike()
        let shelf = play.shelf.selling([.sample("a")])
        let later = Play(shelf: shelf)
        #expect(later.card == "a")
        later.like()
        #expect(later.saved == ["a"])
    }
}
