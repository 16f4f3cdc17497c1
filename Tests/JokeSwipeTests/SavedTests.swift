// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeWire
import Testing

@Suite("The saved jokes, before a daemon that the test plays")
struct SavedTests {
    private let display = DisplayOptions(depth: .none, hasMotion: false)

    /// A front that shows the list, of which the first page came.
    private func opened(_ count: Int = 3, next: String? = nil, _ size: Size = Size(columns: 80, rows: 24))
        throws -> Play
    {
        var play = try Play.connected(display, size)
        play.press("s")
        try play.answer(play.takeRequests()[0], page(1...count, next: next))
        return play
    }

    private func page(_ numbers: ClosedRange<Int>, next: String? = nil, total: Int = 120) throws -> JSON {
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
            "exact": true,
        ]
    }

    private func params(_ play: inout Play) throws -> JSON {
        try #require(play.takeRequests().first?["params"])
    }

    @Test("it is shown as a list, a grid, and one whole", arguments: ["list", "grid", "whole", "translated"])
    func pictures(_ name: String) throws {
        var play = try opened(5)
        switch name {
        case "grid": play.press("g")
        case "whole": play.press(.down, .enter)
        case "translated": try play.tell(.sample.with { $0.showTranslation = true })
        default: break
        }
        PictureFile("saved-\(name)").expect(play.screen)
    }

    @Test("pages are asked for as their end comes near, with a row that says so")
    func paging() throws {
        var play = try opened(50, next: "c1")
        #expect(play.takeRequests() == [])
        for _ in 0..<35 { play.press(.down) }
        let request = try #require(play.takeRequests().first)
        #expect(request["params"]?["cursor"] == "c1")
        play.press(.end)
        #expect(play.takeRequests() == [], "one at a time")
        #expect(play.screen.contains("loading"))
        try play.answer(request, page(51...53))
        play.press(.end)
        #expect(play.screen.contains("▸ Saved joke 53") && !play.screen.contains("loading"))
        #expect(play.takeRequests() == [], "that was the last one")
    }

    @Test("a page that fails says so, and is tried again by moving on")
    func failing() throws {
        var play = try opened(50, next: "c1")
        play.press(.end)
        try play.refuse(play.takeRequests()[0], .busy)
        #expect(play.screen.contains("more did not come"))
        play.press(.end)
        #expect(try params(&play)["cursor"] == "c1")
    }

    @Test("order and direction are the daemon's work")
    func sorting() throws {
        var play = try opened()
        play.press("o")
        #expect(try params(&play)["sort"] == "date")
        play.press("r")
        #expect(try params(&play)["order"] == "ascending", "the oldest first")
        play.press("o")
        #expect(try params(&play) == ["limit": 50, "sort": "source", "order": "descending"])
    }

    @Test("each letter searches at once, and what an older search finds is dropped")
    func searching() throws {
        var play = try opened()
        play.press("/")
        play.press("du")
        let requests = play.takeRequests()
        #expect(requests.map { $0["params"]?["query"] } == ["d*", "du*"])
        try play.answer(requests[1], page(7...7, total: 1))
        try play.answer(requests[0], page(1...50))
        #expect(play.screen.contains("Saved joke 7") && !play.screen.contains("Saved joke 2"))
        #expect(play.screen.contains("/ du"))
        play.press(.backspace)
        #expect(try params(&play)["query"] == "d*")
        play.press(.escape)
        #expect(play.takeRequests().first?["method"] == "saved.list")
    }

    @Test("text that is pasted is searched for, and letters of a query are no commands")
    func typing() throws {
        var play = try Play.connected(display)
        play.press("/")
        _ = play.takeRequests()
        play.take(.report(.pasted("rubber duck")))
        #expect(try params(&play)["query"] == "rubber duck*")
        play.press("qdu")
        #expect(play.takeDone() == [])
    }

    @Test("deleting asks, the list is read anew, and u takes it back")
    func deleting() throws {
        var play = try opened()
        play.press(.down)
        play.press("d")
        let request = play.takeRequests()[0]
        #expect(request["method"] == "saved.delete" && request["params"] == ["jokes": ["s2"]])
        try play.answer(request, ["seq": 1, "changed": true, "deleted": ["s2"]])
        #expect(play.screen.contains("u takes it back"))
        try play.answer(play.takeRequests()[0], page(3...5))
        play.press("u")
        let undo = play.takeRequests()[0]
        #expect(undo["method"] == "joke.undo")
        try play.answer(undo, ["undone": ["kind": "deleted", "jokes": ["s2"]]])
        #expect(play.takeRequests().first?["method"] == "saved.list")
    }

    @Test("what is selected stays so when the list is read anew")
    func keeping() throws {
        var play = try opened()
        play.press(.down, .down)
        play.take(.connection(.ended))
        play.take(.connection(.opened))
        let requests = play.takeRequests()
        try play.answer(#require(requests.last), page(2...4))
        #expect(play.screen.contains("▸ Saved joke 3"))
    }

    @Test("what another front saves is there at once, what this one deletes is read when it is answered")
    func elsewhere() throws {
        var play = try opened()
        try play.tell(.sample.with { $0.saved.count = 4 }, by: .jokeLike, of: 99)
        #expect(play.takeRequests().first?["method"] == "saved.list")
        try play.tell(.sample.with { $0.saved.count = 3 }, by: .savedDelete)
        #expect(play.takeRequests() == [])
    }

    @Test("c copies the selected one, t translates, q quits, s goes back to the card")
    func others() throws {
        var play = try opened()
        play.press("c")
        #expect(play.takeDone() == [.share("s1")])
        play.press("t")
        #expect(play.takeRequests().first?["method"] == "translation.show")
        play.press("s")
        #expect(play.screen.contains("my cat"))
        play.press("sq")
        #expect(play.takeDone() == [.quit])
    }

    @Test("the mouse selects, reads and scrolls", arguments: [nil, 40, 79])
    func mouse(_ columnOfGrid: Int?) throws {
        var play = try opened(50)
        if columnOfGrid != nil { play.press("g") }
        // The fourth: of the grid, the second of its second row, which begins in the middle and goes to the edge.
        let (column, row) = columnOfGrid.map { ($0, 10) } ?? (5, 5)
        play.mouse(.press, column, row)
        #expect(play.screen.contains("▸"))
        play.press("c")
        #expect(play.takeDone() == [.share("s4")])
        play.mouse(.press, column, row)
        #expect(play.screen.contains("Saved joke 4") && !play.screen.contains("Saved joke 1\n"))
        play.press(.escape)
        play.mouse(.wheelDown, column, row)
        play.press("c")
        #expect(play.takeDone() == [.share("s\(columnOfGrid == nil ? 5 : 6)")])
    }
}
