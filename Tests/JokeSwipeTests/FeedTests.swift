// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

@Suite("The feeds in the card")
struct FeedTests {
    private let display = DisplayOptions(depth: .none, hasMotion: false)

    /// Returns a driver that shows the feed of `builtin`, of which two categories are known. The other sources are `off`,
    /// which is not on, `team`, which has no pages, and `web`.
    private func opened(_ count: Int = 3, next: String? = nil, _ size: Size = Size(columns: 80, rows: 24))
        throws -> SwipeDriver
    {
        var driver = try SwipeDriver.connected(display, size)
        driver.press("f")
        try answerSources(&driver)
        for request in driver.takeRequests() {
            if request["method"] == "feed.page" {
                try driver.answer(request, page(1...count, next: next))
            } else {
                #expect(request["method"] == "sources.categories")
                try driver.answer(request, ["items": ["animals", "tea"], "counts": [2, 1], "total": 2])
            }
        }
        return driver
    }

    private func answerSources(_ driver: inout SwipeDriver) throws {
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["sources.list"])
        let sources = [
            SourceStatus { ($0.name, $0.type, $0.enabled, $0.pages) = ("off", "fortune", false, true) },
            SourceStatus { ($0.name, $0.type, $0.enabled, $0.pages) = ("builtin", "builtin", true, true) },
            SourceStatus { ($0.name, $0.type, $0.enabled, $0.pages) = ("team", "command", true, false) },
            SourceStatus {
                ($0.name, $0.type, $0.enabled) = ("web", "icanhazdadjoke", true)
                $0.pages = true
            },
        ]
        let result = SourcesResponse(items: sources)
        try driver.answer(requests[0], JSON(parsing: result.jsonBytes))
    }

    private func page(_ numbers: ClosedRange<Int>?, number: Int = 1, next: String? = nil) throws -> JSON {
        let items = try (numbers.map(Array.init) ?? []).map { number in
            let joke = Joke(
                id: Joke.ID(rawValue: "f\(number)"), value: "Feed joke \(number)", categories: ["animals"],
                source: "builtin", language: "en", translation: CardState.sample.joke.translation)
            return try JSON(parsing: joke.jsonBytes)
        }
        return [
            "source": "builtin", "query": .null, "page": .integer(number), "items": .array(items),
            "isLoading": false, "hasMore": .bool(next != nil), "total": .null, "category": .null,
            "next": next.map { .string($0) } ?? .null,
        ]
    }

    private func params(_ driver: inout SwipeDriver) throws -> JSON {
        let requests = driver.takeRequests().filter { $0["method"] != "sources.categories" }
        #expect(requests.map { $0["method"] } == ["feed.page"])
        return try #require(requests.first?["params"])
    }

    @Test(
        "they are shown as a list, as a grid, one at a time, and with what was decided",
        arguments: ["list", "grid", "whole", "decided"])
    func snapshots(_ name: String) throws {
        var driver = try opened(5)
        switch name {
        case "grid": driver.press("g")
        case "whole": driver.press(.down, .enter)
        case "decided":
            driver.press("+")
            driver.press(.down)
            driver.press("-")
            for request in driver.takeRequests() { try driver.answer(request, ["changed": true]) }
        default: break
        }
        PictureFile("feed-\(name)").expect(driver.screen)
    }

    @Test("the next page is requested by its cursor before its jokes are visible")
    func nextPage() throws {
        var driver = try opened(40, next: "c1")
        #expect(driver.takeRequests() == [])
        for _ in 0..<25 { driver.press(.down) }
        #expect(try params(&driver) == ["source": "builtin", "page": 2, "cursor": "c1"])
        driver.press(.end)
        #expect(driver.takeRequests() == [])
        #expect(driver.screen.contains("loading"))
    }

    @Test("the last page ends the list")
    func lastPage() throws {
        var driver = try opened(3)
        driver.press(.end, .down)
        #expect(driver.takeRequests() == [])
    }

    @Test("a failed page says why and what to do, stays until the next try, and is requested again by a key")
    func failure() throws {
        var driver = try opened(20, next: "c1")
        let request = try #require(driver.takeRequests().first)
        driver.press("+")
        try driver.answer(try #require(driver.takeRequests().first), ["changed": true])
        try driver.refuse(request, .rateLimited)
        let sentence = WireError(.rateLimited).sentence
        #expect(driver.screen.contains(sentence.prefix(40)), "it replaces the message about the like")
        driver.wait(.seconds(60))
        #expect(driver.screen.contains(sentence.prefix(40)))
        #expect(driver.takeRequests() == [])
        driver.press(.down)
        #expect(try params(&driver)["cursor"] == "c1")
        #expect(!driver.screen.contains(sentence.prefix(40)))
    }

    @Test("pages without a joke are requested three times, then only by a key")
    func emptyPages() throws {
        var driver = try opened(3, next: "c1")
        for number in 2...4 {
            let request = try #require(driver.takeRequests().first)
            try driver.answer(request, page(nil, number: number, next: "c\(number)"))
        }
        #expect(driver.takeRequests() == [])
        #expect(driver.screen.contains("press an arrow key for more"))
        driver.press(.down)
        #expect(try params(&driver) == ["source": "builtin", "page": 5, "cursor": "c4"])
    }

    @Test("a feed lists 2000 jokes at most, and says so")
    func limit() throws {
        var driver = try opened(1, next: "c1")
        try driver.answer(try #require(driver.takeRequests().first), page(2...2000, number: 2, next: "c2"))
        driver.press(.end)
        #expect(driver.takeRequests() == [])
        #expect(driver.screen.contains("These are 2000 jokes"))
    }

    @Test("the categories are read again with the page and by k, because the file may have changed")
    func changedCategories() throws {
        var driver = try opened()
        driver.press("f")
        driver.press("f")
        try answerSources(&driver)
        for (count, key) in [(5, "k"), (6, "k")] {
            let request = try #require(driver.takeRequests().first { $0["method"] == "sources.categories" })
            try driver.answer(
                request, ["items": ["animals", "new"], "counts": [.integer(count), 1], "total": 2])
            if count == 5 { driver.press(key) }
            #expect(driver.screen.contains("animals (\(count))"))
        }
        driver.press("k")
        #expect(driver.screen.contains("new (1)"))
    }

    @Test("? lists the keys of the feed and of the saved jokes, and returns to them")
    func help() throws {
        var driver = try opened()
        driver.press("?")
        #expect(driver.screen.contains("the next category") && !driver.screen.contains("60 %"))
        driver.press(.escape)
        #expect(driver.screen.contains("Jokes of builtin"))
        driver.press("f")
        driver.press("s")
        driver.press("?")
        #expect(driver.screen.contains("reverse the order"))
        driver.press(.escape)
        #expect(driver.screen.contains("Saved jokes"))
    }

    @Test("k chooses the category, one after the other and all again, K backwards; a service has none")
    func categories() throws {
        var driver = try opened()
        driver.press("k")
        #expect(try params(&driver) == ["source": "builtin", "page": 1, "category": "animals"])
        #expect(driver.screen.contains("animals (2)"))
        driver.press("k")
        #expect(try params(&driver)["category"] == "tea")
        driver.press("k")
        #expect(try params(&driver)["category"] == nil)
        driver.press("K")
        #expect(try params(&driver)["category"] == "tea")
        driver.press("o")
        #expect(try params(&driver) == ["source": "web", "page": 1])
        driver.press("k")
        #expect(driver.takeRequests() == [])
    }

    @Test("the jokes of the source before are not shown, even if its page arrives later")
    func latePage() throws {
        var driver = try opened(20, next: "c1")
        let late = try #require(driver.takeRequests().first)
        driver.press("o")
        let request = try #require(driver.takeRequests().first)
        try driver.answer(late, page(21...40, number: 2))
        #expect(!driver.screen.contains("Feed joke"))
        try driver.answer(request, page(50...51))
        #expect(driver.screen.contains("Feed joke 50") && !driver.screen.contains("Feed joke 21"))
    }

    @Test(
        "words are searched for by Enter, because a page may cost a request to a service; Esc shows all again"
    )
    func search() throws {
        var driver = try opened()
        driver.press("/cat")
        #expect(driver.takeRequests() == [])
        driver.press(.enter)
        #expect(try params(&driver) == ["source": "builtin", "page": 1, "query": "cat"])
        driver.press(.escape)
        #expect(try params(&driver) == ["source": "builtin", "page": 1])
        driver.press(.escape)
        #expect(driver.screen.contains("f feed "))
    }

    @Test("+ saves the selected joke and - dislikes it; a second time it says that nothing changed")
    func decisions() throws {
        var driver = try opened()
        driver.press("+")
        let like = try #require(driver.takeRequests().first)
        #expect(like["method"] == "joke.like" && like["params"] == ["joke": "f1"])
        try driver.answer(like, ["changed": true])
        #expect(driver.screen.contains("Saved \"Feed joke 1\"; u undoes it."))
        driver.press("+")
        try driver.answer(try #require(driver.takeRequests().first), ["changed": false])
        #expect(driver.screen.contains("was saved before"))
        driver.press("u")
        let undo = try #require(driver.takeRequests().first)
        #expect(driver.screen.contains("🤣 Feed joke 1"))
        try driver.answer(
            undo,
            [
                "seq": 2, "changed": true, "joke": JSON(parsing: CardState.sample.joke.jsonBytes),
                "undone": ["kind": "liked", "jokes": ["f1"]],
            ])
        #expect(!driver.screen.contains("🤣"))
    }

    @Test("without a source that has pages, the list says so")
    func noSource() throws {
        var driver = try SwipeDriver.connected(display)
        driver.press("f")
        try driver.answer(driver.takeRequests()[0], ["items": []])
        #expect(driver.takeRequests() == [])
        #expect(driver.screen.contains("No source that is on has pages"))
    }

    @Test("after a lost connection, the list is there and its next page is requested again")
    func reconnection() throws {
        var driver = try opened(20, next: "c1")
        #expect(try params(&driver)["cursor"] == "c1")
        driver.take(.connection(.ended))
        driver.press("+")
        driver.press(.end)
        #expect(driver.takeRequests() == [])
        driver.wait(.seconds(10))
        driver.take(.connection(.opened))
        for request in driver.takeRequests() {
            switch request["method"] {
            case "state.subscribe":
                try driver.answer(request, ["connection": .integer(SwipeDriver.connection)])
            case "sources.list":
                #expect(driver.screen.contains("Feed joke 19"))
                try driver.answer(
                    request,
                    ["items": [["name": "builtin", "type": "builtin", "enabled": true, "pages": true]]])
            default: break
            }
        }
        #expect(try params(&driver)["cursor"] == "c1")
        driver.press(.home)
        driver.press("+")
        #expect(driver.takeRequests().map { $0["method"] } == ["joke.like"], "it was not sent before")
    }

    @Test("reading the joke on the card whole reveals it")
    func reveal() throws {
        var driver = try opened()
        try driver.receiveState(
            .held.with { $0.joke = CardState.held.joke.with(id: "f1") })
        driver.press(.down, .enter)
        #expect(driver.takeRequests() == [])
        driver.press(.escape, .up, .enter)
        let reveal = try #require(driver.takeRequests().first)
        #expect(reveal["method"] == "joke.reveal" && reveal["params"] == ["ifJoke": "f1"])
    }
}

extension Joke {
    fileprivate func with(id: String) -> Joke {
        var joke = self
        joke.id = ID(rawValue: id)
        return joke
    }
}
