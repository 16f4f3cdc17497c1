// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("Bars")
struct BarTests {
    private static let cards: [(title: String, card: BarCard)] = [
        ("undecided", BarCard(Samples.state(Samples.twoParts))),
        ("liked", BarCard(Samples.state(color: .green, decision: .liked))),
        ("disliked", BarCard(Samples.state(color: .red, decision: .disliked))),
        ("wide, in 20 columns", BarCard(Samples.state(Samples.wide), width: 20)),
        ("with trouble", BarCard(Samples.state(error: Samples.noNetwork, online: false))),
        ("the error joke", BarCard(Samples.state(Samples.error))),
        ("translated", BarCard(translated)),
        ("no daemon", BarCard(offline: "jokesd does not run <&>")),
        ("hostile", BarCard(Samples.state(Samples.hostile))),
    ]

    private static var translated: CardState {
        var joke = Samples.twoParts
        joke.translation = Joke.Translation(
            language: "en", value: "What does one bit say to the other?\nSee you on the bus.", machine: true,
            attribution: .init(
                engine: "apertium", text: "Translated by Apertium", url: "https://apertium.org"))
        var state = Samples.state(joke)
        state.showTranslation = true
        return state
    }

    @Test("each format equals its snapshot", .rule(11), arguments: Bar.allCases)
    func snapshots(_ bar: Bar) {
        SnapshotFile("bar-\(bar)").expect(Self.cards.map { ($0.title, bar.line($0.card)) })
    }

    @Test(
        "a translation has its translator and the host of the link in each bar", .rule(7),
        arguments: Bar.allCases)
    func credit(_ bar: Bar) {
        #expect(bar.line(BarCard(Self.translated)).contains("[Apertium (machine) apertium.org]"))
    }

    @Test("a card has the class translated only if it has a translation")
    func translatedClass() {
        var state = Self.translated
        #expect(BarCard(state).classes.contains("translated"))
        state.joke.translation = nil
        #expect(!BarCard(state).classes.contains("translated"))
    }

    @Test("a held punch line is neither in the line nor in the tooltip", arguments: Bar.allCases)
    func heldPunchline(_ bar: Bar) {
        var state = Samples.state(Samples.twoParts)
        state.revealed = false
        let card = BarCard(state)
        #expect(card.text == "¿Qué le dice un bit al otro? …")
        #expect(card.classes.contains("held"))
        #expect(!bar.line(card).contains("bus"))
        state.revealed = true
        #expect(bar.line(BarCard(state)).contains("bus"))
    }

    @Test("a pack that tells the joke in both languages itself is credited in the tooltip only")
    func creditOfPack() {
        var state = Self.translated
        state.joke.translation?.machine = false
        state.joke.translation?.attribution = .init(
            engine: "pack", text: "Told in both languages by the pack", url: "https://example.org/")
        let card = BarCard(state)
        for text in [card.text, card.shortText] {
            #expect(!text.contains("pack") && !text.contains("example.org") && !text.contains("["))
        }
        #expect(card.tooltip.contains("Told in both languages by the pack https://example.org/"))
    }

    @Test(
        "a long joke is cut between sentences, a long sentence between words, and a long word anywhere",
        arguments: [
            (["One. Two! Three?"], 20, ["One. Two! Three?"]),
            (["One two. Three four. Five."], 13, ["One two. 1/3", "Three four. 2/3", "Five. 3/3"]),
            (["One two. Three four. Five."], 19, ["One two. 1/2", "Three four. Five. 2/2"]),
            (["He said “No.” She left."], 14, ["He said “No.” 1/2", "She left. 2/2"]),
            (["Why?", "Because it is so."], 10, ["Why? 1/3", "Because it 2/3", "is so. 3/3"]),
            (["No. 10 is 3.5."], 9, ["No. 1/3", "10 is 2/3", "3.5. 3/3"]),
            (["abcdefghij"], 4, ["abcd 1/3", "efgh 2/3", "ij 3/3"]),
            (["布団が吹っ飛んだ。隣の家に囲いができた。"], 18, ["布団が吹っ飛んだ。 1/3", "隣の家に囲いができ 2/3", "た。 3/3"]),
            ([""], 4, ["N/A"]),
        ] as [([String], Int, [String])])
    func parts(_ lines: [String], _ width: Int, _ expected: [String]) {
        let joke = Joke(
            id: Joke.ID(rawValue: "j"), value: lines.joined(separator: "\n"), source: "s", language: "en")
        let cards = (0..<expected.count).map { BarCard(Samples.state(joke), width: width, part: $0) }
        #expect(cards.map(\.text) == expected)
        #expect(cards.allSatisfy { $0.parts == expected.count })
        #expect(BarCard(Samples.state(joke), width: width, part: expected.count).text == expected[0])
    }

    @Test("each format is one line", arguments: Bar.allCases)
    func oneLine(_ bar: Bar) {
        for (title, card) in Self.cards {
            let line = bar.line(card)
            #expect(line.hasSuffix("\n") && !line.dropLast().contains("\n"), "\(title)")
        }
    }

    @Test("show supports each bar, and reports a missing daemon", arguments: Bar.allCases)
    func showInBar(_ bar: Bar) {
        let server = ScriptedServer(.answer(["epoch": "e", "seq": 1, "state": RunTests.state]))
        #expect(jokectl("show", "--for", "\(bar)", at: server.path).data.contains("First line. Second line."))
        _ = server.finish()
        let withoutDaemon = jokectl("show", "--for", "\(bar)", at: "/nowhere/socket")
        #expect(
            withoutDaemon.code == .done && withoutDaemon.errors.isEmpty
                && withoutDaemon.data.contains("no jokesd"))
    }

    @Test(
        "an invalid combination of flags is refused",
        arguments: [
            "show --for wayba", "show --for waybar --json", "show --for waybar --width 0",
            "follow --page", "follow --scroll 5", "follow --for plain --scroll 0", "show --for tmux --page",
            "follow --for plain --topic log", "follow --for plain --format {{seq}}",
        ])
    func usageErrors(_ line: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .usage && output.data.isEmpty)
    }
}
