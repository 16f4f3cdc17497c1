// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A restart")
struct RestartTests {
    @Test("a restart keeps the card, the queue, the joke of the day, the history and the saved jokes")
    func keepsState() {
        let driver = ModelDriver.ready("a", "b", "c", "d")
        driver.like()
        driver.daily()
        driver.dislike()
        let (before, undo, daily) = (driver.state, driver.model.undo, driver.model.daily)
        driver.restart()
        #expect(driver.state.joke == before.joke)
        #expect(driver.card == "c")
        #expect(driver.queue == ["d"])
        #expect(driver.model.daily == daily)
        #expect(driver.model.undo == undo)
        #expect(driver.state.saved == before.saved)
    }

    @Test("a configuration that changed while jokesd was stopped applies to the queue", .rule(8))
    func changedConfiguration() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        var german = Joke.sample("d", source: "pack")
        german.language = "de"
        driver.deliver([
            .sample("a", source: "pack"), .sample("b", categories: ["dark"], source: "pack"),
            .sample("c", "A pineapple.", source: "pack"), german, .sample("e", source: "pack"),
        ])
        var settings = Settings.with(.pack, lowWater: 1)
        settings.filter = Filter(
            blockedCategories: ["dark"], blockedWords: ["pineapple"], languages: ["en"])
        driver.restart(with: settings)
        #expect(driver.queue == ["a", "e"] && driver.archive.kept.queue.count == 2)
        settings.sources[0].isEnabled = false
        driver.restart(with: settings)
        #expect(driver.queue == [])
    }

    @Test("a restart keeps whether translations are shown")
    func showTranslation() {
        var archive = ModelArchive()
        archive.showTranslation = true
        #expect(ModelDriver(archive: archive).state.showTranslation)
    }

    @Test("a restart ends a drag")
    func endsDrag() {
        let driver = ModelDriver()
        driver.drag(0.7, end: 500)
        driver.restart()
        #expect(driver.state.cardTranslation == 0)
        #expect(driver.state.backgroundColor == .gray)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.nextDeadline == nil)
    }

    @Test("the first start shows the starter joke with nothing saved")
    func firstStart() {
        let state = ModelDriver().state
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

    @Test("a restart with the error joke on the card shows the starter joke with its status")
    func errorJokeOnCard() {
        let driver = ModelDriver()
        driver.like()
        #expect(driver.card == "error")
        let status = driver.status(driver.starter)
        driver.pass(.seconds(60))
        driver.restart()
        #expect(driver.card == driver.starter)
        driver.like()
        #expect(driver.state.saved.count == 1)
        #expect(driver.status(driver.starter) == status)
        driver.undo()
        #expect(driver.saved == [driver.starter])
        #expect(driver.state.saved.count == 1)
    }

    @Test("a restart does not show a disliked starter joke", arguments: [[], ["a"]])
    func dislikedStarter(pack: [String]) {
        let driver = ModelDriver(archive: ModelArchive(pack: pack.map { .sample($0) }))
        driver.dislike()
        for _ in pack { driver.dislike() }
        #expect(driver.card == "error")
        driver.restart()
        #expect(driver.card == "error")
        #expect(driver.archive.card == nil)
        driver.undo()
        #expect(driver.card == pack.last ?? driver.starter)
    }

    @Test("a restart replaces the error joke by an available joke if the starter joke is disliked")
    func replacesErrorJoke() {
        let driver = ModelDriver()
        driver.dislike()
        let archive = driver.archive.selling([.sample("a")])
        let later = ModelDriver(archive: archive)
        #expect(later.card == "a")
        later.like()
        #expect(later.saved == ["a"])
    }

    @Test("after a recovery, jokes of the backup's queue and card that were decided since are not shown")
    func decidedSinceBackup() {
        let recovery = CompletedRecovery(
            at: WallTime(milliseconds: 1), cause: "It was damaged.", damaged: "/d", backup: nil)
        let model = started(queue: ["b": disliked, "c": saved], recovery)
        #expect(model.current.state.joke.id.rawValue == "d")
        #expect(model.ready.map(\.id.rawValue) == ["e"])
    }

    @Test("if the start after a recovery was interrupted, the next one removes disliked jokes from the queue")
    func dislikedSinceBackup() {
        let model = started(queue: ["b": disliked], nil)
        #expect(model.ready.map(\.id.rawValue) == ["d", "e"])
    }

    private let disliked = JokeStatus(dislikedAt: WallTime(milliseconds: 1))
    private let saved = JokeStatus(savedAt: WallTime(milliseconds: 1))

    /// Starts with a disliked card, and with a queue of these jokes and the undecided `d` and `e`.
    private func started(
        queue: KeyValuePairs<String, JokeStatus>, _ recovery: CompletedRecovery?
    ) -> ViewModel {
        let records = (queue + [("d", .undecided), ("e", .undecided)]).map {
            JokeRecord(joke: .sample($0), status: $1)
        }
        let kept = PersistedState(
            epoch: "e", card: JokeRecord(joke: .sample("a"), status: disliked), queue: records,
            recovery: recovery)
        var model = ViewModel(settings: .with(), kept: kept, seed: 1)
        _ = model.handle(Input(.started, at: ManualClock().now))
        return model
    }
}
