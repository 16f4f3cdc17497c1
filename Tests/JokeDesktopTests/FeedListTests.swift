// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The feeds on the desktop")
struct FeedListTests {
    private static let sources: JSON = [
        "items": [
            ["name": "builtin", "type": "builtin", "enabled": true, "pages": true],
            ["name": "service", "type": "jokeapi", "enabled": true, "pages": true],
            ["name": "random", "type": "chucknorris", "enabled": true, "pages": false],
            ["name": "off", "type": "pack", "enabled": false, "pages": true],
        ]
    ]

    /// Returns a driver that shows the first page of the first source.
    private func opened(_ count: Int = 30, hasMore: Bool = true) throws -> DesktopDriver {
        var driver = try DesktopDriver()
        driver.take(.open(.feed))
        driver.answer(driver.takeRequests()[0], Self.sources)
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["feed.page", "sources.categories"])
        driver.answer(requests[1], ["items": ["dev", "animal"], "counts": [12, 3], "total": 15])
        driver.answer(requests[0], try page(count, hasMore: hasMore))
        return driver
    }

    private func page(
        _ count: Int, number: Int = 1, hasMore: Bool = true, saved: [JSON] = []
    ) throws -> JSON {
        let jokes = try (0..<count).map { place -> JSON in
            let joke = Joke(
                id: Joke.ID(rawValue: "f\(number)-\(place)"), value: "Joke \(place) of page \(number)",
                source: "builtin", language: "en")
            return try JSON(parsing: joke.jsonBytes)
        }
        return [
            "source": "builtin", "query": .null, "page": .integer(number), "items": .array(jokes),
            "isLoading": false, "hasMore": .bool(hasMore), "total": .null, "category": .null, "next": .null,
            "saved": .array(saved),
        ]
    }

    @Test("the sources that are on and have pages can be chosen, and the categories of a local one")
    func choices() throws {
        var driver = try opened()
        #expect(driver.feedPage?.sources == ["builtin", "service"] && driver.feedPage?.source == "builtin")
        #expect(driver.feedPage?.categories == ["All categories", "dev (12)", "animal (3)"])
        driver.take(.feed(.category(1)))
        #expect(driver.takeRequests().map { $0["params"]?["category"] } == ["dev"])
        driver.take(.feed(.source("service")))
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["feed.page"])
        #expect(requests[0]["params"]?["source"] == "service" && driver.feedPage?.categories == [])
        driver.take(.feed(.source("service")))
        #expect(driver.requests == [])
    }

    @Test("the next page is requested near the end, once, and not after the last one")
    func pages() throws {
        var driver = try opened()
        driver.take(.feed(.reached(row: 3)))
        #expect(driver.requests == [])
        driver.take(.feed(.reached(row: 15)))
        driver.take(.feed(.reached(row: 16)))
        let requests = driver.takeRequests()
        #expect(requests.map { $0["params"]?["page"] } == [2])
        driver.answer(requests[0], try page(3, number: 2, hasMore: false))
        #expect(driver.model.feed.jokes.count == 33)
        driver.take(.feed(.reached(row: 32)))
        #expect(driver.requests == [])
    }

    @Test("a search begins with the first page, and the reply to the older list is ignored")
    func search() throws {
        var driver = try opened()
        driver.take(.feed(.reached(row: 29)))
        let old = driver.takeRequests()[0]
        driver.take(.feed(.search("cat")))
        let new = driver.takeRequests()[0]
        #expect(new["params"]?["query"] == "cat" && new["params"]?["page"] == 1)
        driver.answer(old, try page(30, number: 2))
        driver.answer(new, try page(0, hasMore: false))
        #expect(driver.feedPage?.emptiness == "No joke matches “cat”.")
    }

    @Test("a decision is marked in its row until it is undone")
    func decide() throws {
        var driver = try opened()
        driver.take(.feed(.like(["f1-2"])))
        driver.take(.feed(.like(["f1-2"])))
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["joke.like"], "one decision at a time")
        #expect(requests[0]["params"]?["joke"] == "f1-2")
        driver.answer(requests[0], ["seq": 9, "changed": true])
        let joke = driver.model.feed.jokes[2]
        #expect(driver.model.feed.feed.decision(on: joke) == .liked)
        #expect(RowText(joke, translated: false, .liked).text == "🤣 Joke 2 of page 1")
        #expect(driver.picture.message?.text == "The joke is saved; u undoes it.")
        driver.take(.command(.undo))
        driver.answer(
            driver.takeRequests()[0],
            [
                "seq": 10, "changed": true, "joke": try JSON(parsing: CardState.sample.joke.jsonBytes),
                "undone": ["kind": "liked", "jokes": ["f1-2"]],
            ])
        #expect(driver.model.feed.feed.decision(on: joke) == .undecided)
    }

    @Test("a joke that was saved before has its mark, until it is deleted or another decision is made")
    func savedBefore() throws {
        var driver = try opened()
        driver.take(.feed(.reached(row: 29)))
        driver.answer(
            driver.takeRequests()[0], try page(3, number: 2, hasMore: false, saved: ["f2-0", "f2-1"]))
        func marks() -> [CardState.DecisionState] {
            driver.model.feed.jokes.suffix(3).map { driver.model.feed.feed.decision(on: $0) }
        }
        #expect(marks() == [.liked, .liked, .undecided])
        driver.take(.feed(.dislike(["f2-0"])))
        driver.answer(driver.takeRequests()[0], ["seq": 9, "changed": true])
        #expect(marks() == [.disliked, .liked, .undecided])
        driver.take(.feed(.undo))
        driver.answer(driver.takeRequests()[0], try undone("f2-0", "disliked"))
        #expect(marks() == [.liked, .liked, .undecided], "it is saved again")
        driver.take(.open(.saved))
        _ = driver.takeRequests()
        driver.take(.saved(.delete(["f2-1"])))
        driver.answer(driver.takeRequests()[0], ["seq": 11, "changed": true, "deleted": ["f2-1"]])
        #expect(marks() == [.liked, .undecided, .undecided])
        _ = driver.takeRequests()
        driver.take(.saved(.restore))
        driver.answer(driver.takeRequests()[0], ["seq": 12, "changed": true, "restored": ["f2-1"]])
        #expect(marks() == [.liked, .liked, .undecided])
    }

    /// Decides two jokes of a feed together. `isNew` is what the daemon replies: whether they were undecided before.
    private func decideTwo(_ input: DesktopModel.FeedInput, isNew: Bool = true) throws -> DesktopDriver {
        var driver = try opened()
        driver.take(.feed(input))
        for request in driver.takeRequests() {
            #expect(driver.picture.message == nil)
            driver.answer(request, ["seq": 9, "changed": .bool(isNew)])
        }
        return driver
    }

    private func undone(_ id: String, _ kind: String = "liked") throws -> JSON {
        [
            "seq": 10, "changed": true, "joke": try JSON(parsing: CardState.sample.joke.jsonBytes),
            "undone": ["kind": .string(kind), "jokes": [.string(id)]],
        ]
    }

    @Test("several decisions of one key press are told together, and undone together")
    func decideTogether() throws {
        var driver = try decideTwo(.like(["f1-2", "f1-4"]))
        #expect(driver.picture.message?.text == "2 jokes are saved; u undoes it.")
        driver.take(.feed(.undo))
        for id in ["f1-4", "f1-2"] {
            let requests = driver.takeRequests()
            #expect(requests.map { $0["method"] } == ["joke.undo"])
            driver.answer(requests[0], try undone(id))
        }
        #expect(driver.requests == [] && driver.picture.message?.text == "Undone: 2 decisions.")
        #expect(driver.model.feed.feed.decision(on: driver.model.feed.jokes[2]) == .undecided)
        driver = try decideTwo(.dislike(["f1-2", "f1-4"]), isNew: false)
        #expect(driver.picture.message?.text == "2 jokes were disliked before.")
    }

    @Test("an undo of several decisions stops at a change that was not made with them")
    func undoStops() throws {
        var driver = try decideTwo(.like(["f1-2", "f1-4"]))
        driver.take(.feed(.undo))
        driver.answer(driver.takeRequests()[0], try undone("other", "deleted"))
        #expect(driver.requests == [] && driver.picture.message?.text == "Undone: the deletion of 1 joke.")
        driver.take(.feed(.undo))
        driver.answer(driver.takeRequests()[0], try undone("f1-4"))
        try driver.refuse(driver.takeRequests()[0], .empty)
        #expect(driver.requests == [] && driver.picture.message?.isTrouble == true)
    }

    @Test("more jokes are read without a word")
    func quiet() throws {
        var driver = try opened()
        driver.take(.feed(.reached(row: 29)))
        #expect(driver.methods == ["feed.page"] && driver.feedPage?.ending == nil)
        driver = try DesktopDriver()
        driver.take(.open(.feed))
        #expect(driver.feedPage?.emptiness == "Reading the jokes…")
    }

    @Test("a failure is told until it is tried again")
    func failure() throws {
        var driver = try opened()
        driver.take(.feed(.source("service")))
        try driver.refuse(driver.takeRequests()[0], .offline)
        driver.advance(.seconds(10))
        #expect(driver.feedPage?.emptiness == "The jokes cannot be read.")
        #expect(driver.feedPage?.more == "Try again" && driver.picture.message?.isTrouble == true)
        driver.take(.feed(.goOn))
        driver.answer(driver.takeRequests()[0], try page(30))
        #expect(driver.feedPage?.more == nil && driver.picture.message == nil)
    }

    @Test("a source that only searches asks for a search instead of the jokes")
    func mustSearch() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.feed))
        driver.answer(
            driver.takeRequests()[0],
            [
                "items": [
                    ["name": "chuck", "type": "chucknorris", "enabled": true, "pages": true],
                    ["name": "builtin", "type": "builtin", "enabled": true, "pages": true],
                ]
            ])
        #expect(driver.requests == [] && driver.feedPage?.emptiness == "Press / to search chuck.")
        #expect(driver.feedPage?.more == nil && driver.picture.message == nil)
        driver.take(.feed(.search("ab")))
        let request = driver.takeRequests()[0]
        #expect(request["params"]?["query"] == "ab")
        try driver.refuse(request, .sourceRefused)
        #expect(driver.feedPage?.more == nil, "the same request would fail again")
        #expect(driver.picture.message?.isTrouble == true)
        driver.take(.feed(.search("")))
        #expect(driver.requests == [] && driver.picture.message == nil)
        driver.take(.feed(.source("builtin")))
        #expect(driver.methods == ["feed.page", "sources.categories"])
    }

    @Test("what is said about a page or a source goes with it, and a failure of another list is not told")
    func messagesGo() throws {
        for (leave, isLeft) in [
            (DesktopModel.Input.close, true), (.open(.saved), true), (.feed(.source("service")), true),
            (.feed(.reached(row: 29)), false),
        ] {
            var driver = try opened()
            driver.take(.feed(.like(["f1-2"])))
            driver.answer(driver.takeRequests()[0], ["seq": 9, "changed": true])
            #expect(driver.picture.message != nil)
            driver.take(leave)
            #expect((driver.picture.message == nil) == isLeft)
        }
        var driver = try opened()
        driver.take(.feed(.search("cat")))
        let old = driver.takeRequests()[0]
        driver.take(.feed(.source("service")))
        try driver.refuse(old, .offline)
        #expect(driver.picture.message == nil)
        try driver.refuse(driver.takeRequests()[0], .offline)
        #expect(driver.picture.message?.isTrouble == true)
        driver.take(.close)
        #expect(driver.picture.message == nil)
    }

    @Test("pages without a joke wait for the user after the third")
    func emptyPages() throws {
        var driver = try opened(30)
        driver.take(.feed(.search("rare")))
        for number in 1...3 {
            driver.answer(driver.takeRequests()[0], try page(0, number: number))
        }
        #expect(driver.requests == [] && driver.feedPage?.more == "More")
        driver.take(.feed(.goOn))
        #expect(driver.takeRequests().map { $0["params"]?["page"] } == [4])
    }

    @Test("after a lost connection, the feed stays as it was read")
    func reconnect() throws {
        var driver = try opened()
        driver.take(.connection(.ended))
        driver.advance(.seconds(10))
        driver.take(.connection(.opened))
        #expect(driver.methods.contains("sources.list"))
        let request = try #require(driver.takeRequests().first { $0["method"] == "sources.list" })
        driver.answer(request, Self.sources)
        #expect(driver.model.feed.jokes.count == 30 && driver.requests == [])
    }
}
