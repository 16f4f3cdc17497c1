// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

/// One joke with every escape, in every output: nothing takes effect, and the text is readable.
@Suite("A joke of escape sequences and markup")
struct EscapingTests {
    private static let value =
        "Start \u{1B}[31mred\u{1B}[0m \u{9B}2J \u{1B}]0;title\u{7} \u{1B}]52;c;cHduZWQ=\u{1B}\\ "
        + "\u{202E}thgir ot tfel\u{202C} \u{2066}isolate \u{200F}\u{061C} <b>bold</b> &amp; <span foreground='red'> "
        + "%{A1:touch pwned:}click%{A} %{F#f00} #(touch pwned) #[fg=red] ##{pane_id} `touch pwned` $(touch pwned) "
        + "\"double\" 'single' \\ back\r\nnext\u{B}line\u{2028}end\ttab\0nul \u{8}\u{8} שלום עולם 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 "
        + "e\u{301} Z\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300} 布団 \u{FEFF}\u{200B}"
        + String(repeating: "long ", count: 800) + "Finish"

    private static let joke: JSON = [
        "id": "j\u{1B}[2J1", "value": .string(value), "setup": .null, "punchline": .null,
        "categories": ["c\u{1B}[2J", "%{A1:touch pwned:}"], "source": "s\u{202E}#(touch pwned)",
        "language": "en",
        "url": "https://example.org/\u{1B}", "translation": .null,
    ]

    private static let state: JSON = {
        var state = RunTests.state.objectValue ?? [:]
        state.set("joke", joke)
        state.set("error", ["kind": "offline", "message": "\u{1B}[2J\u{202E}away", "retryAt": .null])
        return .object(state)
    }()

    private static let snapshot: JSON = ["epoch": "e", "seq": 1, "state": state]
    private static let decision: JSON = ["seq": 2, "changed": true, "joke": joke, "decided": joke]
    private static let saved: JSON = ["joke": joke, "savedAt": "2026-11-21T09:15:00Z"]

    /// A command line and the replies of the daemon.
    static let outputs: [(line: String, answers: [JSON])] = {
        let page: JSON = ["items": [saved], "next": .null, "total": 1, "exact": true]
        var outputs: [(String, [JSON])] = [
            ("show", [snapshot]), ("show --json", [snapshot]),
            ("show --json=state.joke.value", [snapshot]), ("next", [decision]), ("like", [decision]),
            ("dislike j1", [decision]), ("daily", [["date": "2026-11-21\u{1B}", "joke": joke]]),
            (
                "undo",
                [["seq": 1, "changed": true, "joke": joke, "undone": ["kind": "liked", "jokes": ["j"]]]]
            ),
            ("translate off", [["seq": 1, "changed": true, "showTranslation": false, "joke": joke]]),
            ("saved list", [page]), ("saved search x", [page]), ("saved show j", [saved]),
            ("queue", [["items": [joke], "total": 1, "capacity": 10]]),
            ("previous", [decision]), ("history", [["items": [saved], "position": 0, "total": 1]]),
            ("feed s", [["source": "s", "page": 1, "items": [joke], "isLoading": false, "hasMore": false]]),
            ("share", [snapshot]), ("share --as markdown", [snapshot]),
            ("share --as svg", [snapshot]), ("share --as json", [snapshot]),
            ("call ping", [["joke": joke]]),
        ]
        for bar in Bar.allCases { outputs.append(("show --for \(bar)", [snapshot])) }
        for filter in filters {
            outputs.append(
                ("show --format {{joke.value|\(filter)}}{{joke.source|\(filter)}}", [snapshot]))
        }
        return outputs
    }()

    /// All filters of `jokectl help format`, which the next test checks.
    static let filters = [
        "trunc:60", "pad:9", "line", "default:x", "date", "time", "pango", "html", "shell", "json", "url",
        "tmux",
        "polybar",
    ]

    @Test("each filter is tested")
    func everyFilter() {
        let page = HelpPage.format(Appearance(width: 100)).text
        let known = page.split(separator: "Filters:\n").last?.split(separator: "\n").compactMap {
            $0.split(separator: " ").first?.split(separator: ":").first.map(String.init)
        }
        #expect(known == Self.filters.map { String($0.prefix { $0 != ":" }) })
    }

    @Test("it is harmless in every output to a pipe", arguments: outputs.indices)
    func harmlessInPipe(_ index: Int) {
        let (line, answers) = Self.outputs[index]
        let server = ScriptedServer([answers.map { .answer($0) } + [.waitForHangUp]])
        let output = jokectl(line.split(separator: " ").map(String.init), at: server.path)
        _ = server.finish()
        #expect(output.code == .done && output.errors.isEmpty, "\(output.errors)")
        #expect(acting(in: output.data).isEmpty, "\(line): \(acting(in: output.data))")
        let isTime = line.contains("|date") || line.contains("|time")
        #expect(isTime || output.data.contains("Start"), "\(line)")
    }

    @Test(
        "it is harmless and readable on a terminal of any width, colors and locale",
        .promise("A joke cannot harm your terminal"),
        arguments: AppearanceSamples.all.indices)
    func harmlessOnTerminal(_ index: Int) throws {
        var appearance = AppearanceSamples.all[index].appearance
        appearance.isColored = false
        let joke = try Joke(json: Self.joke, at: "joke")
        let state = try CardState(json: Self.state, at: "state")
        let saved = Samples.page([SavedItem(joke: joke, savedAt: "2026-11-21T09:15:00Z")])
        let pages = [
            Rendering.card(state, appearance), Rendering.joke(joke, appearance),
            Rendering.decision(
                DecisionResponse(sequence: 1, isChanged: true, joke: joke, decided: joke), liked: true,
                showsCard: true, appearance),
            Rendering.saved(saved, appearance),
            Rendering.queue([joke], appearance),
            Rendering.feed(Samples.feed(1, [joke], hasMore: false), appearance),
        ]
        for page in pages {
            #expect(acting(in: page.text, isolates: appearance.isTerminal).isEmpty)
            // A quiet page has no sentence about a decision.
            #expect(page.text.contains("Start") || page.text.isEmpty && appearance.isQuiet)
            if !appearance.isUnicode { #expect((page.text.utf8.max() ?? 0) < 0x80) }
            guard let width = appearance.width else { continue }
            for line in page.text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
        }
        if appearance.isUnicode {
            #expect(pages[1].text.contains("👩‍👩‍👧‍👦") && pages[1].text.contains("שלום עולם"))
        }
    }

    @Test("it is one word for a shell")
    func oneShellWord() throws {
        let directory = TemporaryDirectory()
        let word = try Template("{{v|shell}}").lines(of: ["v": .string(Self.value)])
        let run = try ProgramRun(
            "sh", ["-c", "cd \(directory.path); printf '%s' \(word)"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.succeeded && run.errors.isEmpty)
        #expect(run.output == TerminalText.safe(Self.value))
        #expect(Files.names(in: directory.path).isEmpty)
    }

    @Test(
        "it is plain text for a reader of Pango markup and HTML", arguments: ["pango", "html"])
    func plainTextInMarkup(_ filter: String) throws {
        let text = try Template("{{v|line|\(filter)}}").lines(of: ["v": .string(Self.value)])
        #expect(!text.contains("<") && !text.contains(">") && !text.contains("\""))
        let script = "import sys, html; sys.stdout.write(html.unescape(sys.stdin.read()))"
        let run = try ProgramRun(
            "python3", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], input: text)
        #expect(run.output == TerminalText.oneLine(Self.value) + "\n")
    }

    @Test("it has no tag of polybar and no format of tmux")
    func harmlessInStatusLines() throws {
        let polybar = try Template("{{v|polybar}}").lines(of: ["v": .string(Self.value)])
        #expect(!polybar.isEmpty)
        #expect(!contains(polybar, "%{"))
        let tmux = try Template("{{v|tmux}}").lines(of: ["v": .string(Self.value)])
        // Each run of # has an even length: a pair is shown as one.
        for run in tmux.split(whereSeparator: { $0 != "#" }) { #expect(run.count % 2 == 0) }
    }

    /// Compares scalars, because a character may have several.
    private func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        return text.indices.contains { text[$0...].starts(with: part) }
    }

    /// Returns the characters that take effect instead of being shown.
    private func acting(in text: String, isolates: Bool = false) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0..<0x20, 0x7F..<0xA0: true
            // jokectl encloses a right-to-left line in these two.
            case 0x2068, 0x2069: !isolates
            case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066, 0x2067, 0x2028, 0x2029, 0xFEFF: true
            default: false
            }
        }
    }
}
