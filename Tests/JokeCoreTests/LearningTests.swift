// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("What is learned")
struct LearningTests {
    /// Likes and dislikes by arm, as `source pack: 1 0`.
    private func learned(_ play: Play) -> [String] {
        play.model.taste.tallies.sorted { $0.key < $1.key }
            .map { "\($0.kind) \($0.name): \($1.likes) \($1.dislikes)" }
    }

    private func ready() -> Play {
        let play = Play(.with(.pack, lowWater: 1))
        play.deliver([
            .sample("a", categories: ["Pun", "dev"], source: "pack"), .sample("b", source: "pack"),
        ])
        play.next()
        return play
    }

    @Test("comes of a like and of a dislike, in the same transaction")
    func decisions() {
        let play = ready()
        play.like()
        #expect(learned(play) == ["category dev: 1 0", "category pun: 1 0", "source pack: 1 0"])
        play.dislike()
        #expect(learned(play) == ["category dev: 1 0", "category pun: 1 0", "source pack: 1 1"])
        #expect(play.shelf.taste == play.model.taste.tallies)
    }

    @Test("comes of a swipe, of a joke that is not on the card, and of the joke of the day")
    func elsewhere() {
        let play = ready()
        play.drag(0.7, end: 500)
        play.release()
        #expect(learned(play).last == "source pack: 1 0")
        play.dislike(play.starter)
        #expect(learned(play).contains("source builtin: 0 1"))
        play.deliver([.sample("day", categories: ["daily"], source: "pack")])
        play.daily()
        play.request(.decide(.like, .daily))
        #expect(learned(play).contains("category daily: 1 0"))
    }

    @Test("decides which of its configured categories a service is asked for, and no other than these")
    func leaning() {
        var service = Settings.Source.net
        service.categories = ["Pun", "Dark"]
        let play = Play(.with(service, capacity: 1, lowWater: 1))
        for number in 0..<200 {
            guard let order = play.pending.first else { break }
            let category = order.leaning ?? "Pun"
            play.deliver([.sample("\(number)", categories: [category], source: "net")])
            play.next()
            if category == "Pun" { play.like() } else { play.dislike() }
            play.pass(.seconds(2))
        }
        #expect(play.attempts.count > 100)
        let late = play.attempts.suffix(80).map(\.leaning)
        #expect(Set(late) == ["Pun", "Dark"])
        #expect(late.count { $0 == "Pun" } > 3 * late.count { $0 == "Dark" })
    }

    @Test("comes of a decision once, however often it is made")
    func repeated() {
        let play = ready()
        let card = play.card
        for _ in 0..<3 { play.like(card) }
        #expect(learned(play).last == "source pack: 1 0")
    }

    @Test("does not come of a saved joke that is shown again and liked again, nor is it taken back")
    func shownAgain() {
        let play = Play.offline("a", "b")
        play.next()
        for _ in 0..<6 { play.like() }
        #expect(learned(play) == ["source builtin: 2 0"])
        play.undo()
        #expect(learned(play) == ["source builtin: 2 0"])
        play.dislike()
        #expect(learned(play) == ["source builtin: 2 1"])
    }

    @Test("is taken back by undo")
    func undone() {
        let play = ready()
        play.like()
        let before = learned(play)
        play.dislike()
        play.undo()
        #expect(learned(play) == before)
        play.undo()
        #expect(learned(play) == [])
        #expect(play.shelf.taste.isEmpty)
    }

    @Test("does not come of a deletion, nor of its undoing, nor of jokes that are passed over")
    func noDecision() {
        let play = ready()
        let card = play.card
        play.like()
        let before = learned(play)
        play.delete(card)
        #expect(learned(play) == before)
        play.undo()
        play.next()
        #expect(learned(play) == before)
    }

    @Test("is there after a restart")
    func restart() {
        let play = ready()
        play.like()
        let before = learned(play)
        play.restart()
        #expect(learned(play) == before)
    }

    @Test("is forgotten upon a reset, which undo survives")
    func reset() {
        let play = ready()
        play.like()
        #expect(play.request(.resetTaste).outcome?.changed == true)
        #expect(learned(play) == [])
        #expect(play.shelf.taste.isEmpty)
        #expect(play.request(.resetTaste).outcome?.changed == false)
        play.undo()
        #expect(learned(play) == [])
    }

    @Test("is not forgotten where another joke is on the card than was meant")
    func staleReset() {
        let play = ready()
        play.like()
        #expect(
            play.request(.resetTaste, ifJoke: "nobody").refusal == .stale(current: .init(rawValue: play.card))
        )
        #expect(!play.model.taste.isEmpty)
    }

    @Test("is nothing where the taste is off")
    func off() {
        let play = Play(Settings(lowWater: 1, sources: [.pack], isTasteOn: false))
        play.deliver(["a"])
        play.like()
        #expect(learned(play) == [])
    }

    @Test("is not told to be kept before it is: a full disk takes it back")
    func fullDisk() {
        let play = ready()
        play.fillDisk()
        play.like()
        #expect(learned(play) == [])
    }
}
