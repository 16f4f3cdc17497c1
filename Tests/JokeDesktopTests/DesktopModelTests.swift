// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The card on the desktop")
struct DesktopModelTests {
    // MARK: - Dragging

    @Test("the card follows the hand at once, and takes its color from half its width on")
    func followsHand() throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.3)
        #expect(driver.model.motion.pose.x == 0.3)
        driver.advance(.seconds(1))
        #expect((0.05..<0.6).contains(driver.model.motion.pose.tint))
        driver.take(.move(to: 700, time: driver.now))
        driver.advance(.seconds(1))
        #expect(driver.model.motion.pose.x == 0.5 && driver.model.motion.pose.tint == 1)
        #expect(driver.methods.contains("card.drag"))
    }

    @Test("older positions from the daemon do not move the card under the hand")
    func ignoresOlderPositions() throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.5)
        try driver.receive(.sample.with { $0.cardTranslation = 0.1 }, by: .cardDrag)
        driver.advance(.milliseconds(50))
        #expect(driver.model.motion.pose.x == 0.5)
    }

    @Test(
        "a released card stays where it is until the daemon has decided, then springs back with the hand's speed"
    )
    func springsBack() throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.4)
        try driver.receive(.sample.with { $0.cardTranslation = 0.2 }, by: .cardDrag)
        _ = driver.takeRequests()
        driver.letGo()
        driver.advance(.milliseconds(50))
        #expect(driver.model.motion.pose.x == 0.4)
        let release = try #require(driver.takeRequests().last)
        #expect(release["method"] == "card.release")
        try driver.receive(.sample, by: .cardRelease)
        driver.answer(release)
        driver.advance(.milliseconds(10))
        #expect(driver.model.motion.pose.x > 0.4, "the hand moved to the right")
        driver.advance(.seconds(2))
        #expect(driver.model.motion.pose == CardPose() && !driver.model.motion.isMoving)
    }

    @Test("the last report before a release has the speed at the release, even if rest was reported")
    func lastReport() throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.65)
        let released = driver.now
        try driver.receive(.sample.with { $0.cardTranslation = 0.65 }, by: .cardDrag)
        // A late program hears of the release long after it.
        for _ in 0..<30 {
            for request in driver.takeRequests() { driver.answer(request) }
            driver.advance(.milliseconds(10))
        }
        driver.take(.letGo(time: released))
        #expect(driver.methods == ["card.drag", "card.release"])
        let params = driver.requests.first?["params"]
        #expect(try #require(params?["predictedEndX"]?.numberValue) >= 2)
    }

    @Test("the drag of another client moves the card by a spring")
    func otherClient() throws {
        var driver = try DesktopDriver()
        try driver.receive(.sample.with { $0.cardTranslation = 0.5 }, by: .cardDrag, of: 99)
        driver.advance(.milliseconds(30))
        #expect((0.01..<0.49).contains(driver.model.motion.pose.x))
        driver.advance(.seconds(2))
        #expect(driver.model.motion.pose.x == 0.5)
    }

    @Test("a click tells the punch line, and a drag does not")
    func reveal() throws {
        let held = CardState.next.with { ($0.revealed, $0.holdPunchline) = (false, true) }
        var driver = try DesktopDriver(held)
        #expect(driver.picture.card?.punchline == nil && driver.picture.card?.isHeldBack == true)
        #expect(driver.picture.card?.spoken == "Why did the card wait?")
        driver.take(.command(.reveal))
        #expect(driver.methods == ["joke.reveal"])
        try driver.receive(.next)
        #expect(driver.picture.card?.spoken == "Why did the card wait?\nFor the tap.")
    }

    // MARK: - The next card

    @Test(
        "a decided card flies out to its side while the next one rises",
        arguments: [(CardState.DecisionState.liked, 1.0), (.disliked, -1.0)])
    func throwOut(_ decision: CardState.DecisionState, _ direction: Double) throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.7 * direction)
        driver.letGo()
        try driver.receive(
            .sample.with { ($0.decisionState, $0.cardTranslation) = (decision, 0.7 * direction) },
            by: .cardRelease)
        try driver.receive(.next, by: .cardRelease)
        #expect(driver.picture.leaving?.id == "j1" && driver.picture.card?.id == "j2")
        driver.advance(.milliseconds(50))
        let leaving = try #require(driver.model.motion.leaving)
        #expect(leaving.pose.x * direction > 0.7 && !leaving.isCovered)
        #expect(driver.model.motion.pose.depth > 0 && driver.model.motion.pose.x == 0)
        driver.advance(.seconds(2))
        #expect(driver.model.motion.leaving == nil && driver.picture.leaving == nil)
        #expect(!driver.model.motion.isMoving)
    }

    @Test("a card that is decided without a drag has its color while it flies out")
    func thrownInColor() throws {
        var driver = try DesktopDriver()
        #expect(try leaving(.next, by: .jokeLike, &driver).pose.tint > 0.8)
    }

    /// Exchanges the card, and returns the leaving one in its flight.
    private func leaving(
        _ state: CardState, by method: Method, _ driver: inout DesktopDriver
    ) throws -> (pose: CardPose, isCovered: Bool) {
        try driver.receive(state, by: method)
        driver.advance(.milliseconds(50))
        return try #require(driver.model.motion.leaving)
    }

    @Test("an earlier joke drops onto the card, and an undecided one sinks")
    func otherExits() throws {
        var driver = try DesktopDriver()
        #expect(try leaving(.next, by: .jokeNext, &driver).pose.y > 0)
        let covered = try leaving(.sample, by: .jokePrevious, &driver)
        #expect(covered.isCovered && driver.model.motion.pose.y < 0)
    }

    @Test("a key for a joke that another client has replaced changes nothing")
    func staleKey() throws {
        var driver = try DesktopDriver()
        driver.take(.command(.right))
        let request = try #require(driver.takeRequests().first)
        try driver.receive(.next, by: .jokeNext, of: 99)
        try driver.refuse(request, .staleJoke)
        #expect(driver.picture.message == nil)
        driver.take(.command(.like))
        #expect(driver.requests.first?["params"]?["ifJoke"] == "j2")
    }

    // MARK: - Without animations

    @Test("without animations every change is immediate")
    func noAnimations() throws {
        var driver = try DesktopDriver(hasMotion: false)
        try driver.receive(.sample.with { $0.cardTranslation = 0.5 }, by: .cardDrag, of: 99)
        #expect(driver.model.motion.pose == CardPose(x: 0.5, tint: 1) && !driver.model.motion.isMoving)
        try driver.receive(.next, by: .jokeLike, of: 99)
        #expect(driver.model.motion.pose == CardPose() && !driver.model.motion.isMoving)
        #expect(driver.picture.leaving == nil)
    }

    @Test("an idle card sets no timer and moves nothing")
    func idle() throws {
        let driver = try DesktopDriver()
        #expect(driver.model.nextMoment(after: driver.now) == nil && !driver.model.motion.isMoving)
    }

    // MARK: - What the window says

    @Test("the quotation mark has gone before the mark of a decision comes to its place")
    func marks() {
        #expect(CardPose().quote == 1 && CardPose().mark == 0)
        for step in -60...60 {
            let pose = CardPose(x: Double(step) / 100)
            #expect(pose.quote == 0 || pose.mark == 0)
        }
        #expect(CardPose(x: 0.6).mark == 1 && CardPose(x: -0.6).mark == 1)
    }

    /// Returns a driver that shows translations of a joke without one, and the request for its translation.
    private func awaitingTranslation() throws -> (driver: DesktopDriver, plain: CardState, request: JSON) {
        var joke = CardState.sample.joke
        joke.translation = nil
        let plain = CardState.sample.with { $0.joke = joke }
        var driver = try DesktopDriver(plain)
        _ = driver.takeRequests()
        driver.take(.command(.toggleTranslation))
        let shown = plain.with { $0.showTranslation = true }
        try driver.receive(shown, by: .translationShow)
        driver.answer(
            driver.takeRequests()[0],
            ["seq": 9, "changed": true, "showTranslation": true, "joke": try JSON(parsing: joke.jsonBytes)])
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["translation.request"])
        #expect(driver.picture.message?.text == "Fetching the translation…")
        return (driver, shown, requests[0])
    }

    @Test("a translation that is still made is told until it comes, fails, or the card shows something else")
    func awaitedTranslation() throws {
        var (driver, plain, request) = try awaitingTranslation()
        driver.advance(.seconds(10))
        #expect(driver.picture.message?.text == "Fetching the translation…", "however long it takes")
        driver.take(.open(.saved))
        #expect(driver.picture.message == nil)
        driver.take(.close)
        try driver.receive(.sample.with { $0.showTranslation = true })
        #expect(driver.picture.message == nil && driver.picture.showsTranslation)
        driver.answer(
            request, ["seq": 9, "changed": true, "joke": try JSON(parsing: CardState.sample.joke.jsonBytes)])
        #expect(driver.picture.message == nil)

        (driver, plain, request) = try awaitingTranslation()
        driver.answer(
            request, ["seq": 9, "changed": false, "joke": try JSON(parsing: plain.joke.jsonBytes)])
        #expect(driver.picture.message?.text == "Translations are shown, but this joke has none.")

        (driver, plain, request) = try awaitingTranslation()
        try driver.refuse(request, .offline)
        #expect(driver.picture.message?.isTrouble == true)

        (driver, plain, request) = try awaitingTranslation()
        try driver.receive(.next.with { $0.showTranslation = true }, by: .jokeNext)
        #expect(driver.picture.message == nil)
        try driver.refuse(request, .offline)
        #expect(driver.picture.message == nil, "the other joke is not on the card")
    }

    @Test("a switch of translations that changes nothing on the card is told, and lights no button")
    func missingTranslation() throws {
        var joke = CardState.sample.joke
        joke.translation = nil
        let plain = CardState.sample.with { $0.joke = joke }
        var driver = try DesktopDriver(plain)
        for (isShown, text) in [
            (true, "Translations are shown, but this joke has none."), (false, "Translations are not shown."),
        ] {
            _ = driver.takeRequests()
            driver.take(.command(.toggleTranslation))
            try driver.receive(plain.with { $0.showTranslation = isShown }, by: .translationShow)
            driver.answer(
                driver.takeRequests()[0],
                [
                    "seq": 9, "changed": true, "showTranslation": .bool(isShown),
                    "joke": try JSON(parsing: joke.jsonBytes),
                ])
            if isShown { try driver.refuse(driver.takeRequests()[0], .unsupported) }
            #expect(driver.picture.message?.text == text && !driver.picture.showsTranslation)
        }
    }

    @Test(
        "a joke that another program wants to show is found on the card, of the day, shown before, or saved")
    func wantedJoke() throws {
        func item(_ joke: Joke) throws -> JSON {
            try JSON(parsing: SavedItem(joke: joke, savedAt: nil).jsonBytes)
        }
        let joke = CardState.next.joke
        var driver = try DesktopDriver()
        driver.take(.open(.taste))
        _ = driver.takeRequests()
        driver.take(.showJoke(CardState.sample.joke.id.rawValue))
        #expect(driver.picture.page == nil && driver.requests == [])
        for place in 0...3 {
            driver.take(.close)
            driver.take(.showJoke("j2"))
            let day = place == 0 ? joke : CardState.sample.joke
            driver.answer(
                driver.takeRequests()[0],
                ["date": "2026-11-23", "joke": try JSON(parsing: day.jsonBytes)])
            if place > 0 {
                let items: JSON = place == 1 ? [try item(joke)] : []
                driver.answer(driver.takeRequests()[0], ["items": items, "position": .null, "total": 1])
            }
            if place > 1 {
                let request = driver.takeRequests()[0]
                #expect(request["method"] == "saved.get" && request["params"]?["joke"] == "j2")
                if place == 2 {
                    driver.answer(request, try item(joke))
                } else {
                    try driver.refuse(request, .notFound)
                }
            }
            #expect(driver.requests == [])
            if case .details(let details) = driver.picture.page {
                #expect(details.id == "j2" && place < 3)
            } else {
                #expect(place == 3 && driver.picture.message?.isTrouble == true)
            }
        }
    }

    @Test("a translation is shown with its credit")
    func translation() throws {
        var driver = try DesktopDriver()
        #expect(driver.picture.card?.credit == nil && driver.picture.otherLanguage == "es")
        try driver.receive(.sample.with { $0.showTranslation = true }, by: .translationShow)
        let card = try #require(driver.picture.card)
        #expect(card.setup.hasPrefix("Le conté") && card.credit?.url == "https://apertium.org")
        #expect(card.facts == "animals · builtin · es")
        driver.take(.copy)
        #expect(driver.copied.first?.contains("apertium.org") == true)
    }

    @Test("a hostile joke is shown without control characters and direction marks")
    func hostile() throws {
        let driver = try DesktopDriver(
            .sample.with { $0.joke.value = "a\u{202E}b\u{1B}[2Jc <b>&amp;</b>" })
        #expect(driver.picture.card?.setup == "abc <b>&amp;</b>")
    }

    @Test("a lost daemon, a failure and an undo are told")
    func messages() throws {
        var driver = try DesktopDriver()
        driver.take(.command(.undo))
        try driver.refuse(driver.takeRequests()[0], .empty)
        #expect(driver.picture.message?.isTrouble == true)
        driver.advance(.seconds(6))
        #expect(driver.picture.message == nil)
        driver.take(.connection(.ended))
        #expect(
            driver.picture.message?.text == "jokesd closed the connection." && !driver.picture.isConnected)
        #expect(driver.picture.card?.id == "j1", "the joke stays")
    }

    @Test("a card that is in the hand when the daemon goes away returns to the middle")
    func daemonGoesAway() throws {
        var driver = try DesktopDriver()
        driver.drag(to: 0.4)
        try driver.receive(.sample.with { $0.cardTranslation = 0.4 }, by: .cardDrag)
        driver.take(.connection(.ended))
        driver.advance(.seconds(2))
        #expect(driver.model.motion.pose.x == 0)
        driver.take(.connection(.opened))
        for request in driver.takeRequests() where request["id"] != nil {
            driver.answer(request, ["connection": 8])
        }
        try driver.receive(.sample)
        driver.advance(.seconds(2))
        #expect(driver.model.motion.pose.x == 0)
        driver.take(.move(to: 900, time: driver.now))
        driver.letGo()
        #expect(driver.requests == [])
    }

    @Test(
        "the size of the text follows the length of the joke",
        arguments: [(40, 0), (120, 1), (300, 2), (3_000, 3)])
    func sizes(_ length: Int, _ size: Int) throws {
        let state = CardState.sample.with { $0.joke.value = String(repeating: "a", count: length) }
        #expect(CardText(of: state).size == size)
    }
}

@Suite("The command line of the card on the desktop")
struct CardOptionsTests {
    @Test("a socket and the flags are read")
    func flags() throws {
        #expect(try CardOptions(["--socket", "/tmp/s"]).socket == "/tmp/s")
        #expect(try CardOptions(["--joke", "j1"]).joke == "j1")
        #expect(try CardOptions(["--small"]).isSmall && !CardOptions([]).isSmall)
        #expect(try CardOptions(["--gapplication-service"]).isService)
        #expect(throws: (any Error).self) { try CardOptions(["--nothing"]) }
    }
}
