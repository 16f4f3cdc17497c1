// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The day's joke")
struct DailyJokeTests {
    private func ask(_ play: Play) -> DailyJoke? {
        guard case .daily(let daily) = play.daily().outcome?.product else { return nil }
        return daily
    }

    @Test("is picked when first asked for, and the same all day")
    func sameAllDay() {
        let play = Play.ready("a", "b", "c")
        let outcome = play.daily().outcome
        let first = ask(play)
        #expect(outcome?.changed == true)
        #expect(first?.joke.id.rawValue == "a")
        #expect(first?.date == play.now.date)
        play.pass(.seconds(3_600))
        play.next()
        let again = play.daily().outcome
        #expect(again?.product == outcome?.product)
        #expect(again?.changed == false)
    }

    @Test("is another one on another date")
    func nextDay() {
        let play = Play.ready("a", "b", "c")
        let first = ask(play)
        play.pass(.seconds(86_400))
        let second = ask(play)
        #expect(second?.joke.id.rawValue == "b")
        #expect(first?.date.rawValue == "2026-11-21")
        #expect(second?.date.rawValue == "2026-11-22")
    }

    @Test("never moves the card, not even a dragged one")
    func card() {
        let play = Play.ready("a", "b")
        play.drag(0.7, end: 500)
        let told = play.publications { play.daily() }
        #expect(told.map(\.changed) == [["queue"]])
        #expect(play.card == play.starter)
        #expect(play.state.decisionState == .liked)
    }

    @Test("counts as seen, and is not shown again")
    func seen() {
        let play = Play(.with(.pack))
        play.deliver(["a", "b"])
        play.daily()
        #expect(play.shelf.lastSeen(.sample("a", source: "pack")) != nil)
        play.deliver(["a", "c"])
        #expect(play.queue == ["b", "c"])
    }

    @Test("survives a restart, though it came from the pack that is fallen back on")
    func restart() {
        let play = Play.offline("a", "b")
        let first = ask(play)
        play.restart()
        #expect(first != nil)
        #expect(ask(play) == first)
        #expect(play.request(.decide(.like, .daily)).outcome?.changed == true)
        #expect(play.saved == ["a"])
    }

    @Test("stays the day's when it was disliked")
    func disliked() {
        let play = Play.ready("a", "b")
        let first = ask(play)
        play.request(.decide(.dislike, .daily))
        #expect(ask(play) == first)
    }

    @Test("on the card is decided as the card is")
    func onCard() {
        let play = Play.offline("a")
        play.daily()
        play.next()
        #expect(play.card == "a")
        play.request(.decide(.like, .daily))
        #expect(play.card != "a")
        #expect(play.saved == ["a"])
    }

    @Test("is refused where there is no joke at all, and picked once there is")
    func none() {
        let play = Play(.with(.pack))
        #expect(play.daily().refusal?.isEmpty == true)
        play.deliver(["a"])
        #expect(ask(play)?.joke.id.rawValue == "a")
    }
}
