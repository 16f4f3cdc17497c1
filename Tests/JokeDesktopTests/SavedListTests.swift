// SPDX-License-Identifier: MIT
import JokeCards
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The saved jokes on the desktop")
struct SavedListTests {
    /// Returns a driver that shows the first page.
    private func opened(_ count: Int = 3, next: String? = nil) throws -> DesktopDriver {
        var driver = try DesktopDriver()
        driver.take(.open(.saved))
        driver.answer(driver.takeRequests()[0], try page(1...count, next: next))
        return driver
    }

    private func page(_ numbers: ClosedRange<Int>, next: String? = nil) throws -> JSON {
        let items = try numbers.map { number -> JSON in
            let joke = Joke(
                id: Joke.ID(rawValue: "s\(number)"), value: "Saved joke \(number)", source: "builtin",
                language: "en")
            return [
                "joke": try JSON(parsing: joke.jsonBytes), "savedAt": "2026-04-01T09:30:00Z",
                "deletedAt": .null,
            ]
        }
        return [
            "items": .array(items), "next": next.map { .string($0) } ?? .null, "total": 120, "exact": true,
        ]
    }

    private func ids(_ driver: DesktopDriver) -> [String] { driver.model.saved.jokes.map(\.id.rawValue) }

    @Test("the first page is requested when the page opens, and the next one near its end")
    func pages() throws {
        var driver = try opened(50, next: "c1")
        #expect(ids(driver).count == 50 && driver.savedPage?.emptiness == nil)
        driver.take(.saved(.reached(row: 10)))
        #expect(driver.requests == [])
        driver.take(.saved(.reached(row: 40)))
        driver.take(.saved(.reached(row: 41)))
        #expect(driver.requests.count == 1)
        let request = driver.takeRequests()[0]
        #expect(request["params"]?["cursor"] == "c1")
        driver.answer(request, try page(51...60))
        #expect(ids(driver).count == 60)
    }

    @Test("a search replaces the list, and an answer to an older search is ignored")
    func search() throws {
        var driver = try opened()
        driver.take(.saved(.search("ele")))
        driver.take(.saved(.search("eleph")))
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["saved.search", "saved.search"])
        #expect(requests[1]["params"]?["query"] == "eleph")
        driver.answer(requests[1], try page(7...7))
        driver.answer(requests[0], try page(8...9))
        #expect(ids(driver) == ["s7"])
    }

    @Test("the order and its reversal are requested, and dates begin with the newest")
    func order() throws {
        var driver = try opened()
        driver.take(.saved(.search("ele")))
        let newest = driver.takeRequests()[0]["params"]
        #expect(newest?["sort"] == "date" && newest?["order"] == nil)
        driver.take(.saved(.order(.date, reversed: true)))
        let params = driver.takeRequests()[0]["params"]
        #expect(params?["sort"] == "date" && params?["order"] == "ascending")
    }

    @Test("deleted jokes leave the list at once, and can be restored by their ids")
    func delete() throws {
        var driver = try opened()
        driver.take(.saved(.delete(["s1", "s3"])))
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "saved.delete" && request["params"]?["jokes"] == ["s1", "s3"])
        driver.answer(request, ["seq": 9, "changed": true, "deleted": ["s1", "s3"]])
        #expect(ids(driver) == ["s2"] && driver.savedPage?.deleted == 2)
        #expect(driver.takeRequests().map { $0["method"] } == ["saved.list"])
        driver.take(.saved(.restore))
        #expect(driver.requests[0]["method"] == "saved.restore")
        #expect(driver.requests[0]["params"]?["jokes"] == ["s1", "s3"])
        #expect(driver.savedPage?.deleted == 0)
    }

    @Test("several jokes are copied as one text")
    func copySaved() throws {
        var driver = try opened()
        driver.take(.saved(.copy(["s1", "s3"])))
        #expect(driver.copied == ["Saved joke 1\n\nSaved joke 3"])
    }

    @Test("a change by another client reads the list again")
    func foreignChange() throws {
        var driver = try opened()
        try driver.receive(.sample.with { $0.saved.count = 4 }, by: .jokeLike, of: 99)
        #expect(driver.takeRequests().map { $0["method"] } == ["saved.list"])
        driver.take(.close)
        try driver.receive(.sample.with { $0.saved.count = 5 }, by: .jokeLike, of: 99)
        #expect(driver.requests == [])
    }

    @Test("an empty list says why it is empty")
    func emptiness() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.saved))
        #expect(driver.savedPage?.emptiness == "Reading the saved jokes…")
        driver.answer(driver.takeRequests()[0], ["items": [], "next": .null, "total": 0, "exact": true])
        #expect(driver.savedPage?.emptiness?.hasPrefix("No joke is saved yet.") == true)
        driver.take(.saved(.search("zz")))
        let request = driver.takeRequests()[0]
        driver.answer(request, ["items": [], "next": .null, "total": 0, "exact": true])
        #expect(driver.savedPage?.emptiness == "No saved joke matches “zz”.")
        driver.take(.saved(.search("zzz")))
        try driver.refuse(driver.takeRequests()[0], .storage)
        #expect(driver.savedPage?.emptiness == "The saved jokes cannot be read.")
        #expect(driver.picture.message?.isTrouble == true)
    }
}
