// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Changes on a full disk")
struct FullDiskTests {
    @Test(
        "a like is rolled back, the state has the error, and the next successful change clears it", .rule(8))
    func rolledBackLike() {
        let driver = ModelDriver.ready("a")
        let archive = driver.archive
        driver.fillDisk()
        #expect(driver.like().reply == nil)
        #expect(driver.card == driver.starter)
        #expect(driver.state.saved.count == 0)
        #expect(driver.state.error?.kind == "storage")
        #expect(driver.state.error?.message == "The disk is full.")
        #expect(driver.archive == archive)
        driver.fillDisk(false)
        #expect(driver.like().outcome?.changed == true)
        #expect(driver.state.error == nil)
        #expect(driver.saved == [driver.starter])
    }

    @Test("the state reports the error of the store before that of a source")
    func storeErrorFirst() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        driver.handle(.archiveFailed(ArchiveError(.full, "Full.")))
        #expect(driver.state.error?.message == "Full.")
        driver.handle(.archiveRecovered)
        #expect(driver.state.error?.kind == "source_refused")
    }

    @Test("drags continue beyond the reserved sequence numbers, which are reserved later", .rule(8))
    func drags() {
        let driver = ModelDriver()
        driver.fillDisk()
        driver.like()
        for number in 0..<1_500 { driver.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100) }
        #expect(driver.state.cardTranslation == 0.2)
        driver.fillDisk(false)
        driver.like()
        #expect(driver.archive.kept.reservedSequence > driver.model.current.sequence)
    }

    @Test("a fetch fills the queue, which is stored when there is space")
    func fetch() {
        let driver = ModelDriver(.with(.net))
        driver.fillDisk()
        driver.deliver(["a", "b"])
        #expect(!driver.state.fetching)
        #expect(driver.queue == ["a", "b"])
        #expect(driver.archive.kept.queue.isEmpty)
        driver.fillDisk(false)
        driver.next()
        #expect(driver.archive.kept.queue.map(\.joke.id.rawValue) == ["b"])
        #expect(driver.state.error == nil)
    }

    @Test("a waiting client gets a joke on a full disk", arguments: 0..<4)
    func waitingClient(way: Int) {
        let driver = ModelDriver(.with(.net), archive: ModelArchive(pack: [.sample("p")]))
        let call = driver.next(wait: true)
        driver.fillDisk()
        switch way {
        case 0: driver.deliver(["a"])
        case 1: driver.deliver([.starter])
        case 2: driver.fail(.refused)
        default: driver.pass(.seconds(120))
        }
        #expect(call.outcome?.joke.id.rawValue == (way == 0 ? "a" : "p"))
        #expect(driver.state.error?.kind == "storage")
    }

    @Test("on a full disk next and daily show new jokes, which are stored when there is space", .rule(8))
    func shows() {
        let driver = ModelDriver.ready("a", "b", "c")
        driver.fillDisk()
        #expect(driver.next().outcome?.joke.id.rawValue == "a")
        #expect(driver.state.error?.message == "The disk is full.")
        #expect(driver.daily().dailyJoke == "b")
        #expect(driver.like().refusal == nil && driver.state.saved.count == 0)
        #expect(driver.next().outcome?.joke.id.rawValue == "c")
        driver.fillDisk(false)
        #expect(driver.like("a").outcome?.changed == true)
        #expect(driver.state.error == nil)
        driver.restart()
        #expect(driver.card == "c")
        #expect(driver.daily().dailyJoke == "b")
        for joke in ["a", "b", "c"] { #expect(driver.archive.lastSeen(.sample(joke)) != nil) }
    }

    @Test("a source that is disabled on a full disk stays enabled")
    func settings() {
        let driver = ModelDriver(.with(.net))
        driver.fillDisk()
        driver.next()
        #expect(driver.state.error?.kind == "storage")
        driver.request(.enable(source: "net", false))
        #expect(driver.model.prefetch["net"]?.isEnabled == true)
    }

    @Test(
        "a pack is not reported as exhausted before all its jokes were shown, and is asked again after the disk was full",
        .rule(8)
    )
    func pack() {
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: [.sample("p")]))
        driver.deliver(["a", "b"])
        driver.fillDisk()
        driver.next()
        driver.next()
        // Its index does not know that these were shown.
        driver.deliver(["a", "b"])
        #expect(driver.state.error?.kind == "storage")
        #expect(driver.model.sourceReports(at: driver.now).allSatisfy { $0.state != .exhausted })
        driver.deliverNothing()
        #expect(driver.model.sourceReports(at: driver.now).allSatisfy { $0.state != .exhausted })
        driver.fillDisk(false)
        driver.like()
        #expect(driver.state.error == nil)
        #expect(!driver.pending.isEmpty)
    }

    @Test("time passes without a busy loop while a client waits")
    func noBusyLoop() {
        let driver = ModelDriver(.with(.net), archive: ModelArchive(pack: [.sample("p")]))
        driver.next(wait: true)
        driver.fillDisk()
        let effects = driver.effects.count
        driver.pass(.seconds(120))
        #expect(driver.effects.count - effects < 100)
    }
}

extension ModelDriver.Call {
    fileprivate var dailyJoke: String? {
        if case .daily(let daily) = outcome?.product { daily.joke.id.rawValue } else { nil }
    }
}
