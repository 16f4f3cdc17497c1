// SPDX-License-Identifier: MIT
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

@Suite("The rendered card")
struct CardRendererTests {
    static let states: [(name: String, state: CardState)] = [
        ("gray", .sample),
        ("half-dragged", .sample.with { $0.cardTranslation = 0.3 }),
        (
            "liked",
            .sample.with {
                ($0.cardTranslation, $0.backgroundColor, $0.decisionState) = (0.65, .green, .liked)
            }
        ),
        (
            "disliked",
            .sample.with {
                ($0.cardTranslation, $0.backgroundColor, $0.decisionState) = (-0.65, .red, .disliked)
            }
        ),
        ("translated", .sample.with { $0.showTranslation = true }),
        ("fetching", .sample.with { ($0.fetching, $0.queue.count) = (true, 2) }),
        (
            "offline",
            .sample.with {
                $0.online = false
                $0.error = .init(
                    kind: "offline",
                    message: "The network cannot be reached; check the connection and try again.")
            }
        ),
        (
            "rate-limited",
            .sample.with {
                $0.error = .init(
                    kind: "rate_limited", message: "The source wants fewer requests; wait until retryAt.",
                    retryAt: "2026-04-01T09:30:00Z")
            }
        ),
        (
            "error-joke",
            .sample.with {
                $0.joke = Joke(
                    id: Joke.ID(rawValue: "error"),
                    value: "There is no joke left. Turn a source on: jokectl sources.",
                    source: "", language: "en")
            }
        ),
    ]

    /// Without colors, so that the screen is its text.
    @Test("each state equals its snapshot", .rule(11), arguments: states.map(\.name), [true, false])
    func cardSnapshots(_ name: String, _ isUnicode: Bool) throws {
        let state = try #require(Self.states.first { $0.name == name }).state
        let display = DisplayOptions(depth: .none, isUnicode: isUnicode, hasMotion: false)
        let driver = try SwipeDriver.connected(display, Size(columns: 80, rows: 24), state)
        PictureFile("card-\(name)\(isUnicode ? "" : "-ascii")").expect(driver.screen)
    }

    @Test(
        "each size is drawn within the terminal",
        arguments: [(1, 1), (10, 3), (20, 8), (40, 10), (300, 100), (79, 23)])
    func sizes(_ columns: Int, _ rows: Int) throws {
        for (_, state) in Self.states {
            for isUnicode in [true, false] {
                let display = DisplayOptions(isUnicode: isUnicode, hasMotion: false)
                var driver = try SwipeDriver.connected(display, Size(columns: columns, rows: rows), state)
                for keys in ["", "s", "?"] {
                    driver.press(keys)
                    let lines = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
                }
            }
        }
    }

    @Test("control sequences of a joke are not drawn")
    func controlSequences() throws {
        let state = CardState.sample.with {
            $0.joke.value = "a\u{1B}[2Jb\u{7}c\u{9B}31md\u{202E}e"
            $0.joke.source = "\u{1B}]0;x\u{7}s"
            $0.error = .init(kind: "offline", message: "\u{1B}[31mm")
        }
        let driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24), state)
        let screen = driver.screen
        #expect(!screen.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F..<0xA0 ~= $0.value })
        #expect(!screen.unicodeScalars.contains("\u{202E}"))
        #expect(screen.contains("abcde"))
    }

    @Test(
        "the mark of a decision grows with each step of the drag, and is full at 60 %", .rule(11),
        arguments: [1.0, -1])
    func growingMark(_ direction: Double) throws {
        var driver = try SwipeDriver.connected()
        var strengths: [Int] = []
        for step in 0...7 {
            try driver.receiveState(draggedTo: direction * Double(step) / 10)
            let screen = driver.screen
            #expect(screen.contains("🤣") == (step > 0 && direction > 0))
            #expect(screen.contains("👎") == (step > 0 && direction < 0))
            strengths.append(screen.count { $0 == "▮" })
            #expect((step >= 6) == (step > 0 && !screen.contains("▯")), "full at step \(step)")
        }
        #expect(strengths == [0, 1, 2, 3, 4, 5, 6, 6])
    }

    @Test(
        "in a small terminal the joke is visible, and the whole credit is below it", .rule(7),
        arguments: [(80, 24), (40, 12), (30, 8), (27, 24), (20, 8)], [ColorDepth.full, .none])
    func smallTerminal(_ size: (columns: Int, rows: Int), _ depth: ColorDepth) throws {
        var driver = try SwipeDriver.connected(
            DisplayOptions(depth: depth, hasMotion: false), Size(columns: size.columns, rows: size.rows),
            .sample.with { $0.showTranslation = true })
        let lines = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let joke = try #require(lines.firstIndex { $0.contains("Le conté") })
        let credits = lines.indices.filter { lines[$0].contains("apertium.org") }
        let credit = try #require(credits.first)
        #expect(credits.count == 1 && credit > joke)
        let mark = size.columns >= 28 ? credit : credit - 1
        #expect(lines[mark].contains("(machine)") && mark > joke)
        for line in lines[joke..<max(joke, credit)] { #expect(!line.contains("pertium")) }
        var seen = driver.screen
        for _ in 1...9 {
            driver.press(.down)
            seen += driver.screen
            #expect(driver.screen.contains("apertium.org") && driver.screen.contains("(machine)"))
        }
        #expect(seen.contains("fuente."))
    }

    @Test("a pack that tells the joke in both languages itself has no credit on the card")
    func noCreditOfPack() throws {
        let driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24),
            .sample.with {
                $0.showTranslation = true
                $0.joke.translation?.machine = false
                $0.joke.translation?.attribution = Joke.Attribution(
                    engine: "pack", text: "Told in both languages by the pack", url: "https://example.org/")
            })
        #expect(driver.screen.contains("Le conté"))
        #expect(!driver.screen.contains("pack") && !driver.screen.contains("example.org"))
    }

    @Test("a joke that is longer than the card is scrolled")
    func longJoke() throws {
        let value = (1...40).map { "line \($0)" }.joined(separator: "\n")
        var driver = try SwipeDriver.connected(
            DisplayOptions(hasMotion: false), Size(columns: 80, rows: 24),
            .sample.with { $0.joke.value = value })
        #expect(driver.screen.contains("line 1\n") && driver.screen.contains("more lines"))
        for _ in 0..<60 { driver.press(.down) }
        #expect(driver.screen.contains("line 40") && !driver.screen.contains("more line"))
        for _ in 0..<60 { driver.press(.up) }
        #expect(driver.screen.contains("line 1\n"))
    }

    @Test("a liked card moves out to the right, and the next one comes from above")
    func likedCardMovesOut() throws {
        var driver = try SwipeDriver.connected(DisplayOptions())
        try driver.receiveState(
            .sample.with { ($0.backgroundColor, $0.decisionState) = (.green, .liked) }, by: .jokeLike)
        try driver.receiveState(.next, by: .jokeLike)
        #expect(driver.screen.contains("my cat") && !driver.screen.contains("Parallel"))
        driver.wait(.milliseconds(200))
        #expect(!driver.screen.contains("my cat"), "it is beyond the right edge")
        driver.wait(.milliseconds(200))
        #expect(driver.screen.contains("Parallel"))
        driver.wait(.milliseconds(400))
        #expect(driver.model.nextMoment(after: driver.now) == nil, "then it is still")
    }

    @Test("without motion the next card is shown at once")
    func withoutMotion() throws {
        var driver = try SwipeDriver.connected()
        try driver.receiveState(.next, by: .jokeLike)
        #expect(driver.screen.contains("Parallel") && !driver.screen.contains("my cat"))
    }

    @Test("an undecided card springs back to the middle")
    func springsBack() throws {
        var driver = try SwipeDriver.connected(DisplayOptions(depth: .none))
        let rest = driver.screen
        try driver.receiveState(draggedTo: 0.4)
        let dragged = driver.column(of: "cat")
        try driver.receiveState(.sample, by: .cardRelease)
        #expect(driver.column(of: "cat") == dragged, "it begins where it was")
        var columns: Set<Int> = []
        for _ in 0..<40 {
            driver.wait(.milliseconds(16))
            columns.insert(driver.column(of: "cat"))
        }
        #expect(columns.contains { $0 < 24 }, "it swings over to the other side")
        #expect(driver.screen == rest)
    }
}

extension SwipeDriver {
    func column(of word: String) -> Int {
        screen.split(separator: "\n").compactMap { line in
            line.firstRange(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }.first ?? -1
    }
}
