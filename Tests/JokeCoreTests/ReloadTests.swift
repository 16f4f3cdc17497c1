// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A reloaded configuration")
struct ReloadTests {
    private func configure(_ driver: ModelDriver, _ settings: Settings, changed: Set<String> = []) {
        driver.handle(.configured(settings, changed: changed))
    }

    @Test("a removed source gives no more jokes, and its waiting client gets one of the next source")
    func removedSource() {
        let driver = ModelDriver(.with(.pack, .other, lowWater: 1))
        for request in driver.pending { driver.deliver(["\(request.source) a"], from: request.source) }
        driver.pass(.seconds(2))
        let call = driver.next(wait: true)
        let first = driver.pending[0].source
        let left: Settings.Source = first == "pack" ? .other : .pack
        configure(driver, .with(left, lowWater: 1))
        #expect(driver.model.ready.allSatisfy { $0.source != first })
        #expect(call.reply == nil)
        driver.deliver(["\(left.name) b"], from: left.name)
        #expect(call.outcome?.joke.id.rawValue == "\(left.name) b")
        #expect(driver.model.sourceReports(at: driver.now).map(\.name) == [left.name])
    }

    @Test("the card and the statistics of the sources stay")
    func keepsCard() {
        let driver = ModelDriver(.with(.net, .pack, lowWater: 1))
        driver.fail(.refused, from: "net")
        let before = driver.model.sourceReports(at: driver.now)
        configure(driver, .with(.pack, .net, lowWater: 1))
        #expect(driver.card == driver.starter)
        #expect(driver.model.sourceReports(at: driver.now) == before.reversed())
    }

    @Test("a source whose keys changed is asked again, but not before its Retry-After")
    func changedKeys() {
        let driver = ModelDriver(.with(.net, lowWater: 1))
        driver.fail(.refused)
        #expect(driver.pending.isEmpty)
        configure(driver, .with(.net, lowWater: 1))
        #expect(driver.pending.isEmpty)
        driver.pass(.seconds(3))
        configure(driver, .with(.net, lowWater: 1), changed: ["net"])
        driver.pass(.seconds(1))
        #expect(driver.pending.count == 1)
        let word = SourceError(.rateLimited, "Slower.", retryAt: driver.now.wall.advanced(by: .seconds(600)))
        driver.fail(word)
        configure(driver, .with(.net, lowWater: 1), changed: ["net"])
        driver.pass(.seconds(500))
        #expect(driver.pending.isEmpty)
    }

    @Test("a source that is removed and added again keeps its budget")
    func sourceAddedAgain() {
        var net = Settings.Source.net
        net.requestsPerDay = 1
        let driver = ModelDriver(.with(net, lowWater: 1))
        driver.deliver(["a"])
        configure(driver, .with(lowWater: 1))
        #expect(driver.queue.isEmpty)
        configure(driver, .with(net, lowWater: 1))
        driver.pass(.seconds(100))
        #expect(driver.attempts.count == 1)
        #expect(driver.model.sourceReports(at: driver.now).first?.budget?.left == 0)
    }

    @Test("the queue keeps the jokes that the new filter admits, up to the new capacity", .rule(8))
    func filtersQueue() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([
            .sample("a", source: "pack"), .sample("b", categories: ["dark"], source: "pack"),
            .sample("c", source: "pack"), .sample("d", source: "pack"),
        ])
        var settings = Settings.with(.pack, capacity: 2, lowWater: 1)
        settings.filter = Filter(blockedCategories: ["dark"])
        configure(driver, settings)
        #expect(driver.queue == ["a", "c"])
        #expect(driver.state.queue == .init(count: 2, capacity: 2))
        driver.restart()
        #expect(driver.queue == ["a", "c"])
    }

    @Test(
        "a joke that its pack has in a better language leaves the queue at a reload and at a start", .rule(8),
        arguments: [false, true])
    func betterLanguage(restarts: Bool) {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        settings.languages = ["en", "es"]
        let driver = ModelDriver(settings)
        var told = Joke.sample("told", source: "pack")
        told.translation = .init(
            language: "es", value: "Uno.", machine: false,
            attribution: .init(engine: "pack", text: "", url: ""))
        var translated = Joke.sample("translated", source: "pack")
        translated.translation = .init(
            language: "es", value: "Otro.", machine: true,
            attribution: .init(engine: "near", text: "", url: ""))
        driver.deliver([told, translated, .sample("other", source: "pack")])
        settings.languages = ["es", "en"]
        if restarts { driver.restart(with: settings) } else { configure(driver, settings) }
        #expect(driver.queue == (restarts ? ["translated", "other"] : []))
    }

    @Test(
        "after a change of a pack's path, its jokes leave the queue, and those of other sources stay",
        .rule(8))
    func otherPath() {
        let other = Settings.Source(name: "other", type: "pack", isLocal: true, paths: ["/other"])
        var pack = Settings.Source(name: "pack", type: "pack", isLocal: true, paths: ["/old"])
        let driver = ModelDriver(.with(pack, other, lowWater: 2))
        while let request = driver.pending.first, driver.queue.count < 2 {
            driver.deliver(["\(request.source) joke"], from: request.source)
        }
        #expect(Set(driver.queue) == ["pack joke", "other joke"])
        configure(driver, .with(pack, other, lowWater: 2), changed: ["pack"])
        #expect(driver.queue.count == 2)
        pack.paths = ["/new"]
        configure(driver, .with(pack, other, lowWater: 2), changed: ["pack"])
        #expect(driver.queue == ["other joke"])
    }

    @Test("at a start, a pack with jokes in the queue looks for changes of its files")
    func otherPathAtStart() {
        let pack = Settings.Source(name: "mine", type: "pack", isLocal: true)
        let driver = ModelDriver(.with(pack, lowWater: 1))
        driver.deliver(["a"])
        driver.restart()
        #expect(driver.queue == ["a"])
        var result = SourceResult()
        (result.categories, result.hasChangedFiles) = ([], true)
        driver.deliverCategories(result)
        #expect(driver.queue == [])
    }

    @Test("after a change of the hero's name, the jokes of packs leave the queue and come again", .rule(8))
    func hero() {
        let pack = Settings.Source(name: "pack", type: "pack", isLocal: true)
        var settings = Settings.with(pack, lowWater: 1)
        let driver = ModelDriver(settings)
        driver.deliver([.sample("told", source: "pack")])
        configure(driver, settings)
        driver.deliverCategories()
        #expect(driver.queue == ["told"])
        settings.hero = "Ana"
        configure(driver, settings)
        #expect(driver.queue == [])
        driver.deliver([.sample("told", "Ana did it.", source: "pack")])
        #expect(driver.model.ready.map(\.value) == ["Ana did it."])
    }

    @Test(
        "after a change of the languages, the jokes of packs leave the queue, and none comes that was requested before",
        .rule(8)
    )
    func otherLanguages() {
        let pack = Settings.Source(name: "pack", type: "pack", isLocal: true)
        var settings = Settings.with(pack, lowWater: 2)
        settings.languages = ["en"]
        let driver = ModelDriver(settings)
        driver.deliver([.sample("old", source: "pack")])
        let asked = driver.attempts.count
        let call = driver.next(source: "pack", wait: true)
        settings.languages = ["de", "en"]
        let requested = driver.pending
        configure(driver, settings)
        #expect(driver.queue == [])
        #expect(driver.attempts.count == asked + requested.count)
        let late = SourceResult([.sample("late", source: "pack")])
        for request in requested { driver.handle(.fetched(request.request, late)) }
        #expect(driver.queue == [] && call.reply == nil)
    }

    @Test("a larger capacity is filled at once")
    func largerCapacity() {
        let driver = ModelDriver(.with(.pack, capacity: 1, lowWater: 1))
        driver.deliver(["a"])
        configure(driver, .with(.pack, capacity: 5, lowWater: 5))
        #expect(driver.pending.map(\.count) == [4])
    }

    @Test("a configuration holds on a full disk")
    func fullDisk() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([.sample("a", source: "pack"), .sample("b", source: "pack")])
        driver.fillDisk()
        configure(driver, .with(.pack, capacity: 1, lowWater: 1))
        #expect(driver.state.queue.capacity == 1)
        #expect(driver.queue == ["a"])
        driver.fillDisk(false)
        driver.like()
        #expect(driver.queue.count <= 1)
        #expect(driver.archive.kept.queue.count <= 1)
    }
}
