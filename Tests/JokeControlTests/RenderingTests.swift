// SPDX-License-Identifier: MIT
import JokeClient
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("Renderings")
struct RenderingTests {
    /// A rendering and the name of its snapshot.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let render: @Sendable (Appearance) -> String
        var testDescription: String { name }

        init(_ name: String, _ render: @escaping @Sendable (Appearance) -> Page) {
            self.name = name
            self.render = { render($0).text }
        }
    }

    static let samples = [
        Sample("card") { Rendering.card(Samples.state(), $0) },
        Sample("card-liked") {
            Rendering.card(Samples.state(color: .green, decision: .liked), $0)
        },
        Sample("card-disliked-in-two-parts") {
            Rendering.card(
                Samples.state(Samples.twoParts, color: .red, decision: .disliked), $0)
        },
        Sample("card-wide") { Rendering.card(Samples.state(Samples.wide), $0) },
        Sample("card-hostile") { Rendering.card(Samples.state(Samples.hostile), $0) },
        Sample("card-with-error") {
            Rendering.card(Samples.state(error: Samples.noNetwork, online: false), $0)
        },
        Sample("card-error-joke") { Rendering.card(Samples.state(Samples.error), $0) },
        Sample("card-translated") { Rendering.card(translated, $0) },
        Sample("sync-on") { Rendering.syncOn(folder: "/home/ann/Sync", isWatched: false, SyncReport(), $0) },
        Sample("sync-now") {
            var report = SyncReport()
            (report.written, report.merge) = (3, SyncMerge(added: 1, updated: 2, skipped: 4))
            return Rendering.synced(report, $0)
        },
        Sample("sync-status") { Rendering.syncStatus(syncStatus, $0) },
        Sample("sync-status-off") { Rendering.syncStatus(SyncStatus(folder: nil, machine: nil), $0) },
        Sample("next") { Rendering.joke(Samples.twoParts, $0) },
        Sample("like") {
            Rendering.decision(
                Samples.decision(), liked: true, showsCard: true, $0)
        },
        Sample("like-again-by-id") {
            Rendering.decision(
                Samples.decision(isChanged: false), liked: true,
                showsCard: false, $0)
        },
        Sample("like-nothing") {
            Rendering.decision(
                Samples.decision(nil, isChanged: false), liked: true, showsCard: true, $0)
        },
        Sample("dislike") {
            Rendering.decision(
                Samples.decision(), liked: false, showsCard: true, $0)
        },
        Sample("undo-like") {
            Rendering.undo(Samples.undo("liked", ["mgdb"]), $0)
        },
        Sample("undo-deletion") {
            Rendering.undo(Samples.undo("deleted", ["a", "b"]), $0)
        },
        Sample("daily") { Rendering.daily(DailyResponse(date: "2026-11-21", joke: Samples.joke), $0) },
        Sample("saved-list") { Rendering.saved(Samples.page(Samples.saved), $0) },
        Sample("saved-list-translated") {
            Rendering.saved(Samples.page(translatedList), secondLanguage($0))
        },
        Sample("feed-translated") { appearance in
            Rendering.feed(
                Samples.feed(1, translatedList.map(\.joke), hasMore: false, total: 1),
                secondLanguage(appearance))
        },
        Sample("right-to-left") {
            Rendering.saved(
                Samples.page([SavedItem(joke: hebrew, savedAt: "2026-11-21T09:15:00Z")]), $0)
        },
        Sample("saved-list-cut") {
            Rendering.saved(Samples.page(Array(Samples.saved.prefix(2)), total: 3), $0)
        },
        Sample("saved-list-hostile") {
            Rendering.saved(
                Samples.page([SavedItem(joke: Samples.hostile, savedAt: "\u{1B}[5m")]), $0)
        },
        Sample("saved-trash-empty") {
            Rendering.saved(Samples.page([]), whenEmpty: "The trash is empty.", $0)
        },
        Sample("saved-search-empty") {
            Rendering.saved(Samples.page([]), isSelective: true, $0)
        },
        Sample("saved-restore") { Rendering.restored(["mgdb"], $0) },
        Sample("saved-search") { Rendering.saved(Samples.page(found), $0) },
        Sample("saved-search-translated") {
            Rendering.saved(Samples.page(foundTranslation), secondLanguage($0))
        },
        Sample("saved-list-empty") { Rendering.saved(Samples.page([]), $0) },
        Sample("saved-show") { Rendering.savedJoke(Samples.saved[0], $0) },
        Sample("saved-delete") { Rendering.deleted(["mgdb", "ag_6"], $0) },
        Sample("feed") {
            Rendering.feed(
                Samples.feed(2, [Samples.joke, Samples.hostile], hasMore: true, total: 9), $0)
        },
        Sample("feed-last") { Rendering.feed(Samples.feed(3, [Samples.wide], hasMore: false), $0) },
        Sample("feed-beyond-the-end") { Rendering.feed(Samples.feed(9, [], hasMore: false, total: 3), $0) },
        Sample("feed-nothing") { Rendering.feed(Samples.feed(1, [], hasMore: false), $0) },
        Sample("queue") { Rendering.queue([Samples.joke, Samples.twoParts], $0) },
        Sample("sources") { Rendering.sources(Samples.sources, $0) },
        Sample("sources-explained") {
            Rendering.sources(Samples.explainedSources, $0)
        },
        Sample("sources-disable") { Rendering.turned("fortune", on: false, hasChanged: true, $0) },
        Sample("sources-enable-again") {
            Rendering.turned("fortune", on: true, hasChanged: false, $0)
        },
        Sample("history") {
            Rendering.history(Samples.history, $0)
        },
        Sample("queue-empty") { Rendering.queue([], $0) },
        Sample("taste") { Rendering.taste(Samples.taste, $0) },
        Sample("taste-of-nothing") { Rendering.taste(Samples.noTaste, $0) },
        Sample("taste-off") {
            Rendering.taste(TasteResponse(isEnabled: false, arms: Samples.noTaste.arms), $0)
        },
        Sample("taste-reset") { Rendering.tasteReset(hasChanged: true, $0) },
        Sample("reload") {
            Rendering.reloaded(
                ReloadResponse {
                    $0.changed = ["taste", "limits.connections"]
                    $0.needsRestart = ["limits.connections"]
                },
                $0)
        },
        Sample("reload-of-packs") {
            Rendering.reloaded(
                ReloadResponse {
                    $0.changed = [
                        "sources.bad.type", "sources.bad.path", "sources.cow.type", "sources.office.type",
                        "taste",
                    ]
                    ($0.needsRestart, $0.added, $0.removed) = ([], ["bad", "cow"], ["office"])
                    $0.packs = [
                        .init(source: "bad", added: 0, message: "/bad.jsonl: No such file or directory"),
                        .init(source: "team", added: 3, message: "/t.jsonl: line 7 was not read: \u{1B}[2Jx"),
                        .init(source: "zoo", added: 1, message: nil),
                    ]
                }, $0)
        },
        Sample("reload-nothing") {
            Rendering.reloaded(ReloadResponse { ($0.changed, $0.needsRestart) = ([], []) }, $0)
        },
        Sample("status-verbose") { Rendering.status(Samples.busyStatus, $0) },
        Sample("status-of-a-refused-configuration") { Rendering.status(Samples.refusedStatus, $0) },
        Sample("status") { Rendering.status(Samples.status, $0) },
        Sample("status-of-an-unknown-daemon") { Rendering.status(StatusResponse(), $0) },
    ]

    private static func secondLanguage(_ appearance: Appearance) -> Appearance {
        var appearance = appearance
        appearance.showsTranslations = true
        return appearance
    }

    /// By a machine, by the pack, and not at all.
    private static var translatedList: [SavedItem] {
        var list = Samples.saved
        list[0].joke.translation = translated.joke.translation
        list[1].joke.translation = Joke.Translation(
            language: "en", value: "What does one bit say to the other?\nSee you on the bus.", machine: false,
            attribution: Joke.Attribution(
                engine: "pack", text: "Told in both languages by the pack", url: "https://example.org/pack"))
        return list
    }

    /// Two words side by side, one sign that is more than one scalar, and what lies beyond a text's end.
    private static var found: [SavedItem] {
        var list = Samples.saved
        list[0].marks = MatchRanges(value: [2..<14, 40..<44, 46..<51])
        list[1].marks = MatchRanges(value: [41..<4_000])
        list[2].marks = MatchRanges(value: [0..<2, 36..<43, 45..<46])
        return list
    }

    private static var foundTranslation: [SavedItem] {
        var item = translatedList[0]
        item.marks = MatchRanges(value: [0..<1], translation: [0..<6])
        return [item]
    }

    private static let hebrew = Joke(
        id: Joke.ID(rawValue: "ivrit-1"),
        value: "\u{202E}למה המתכנת עזב? כי לא קיבל arrays, ורק רצה שלום ושקט גם בלילה.",
        source: "holiday", language: "he")

    private static var syncStatus: SyncStatus {
        var status = SyncStatus(folder: "/home/ann/\u{1B}[31mSync", machine: "00aa96c0b8d2ac40")
        (status.ranAt, status.problem) = ("2026-11-21T09:30:00Z", "the folder /home/ann/Sync does not exist")
        var laptop = SyncStatus.Machine(id: "ab37576f82bb3c5e", name: "laptop")
        (laptop.lines, laptop.readAt, laptop.damaged) = (118, "2026-11-21T09:30:00Z", 2)
        var other = SyncStatus.Machine(id: "ffffffffffffffff", name: "")
        (other.newer, other.isMissing) = (["ffffffffffffffff-1.jokes"], true)
        other.unreadable = ["ffffffffffffffff-2.jokes: Permission denied"]
        status.machines = [laptop, other]
        return status
    }

    private static var translated: CardState {
        var state = Samples.state()
        state.joke.translation = Joke.Translation(
            language: "es", value: "Vuelve con doce panes.", machine: true,
            attribution: Joke.Attribution(
                engine: "apertium", text: "Translated by Apertium", url: "https://apertium.org"))
        state.showTranslation = true
        return state
    }

    @Test("a rendering equals its snapshot", .rule(11), arguments: samples)
    func snapshot(_ sample: Sample) {
        SnapshotFile(sample.name).expect(AppearanceSamples.of(sample.render))
    }

    @Test("where the terminal shows hyperlinks, the credit is one", arguments: [20, 80])
    func hyperlink(_ width: Int) {
        var appearance = Appearance(width: width)
        appearance.hasHyperlinks = true
        let text = Rendering.card(Self.translated, appearance).text
        #expect(text.contains("\u{1B}]8;;https://apertium.org\u{1B}\\Translated by"))
        let ends = text.split(separator: "\n").filter { $0.contains("\u{1B}]8;;") }
            .allSatisfy { $0.hasSuffix("\u{1B}]8;;\u{1B}\\") }
        #expect(ends)
        let visible = TerminalText.safe(text)
        #expect(visible.contains("(machine)") && !visible.contains("apertium.org"))
    }

    @Test(
        "a link that is not one of a web page is no hyperlink",
        arguments: ["javascript:alert(1)", "file:///etc/passwd"])
    func noHyperlink(_ url: String) {
        var appearance = Appearance(width: 80)
        appearance.hasHyperlinks = true
        var state = Self.translated
        state.joke.translation?.attribution.url = url
        #expect(Rendering.card(state, appearance).text.contains("Translated by Apertium (machine) \(url)"))
        #expect(!Rendering.card(state, appearance).text.contains("\u{1B}"))
    }

    @Test("the details of a saved joke credit a pack that tells it in both languages itself")
    func creditInDetails() {
        let credit = "Told in both languages by the pack https://example.org/pack"
        let item = Self.translatedList[1]
        #expect(Rendering.savedJoke(item, Self.secondLanguage(Appearance(width: 80))).text.contains(credit))
        #expect(!Rendering.savedJoke(item, Appearance(width: 80)).text.contains(credit))
        #expect(!Rendering.joke(item.joke, Self.secondLanguage(Appearance(width: 80))).text.contains("pack"))
    }

    @Test("no line but a command is wider than the terminal", arguments: samples, [20, 27, 40, 80])
    func fitsWidth(_ sample: Sample, _ width: Int) {
        let lines = sample.render(Appearance(width: width)).split(separator: "\n")
        let tooWide = lines.filter { DisplayWidth.of(String($0)) > width && !$0.isOneCommand }
        #expect(tooWide.isEmpty)
    }

    @Test("the C locale gets ASCII", arguments: samples)
    func isASCII(_ sample: Sample) {
        #expect(sample.render(Appearance(width: 80, isUnicode: false)).utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("a rendering contains no control sequence of a joke", arguments: samples)
    func isHarmless(_ sample: Sample) {
        for (title, appearance) in AppearanceSamples.all where !appearance.isColored {
            let scalars = sample.render(appearance).unicodeScalars
            let harmful = scalars.filter {
                ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || 0x7F..<0xA0 ~= $0.value
                    || 0x202A...0x202E ~= $0.value || $0.value == 0x200B
            }
            #expect(harmful.isEmpty, "\(title)")
        }
    }

    @Test(
        "a duration has its two largest units",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (125, "2 min 5 s"), (3_600, "1 h"),
            (93_784, "1 d 2 h"),
            (86_401, "1 d"), (-1, "?"),
        ])
    func durations(_ seconds: Int, _ text: String) {
        #expect(Rendering.duration(seconds) == text)
    }
}
