// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Deleting")
struct SavedTests {
    /// Returns a driver that has saved ab1, ab2 and c, and knows e.
    private func driver() -> ModelDriver {
        let driver = ModelDriver.ready("ab1", "ab2", "c", "d", "e")
        driver.next()
        for _ in 0..<3 { driver.like() }
        driver.next()
        #expect(driver.card == "e")
        return driver
    }

    @Test(
        "a deletion takes ids and unique prefixes, and each joke once", .rule(6),
        arguments: [
            (["ab1"], ["ab1"]), (["c"], ["c"]), (["ab2", "ab1"], ["ab2", "ab1"]),
            (["c", "c"], ["c"]), (["ab1", "c", "ab1"], ["ab1", "c"]),
        ])
    func idsAndPrefixes(prefixes: [String], deleted: [String]) {
        let driver = driver()
        let outcome = driver.request(.delete(prefixes)).outcome
        #expect(outcome?.product == .deleted(deleted.map(Joke.ID.init(rawValue:))))
        #expect(outcome?.changed == true)
        #expect(Set(driver.saved) == Set(["ab1", "ab2", "c"]).subtracting(deleted))
        #expect(driver.state.saved.count == 3 - deleted.count)
        #expect(deleted.allSatisfy { driver.status($0)?.deletedAt == driver.now.wall })
        #expect(driver.card == "e")
    }

    @Test(
        "a deletion with an unknown id deletes nothing", .rule(6),
        arguments: [
            (["c", "ab"], .ambiguous(prefix: "ab")), (["c", "x"], .unknownJoke("x")),
            (["e"], .unknownJoke("e")), (["c", "ab11"], .unknownJoke("ab11")),
            ([], .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids")),
            (["c", ""], .invalid(parameter: "jokes", expected: "ids, or unique beginnings of ids")),
        ] as [([String], ChangeError)])
    func unknownID(prefixes: [String], refusal: ChangeError) {
        let driver = driver()
        let (archive, count) = (driver.archive, driver.publications.count)
        #expect(driver.request(.delete(prefixes)).refusal == refusal)
        #expect(driver.archive == archive)
        #expect(driver.publications.count == count)
    }

    @Test("an exact id is deleted although another id begins with it")
    func exactID() {
        let driver = ModelDriver.ready("ab", "ab1")
        driver.next()
        driver.like()
        driver.like()
        driver.delete("ab")
        #expect(driver.saved == ["ab1"])
    }

    @Test("a deletion of a deleted joke is refused")
    func deletedAlready() {
        let driver = driver()
        driver.delete("c")
        #expect(driver.delete("c").refusal == .unknownJoke("c"))
    }

    @Test("the saved jokes are counted when duplicates are restored together, and when that is undone")
    func restoresDuplicates() {
        let jokes = ["a", "b", "c"].map { Joke.sample($0, "The same.", source: "pack") }
        var archive = ModelArchive()
        let at = { WallTime(milliseconds: $0) }
        archive.apply(jokes.map(Write.upsertJoke))
        archive.apply([
            .setStatus(Joke.ID(rawValue: "a"), JokeStatus(savedAt: at(1)), at: at(1)),
            .setStatus(Joke.ID(rawValue: "b"), JokeStatus(dislikedAt: at(2)), at: at(2)),
            .setStatus(Joke.ID(rawValue: "c"), JokeStatus(dislikedAt: at(3)), at: at(3)),
        ])
        let driver = ModelDriver(archive: archive)
        #expect(driver.state.saved.count == 0)
        driver.request(.restore(["b", "c"]))
        #expect(driver.saved == ["a"])
        #expect(driver.state.saved.count == 1)
        driver.undo()
        #expect(driver.saved == [])
        #expect(driver.state.saved.count == 0)
    }

    @Test("a decision about a joke applies again after the opposite one about a duplicate")
    func oppositeOfDuplicate() {
        var archive = ModelArchive()
        let at = WallTime(milliseconds: 1)
        archive.apply(["a", "b"].map { .upsertJoke(.sample($0, "The same.", source: "pack")) })
        archive.apply([.setStatus(Joke.ID(rawValue: "a"), JokeStatus(savedAt: at), at: at)])
        let driver = ModelDriver(archive: archive)
        #expect(driver.dislike("b").outcome?.changed == true)
        #expect(driver.saved == [] && driver.state.saved.count == 0)
        #expect(driver.like("a").outcome?.changed == true)
        #expect(driver.saved == ["a"] && driver.state.saved.count == 1)
        #expect(driver.like("a").outcome?.changed == false)
        #expect(driver.dislike("b").outcome?.changed == true)
        #expect(driver.saved == [] && driver.state.saved.count == 0)
        #expect(driver.dislike("b").outcome?.changed == false)
    }

    @Test("a restoration ends a dislike, and undo brings it back", .rule(6))
    func restoresDisliked() {
        let driver = ModelDriver.ready("a", "b")
        driver.like()
        driver.dislike()
        driver.dislike(driver.starter)
        let statuses = driver.archive.statuses
        #expect(driver.request(.restore(["a", driver.starter])).outcome?.changed == true)
        #expect(driver.status("a") == .undecided)
        #expect(driver.saved == [driver.starter])
        #expect(driver.state.saved.count == 1)
        driver.undo()
        #expect(driver.archive.statuses == statuses)
        #expect(driver.state.saved.count == 0)
    }

    @Test("a deletion survives a restart", .rule(6))
    func survivesRestart() {
        let driver = driver()
        driver.delete("c")
        driver.restart()
        #expect(driver.saved == ["ab1", "ab2"])
        #expect(driver.state.saved.count == 2)
    }

    @Test("a deleted joke on the card can be saved again")
    func savedAgain() {
        let driver = ModelDriver.offline("a")
        driver.next()
        driver.like()
        driver.next()
        #expect(driver.card == "a")
        driver.delete("a")
        #expect(driver.state.saved.count == 0)
        driver.like()
        #expect(driver.state.saved.count == 1)
        #expect(driver.saved == ["a"])
    }
}
