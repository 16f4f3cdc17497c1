// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

@Suite("The saved jokes")
struct SavedTests {
    private let display = DisplayOptions(depth: .none, hasMotion: false)

    /// Returns a driver that shows the first page of the list.
    private func opened(_ count: Int = 3, next: String? = nil, _ size: Size = Size(columns: 80, rows: 24))
        throws -> SwipeDriver
    {
        var driver = try SwipeDriver.connected(display, size)
        driver.press("s")
        try driver.answer(driver.takeRequests()[0], page(1...count, next: next))
        return driver
    }

    private func page(
        _ numbers: ClosedRange<Int>, next: String? = nil, total: Int = 120, isExact: Bool = true
    ) throws -> JSON {
        let items = try numbers.map { number -> JSON in
            let joke = Joke(
                id: Joke.ID(rawValue: "s\(number)"), value: "Saved joke \(number)", source: "builtin",
                language: "en",
                translation: CardState.sample.joke.translation)
            return [
                "joke": try JSON(parsing: joke.jsonBytes), "savedAt": "2026-04-01T09:30:00Z",
                "deletedAt": .null,
            ]
        }
        return [
            "items": .array(items), "next": next.map { .string($0) } ?? .null, "total": .integer(total),
            "exact": .bool(isExact),
        ]
    }

    private func params(_ driver: inout SwipeDriver) throws -> JSON {
        try #require(driver.takeRequests().first?["params"])
    }

    @Test(
        "they are shown as a list, as a grid, and one at a time",
        arguments: ["list", "grid", "whole", "translated"])
    func savedSnapshots(_ name: String) throws {
        var driver = try opened(5)
        switch name {
        case "grid": driver.press("g")
        case "whole": driver.press(.down, .enter)
        case "translated": try driver.receiveState(.sample.with { $0.showTranslation = true })
        default: break
        }
        PictureFile("saved-\(name)").expect(driver.screen)
    }

    @Test("the next page is requested near the end, with a row that says so")
    func nextPage() throws {
        var driver = try opened(50, next: "c1")
        #expect(driver.takeRequests() == [])
        for _ in 0..<35 { driver.press(.down) }
        let request = try #require(driver.takeRequests().first)
        #expect(request["params"]?["cursor"] == "c1")
        driver.press(.end)
        #expect(driver.takeRequests() == [], "one at a time")
        #expect(driver.screen.contains("loading"))
        try driver.answer(request, page(51...53))
        driver.press(.end)
        #expect(driver.screen.contains("▸ Saved joke 53") && !driver.screen.contains("loading"))
        #expect(driver.takeRequests() == [], "that was the last one")
    }

    @Test("End goes to the last joke, page by page, until another key is pressed", arguments: [true, false])
    func end(isInterrupted: Bool) throws {
        var driver = try opened(50, next: "c1", Size(columns: 80, rows: 24))
        driver.press(.end)
        let second = try #require(driver.takeRequests().first)
        try driver.answer(second, page(51...250, next: "c2", total: 303))
        let third = try #require(driver.takeRequests().first)
        #expect(third["params"]?["limit"] == 200 && third["params"]?["cursor"] == "c2")
        if isInterrupted { driver.press(.up) }
        try driver.answer(third, page(251...303, total: 303))
        #expect(driver.screen.contains(isInterrupted ? "▸ Saved joke 249" : "▸ Saved joke 303"))
        #expect(driver.takeRequests() == [])
    }

    @Test("a number that is not exact is the least number, until the last page is read")
    func inexactTotal() throws {
        var driver = try opened(50, next: "c1")
        driver.press("/a")
        try driver.answer(
            #require(driver.takeRequests().last), page(1...50, next: "c2", total: 52, isExact: false))
        #expect(driver.screen.contains("Saved jokes · at least 52 · by date"))
        driver.press(.enter, .end)
        try driver.answer(
            #require(driver.takeRequests().last), page(51...90, next: "c3", total: 52, isExact: false))
        #expect(driver.screen.contains("Saved jokes · at least 90 · by date"))
        try driver.answer(#require(driver.takeRequests().last), page(91...99, total: 52, isExact: false))
        #expect(driver.screen.contains("Saved jokes · 99 · by date"))
    }

    @Test("End stops after 2,000 jokes, says so, and goes on when it is pressed again")
    func endOfLongList() throws {
        var driver = try opened(50, next: "c0")
        driver.press(.end)
        for first in stride(from: 51, to: 2_051, by: 200) {
            #expect(!driver.screen.contains("press End again"))
            try driver.answer(
                #require(driver.takeRequests().first),
                page(first...first + 199, next: "c\(first)", total: 5_000))
        }
        #expect(driver.screen.contains("▸ Saved joke 2050"))
        #expect(driver.screen.contains("This is joke 2,050 of 5,000; press End again to go on."))
        driver.press(.end)
        try driver.answer(
            #require(driver.takeRequests().first), page(2_051...2_200, next: "d", total: 5_000))
        #expect(driver.screen.contains("▸ Saved joke 2200"))
    }

    @Test("a narrow list shows that a machine made the translations", arguments: [20, 27, 80])
    func narrowCredit(_ columns: Int) throws {
        var driver = try opened(3, Size(columns: columns, rows: 12))
        try driver.receiveState(.sample.with { $0.showTranslation = true })
        #expect(driver.screen.contains("(machine)") && driver.screen.contains("apertium.org"))
    }

    @Test("a failed page is reported and requested again on a move")
    func failedPage() throws {
        var driver = try opened(50, next: "c1")
        driver.press(.end)
        try driver.refuse(driver.takeRequests()[0], .busy)
        #expect(driver.screen.contains("loading failed"))
        driver.press(.end)
        #expect(try params(&driver)["cursor"] == "c1")
    }

    @Test("the sort order and direction are requested from the daemon")
    func sorting() throws {
        var driver = try opened()
        driver.press("r")
        let oldest = ["limit": 50, "sort": "date", "order": "ascending"] as JSON
        #expect(try params(&driver) == oldest)
        driver.press("o")
        #expect(try params(&driver)["sort"] == "text")
        driver.press("o")
        #expect(try params(&driver) == ["limit": 50, "sort": "source", "order": "descending"])
    }

    @Test("each letter starts a search, and the results of older ones are dropped")
    func searching() throws {
        var driver = try opened()
        driver.press("/")
        driver.press("du")
        let requests = driver.takeRequests()
        #expect(requests.map { $0["params"]?["query"] } == ["d", "du"])
        try driver.answer(requests[1], page(7...7, total: 1))
        try driver.answer(requests[0], page(1...50))
        #expect(driver.screen.contains("Saved joke 7") && !driver.screen.contains("Saved joke 2"))
        #expect(driver.screen.contains("/ du"))
        driver.press(.backspace)
        #expect(try params(&driver)["query"] == "d")
        driver.press(.escape)
        #expect(driver.takeRequests().first?["method"] == "saved.list")
    }

    @Test("pasted text is searched for, and letters of a query are no commands")
    func typing() throws {
        var driver = try SwipeDriver.connected(display)
        driver.press("/")
        _ = driver.takeRequests()
        driver.take(.report(.pasted("rubber duck")))
        #expect(try params(&driver)["query"] == "rubber duck")
        driver.press("qdu")
        #expect(driver.takeDone() == [])
    }

    @Test("a deletion is confirmed, the list is read again, and u restores the joke")
    func deleting() throws {
        var driver = try opened()
        driver.press(.down)
        driver.press("d")
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "saved.delete" && request["params"] == ["jokes": ["s2"]])
        try driver.answer(request, ["seq": 1, "changed": true, "deleted": ["s2"]])
        #expect(driver.screen.contains("u undoes it"))
        try driver.answer(driver.takeRequests()[0], page(3...5))
        driver.press("u")
        let undo = driver.takeRequests()[0]
        #expect(undo["method"] == "joke.undo")
        let joke = try JSON(parsing: CardState.sample.joke.jsonBytes)
        try driver.answer(
            undo,
            ["seq": 2, "changed": true, "joke": joke, "undone": ["kind": "deleted", "jokes": ["s2"]]])
        #expect(driver.takeRequests().first?["method"] == "saved.list")
    }

    @Test("without a reply, the list does not say that no joke is saved")
    func noReply() throws {
        var driver = try SwipeDriver.connected(DisplayOptions(depth: .none, hasMotion: false))
        driver.take(.connection(.ended))
        driver.press("s")
        #expect(driver.screen.contains("jokesd does not reply."))
        #expect(!driver.screen.contains("No joke is saved yet."))
        driver.take(.connection(.opened))
        let empty: JSON = ["items": [], "total": 0, "exact": true, "next": .null]
        try driver.answer(#require(driver.takeRequests().last), empty)
        #expect(driver.screen.contains("No joke is saved yet."))
    }

    @Test("the selection stays when the list is read again")
    func selectionStays() throws {
        var driver = try opened()
        driver.press(.down, .down)
        driver.take(.connection(.ended))
        driver.take(.connection(.opened))
        let requests = driver.takeRequests()
        try driver.answer(#require(requests.last), page(2...4))
        #expect(driver.screen.contains("▸ Saved joke 3"))
    }

    @Test("a joke that another client saves appears, and an own deletion after its reply")
    func otherClients() throws {
        var driver = try opened()
        try driver.receiveState(.sample.with { $0.saved.count = 4 }, by: .jokeLike, of: 99)
        #expect(driver.takeRequests().first?["method"] == "saved.list")
        try driver.receiveState(.sample.with { $0.saved.count = 3 }, by: .savedDelete)
        #expect(driver.takeRequests() == [])
    }

    @Test("e edits the selected joke, a adds one, and the list is read again")
    func editor() throws {
        var driver = try opened()
        driver.press("ea")
        #expect(driver.takeDone() == [.write("s1"), .write(nil)])
        driver.take(.wrote("Your joke is saved.", isTrouble: false))
        #expect(driver.takeRequests().map { $0["method"] } == ["saved.list"])
    }

    @Test("c copies the selected joke, t translates, q quits, and s returns to the card")
    func otherKeys() throws {
        var driver = try opened()
        driver.press("c")
        #expect(driver.takeDone() == [.share("s1")])
        driver.press("t")
        #expect(driver.takeRequests().first?["method"] == "translation.show")
        driver.press("s")
        #expect(driver.screen.contains("my cat"))
        driver.press("sq")
        #expect(driver.takeDone() == [.quit])
    }

    @Test("the mouse selects, reads and scrolls", arguments: [nil, 40, 79])
    func mouse(_ columnOfGrid: Int?) throws {
        var driver = try opened(50)
        if columnOfGrid != nil { driver.press("g") }
        // Selects the fourth joke. In the grid it is the second one of the second row, in the right half.
        let (column, row) = columnOfGrid.map { ($0, 10) } ?? (5, 5)
        driver.mouse(.press, column, row)
        #expect(driver.screen.contains("▸"))
        driver.press("c")
        #expect(driver.takeDone() == [.share("s4")])
        driver.mouse(.press, column, row)
        #expect(driver.screen.contains("Saved joke 4") && !driver.screen.contains("Saved joke 1\n"))
        driver.press(.escape)
        driver.mouse(.wheelDown, column, row)
        driver.press("c")
        #expect(driver.takeDone() == [.share("s\(columnOfGrid == nil ? 5 : 6)")])
    }
}
