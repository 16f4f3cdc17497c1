// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("The formats of a shared joke")
struct SharedJokeTests {
    private static let hostile = """
        # <b>*Bold*</b> & `code` ![x](javascript:alert(1))
            1. "quoted" 'text' </text></svg><script>alert(1)</script> ]]> {url} {text}
        www.example.org https://example.org/?a=b&c=d user@example.org \u{1B}[31mred\u{202E}\u{0}
        """

    private static func joke(_ value: String, language: String = "en", url: String? = nil) -> Joke {
        Joke(id: Joke.ID(rawValue: "j"), value: value, source: "builtin", language: language, url: url)
    }

    private static func translated(_ value: String, url: String, machine: Bool = true) -> SharedJoke {
        var joke = joke("Plain.")
        joke.translation = Joke.Translation(
            language: "es", value: value, machine: machine,
            attribution: Joke.Attribution(
                engine: "apertium", text: "Translated by <Apertium> & \"friends\"", url: url))
        return SharedJoke(joke, translated: true)
    }

    private static let samples: [(title: String, joke: SharedJoke)] = [
        (
            "two lines",
            SharedJoke(joke("Why?\n\nBecause.\nReally.", url: "https://example.org/1"), translated: false)
        ),
        ("hostile", SharedJoke(joke(hostile, url: "javascript:alert(1)"), translated: false)),
        ("hostile link", SharedJoke(joke("A.", url: "https://x/\"><script>\n|)>"), translated: false)),
        ("translated", translated("Chiste.", url: "https://www.apertium.org/?a=1&b=2")),
        ("told in both languages", translated("Chiste.", url: "https://example.org/pack", machine: false)),
        ("translated, hostile link", translated("Chiste.", url: "javascript:alert(1)")),
        ("not translated", SharedJoke(joke("Plain."), translated: true)),
        (
            "from right to left",
            SharedJoke(joke("מה ההבדל בין Swift ל־C?", language: "he"), translated: false)
        ),
        ("wide", SharedJoke(joke("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。🤣", language: "ja"), translated: false)),
        ("a long word", SharedJoke(joke(String(repeating: "ab", count: 60)), translated: false)),
    ]

    @Test("text equals its snapshot")
    func textSnapshot() {
        SnapshotFile("share-text").expect(Self.samples.map { ($0.title, $0.joke.text + "\n") })
    }

    @Test("Markdown escapes the markup of a joke")
    func escapedMarkdown() {
        SnapshotFile("share-markdown").expect(
            Self.samples.map { ($0.title, Markdown.quotation(of: $0.joke)) })
    }

    @Test("a picture escapes the markup of a joke")
    func escapedPicture() { SnapshotFile("share-svg").expect(Self.samples.map { ($0.title, $0.joke.svg()) }) }

    @Test("a word that is too long for the picture is broken, the sooner the wider its letters are")
    func longWords() {
        for (letter, most) in [("i", 26), ("W", 16), ("Ä", 20), ("漢", 13)] {
            let joke = SharedJoke(Self.joke(String(repeating: letter, count: 60)), translated: false)
            let lines = joke.svg().split(separator: "\n").filter { $0.contains("class=\"joke\"") }
            let counts = lines.map { $0.split(separator: ">")[1].prefix { $0 != "<" }.count }
            #expect(counts.max() == most && counts.reduce(0, +) == 60, "\(letter): \(counts)")
        }
    }

    @Test("a picture is well-formed XML", arguments: samples.map(\.title))
    func wellFormedPicture(title: String) throws {
        let svg = try #require(Self.samples.first { $0.title == title }).joke.svg()
        var open: [Substring] = []
        var rest = svg[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                #expect(open.popLast() == tag.dropFirst())
            } else {
                open.append(tag.prefix { $0 != " " })
            }
        }
        #expect(open.isEmpty)
        #expect(!svg.contains("javascript:") || !svg.contains("href=\"javascript:"))
        #expect(!svg.contains("<script"))
    }

    struct Link: Sendable, CustomTestStringConvertible {
        let template: String
        let link: String?
        var testDescription: String { template }
        init(_ template: String, _ link: String?) { (self.template, self.link) = (template, link) }
    }

    @Test(
        "a link contains the encoded joke and leads to a page or a mail",
        arguments: [
            Link("https://a/?text={text}", "https://a/?text=A%20%22%7Burl%7D%22%26%24%28id%29%3B%0A%C3%A4"),
            Link(
                "mailto:?body={text}%0A{url}",
                "mailto:?body=A%20%22%7Burl%7D%22%26%24%28id%29%3B%0A%C3%A4%0Ahttps%3A%2F%2Fx%2F%3Fy"),
            Link("http://a/{url}#{url}", "http://a/https%3A%2F%2Fx%2F%3Fy#https%3A%2F%2Fx%2F%3Fy"),
            Link("file:///etc/passwd?{text}", nil), Link("javascript:alert({text})", nil),
            Link("--help{text}", nil), Link("https://a/{other}", nil), Link("https://a/ b", nil),
        ])
    func linkToPageOrMail(_ one: Link) {
        let target = ShareTarget(name: "t", template: one.template)
        #expect(target.link(text: "A \"{url}\"&$(id);\nä", url: "https://x/?y") == one.link)
    }
}

@Suite("jokectl share")
struct ShareTests {
    private let desktop = Desktop()

    private static let joke: JSON = [
        "id": "j1", "value": "Say \"$(id)\"; `id` & done\n-x", "categories": [], "source": "builtin",
        "language": "en",
        "url": "https://example.org/1",
        "translation": [
            "language": "es", "value": "Chiste.", "machine": true,
            "attribution": ["engine": "apertium", "text": "Apertium", "url": "https://www.apertium.org"],
        ],
    ]

    private static func state(showing isTranslated: Bool = false) -> JSON {
        [
            "epoch": "e", "seq": 1,
            "state": [
                "fetching": false, "joke": joke, "backgroundColor": "gray", "decisionState": "undecided",
                "showTranslation": .bool(isTranslated), "revealed": true, "holdPunchline": false,
                "cardTranslation": 0, "error": .null, "online": true,
                "queue": ["count": 1, "capacity": 10], "saved": ["count": 0],
            ],
        ]
    }

    private static let targets: JSON = [
        "items": [
            ["name": "mail", "url": "mailto:?body={text}"], ["name": "evil", "url": "file:///{text}"],
        ]
    ]

    private func run(
        _ line: String, _ answers: JSON..., environment: [(String, String)] = []
    ) -> Output {
        let server = ScriptedServer([answers.map { .answer($0) }])
        defer { _ = server.finish() }
        return desktop.run(line.split(separator: " ").map(String.init), at: server.path, environment)
    }

    @Test("the joke on the card is printed as text, Markdown or JSON")
    func formats() {
        #expect(run("share", Self.state()).data == "Say \"$(id)\"; `id` & done\n-x\n")
        #expect(
            run("share --as markdown", Self.state()).data.hasPrefix(
                "> Say \"\\$\\(id\\)\"; \\`id\\` \\& done\\\n> \\-x\n"))
        #expect(run("share --as json", Self.state()).data == Self.joke.jsonText + "\n")
        #expect(run("share --format {{id}}", Self.state()).data == "j1\n")
        #expect(run("share --as svg", Self.state()).data.hasPrefix("<svg "))
    }

    @Test(
        "a format beside --json or --format is refused",
        arguments: ["text", "markdown", "json", "svg"])
    func contradiction(form: String) {
        for raw in ["--json", "--json=value", "--format {{value}}"] {
            let run = run("share --as \(form) \(raw)")
            #expect(run.code == .usage && run.data.isEmpty)
            #expect(run.errors.contains("--as cannot be combined with --json or --format"), "\(run.errors)")
        }
    }

    @Test("the translation is shared with its credit while translations are shown")
    func sharedTranslation() {
        #expect(
            run("share", Self.state(showing: true)).data
                == "Chiste.\n\nApertium (machine) https://www.apertium.org\n")
        let daily: JSON = ["date": "2026-11-21", "joke": Self.joke]
        #expect(run("share daily", Self.state(showing: true), daily).data.hasPrefix("Chiste."))
        let saved: JSON = ["joke": Self.joke, "savedAt": .null]
        let history: JSON = ["items": [], "position": .null, "total": 0]
        #expect(run("share j", Self.state(), history, saved).data.hasPrefix("Say"))
    }

    @Test("the clipboard of Wayland is used before that of X11")
    func clipboardOrder() throws {
        desktop.install("wl-copy")
        desktop.install("xclip")
        let both = [("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")]
        let first = run("share --to clipboard", Self.state(), environment: both)
        #expect(first == Output(code: .done, data: "Copied the joke to the clipboard.\n", errors: ""))
        #expect(desktop.recording("wl-copy") == .init(arguments: [], input: "Say \"$(id)\"; `id` & done\n-x"))
        #expect(desktop.recording("xclip") == nil)
        _ = run("share --to clipboard --as svg", Self.state(), environment: [("DISPLAY", ":0")])
        let copied = try #require(desktop.recording("xclip"))
        #expect(copied.arguments == ["-selection", "clipboard", "-t", "image/svg+xml"])
        #expect(copied.input.hasPrefix("<svg"))
    }

    @Test("without a desktop, the buffer of tmux is used, and OSC 52 if tmux cannot set the clipboard")
    func terminalClipboard() {
        desktop.install("tmux")
        let inTmux = run("share --to clipboard", Self.state(), environment: [("TMUX", "/tmp/tmux,1,0")])
        #expect(inTmux.code == .done)
        #expect(inTmux.data.contains("buffer of tmux") && inTmux.data.contains("if the terminal can"))
        #expect(desktop.recording("tmux")?.arguments == ["load-buffer", "-w", "-"])
        #expect(desktop.recording("tmux")?.input == "Say \"$(id)\"; `id` & done\n-x")
        desktop.install("tmux", status: 1)
        let older = run("share --to clipboard", Self.state(), environment: [("TMUX", "/tmp/tmux,1,0")])
        #expect(older.errors.contains("run it in a terminal"))
    }

    @Test("a form of the output is also that of the clipboard and of a link")
    func forms() {
        desktop.install("wl-copy")
        desktop.install("xdg-open")
        let wayland = [("WAYLAND_DISPLAY", "wayland-0")]
        let copied = Output(code: .done, data: "Copied the joke to the clipboard.\n", errors: "")
        #expect(
            run("share --to clipboard --format {{id}}:{{source}}", Self.state(), environment: wayland)
                == copied)
        #expect(desktop.recording("wl-copy")?.input == "j1:builtin")
        #expect(run("share --to clipboard --json=id", Self.state(), environment: wayland) == copied)
        #expect(desktop.recording("wl-copy")?.input == #"{"id":"j1"}"#)
        #expect(run("share --to clipboard --as json", Self.state(), environment: wayland) == copied)
        #expect(desktop.recording("wl-copy")?.input == Self.joke.jsonText)
        _ = run("share --to mail --format {{id}}", Self.state(), Self.targets)
        #expect(desktop.recording("xdg-open")?.arguments == ["mailto:?body=j1"])
        #expect(run("share --to mail --json").code == .usage)
    }

    @Test("a missing clipboard is reported with the programs that provide one")
    func missingClipboard() {
        let run = run("share --to clipboard", Self.state(), environment: [("WAYLAND_DISPLAY", "wayland-0")])
        #expect(run.code == .unreachable)
        #expect(run.data.isEmpty)
        #expect(run.errors.contains("wl-clipboard"))
    }

    @Test("a failing program is reported")
    func failingProgram() {
        desktop.install("wl-copy", status: 3)
        let run = run("share --to clipboard", Self.state(), environment: [("WAYLAND_DISPLAY", "wayland-0")])
        #expect(run.code == .unreachable)
        #expect(run.errors == "jokectl: wl-copy failed with status 3\n")
    }

    @Test("a target is opened as one argument without a shell")
    func openedTarget() {
        desktop.install("xdg-open")
        let run = run("share --to mail", Self.state(), Self.targets)
        #expect(run == Output(code: .done, data: "Opened mail.\n", errors: ""))
        #expect(
            desktop.recording("xdg-open")?.arguments
                == ["mailto:?body=Say%20%22%24%28id%29%22%3B%20%60id%60%20%26%20done%0A-x"])
    }

    @Test("a target of the daemon that is no link is not opened")
    func targetIsNoLink() {
        desktop.install("xdg-open")
        let run = run("share --to evil", Self.state(), Self.targets)
        #expect(run.code == .badConfiguration)
        #expect(desktop.recording("xdg-open") == nil)
    }

    @Test("without a program for mail links, the message says how to set one")
    func noMailProgram() {
        desktop.install("xdg-open", status: 3)
        let run = run("share --to mail", Self.state(), Self.targets)
        #expect(run.code == .unreachable)
        #expect(run.errors.contains("no program for mail links is set; install one"))
    }

    @Test("an unknown target is refused with the nearest one, and without xdg-open the link is printed")
    func unknownTarget() {
        let misspelled = run("share --to maill", Self.state(), Self.targets)
        #expect(misspelled.code == .usage)
        #expect(misspelled.errors.contains("did you mean 'mail'?"))
        let alone = run("share --to mail", Self.state(), Self.targets)
        #expect(alone.code == .unreachable)
        #expect(alone.errors.contains("mailto:?body=Say"))
        #expect(run("share --to mail --as svg").code == .usage)
        #expect(run("share --as pdf").code == .usage)
        #expect(run("share --dark").code == .usage)
    }

    @Test("the targets are listed")
    func listedTargets() {
        #expect(
            run("share --to list", Self.targets).data == "mail\tmailto:?body={text}\nevil\tfile:///{text}\n")
        #expect(run("share --to list --json", Self.targets).data == Self.targets.jsonText + "\n")
        #expect(run("share --to list --format {{name}}", Self.targets).data == "mail\nevil\n")
    }
}

/// A desktop with the programs that a test installs, each of which records its arguments.
private final class Desktop {
    struct Recording: Hashable {
        var arguments: [String]
        var input: String
    }

    private let directory = TemporaryDirectory()

    /// Installs a link, because a program that was just written may still be open for writing in the child of another
    /// test.
    func install(_ name: String, status: Int? = nil) {
        let program =
            #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/record-arguments.sh"
        directory.link(name, to: program)
        if let status { directory.write("\(status)", to: "\(name).status") }
    }

    /// Returns what the program recorded, or nil if it was not started.
    func recording(_ name: String) -> Recording? {
        // Without a start there are no such files.
        guard let arguments = try? Files.text("\(directory.path)/\(name).arguments"),
            let input = try? Files.text("\(directory.path)/\(name).input")
        else { return nil }
        return Recording(arguments: arguments.split(separator: "\n").map(String.init), input: input)
    }

    func run(_ words: [String], at path: String, _ environment: [(String, String)]) -> Output {
        let (output, errors) = (scratchFile(), scratchFile())
        defer {
            close(output)
            close(errors)
        }
        let code = JokectlMain.run(
            words + ["--socket", path],
            environment: Environment(
                environment.map { (name: $0.0, value: $0.1) } + [(name: "PATH", value: directory.path)]),
            output: output,
            errors: errors)
        return Output(code: code, data: contents(of: output), errors: contents(of: errors))
    }
}
