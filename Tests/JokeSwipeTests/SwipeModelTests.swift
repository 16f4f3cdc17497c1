// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeWire
import Testing

@Suite("The front, before a daemon that the test plays")
struct SwipeModelTests {
    private func params(_ request: JSON?) -> JSON { request?["params"] ?? .null }
    private func number(_ name: String, of request: JSON?) -> Double? { params(request)[name]?.numberValue }
    private func translation(of request: JSON?) -> Double? { number("translation", of: request) }
    private func methods(_ requests: [JSON]) -> [String] { requests.compactMap { $0["method"]?.stringValue } }

    @Test(
        "letters ask for what they say, of the joke that is seen",
        arguments: [
            ("l", "joke.like", ["ifJoke": "j1"]), ("d", "joke.dislike", ["ifJoke": "j1"]),
            ("n", "joke.next", .null),
            ("u", "joke.undo", .null), ("t", "translation.show", ["show": "toggle"]),
        ] as [(String, String, JSON)])
    func letters(_ letter: String, _ method: String, _ params: JSON) throws {
        var play = try Play.connected()
        play.press(letter)
        let requests = play.takeRequests()
        #expect(methods(requests) == [method])
        #expect(requests[0]["params"] ?? .null == params)
    }

    @Test("arrows drag step by step, and Enter lets go")
    func arrows() throws {
        var play = try Play.connected()
        for step in 1...6 {
            play.press(.right)
            let request = try #require(play.takeRequests().first)
            #expect(request["method"] == "card.drag")
            #expect(translation(of: request) == Double(step) / 10)
            #expect(params(request)["ifJoke"] == "j1")
            try play.tell(draggedTo: Double(step) / 10)
            try play.answer(request)
        }
        play.press(.enter)
        #expect(methods(play.takeRequests()) == ["card.release"])
        play.press(.enter)
        #expect(play.takeRequests() == [])
    }

    @Test("keys go on from where somebody else has dragged the card to")
    func takenOver() throws {
        var play = try Play.connected()
        try play.tell(draggedTo: -0.3, by: 99)
        play.press(.left)
        #expect(translation(of: play.takeRequests().first) == -0.4)
        try play.tell(draggedTo: 0.2, by: 99)
        play.press(.enter)
        #expect(play.takeRequests() == [], "the other one holds it now")
    }

    @Test("while a drag is not answered, only the newest waits; letting go sends it before")
    func coalescing() throws {
        var play = try Play.connected()
        play.mouse(.press, 40)
        for column in [42, 46, 50] { play.mouse(.drag, column) }
        let first = play.takeRequests()
        #expect(methods(first) == ["card.drag"])
        play.wait(.milliseconds(100))
        #expect(play.takeRequests() == [])
        try play.answer(first[0])
        #expect(translation(of: play.takeRequests().first) == 10.0 / 48)
        play.mouse(.drag, 60)
        play.mouse(.release, 60)
        let last = play.takeRequests()
        #expect(methods(last) == ["card.drag", "card.release"])
        #expect(translation(of: last.first) == 20.0 / 48)
        #expect(params(last.last)["ifJoke"] == "j1")
    }

    @Test("of a fast stream of moves forty a second are told, and the last one")
    func paced() throws {
        var play = try Play.connected()
        play.mouse(.press, 20)
        var told: [Double] = []
        for move in 1...100 {
            play.mouse(.drag, 20 + move % 40)
            play.wait(.milliseconds(5))
            for request in play.takeRequests() {
                told.append(try #require(translation(of: request)))
                try play.answer(request)
            }
        }
        #expect(told.count == 20, "in half a second")
        play.wait(.milliseconds(50))
        let last = try #require(play.takeRequests().last)
        #expect(translation(of: last) == 20.0 / 48)
    }

    @Test("a hand that rests says so, and every two seconds that it is still there")
    func resting() throws {
        var play = try Play.connected()
        play.mouse(.press, 30)
        play.wait(.milliseconds(10))
        play.mouse(.drag, 70)
        let fast = try #require(play.takeRequests().first)
        let width = try #require(number("width", of: fast))
        #expect(try #require(number("predictedEndX", of: fast)) >= width)
        try play.answer(fast)
        try play.tell(draggedTo: 40.0 / 48)
        play.wait(.milliseconds(200))
        let still = try #require(play.takeRequests().first)
        #expect(translation(of: still) == 40.0 / 48)
        #expect(try #require(number("predictedEndX", of: still)) < width)
        try play.answer(still)
        play.wait(.milliseconds(2_100))
        #expect(methods(play.takeRequests()) == ["card.drag"])
    }

    @Test("a key that was pressed a minute ago holds nothing")
    func forgottenKeys() throws {
        var play = try Play.connected()
        play.press(.right)
        try play.tell(draggedTo: 0.1)
        for _ in 0..<40 {
            for request in play.takeRequests() { try play.answer(request) }
            play.wait(.seconds(2))
        }
        #expect(play.takeRequests() == [])
    }

    @Test("a press beside the card takes nothing")
    func beside() throws {
        var play = try Play.connected()
        play.mouse(.press, 2)
        play.mouse(.drag, 40)
        play.mouse(.release, 40)
        #expect(play.takeRequests() == [])
    }

    @Test("another joke ends the drag of the one before")
    func otherJoke() throws {
        var play = try Play.connected()
        play.mouse(.press, 40)
        play.mouse(.drag, 50)
        play.mouse(.drag, 55)
        play.wait(.milliseconds(40))
        let first = play.takeRequests()
        try play.tell(.next, by: .jokeNext, of: 99)
        try play.answer(first[0])
        play.mouse(.drag, 60)
        play.mouse(.release, 60)
        #expect(play.takeRequests() == [])
    }

    @Test("what fails is said, what another one was quicker at is not")
    func failures() throws {
        var play = try Play.connected()
        play.press("u")
        try play.refuse(play.takeRequests()[0], .empty)
        #expect(play.screen.contains(ErrorKind.empty.summary))
        play.wait(.seconds(6))
        #expect(!play.screen.contains(ErrorKind.empty.summary))
        play.press(.right)
        try play.refuse(play.takeRequests()[0], .staleJoke)
        #expect(!play.screen.contains(ErrorKind.staleJoke.summary))
    }

    @Test("a daemon that is gone is said, and nothing is asked of it")
    func lost() throws {
        var play = try Play.connected()
        play.take(.connection(.ended))
        #expect(play.screen.contains("not connected") && play.screen.contains("jokesd closed the connection"))
        play.press("l")
        #expect(play.takeRequests() == [])
        let opened = play.opened
        play.wait(.seconds(1))
        #expect(play.opened == opened + 1)
        play.take(.connection(.opened))
        #expect(methods(play.takeRequests()) == ["hello", "state.subscribe"])
    }

    @Test("a daemon that does not answer is said to be so after three seconds")
    func silent() throws {
        var play = try Play.connected()
        play.press("n")
        play.wait(.seconds(2))
        #expect(!play.screen.contains("does not answer"))
        play.wait(.seconds(2))
        #expect(play.screen.contains("does not answer"))
        try play.tell(.next)
        #expect(!play.screen.contains("does not answer"))
    }

    @Test(
        "what is not the protocol is hung up on",
        arguments: ["{}x", #"{"method":"event","params":{"topic":"state","state":{}}}"#])
    func nonsense(_ line: String) throws {
        var play = try Play.connected()
        play.take(.connection(.received(Array((line + "\n").utf8))))
        #expect(play.takeDone() == [.connection(.close)])
    }

    @Test("text that is pasted decides nothing")
    func pasted() throws {
        var play = try Play.connected()
        play.take(.report(.pasted("ldnu")))
        #expect(play.takeRequests() == [])
    }

    @Test("an idle card wants nothing of the clock")
    func idle() throws {
        let play = try Play.connected(DisplayOptions())
        #expect(play.model.nextMoment(after: play.now) == nil)
    }
}
