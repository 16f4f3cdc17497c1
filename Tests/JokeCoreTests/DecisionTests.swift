// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A decision")
struct DecisionTests {
    @Test(
        "a decision publishes two changes: the decided card, then the next joke", .rule(2),
        arguments: [
            (.like, .liked, .green), (.dislike, .disliked, .red),
        ] as [(ChangeRequest.Decision, CardState.DecisionState, CardState.BackgroundColor)])
    func publishesTwoChanges(
        decision: ChangeRequest.Decision, decided: CardState.DecisionState, color: CardState.BackgroundColor
    ) throws {
        let driver = ModelDriver.ready("a", "b")
        var outcome: ChangeResult?
        let published = driver.publications { outcome = driver.request(.decide(decision, .card)).outcome }
        try #require(published.count == 2)
        // The entry of the log is between them.
        #expect(driver.logged.map(\.sequence) == [published[0].sequence + 1])
        #expect(published[1].sequence == published[0].sequence + 2)
        #expect(published[0].state.joke == .starter)
        #expect(published[0].state.decisionState == decided)
        #expect(published[0].state.backgroundColor == color)
        #expect(published[1].state.joke.id.rawValue == "a")
        #expect(published[1].state.decisionState == .undecided)
        #expect(published[1].state.backgroundColor == .gray)
        #expect(published.allSatisfy { $0.cause?.client == "test" })
        #expect(outcome?.sequence == published[1].sequence)
        #expect(outcome?.changed == true)
        #expect(outcome?.joke.id.rawValue == "a")
        #expect(outcome?.product == .decided(.starter))
    }

    @Test(
        "a drag and a command publish the same changes for a decision", .rule(4),
        arguments: [ChangeRequest.Decision.like, .dislike])
    func dragAndCommand(decision: ChangeRequest.Decision) {
        struct Appearance: Equatable {
            let joke: Joke.ID
            let color: CardState.BackgroundColor
            let decision: CardState.DecisionState
        }
        func appearances(_ driver: ModelDriver, _ work: () -> Void) -> [Appearance] {
            let all = driver.publications(of: work).map {
                Appearance(
                    joke: $0.state.joke.id, color: $0.state.backgroundColor,
                    decision: $0.state.decisionState)
            }
            return all.enumerated().filter { $0 == 0 || all[$0 - 1] != $1 }.map(\.element)
        }
        let (commanded, dragged) = (ModelDriver.ready("a"), ModelDriver.ready("a"))
        let byCommand = appearances(commanded) { commanded.request(.decide(decision, .card)) }
        let byDrag = appearances(dragged) {
            if decision == .like { dragged.drag(0.6, end: 414) } else { dragged.drag(-0.6, end: -1) }
            dragged.release()
        }
        #expect(byCommand == byDrag)
        #expect(byCommand.count == 2)
        #expect(commanded.archive.statuses == dragged.archive.statuses)
    }

    @Test("a decision on the starter joke holds before anything was fetched")
    func starterJoke() {
        let driver = ModelDriver()
        driver.like()
        #expect(driver.saved == [driver.starter])
        #expect(driver.state.saved.count == 1)
    }

    @Test(
        "a decision on the error joke saves and dislikes nothing", .rule(5),
        arguments: [ChangeRequest.Decision.like, .dislike])
    func errorJoke(decision: ChangeRequest.Decision) {
        let driver = ModelDriver()
        driver.next()
        #expect(driver.card == "error")
        let archive = driver.archive
        #expect(driver.request(.decide(decision, .card)).outcome?.product == .decided(nil))
        #expect(driver.request(.decide(decision, .joke(.error))).outcome?.product == .decided(nil))
        #expect(driver.archive == archive)
        #expect(driver.undo().refusal?.isEmpty == true)
    }

    @Test("a decision on the error joke is refused while another joke is on the card")
    func errorJokeOffCard() { #expect(ModelDriver().like("error").refusal == .unknownJoke("error")) }

    @Test("a like of a saved joke changes nothing and adds no second row", .rule(5))
    func likedTwice() {
        let driver = ModelDriver.ready("a", "b")
        driver.like(driver.starter)
        let archive = driver.archive
        let second = driver.like(driver.starter)
        #expect(second.outcome?.changed == false)
        #expect(second.outcome?.sequence == driver.publications.last?.sequence)
        #expect(second.outcome?.product == .decided(.starter))
        #expect(driver.archive == archive)
        #expect(driver.state.saved.count == 1)
        #expect(driver.card == "a")
    }

    @Test("a dislike of a disliked joke changes nothing")
    func dislikedTwice() {
        let driver = ModelDriver.ready("a", "b")
        driver.dislike(driver.starter)
        let archive = driver.archive
        #expect(driver.dislike(driver.starter).outcome?.changed == false)
        #expect(driver.archive == archive)
    }

    @Test("a decision on an unknown joke is refused", arguments: ["nobody", ""])
    func unknownJoke(id: String) {
        let driver = ModelDriver.ready("a")
        #expect(driver.like(id).refusal == .unknownJoke(id))
        #expect(driver.dislike(id).refusal == .unknownJoke(id))
        #expect(driver.card == driver.starter)
    }

    @Test("a change for another joke than the one on the card is refused and changes nothing", .rule(4))
    func staleCard() {
        let driver = ModelDriver.ready("a")
        let (archive, count) = (driver.archive, driver.publications.count)
        let refusal = ChangeError.stale(current: Joke.starter.id)
        #expect(driver.like(ifJoke: "a").refusal == refusal)
        #expect(driver.dislike(driver.starter, ifJoke: "a").refusal == refusal)
        #expect(driver.next(ifJoke: "a").refusal == refusal)
        #expect(driver.request(.undo, ifJoke: "a").refusal == refusal)
        #expect(driver.request(.reset, ifJoke: "a").refusal == refusal)
        #expect(driver.request(.release, ifJoke: "a").refusal == refusal)
        #expect(driver.request(.daily, ifJoke: "a").refusal == refusal)
        #expect(driver.request(.delete(["a"]), ifJoke: "a").refusal == refusal)
        #expect(driver.archive == archive)
        #expect(driver.publications.count == count)
        #expect(driver.like(ifJoke: driver.starter).outcome != nil)
    }

    @Test("a decision on a joke that is not on the card leaves the card and publishes one change", .rule(4))
    func jokeOffCard() {
        let driver = ModelDriver.ready("a", "b")
        driver.next()
        let liked = driver.publications { #expect(driver.like(driver.starter).outcome?.changed == true) }
        #expect(liked.map(\.changed) == [["saved"]])
        #expect(driver.card == "a")
        #expect(driver.saved == [driver.starter])
        driver.dislike(driver.starter)
        #expect(driver.card == "a")
        #expect(driver.saved.isEmpty)
    }

    @Test(
        "a decision on a queued joke removes it from the queue",
        arguments: [ChangeRequest.Decision.like, .dislike])
    func queuedJoke(decision: ChangeRequest.Decision) {
        let driver = ModelDriver.ready("a", "b", "c")
        driver.request(.decide(decision, .joke(Joke.ID(rawValue: "b"))))
        #expect(driver.queue == ["a", "c"])
        #expect(driver.card == driver.starter)
    }

    @Test("a second like of a joke keeps its row and date, and takes its newer text", .rule(5))
    func likeUpdatesRow() {
        let driver = ModelDriver(.with(), archive: ModelArchive(pack: [.sample("a", "Old."), .sample("b")]))
        driver.next()
        driver.like()
        let savedAt = driver.status("a")?.savedAt
        let newer = ModelDriver(
            .with(), archive: driver.archive.selling([.sample("a", "New.", categories: ["dev"])]))
        newer.pass(.seconds(60))
        newer.next()
        #expect(newer.card == "a")
        newer.like()
        #expect(newer.saved == ["a"])
        #expect(newer.state.saved.count == 1)
        #expect(newer.status("a")?.savedAt == savedAt)
        #expect(newer.archive.record(Joke.ID(rawValue: "a"))?.joke.value == "New.")
        #expect(newer.archive.record(Joke.ID(rawValue: "a"))?.joke.categories == ["dev"])
    }

    @Test("a dislike of a saved joke moves it to the trash", .rule(9))
    func dislikeMovesToTrash() {
        let driver = ModelDriver.ready("a")
        driver.like()
        let savedAt = driver.status(driver.starter)?.savedAt
        driver.pass(.seconds(1))
        driver.dislike(driver.starter)
        #expect(driver.saved.isEmpty)
        #expect(driver.state.saved.count == 0)
        let now = driver.now.wall
        #expect(
            driver.status(driver.starter) == JokeStatus(savedAt: savedAt, deletedAt: now, dislikedAt: now))
    }

    @Test("a like of a disliked joke saves it", .rule(9))
    func likeOfDislikedJoke() {
        let driver = ModelDriver.ready("a")
        driver.dislike()
        driver.pass(.seconds(1))
        driver.like(driver.starter)
        #expect(driver.status(driver.starter) == JokeStatus(savedAt: driver.now.wall))
        #expect(driver.state.saved.count == 1)
    }

    @Test("a like of a deleted joke saves it with a new date")
    func likeOfDeletedJoke() {
        let driver = ModelDriver.ready("a")
        driver.like()
        driver.delete(driver.starter)
        driver.pass(.seconds(60))
        driver.like(driver.starter)
        #expect(driver.status(driver.starter) == JokeStatus(savedAt: driver.now.wall))
        #expect(driver.saved == [driver.starter])
    }

    @Test("a decision on the joke of the day is refused unless one was picked today", .rule(10))
    func dailyJoke() {
        let driver = ModelDriver.ready("a", "b", "c")
        #expect(driver.request(.decide(.like, .daily)).refusal?.isEmpty == true)
        driver.daily()
        #expect(
            driver.request(.decide(.like, .daily)).outcome?.product == .decided(.sample("a", source: "pack")))
        #expect(driver.saved == ["a"])
        #expect(driver.card == driver.starter)
        driver.pass(.seconds(86_400))
        #expect(driver.request(.decide(.dislike, .daily)).refusal?.isEmpty == true)
        #expect(driver.saved == ["a"])
    }
}
