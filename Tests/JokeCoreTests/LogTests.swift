// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The log")
struct LogTests {
    /// The members of the newest entries, as a subscriber reads them.
    private func entries(_ driver: ModelDriver) throws -> [JSON] {
        try driver.logged.map { try JSON(parsing: Array("{\($0.members)}".utf8)) }
    }

    private func kinds(_ driver: ModelDriver) throws -> [String?] {
        try entries(driver).map { $0["event"]?.stringValue }
    }

    @Test("a decision is logged with the joke, the client and the time")
    func decisions() throws {
        let driver = ModelDriver.ready("a", "b")
        driver.request(.decide(.like, .card), client: "bar")
        driver.dislike("b")
        let entries = try entries(driver)
        #expect(entries.map { $0["event"] } == ["liked", "disliked"])
        #expect(entries.map { $0["joke"]?["id"] } == [.string(driver.starter), "b"])
        #expect(entries[0]["cause"]?["client"] == "bar")
        #expect(entries[0]["time"]?.stringValue == driver.now.wall.rfc3339)
    }

    @Test("a decision that changes nothing is not logged")
    func decisionWithoutChange() throws {
        let driver = ModelDriver.ready("a", "b")
        driver.like("b")
        driver.like("b")
        driver.next()
        driver.drag(0.2, end: 100)
        #expect(try kinds(driver) == ["liked"])
    }

    @Test("a swipe is logged once, at its release")
    func swipe() throws {
        let driver = ModelDriver.ready("a")
        driver.drag(0.7, end: 500)
        #expect(try kinds(driver) == [])
        driver.release()
        #expect(try kinds(driver) == ["liked"])
    }

    @Test("a deletion and its undo are logged with the ids")
    func deletion() throws {
        let driver = ModelDriver.ready("a", "b")
        driver.like("a")
        driver.delete("a")
        driver.undo()
        let entries = try entries(driver)
        #expect(entries.map { $0["event"] } == ["liked", "deleted", "undone"])
        #expect(entries[1]["jokes"] == ["a"])
        #expect(entries[2]["kind"] == "deleted")
        #expect(entries[2]["jokes"] == ["a"])
    }

    @Test("the joke of the day is logged once")
    func daily() throws {
        let driver = ModelDriver.ready("a", "b")
        driver.daily()
        driver.daily()
        let entries = try entries(driver)
        #expect(entries.map { $0["event"] } == ["daily"])
        #expect(entries[0]["joke"]?["id"] == "a")
        #expect(entries[0]["date"]?.stringValue == driver.now.date.rawValue)
    }

    @Test("a failed fetch is logged after its second attempt, and offline and online once each")
    func networkErrors() throws {
        let driver = ModelDriver(.with(.net))
        driver.fail(.noNetwork)
        #expect(try kinds(driver) == ["offline"])
        driver.pass(.seconds(2))
        driver.fail(.noNetwork)
        #expect(try kinds(driver) == ["offline", "fetchFailed"])
        let entry = try entries(driver)[1]
        #expect(entry["source"] == "net")
        #expect(entry["error"]?["message"] == "No network.")
        #expect(entry["cause"] == .null)
        driver.next(wait: true)
        driver.pass(.seconds(2))
        driver.deliver(["a"])
        #expect(try kinds(driver).last == "online")
    }

    @Test("a failure and the recovery of the store are logged, and the failure is not stored")
    func storageErrors() throws {
        let driver = ModelDriver.ready("a", "b", "c")
        driver.fillDisk()
        driver.like()
        driver.like()
        #expect(try kinds(driver) == ["storageFailed"])
        #expect(driver.archive.kept.log.isEmpty)
        driver.fillDisk(false)
        driver.like()
        #expect(try kinds(driver) == ["storageFailed", "liked", "storageRecovered"])
        #expect(driver.archive.kept.log == driver.logged.dropFirst().map(\.stored))
    }

    @Test("the log keeps one entry more than it promises over a restart")
    func capacity() {
        let driver = ModelDriver.ready("a", "b")
        for _ in 0..<200 {
            driver.like("b")
            driver.undo()
        }
        driver.restart()
        #expect(driver.archive.kept.log == driver.logged.suffix(Limits.logEvents + 1).map(\.stored))
    }
}
