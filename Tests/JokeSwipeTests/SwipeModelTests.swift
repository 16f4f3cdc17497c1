// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

@Suite("The swipe model")
struct SwipeModelTests {
    private func params(_ request: JSON?) -> JSON { request?["params"] ?? .null }
    private func number(_ name: String, of request: JSON?) -> Double? { params(request)[name]?.numberValue }
    private func translation(of request: JSON?) -> Double? { number("translation", of: request) }
    private func methods(_ requests: [JSON]) -> [String] { requests.compactMap { $0["method"]?.stringValue } }

    @Test(
        "a letter makes its request for the visible joke",
        arguments: [
            ("+", "joke.like", ["ifJoke": "j1"]), ("-", "joke.dislike", ["ifJoke": "j1"]),
            ("n", "joke.next", .null), ("p", "joke.previous", .null),
            ("u", "joke.undo", ["ifJoke": "j1"]), ("t", "translation.show", ["show": "toggle"]),
        ] as [(String, String, JSON)])
    func letterKeys(_ letter: String, _ method: String, _ params: JSON) throws {
        var driver = try SwipeDriver.connected()
        driver.press(letter)
        let requests = driver.takeRequests()
        #expect(methods(requests) == [method])
        #expect(requests[0]["params"] ?? .null == params)
    }

    @Test(
        "arrow keys, h and l drag in steps and decide nothing, and Enter releases",
        arguments: [
            (Key.right, 1.0), (.left, -1), (.character("l"), 1), (.character("h"), -1),
        ])
    func dragKeys(_ key: Key, _ direction: Double) throws {
        var driver = try SwipeDriver.connected()
        for step in 1...6 {
            driver.press(key)
            let requests = driver.takeRequests()
            #expect(methods(requests) == ["card.drag"])
            let request = try #require(requests.first)
            #expect(translation(of: request) == direction * Double(step) / 10)
            #expect(params(request)["ifJoke"] == "j1")
            try driver.receiveState(draggedTo: direction * Double(step) / 10)
            try driver.answer(request)
        }
        driver.press(.enter)
        #expect(methods(driver.takeRequests()) == ["card.release"])
        driver.press(.enter)
        #expect(driver.takeRequests() == [])
    }

    @Test("a held punch line is not shown until Space or a click asks for it")
    func heldPunchline() throws {
        var driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24), .held)
        #expect(driver.screen.contains("Why did the card wait?"))
        #expect(!driver.screen.contains("For the tap."))
        #expect(driver.screen.contains("Space tells the rest") && driver.screen.contains(" Space tell "))
        driver.press(" ")
        var requests = driver.takeRequests()
        #expect(methods(requests) == ["joke.reveal"] && params(requests.first)["ifJoke"] == "j3")
        driver.mouse(.press, 40)
        driver.mouse(.release, 40)
        requests = driver.takeRequests()
        #expect(methods(requests) == ["joke.reveal"] && params(requests.first)["ifJoke"] == "j3")
        driver.mouse(.press, 40)
        driver.mouse(.drag, 44)
        driver.mouse(.release, 44)
        #expect(methods(driver.takeRequests()) == ["card.drag", "card.release"])
        try driver.receiveState(.held.with { $0.revealed = true })
        #expect(driver.screen.contains("For the tap.") && !driver.screen.contains("Space"))
        driver.press(" ")
        #expect(driver.takeRequests() == [])
    }

    @Test("a translation is held back after as many lines as the setup has")
    func heldTranslation() throws {
        let translated = CardState.held.with {
            $0.showTranslation = true
            $0.joke.translation = .init(
                language: "es", value: "¿Por qué esperó?\nPor el toque.", machine: false,
                attribution: .init(engine: "pack", text: "", url: ""))
        }
        let driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24), translated)
        #expect(driver.screen.contains("¿Por qué esperó?") && !driver.screen.contains("Por el toque."))
        let undivided = translated.with { $0.joke.translation?.value = "Esperó por el toque." }
        let other = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24), undivided)
        #expect(other.screen.contains("Why did the card wait?") && !other.screen.contains("toque"))
    }

    @Test("the footer names the keys that drag and decide")
    func footer() throws {
        var driver = try SwipeDriver.connected()
        #expect(driver.screen.hasSuffix("s saved  ? help  q quit"))
        for key in ["←→ h l drag", "+ like", "- dislike", "u undo", "f feed"] {
            #expect(driver.screen.contains(key))
        }
        // The letters that drag are left out if another key fits then.
        let ascii = DisplayOptions(isUnicode: false, hasMotion: false)
        for (display, columns, key) in [
            (ascii, 80, "f feed"), (ascii, 94, "p previous"),
            (DisplayOptions(hasMotion: false), 88, "p previous"),
        ] {
            let driver = try SwipeDriver.connected(display, Size(columns: columns, rows: 24))
            #expect(driver.screen.contains(key) && !driver.screen.contains("h l drag"), "\(columns)")
        }
        driver.press(.right)
        #expect(driver.screen.hasSuffix(" Enter release  ←→ h l drag  Esc put back"))
    }

    @Test("no word of a message is cut, however wide the terminal is", arguments: 30...110)
    func wholeMessage(columns: Int) throws {
        var driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: columns, rows: 24))
        let words = "nothing was added: the editor failed; your text is in /run/user/1000/jokectl-a8Kd2Z"
        driver.take(.wrote(words, isTrouble: true))
        let shown = driver.screen.split(separator: "\n").dropLast().map { $0.drop { $0 == " " } }
        #expect(shown.joined(separator: " ").contains(words) || columns < 36, "\(driver.screen)")
        #expect(shown.joined().contains("jokectl-a8Kd2Z"))
    }

    @Test(
        "facts beside the title are left out in a narrow terminal",
        arguments: [
            (40, "translated · saved 3"), (36, "translated · saved 3"), (28, "translated"),
        ])
    func narrowTitle(columns: Int, facts: String) throws {
        var state = CardState.sample
        state.showTranslation = true
        let driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: columns, rows: 12), state)
        let line = String(driver.screen.prefix { $0 != "\n" })
        #expect(line.hasPrefix(" jokesd ") && line.hasSuffix(" " + facts), "\(line)")
    }

    @Test(
        "? shows all keys in 80 × 24; in a smaller terminal it scrolls",
        arguments: [(80, 24), (40, 12), (30, 8)])
    func help(_ columns: Int, _ rows: Int) throws {
        var driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: columns, rows: rows))
        driver.press("?")
        #expect(driver.screen.contains("scroll  Esc back") == (rows < 24))
        var seen = ""
        for _ in 0..<40 {
            seen +=
                " "
                + driver.screen.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
            if rows < 24 { driver.press(.down) }
        }
        for words in ["←→ h l", "60 % decides", "never show the joke again", "Ctrl-Z", "q  ", "quit"] {
            #expect(words.split(separator: " ").allSatisfy { seen.contains($0) }, "\(words)")
        }
        #expect(!seen.contains("…"))
        let end = driver.screen
        driver.press(.down)
        #expect(driver.screen == end)
        for _ in 0..<10 { driver.press(.pageUp) }
        #expect(driver.screen.contains("←→ h l "))
        driver.press(.escape)
        #expect(driver.screen.contains("I told my cat a joke") && !driver.screen.contains("queue"))
    }

    @Test("keys continue a drag of another client")
    func continuesDrag() throws {
        var driver = try SwipeDriver.connected()
        try driver.receiveState(draggedTo: -0.3, by: 99)
        driver.press(.left)
        #expect(translation(of: driver.takeRequests().first) == -0.4)
        try driver.receiveState(draggedTo: 0.2, by: 99)
        driver.press(.enter)
        #expect(driver.takeRequests() == [], "the other one holds it now")
    }

    @Test("only the newest drag waits for a reply, and a release sends it first")
    func newestDragWaits() throws {
        var driver = try SwipeDriver.connected()
        driver.mouse(.press, 40)
        for column in [42, 46, 50] { driver.mouse(.drag, column) }
        let first = driver.takeRequests()
        #expect(methods(first) == ["card.drag"])
        driver.wait(.milliseconds(100))
        #expect(driver.takeRequests() == [])
        try driver.answer(first[0])
        #expect(translation(of: driver.takeRequests().first) == 10.0 / 48)
        driver.mouse(.drag, 60)
        driver.mouse(.release, 60)
        let last = driver.takeRequests()
        #expect(methods(last) == ["card.drag", "card.release"])
        #expect(translation(of: last.first) == 20.0 / 48)
        #expect(params(last.last)["ifJoke"] == "j1")
    }

    @Test("of many moves forty a second are sent, and the last one")
    func motionRate() throws {
        var driver = try SwipeDriver.connected()
        driver.mouse(.press, 20)
        var sentTranslations: [Double] = []
        for move in 1...100 {
            driver.mouse(.drag, 20 + move % 40)
            driver.wait(.milliseconds(5))
            for request in driver.takeRequests() {
                sentTranslations.append(try #require(translation(of: request)))
                try driver.answer(request)
            }
        }
        #expect(sentTranslations.count == 20, "in half a second")
        driver.wait(.milliseconds(50))
        let last = try #require(driver.takeRequests().last)
        #expect(translation(of: last) == 20.0 / 48)
    }

    @Test("a held card is reported, and again every two seconds")
    func heldCard() throws {
        var driver = try SwipeDriver.connected()
        driver.mouse(.press, 30)
        driver.wait(.milliseconds(10))
        driver.mouse(.drag, 70)
        let fast = try #require(driver.takeRequests().first)
        let width = try #require(number("width", of: fast))
        #expect(try #require(number("predictedEndX", of: fast)) >= width)
        try driver.answer(fast)
        try driver.receiveState(draggedTo: 40.0 / 48)
        driver.wait(.milliseconds(200))
        let still = try #require(driver.takeRequests().first)
        #expect(translation(of: still) == 40.0 / 48)
        #expect(try #require(number("predictedEndX", of: still)) < width)
        try driver.answer(still)
        driver.wait(.milliseconds(2_100))
        #expect(methods(driver.takeRequests()) == ["card.drag"])
    }

    @Test("a key that was pressed a minute ago does not hold the card")
    func oldKey() throws {
        var driver = try SwipeDriver.connected()
        driver.press(.right)
        try driver.receiveState(draggedTo: 0.1)
        for _ in 0..<40 {
            for request in driver.takeRequests() { try driver.answer(request) }
            driver.wait(.seconds(2))
        }
        #expect(driver.takeRequests() == [])
    }

    @Test("a press beside the card does not start a drag")
    func pressBesideCard() throws {
        var driver = try SwipeDriver.connected()
        driver.mouse(.press, 2)
        driver.mouse(.drag, 40)
        driver.mouse(.release, 40)
        #expect(driver.takeRequests() == [])
    }

    @Test("the next joke ends the drag of the former one")
    func nextJokeEndsDrag() throws {
        var driver = try SwipeDriver.connected()
        driver.mouse(.press, 40)
        driver.mouse(.drag, 50)
        driver.mouse(.drag, 55)
        driver.wait(.milliseconds(40))
        let first = driver.takeRequests()
        try driver.receiveState(.next, by: .jokeNext, of: 99)
        try driver.answer(first[0])
        driver.mouse(.drag, 60)
        driver.mouse(.release, 60)
        #expect(driver.takeRequests() == [])
    }

    @Test("an error is shown, except if another client was faster")
    func errors() throws {
        var driver = try SwipeDriver.connected()
        driver.press("u")
        try driver.refuse(driver.takeRequests()[0], .empty)
        #expect(driver.screen.contains(ErrorKind.empty.summary))
        driver.wait(.seconds(6))
        #expect(!driver.screen.contains(ErrorKind.empty.summary))
        driver.press(.right)
        try driver.refuse(driver.takeRequests()[0], .staleJoke)
        #expect(!driver.screen.contains(ErrorKind.staleJoke.summary))
    }

    @Test("u asks before it undoes a change of another client, and names the joke that was shown")
    func undoOfOthers() throws {
        var driver = try SwipeDriver.connected()
        try driver.receiveState(.sample.with { $0.saved.count += 1 }, by: .jokeLike, of: 8)
        driver.press("u")
        #expect(driver.takeRequests() == [])
        #expect(driver.screen.contains("The newest change is a like by another client"))
        driver.press("u")
        var requests = driver.takeRequests()
        #expect(methods(requests) == ["joke.undo"] && requests[0]["params"] == ["ifJoke": "j1"])
        try driver.receiveState(.sample, by: .jokeLike, of: 8)
        driver.press("+")
        requests = driver.takeRequests()
        try driver.answer(requests[0], ["seq": 3, "changed": true])
        driver.press("u")
        #expect(methods(driver.takeRequests()) == ["joke.undo"])
    }

    @Test("a lost daemon is shown, and no request is sent")
    func lostDaemon() throws {
        var driver = try SwipeDriver.connected()
        driver.take(.connection(.ended))
        #expect(
            driver.screen.contains("not connected") && driver.screen.contains("jokesd closed the connection"))
        driver.press("+")
        #expect(driver.takeRequests() == [])
        let opened = driver.opened
        driver.wait(.seconds(1))
        #expect(driver.opened == opened + 1)
        driver.take(.connection(.opened))
        #expect(methods(driver.takeRequests()) == ["hello", "state.subscribe"])
    }

    @Test("a daemon that does not answer is shown after three seconds")
    func daemonDoesNotReply() throws {
        var driver = try SwipeDriver.connected()
        driver.press("n")
        driver.wait(.seconds(2))
        #expect(!driver.screen.contains("does not reply"))
        driver.wait(.seconds(2))
        #expect(driver.screen.contains("does not reply"))
        try driver.receiveState(.next)
        #expect(!driver.screen.contains("does not reply"))
    }

    @Test(
        "a peer that does not speak the protocol is disconnected",
        arguments: ["{}x", #"{"method":"event","params":{"topic":"state","state":{}}}"#])
    func notTheProtocol(_ line: String) throws {
        var driver = try SwipeDriver.connected()
        driver.take(.connection(.received(Array((line + "\n").utf8))))
        #expect(driver.takeDone() == [.connection(.close)])
    }

    @Test("pasted text decides nothing")
    func pastedText() throws {
        var driver = try SwipeDriver.connected()
        driver.take(.report(.pasted("+-nu")))
        #expect(driver.takeRequests() == [])
    }

    @Test("an idle card sets no timer")
    func idleCard() throws {
        let driver = try SwipeDriver.connected(DisplayOptions())
        #expect(driver.model.nextMoment(after: driver.now) == nil)
    }
}
