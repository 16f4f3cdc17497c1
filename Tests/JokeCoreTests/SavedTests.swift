// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Deleting")
struct SavedTests {
    /// Saved are ab1, ab2 and c; e is known, but not saved.
    private func play() -> Play {
        let play = Play.ready("ab1", "ab2", "c", "d", "e")
        play.next()
        for _ in 0..<3 { play.like() }
        play.next()
        #expect(play.card == "e")
        return play
    }

    @Test(
        "takes ids and unique prefixes, each joke once",
        arguments: [
            (["ab1"], ["ab1"]), (["c"], ["c"]), (["ab2", "ab1"], ["ab2", "ab1"]),
            (["c", "c"], ["c"]), (["ab1", "c", "ab1"], ["ab1", "c"]),
        ])
    func deletes(prefixes: [String], deleted: [String]) {
        let play = play()
        let outcome = play.request(.delete(prefixes)).outcome
        #expect(outcome?.product == .deleted(deleted.map(Joke.ID.init(rawValue:))))
        #expect(outcome?.changed == true)
        #expect(Set(play.saved) == Set(["ab1", "ab2", "c"]).subtracting(deleted))
        #expect(play.state.saved.count == 3 - deleted.count)
        #expect(deleted.allSatisfy { play.status($0)?.deletedAt == play.now.wall })
        #expect(play.card == "e")
    }

    @Test(
        "is all or nothing",
        arguments: [
            (["c", "ab"], .ambiguous(prefix: "ab")), (["c", "x"], .unknownJoke("x")),
            (["e"], .unknownJoke("e")), (["c", "ab11"], .unknownJoke("ab11")),
            ([], .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids")),
            (["c", ""], .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids")),
        ] as [([String], ChangeError)])
    func refused(prefixes: [String], refusal: ChangeError) {
        let play = play()
        let (shelf, count) = (play.shelf, play.publications.count)
        #expect(play.request(.delete(prefixes)).refusal == refusal)
        #expect(play.shelf == shelf)
        #expect(play.publications.count == count)
    }

    @Test("takes an exact id though it begins another one")
    func exact() {
        let play = Play.ready("ab", "ab1")
        play.next()
        play.like()
        play.like()
        play.delete("ab")
        #expect(play.saved == ["ab1"])
    }

    @Test("what is deleted already does not work")
    func deletedAlready() {
        let play = play()
        play.delete("c")
        #expect(play.delete("c").refusal == .unknownJoke("c"))
    }

    @Test("holds over a restart, as saving does")
    func restart() {
        let play = play()
        play.delete("c")
        play.restart()
        #expect(play.saved == ["ab1", "ab2"])
        #expect(play.state.saved.count == 2)
    }

    @Test("the joke on the card from the saved ones lets it be saved again")
    func onCard() {
        let play = Play.offline("a")
        play.next()
        play.like()
        play.next()
        #expect(play.card == "a")
        play.delete("a")
        #expect(play.state.saved.count == 0)
        play.like()
        #expect(play.state.saved.count == 1)
        #expect(play.saved == ["a"])
    }
}
