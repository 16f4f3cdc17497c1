// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

@Suite("The plain card")
struct PlainTests {
    /// The printed text, and the requests without a reply.
    private struct PlainDriver {
        var model = PlainSwipeModel(display: DisplayOptions())
        var output: [String] = []
        var requests: [JSON] = []
        var ended: Bool?

        mutating func take(_ input: PlainSwipeModel.Input) {
            for action in model.handle(input, at: .zero) {
                switch action {
                case .say(let text): output.append(text)
                case .connection(.send(let bytes)):
                    let lines = bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
                    requests += lines.filter { $0["id"] != nil }
                case .quit(let isDone): ended = isDone
                default: break
                }
            }
        }

        mutating func answer(_ result: JSON = [:]) {
            let message: JSON = ["id": requests.removeFirst()["id"] ?? .null, "result": result]
            take(.connection(.received(message.jsonLine)))
        }

        mutating func receiveState(_ state: CardState, because cause: JSON = .null) throws {
            let params: JSON = [
                "topic": "state", "changed": [], "cause": cause, "state": try JSON(parsing: state.jsonBytes),
            ]
            let message: JSON = ["method": "event", "params": params]
            take(.connection(.received(message.jsonLine)))
        }

        mutating func takeOutput() -> [String] {
            defer { output = [] }
            return output
        }
    }

    private func connected() throws -> PlainDriver {
        var driver = PlainDriver()
        driver.take(.connection(.opened))
        driver.answer(["connection": 7])
        try driver.receiveState(.sample)
        return driver
    }

    @Test("the joke is printed, then the commands")
    func firstOutput() throws {
        var driver = try connected()
        #expect(
            driver.takeOutput() == [CardState.sample.joke.value, "3 saved. Type help for the commands."])
    }

    @Test(
        "undo asks before it reverts a newer change of another client",
        arguments: [("joke.like", "a like"), ("saved.edit", "an edit")])
    func undoOfOthers(method: String, change: String) throws {
        var driver = try connected()
        let cause: JSON = ["method": .string(method), "client": "jokectl", "connection": 8]
        try driver.receiveState(.sample.with { $0.saved.count += 1 }, because: cause)
        _ = driver.takeOutput()
        driver.take(.typed("undo"))
        #expect(driver.requests.isEmpty)
        #expect(
            driver.takeOutput() == [
                "The newest change is \(change) by jokectl. Type undo again to undo it, too."
            ])
        driver.take(.typed("undo"))
        #expect(driver.requests.map { $0["method"] } == ["joke.undo"])
    }

    @Test("undo reverts a change of this client at once, also after one of another client")
    func undoOfOwn() throws {
        var driver = try connected()
        let like: JSON = ["method": "joke.like", "client": "jokectl", "connection": 8]
        try driver.receiveState(.sample.with { $0.saved.count += 1 }, because: like)
        driver.take(.typed("like"))
        let own: JSON = ["method": "joke.like", "client": "jokesd-swipe", "connection": 7]
        try driver.receiveState(.next, because: own)
        driver.answer()
        driver.take(.typed("undo"))
        #expect(driver.requests.map { $0["method"] } == ["joke.undo"])
    }

    @Test("a feed is listed page by page, by category and by words, and its jokes are saved by their numbers")
    func feeds() throws {
        var driver = try connected()
        _ = driver.takeOutput()
        driver.take(.typed("feed"))
        driver.answer(["items": [["name": "builtin", "pages": true], ["name": "team", "pages": false]]])
        #expect(driver.takeOutput() == ["Feeds: builtin. Type feed and a name."])
        driver.take(.typed("feed builtin small cats"))
        #expect(
            driver.requests.last?["params"] == ["source": "builtin", "page": 1, "query": "small cats"])
        func page(_ jokes: [JSON], number: Int, hasMore: Bool) -> JSON {
            [
                "source": "builtin", "query": "small cats", "page": .integer(number), "items": .array(jokes),
                "isLoading": false, "hasMore": .bool(hasMore), "total": .null, "category": .null,
                "next": "c1",
            ]
        }
        driver.answer(page([try JSON(parsing: CardState.next.joke.jsonBytes)], number: 1, hasMore: true))
        #expect(driver.takeOutput() == ["1. \(CardState.next.joke.value)", "Type more for more jokes."])
        driver.take(.typed("like 1"))
        #expect(
            driver.requests.last?["method"] == "joke.like"
                && driver.requests.last?["params"] == ["joke": "j2"])
        driver.answer(["seq": 2, "changed": true])
        #expect(
            driver.takeOutput()
                == ["\"Parallel lines have so much in common. …\" is saved."])
        driver.take(.typed("more"))
        #expect(
            driver.requests.last?["params"]
                == ["source": "builtin", "page": 2, "query": "small cats", "cursor": "c1"])
        driver.answer(page([], number: 2, hasMore: false))
        driver.take(.typed("more"))
        #expect(driver.takeOutput() == ["There are no more jokes."])
        driver.take(.typed("category"))
        #expect(driver.requests.last?["method"] == "sources.categories")
        driver.answer(["items": ["animals", "tea"], "counts": [1, 2], "total": 2])
        #expect(driver.takeOutput() == ["Categories: animals, tea."])
        driver.take(.typed("category tea"))
        #expect(
            driver.requests.last?["params"]
                == ["source": "builtin", "page": 1, "query": "small cats", "category": "tea"])
    }

    @Test("the news of a change is printed: a decision, the next joke, an error")
    func printedChanges() throws {
        var driver = try connected()
        _ = driver.takeOutput()
        try driver.receiveState(.sample.with { ($0.backgroundColor, $0.decisionState) = (.green, .liked) })
        try driver.receiveState(.next)
        try driver.receiveState(.next.with { $0.fetching = true })
        try driver.receiveState(
            .next.with {
                $0.online = false
                $0.error = .init(kind: "offline", message: "Offline.", retryAt: "2026-04-01T09:30:00Z")
            })
        #expect(
            driver.takeOutput() == [
                "Liked.", CardState.next.joke.value, "Fetching.", "Offline.",
                "Error: Offline (next try: 2026-04-01 09:30)",
            ])
    }

    @Test("a held punch line is printed when a client reveals it")
    func heldPunchline() throws {
        var driver = try connected()
        _ = driver.takeOutput()
        try driver.receiveState(.held)
        #expect(driver.takeOutput() == ["Why did the card wait?\n(reveal tells the rest.)"])
        driver.take(.typed("repeat"))
        #expect(driver.takeOutput() == ["Why did the card wait?\n(reveal tells the rest.)"])
        driver.take(.typed("reveal"))
        #expect(driver.requests.last?["method"] == "joke.reveal")
        try driver.receiveState(.held.with { $0.revealed = true })
        #expect(driver.takeOutput() == ["For the tap."])
    }

    @Test("reading the joke on the card in a list reveals it")
    func revealByReading() throws {
        var driver = try connected()
        try driver.receiveState(.held)
        driver.take(.typed("saved"))
        let item: JSON = [
            "joke": try JSON(parsing: CardState.held.joke.jsonBytes), "savedAt": "2026-04-01T09:30:00Z",
        ]
        driver.answer(["items": [item], "next": .null, "total": 1, "exact": true])
        driver.take(.typed("read 1"))
        #expect(driver.requests.map { $0["method"] } == ["joke.reveal"])
        #expect(driver.requests.last?["params"] == ["ifJoke": "j3"])
    }

    @Test("a translation is printed with its credit", .rule(7))
    func translation() throws {
        var driver = try connected()
        _ = driver.takeOutput()
        try driver.receiveState(.sample.with { $0.showTranslation = true })
        #expect(
            driver.takeOutput() == [
                "Le conté a mi gata un chiste de perros. Me pidió la fuente.\n"
                    + "(Translated by Apertium (machine) https://apertium.org)"
            ])
    }

    @Test("a command waits for the reply to the one before it")
    func commandsInOrder() throws {
        var driver = try connected()
        driver.take(.typed("like"))
        driver.take(.typed("like"))
        #expect(driver.requests.count == 1 && driver.requests[0]["params"] == ["ifJoke": "j1"])
        try driver.receiveState(.next)
        driver.answer()
        #expect(driver.requests.count == 1 && driver.requests[0]["params"] == ["ifJoke": "j2"])
    }

    @Test("at the end of input it ends after all replies, or at once without a daemon")
    func endOfInput() throws {
        var driver = try connected()
        driver.take(.typed("next"))
        driver.take(.end)
        #expect(driver.ended == nil)
        driver.answer()
        #expect(driver.ended == true)
        var alone = PlainDriver()
        alone.take(.typed("next"))
        alone.take(.end)
        alone.take(.connection(.openFailed(.unreachable(path: "/s"))))
        #expect(alone.ended == false)
    }

    @Test("without a daemon the reason is printed once, and again after a connection")
    func unreachable() throws {
        var driver = PlainDriver()
        func fail() { driver.take(.connection(.openFailed(.unreachable(path: "/s")))) }
        for _ in 1...7 { fail() }
        let complaint = driver.takeOutput()
        #expect(complaint.count == 1 && complaint[0].hasSuffix("Trying again."))
        driver.take(.connection(.openFailed(.timedOut)))
        #expect(driver.takeOutput().count == 1, "another reason")
        driver.take(.connection(.opened))
        driver.answer(["connection": 7])
        try driver.receiveState(.sample)
        _ = driver.takeOutput()
        driver.take(.connection(.ended))
        fail()
        fail()
        #expect(driver.takeOutput().count == 2, "that it ended, and the reason once")
    }

    @Test("a number of saved jokes that is not exact is the least number")
    func inexactTotal() throws {
        var driver = try connected()
        driver.take(.typed("s"))
        let joke = try JSON(parsing: CardState.next.joke.jsonBytes)
        driver.answer(["items": [["joke": joke]], "next": "c", "total": 2_054, "exact": false])
        #expect(driver.takeOutput().contains("at least 2054 saved."))
    }

    @Test("saved jokes have numbers for reading and deleting")
    func savedJokes() throws {
        var driver = try connected()
        driver.take(.typed("s"))
        let joke = try JSON(parsing: CardState.next.joke.jsonBytes)
        driver.answer(["items": [["joke": joke]], "next": .null, "total": 1, "exact": true])
        _ = driver.takeOutput()
        driver.take(.typed("read 1"))
        driver.take(.typed("read 2"))
        driver.take(.typed("delete 1"))
        #expect(
            driver.takeOutput() == [
                CardState.next.joke.value, "Give a number of the list; saved lists the jokes.",
            ])
        #expect(driver.requests.first?["params"] == ["jokes": ["j2"]])
        driver.answer(["seq": 1, "changed": true, "deleted": ["j2"]])
        #expect(
            driver.takeOutput() == [
                "Deleted \"Parallel lines have so much in common. …\"; undo restores it."
            ])
    }

    @Test("a joke is added, and a joke that was added before is not")
    func adding() throws {
        var driver = try connected()
        driver.take(.typed("add"))
        driver.take(.typed("add  My kettle   quit."))
        #expect(driver.requests.map { $0["params"] } == [["value": "My kettle quit."]])
        _ = driver.takeOutput()
        let joke = try JSON(parsing: CardState.next.joke.jsonBytes)
        for isNew in [true, false] {
            driver.answer([
                "seq": 1, "changed": .bool(isNew), "joke": joke, "decided": joke,
                "rejection": isNew ? "The filter rejects it." : .null,
            ])
            driver.take(.typed("add My kettle quit."))
        }
        #expect(
            driver.takeOutput() == [
                "Added: \"Parallel lines have so much in common. …\"",
                "It is saved, but does not come by itself: The filter rejects it.",
                "Already added: \"Parallel lines have so much in common. …\"",
            ])
    }

    @Test("an unknown command is reported")
    func unknownCommand() throws {
        var driver = try connected()
        _ = driver.takeOutput()
        driver.take(.typed("jump"))
        #expect(driver.takeOutput() == ["Unknown command 'jump'; help lists the commands."])
    }
}
