// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The log")
struct LogTests {
    /// The members of the newest entries, as a subscriber reads them.
    private func entries(_ play: Play) throws -> [JSON] {
        try play.logged.map { try JSON(parsing: Array("{\($0.members)}".utf8)) }
    }

    private func kinds(_ play: Play) throws -> [String?] {
        try entries(play).map { $0["event"]?.stringValue }
    }

    @Test("tells decisions with the joke, who made them, and when")
    func decisions() throws {
        let play = Play.ready("a", "b")
        play.request(.decide(.like, .card), client: "bar")
        play.dislike("b")
        let entries = try entries(play)
        #expect(entries.map { $0["event"] } == ["liked", "disliked"])
        #expect(entries.map { $0["joke"]?["id"] } == [.string(play.starter), "b"])
        #expect(entries[0]["cause"]?["client"] == "bar")
        #expect(entries[0]["time"]?.stringValue == play.now.wall.rfc3339)
    }

    @Test("of a decision that changes nothing has no line")
    func unchanged() throws {
        let play = Play.ready("a", "b")
        play.like("b")
        play.like("b")
        play.next()
        play.drag(0.2, end: 100)
        #expect(try kinds(play) == ["liked"])
    }

    @Test("tells a swipe once, when it is let go")
    func swipe() throws {
        let play = Play.ready("a")
        play.drag(0.7, end: 500)
        #expect(try kinds(play) == [])
        play.release()
        #expect(try kinds(play) == ["liked"])
    }

    @Test("names what was deleted, and what was taken back")
    func deletion() throws {
        let play = Play.ready("a", "b")
        play.like("a")
        play.delete("a")
        play.undo()
        let entries = try entries(play)
        #expect(entries.map { $0["event"] } == ["liked", "deleted", "undone"])
        #expect(entries[1]["jokes"] == ["a"])
        #expect(entries[2]["kind"] == "deleted")
        #expect(entries[2]["jokes"] == ["a"])
    }

    @Test("has the day's joke once")
    func daily() throws {
        let play = Play.ready("a", "b")
        play.daily()
        play.daily()
        let entries = try entries(play)
        #expect(entries.map { $0["event"] } == ["daily"])
        #expect(entries[0]["joke"]?["id"] == "a")
        #expect(entries[0]["date"]?.stringValue == play.now.date.rawValue)
    }

    @Test("tells a failed fetch after its second attempt, and the network's going and coming")
    func network() throws {
        let play = Play(.with(.net))
        play.fail(.noNetwork)
        #expect(try kinds(play) == ["offline"])
        play.pass(.seconds(2))
        play.fail(.noNetwork)
        #expect(try kinds(play) == ["offline", "fetchFailed"])
        let entry = try entries(play)[1]
        #expect(entry["source"] == "net")
        #expect(entry["error"]?["message"] == "No network.")
        #expect(entry["cause"] == .null)
        play.next(wait: true)
        play.pass(.seconds(2))
        play.deliver(["a"])
        #expect(try kinds(play).last == "online")
    }

    @Test("says that the store fails, and that it recovered, and keeps only what can be kept")
    func storage() throws {
        let play = Play.ready("a", "b", "c")
        play.fillDisk()
        play.like()
        play.like()
        #expect(try kinds(play) == ["storageFailed"])
        #expect(play.shelf.kept.log.isEmpty)
        play.fillDisk(false)
        play.like()
        #expect(try kinds(play) == ["storageFailed", "liked", "storageRecovered"])
        #expect(play.shelf.kept.log == play.logged.dropFirst().map(\.stored))
    }

    @Test("is kept over a restart, and one entry more than it promises")
    func capacity() {
        let play = Play.ready("a", "b")
        for _ in 0..<200 {
            play.like("b")
            play.undo()
        }
        play.restart()
        #expect(play.shelf.kept.log == play.logged.suffix(Limits.logEvents + 1).map(\.stored))
    }
}
