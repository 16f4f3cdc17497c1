// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Text from strangers")
struct SanitizedTextTests {
    @Test(
        "control characters are removed, and visible ones stay",
        arguments: [
            ("plain", "plain"),
            ("bell\u{07} and \u{1B}[31mred", "bell and [31mred"),
            ("nul\u{0}, del\u{7F}, c1\u{9B}31m", "nul, del, c131m"),
            ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}e", "abcde"),
            ("\u{FEFF}mark", "mark"),
            ("one\r\ntwo\rthree\u{2028}four\u{85}five", "one\ntwo\nthree\nfour\nfive"),
            ("tab\tstays", "tab\tstays"),
            ("\n \n  drawn\n   \u{A0}\t\n/\\  \n\n", "  drawn\n\n/\\"),
            ("\n  one line ", "one line"),
            ("👩‍💻 ¿año? e\u{301}", "👩‍💻 ¿año? e\u{301}"),
            (String(repeating: "\u{301}", count: 129), String(repeating: "\u{301}", count: 128)),
            ("", ""), (" \n\t", ""), ("\u{202E}\u{7}", ""),
        ])
    func text(raw: String, text: String) throws {
        #expect(Array(SanitizedText.text(raw).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("4 KiB of UTF-8 are accepted, and one byte more is refused")
    func lengthLimit() throws {
        let most = String(repeating: "é", count: 2048)
        #expect(SanitizedText.clean(most + "  \n", limit: 4_096) == most)
        #expect(SanitizedText.clean(most + "!", limit: 4_096) == nil)
    }

    @Test(
        "a link is one of the web",
        arguments: [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            ("http://[::1]:80", "http://[::1]:80"),
            (" https://example.org/\n", "https://example.org/"),
            ("https://example.org/\"ñ<\\", "https://example.org/%22%C3%B1%3C%5C"),
            ("https://example.org/\u{202E}gpj", "https://example.org/gpj"),
            ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("data:text/html,x", nil),
            ("//x", nil),
            ("ftp://example.org/", nil), ("https://", nil), ("https:///etc/passwd", nil), ("https:x", nil),
            ("https://example.org/a b", nil), ("https://example.org/a\nb", nil), ("", nil),
        ])
    func link(raw: String, link: String?) { #expect(SanitizedText.link(raw) == link) }

    @Test("a text that is looked at by its bytes is as one that is looked at by its scalars")
    func plainText() {
        // A letter of Hiragana is looked at as a scalar.
        for scalar in (0...0x2FFF).compactMap(Unicode.Scalar.init) {
            for (before, after) in [("a", "b"), ("a ", "b"), ("", "b"), ("a", ""), ("", "")] {
                let text = SanitizedText.text("\(before)\(scalar)\(after)")
                #expect("あ" + text == SanitizedText.text("あ\(before)\(scalar)\(after)") || before.isEmpty)
                #expect(text + "あ" == SanitizedText.text("\(before)\(scalar)\(after)あ") || after.isEmpty)
                let name = SanitizedText.name("x\(before)\(scalar)\(after)x")
                #expect(name.map { $0 + "あ" } == SanitizedText.name("x\(before)\(scalar)\(after)xあ"))
            }
        }
    }

    @Test("a line is cut at its limit, between scalars, and has one space for any white space")
    func line() {
        #expect(SanitizedText.line(" a\n\t b\u{1B} ") == "a b")
        #expect(SanitizedText.line("añ b", limit: 2) == "a")
        #expect(SanitizedText.line("a bc", limit: 2) == "a")
        #expect(SanitizedText.line(" \n\u{7}") == nil)
        #expect(SanitizedText.name(String(repeating: "x", count: 65)) == nil)
    }
}

@Suite("What a joke contains")
struct SanitizedJokeTests {
    /// Returns a text of pieces that break some promise.
    private func text(_ generator: inout Xorshift) -> String {
        let pieces = [
            "a", "é", "🤣", " ", "\n", "\t", "\r", "\u{1B}[2J", "\u{202E}", "\u{0}", "\u{2028}", "\"", "\\",
            "\u{A0}",
            "https://", "X", String(repeating: "long", count: 300),
        ]
        let count = Int.random(in: 0...8, using: &generator)
        return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private func joke(_ generator: inout Xorshift) -> Joke {
        let (setup, punchline) = (text(&generator), text(&generator))
        let isWhole = Bool.random(using: &generator)
        return Joke(
            id: Joke.ID(rawValue: text(&generator)),
            value: isWhole ? "\(setup)\n\(punchline)" : text(&generator), setup: setup, punchline: punchline,
            categories: (0..<20).map { _ in text(&generator) }, source: text(&generator),
            language: text(&generator), url: text(&generator),
            translation: Joke.Translation(
                language: "es", value: text(&generator), machine: true,
                attribution: Joke.Attribution(
                    engine: text(&generator), text: text(&generator), url: text(&generator))))
    }

    @Test("every joke that passes keeps the promises, and passes again as it is")
    func randomJokes() throws {
        var generator = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
        var (passed, hadParts) = (0, 0)
        for _ in 0..<2_000 {
            guard var joke = joke(&generator).sanitized() else { continue }
            (passed, hadParts) = (passed + 1, hadParts + (joke.setup == nil ? 0 : 1))
            #expect(joke.sanitized() == joke)
            // Whoever brings a joke fills these in.
            if joke.id.rawValue.isEmpty { joke.id = Joke.ID(rawValue: "made") }
            if joke.source.isEmpty { joke.source = "made" }
            if joke.language.isEmpty { joke.language = "en" }
            #expect(joke.brokenPromises == [])
        }
        #expect(passed > 500 && hadParts > 100)
    }

    @Test("the parts are those of the text, or left out")
    func parts() {
        let joke = {
            Joke(id: .init(rawValue: "a"), value: $0, setup: $1, punchline: $2, source: "s", language: "en")
        }
        let same = joke("Why? Because.", "Why?", "Because.").sanitized()
        #expect(same?.value == "Why?\nBecause." && same?.setup == "Why?" && same?.punchline == "Because.")
        let other = joke("The text.", "Why?", "Because.").sanitized()
        #expect(other?.value == "The text." && other?.setup == nil && other?.punchline == nil)
        #expect(joke("Why?", "Why?", nil).sanitized()?.setup == nil)
    }

    @Test("the state with the largest joke is as large as promised")
    func largestState() throws {
        let quotes = { (count: Int) in String(repeating: "\"", count: count) }
        let link = "https://" + String(repeating: "x", count: 5_000)
        let raw = Joke(
            id: Joke.ID(rawValue: quotes(128)), value: quotes(4_095), setup: quotes(1),
            punchline: quotes(4_094),
            categories: (0..<99).map { quotes(62) + "\($0 + 10)" }, source: quotes(64), language: "en",
            url: String(link.prefix(1_024)),
            translation: Joke.Translation(
                language: "es", value: quotes(4_096), machine: true,
                attribution: Joke.Attribution(
                    engine: quotes(64), text: quotes(9_999), url: String(link.prefix(1_024)))))
        let joke = try #require(raw.sanitized())
        #expect(joke.setup != nil && joke.categories.count == 16 && joke.url?.utf8.count == 1_024)
        let state = CardState {
            ($0.fetching, $0.joke, $0.backgroundColor) = (false, joke, .green)
            ($0.decisionState, $0.showTranslation) = (.undecided, false)
            $0.cardTranslation = -0.12345678901234567
            $0.error = CardState.ErrorInfo(
                kind: "name_not_found", message: SanitizedText.line(quotes(9_999), limit: 1_000) ?? "",
                retryAt: "2026-11-21T10:00:00Z")
            ($0.online, $0.queue) = (true, CardState.Queue(count: 1_000, capacity: 1_000))
            $0.saved = CardState.Saved(count: 1 << 53)
        }
        let bytes = state.jsonBytes.count
        #expect(bytes <= Limits.state && bytes > Limits.state - 4_096, "\(bytes)")
    }
}
