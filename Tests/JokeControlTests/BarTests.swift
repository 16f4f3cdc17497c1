// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
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

    @Test("each format equals its snapshot", arguments: Bar.allCases)
    func snapshots(_ bar: Bar) {
        SnapshotFile("bar-\(bar)").expect(Self.cards.map { ($0.title, bar.line($0.card)) })
    }

    @Test("a translation has its translator and the host of the link in each bar", arguments: Bar.allCases)
    func credit(_ bar: Bar) {
        #expect(bar.line(BarCard(Self.translated)).contains("[Apertium (machine) apertium.org]"))
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
            "follow --for tmux",
            "follow --for plain --topic log", "follow --for plain --format {{seq}}",
        ])
    func usageErrors(_ line: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .usage && output.data.isEmpty)
    }
}
