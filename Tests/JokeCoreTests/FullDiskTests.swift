// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("Changes on a full disk")
struct FullDiskTests {
    @Test("a like is rolled back, the state has the error, and the next successful change clears it")
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

    @Test("drags continue beyond the reserved sequence numbers, which are reserved later")
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

    @Test("a fetch ends, and its jokes may come again")
    func endsFetch() {
        let driver = ModelDriver(.with(.net))
        driver.fillDisk()
        driver.deliver(["a"])
        #expect(!driver.state.fetching)
        #expect(driver.queue.isEmpty)
        driver.fillDisk(false)
        #expect(driver.like().outcome != nil)
        driver.pass(.seconds(2))
        driver.deliver(["a"])
        #expect(driver.queue == ["a"])
        #expect(driver.state.error == nil)
    }

    @Test("a waiting client is refused once, with the reason", arguments: 0..<4)
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
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.kind == (way == 3 ? .timedOut : .storage))
        #expect(driver.card == driver.starter)
        driver.fillDisk(false)
        driver.next()
        #expect(driver.card == "p")
        #expect(driver.state.error?.message != "The disk is full.")
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
