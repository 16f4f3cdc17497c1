// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

/// A text that a test compares whole may not be cut. A process has one language, so each test needs its own.
@Suite("The card in Spanish")
struct SpanishTests {
    /// The smallest screen on which the whole card is visible.
    private static let smallest = Size(columns: 30, rows: 8)

    private static func driver(_ display: DisplayOptions, _ state: CardState = .sample) throws -> SwipeDriver
    {
        Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
        return try SwipeDriver.connected(display, smallest, state)
    }

    /// The screen's last row.
    private static func footer(_ driver: SwipeDriver) -> String {
        driver.screen.split(separator: "\n", omittingEmptySubsequences: false).last {
            !$0.allSatisfy(\.isWhitespace)
        }.map(String.init) ?? ""
    }

    @Test("the keys that every footer names are whole on the smallest screen")
    func footers() async {
        await #expect(processExitsWith: .success) {
            for isUnicode in [true, false] {
                let display = DisplayOptions(depth: .none, isUnicode: isUnicode, hasMotion: false)
                var driver = try Self.driver(display)
                func expect(_ ending: String, _ keys: Key...) {
                    for key in keys { driver.press(key) }
                    let footer = Self.footer(driver)
                    #expect(footer.hasSuffix(ending), "\(footer)")
                }
                expect(localized("s saved  ? help  q quit"))
                expect(localized("Esc back"), .character("?"))
                expect(localized("s card  q quit"), .escape, .character("s"))
                expect("\(localized("Enter done"))  \(localized("Esc all"))", .character("/"))
                expect(localized("f card  q quit"), .escape, .character("s"), .character("f"))
                expect("\(localized("Enter search"))  \(localized("Esc all"))", .character("/"))
                expect(localized("s saved  ? help  q quit"), .escape, .character("f"))
                expect("\(localized("Enter release"))  \(localized("Esc put back"))", .right)
            }
        }
    }

    @Test("the hints and the marks on the card are whole on the smallest screen")
    func card() async {
        await #expect(processExitsWith: .success) {
            let display = DisplayOptions(depth: .none, hasMotion: false)
            var screen = try Self.driver(display, .held).screen
            #expect(screen.contains(localized("Space tells the rest")))
            let liked = CardState.sample.with { $0.decisionState = .liked }
            screen = try Self.driver(display, liked).screen
            #expect(screen.contains("🤣 ▮▮▮▮▮▮ \(localized("liked"))"))
            let disliked = CardState.sample.with { $0.decisionState = .disliked }
            screen = try Self.driver(display, disliked).screen
            #expect(screen.contains("\(localized("disliked")) ▮▮▮▮▮▮ 👎"))
            let long = CardState.sample.with {
                $0.joke = Joke(
                    id: Joke.ID(rawValue: "j1"), value: String(repeating: "palabra ", count: 60), source: "s",
                    language: "es")
            }
            screen = try Self.driver(display, long).screen
            #expect(screen.contains(" líneas más: ↓"))
            let offline = CardState.sample.with { $0.online = false }
            screen = try Self.driver(display, offline).screen
            #expect(screen.contains("⚠ \(localized("offline"))"))
            let fetching = CardState.sample.with { $0.fetching = true }
            screen = try Self.driver(display, fetching).screen
            #expect(screen.contains(localized("fetching")))
        }
    }

    @Test("the help shows each word, and an empty list its text, on the smallest screen")
    func pages() async {
        await #expect(processExitsWith: .success) {
            let display = DisplayOptions(depth: .none, isUnicode: false, hasMotion: false)
            var driver = try Self.driver(display)
            driver.press("?")
            var words: Set<Substring> = []
            for _ in 0..<100 {
                words.formUnion(driver.screen.split { $0.isWhitespace })
                driver.press(.down)
            }
            #expect(
                words.isSuperset(of: ["decision", "traduccion", "portapapeles", "arrastrar", "suspender;"]))
            driver.press("xs")
            let empty: JSON = ["items": [], "next": .null, "total": 0, "exact": true]
            try driver.answer(driver.takeRequests()[0], empty)
            #expect(driver.screen.contains("Aun sin chistes guardados."))
        }
    }
}
