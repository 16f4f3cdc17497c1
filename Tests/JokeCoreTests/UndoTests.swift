// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Undo")
struct UndoTests {
    @Test(
        "undo of a decision puts the joke back on the card and the displaced one at the head of the queue",
        .rule(9),
        arguments: [ChangeRequest.Decision.like, .dislike])
    func decisionOnCard(decision: ChangeRequest.Decision) {
        let driver = ModelDriver.ready("a", "b")
        driver.request(.decide(decision, .card))
        var outcome: ChangeResult?
        let published = driver.publications { outcome = driver.undo().outcome }
        #expect(published.count == 1)
        #expect(outcome?.changed == true)
        #expect(outcome?.sequence == driver.logged.last?.sequence)
        #expect(driver.logged.last?.sequence == published.first.map { $0.sequence + 1 })
        #expect(driver.card == driver.starter)
        #expect(driver.queue == ["a", "b"])
        #expect(driver.saved.isEmpty)
        #expect(driver.state.saved.count == 0)
        #expect(driver.status(driver.starter) == .undecided)
    }

    @Test(
        "undo of a decision on another joke leaves the card", .rule(9),
        arguments: [ChangeRequest.Decision.like, .dislike])
    func decisionOffCard(decision: ChangeRequest.Decision) {
        let driver = ModelDriver.ready("a", "b")
        driver.next()
        driver.request(.decide(decision, .joke(Joke.starter.id)))
        #expect(driver.undo().outcome?.changed == true)
        #expect(driver.card == "a")
        #expect(driver.queue == ["b"])
        #expect(driver.status(driver.starter) == .undecided)
        #expect(driver.state.saved.count == 0)
    }

    @Test("undo of a dislike restores a saved joke from the trash with its date", .rule(9))
    func restoresFromTrash() {
        let driver = ModelDriver.ready("a")
        driver.like()
        let before = driver.status(driver.starter)
        driver.pass(.seconds(9))
        driver.dislike(driver.starter)
        driver.undo()
        #expect(driver.status(driver.starter) == before)
        #expect(driver.saved == [driver.starter])
        #expect(driver.state.saved.count == 1)
    }

    @Test("undo of a like of a disliked joke dislikes it again", .rule(9))
    func likeOfDislikedJoke() {
        let driver = ModelDriver.ready("a")
        driver.dislike()
        let before = driver.status(driver.starter)
        driver.like(driver.starter)
        driver.undo()
        #expect(driver.status(driver.starter) == before)
        #expect(before?.isDisliked == true)
    }

    @Test("undo of a deletion restores all jokes with their dates", .rule(9))
    func deletion() {
        let driver = ModelDriver.ready("a", "b", "c")
        for _ in 0..<3 {
            driver.like()
            driver.pass(.seconds(1))
        }
        let statuses = driver.archive.statuses
        driver.delete("a", "b")
        #expect(driver.saved == [driver.starter])
        guard case .undone(let undone, _) = driver.undo().outcome?.product else {
            Issue.record("nothing was undone")
            return
        }
        #expect(undone.kind == "deleted")
        #expect(undone.jokes == ["a", "b"])
        #expect(driver.archive.statuses == statuses)
        #expect(driver.state.saved.count == 3)
        #expect(driver.card == "c")
    }

    @Test(
        "undo goes back twenty steps, over a restart too",
        .promise("Undo takes back the last twenty decisions"), .rule(9), arguments: [false, true])
    func twentySteps(restarts: Bool) {
        let driver = ModelDriver(.with(.pack, capacity: 30, lowWater: 1))
        driver.deliver((1...25).map { "j\($0)" })
        for _ in 0...20 { driver.like() }
        #expect(driver.state.saved.count == 21)
        for step in 0..<20 {
            if restarts { driver.restart() }
            #expect(driver.undo().outcome?.changed == true, "step \(step)")
        }
        #expect(driver.card == "j1")
        #expect(driver.queue == (2...25).map { "j\($0)" })
        #expect(driver.undo().refusal?.isEmpty == true)
        #expect(driver.saved == [driver.starter])
    }

    @Test("undo is refused and changes nothing if there is nothing to undo")
    func nothingToUndo() {
        let driver = ModelDriver.ready("a")
        driver.next()
        let published = driver.publications { #expect(driver.undo().refusal?.isEmpty == true) }
        #expect(published.isEmpty)
    }

    @Test("undo does not queue the error joke that it displaces")
    func displacedErrorJoke() {
        let driver = ModelDriver()
        driver.like()
        #expect(driver.card == "error")
        driver.undo()
        #expect(driver.card == driver.starter)
        #expect(driver.queue.isEmpty)
    }

    @Test("undo of a decision displaces nothing if its joke is on the card again")
    func jokeOnCardAgain() {
        let driver = ModelDriver.offline("a")
        driver.next()
        driver.like()
        driver.next()
        #expect(driver.card == "a")
        driver.undo()
        #expect(driver.card == "a")
        #expect(driver.queue.isEmpty)
        #expect(driver.saved.isEmpty)
        driver.like()
        #expect(driver.state.saved.count == 1)
    }

    @Test("undo during a drag returns the card to the middle")
    func duringDrag() {
        let driver = ModelDriver.ready("a")
        driver.like()
        driver.drag(0.7, end: 500)
        driver.undo()
        #expect(driver.state.cardTranslation == 0)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.model.dragEnds == nil)
    }

    @Test("undo that dislikes a queued joke again removes it from the queue")
    func dislikesQueuedJoke() {
        let driver = ModelDriver.offline("a", "b")
        driver.next()
        driver.next()
        driver.dislike("a")
        driver.like("a")
        driver.like()
        driver.undo()
        #expect(driver.card == "b")
        #expect(driver.queue == ["a"])
        driver.undo()
        #expect(driver.status("a")?.isDisliked == true)
        #expect(driver.queue.isEmpty)
    }

    @Test("undo that dislikes the joke on the card again does not queue it when it is displaced")
    func dislikesJokeOnCard() {
        let driver = ModelDriver.offline("a", "b", "c")
        for _ in 0..<3 { driver.next() }
        #expect(driver.card == "c")
        driver.dislike("a")
        driver.dislike("b")
        driver.like()
        #expect(driver.card != "a")
        driver.like("a")
        while driver.card != "a" { driver.next() }
        driver.undo()
        #expect(driver.card == "a")
        #expect(driver.status("a")?.isDisliked == true)
        driver.undo()
        #expect(driver.card == "c")
        #expect(driver.queue.isEmpty)
    }
}
