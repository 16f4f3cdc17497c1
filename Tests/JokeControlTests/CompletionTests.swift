// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeWire
import Testing

@Suite("Completion")
struct CompletionTests {
    /// A line up to the cursor, and the candidates for its last word.
    struct Line: Sendable, CustomTestStringConvertible {
        let words: [String]
        let offered: [String]
        var testDescription: String { words.joined(separator: " ") }

        init(_ line: String, _ offered: String...) {
            words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            self.offered = offered
        }
    }

    @Test(
        "words of the command table are completed without a daemon",
        arguments: [
            Line("di", "dislike"),
            Line("sa", "saved"),
            Line("saved de", "delete"),
            Line("next --so", "--source", "--socket"),
            Line("next --source x --so", "--socket"),
            Line("--json -q st", "status", "stop"),
            Line("saved --lim", "--limit"),
            Line("saved list --sort ", "text", "date", "source", "category"),
            Line("saved list --sort=d", "--sort=date"),
            Line("translate ", "on", "off", "again"),
            Line("translate on "),
            Line("like d", "daily"),
            Line("like -- --"),
            Line("--timeout "),
            Line("help ex", "exit-codes"),
            Line("help saved se", "search"),
            Line("completions z", "zsh"),
            Line("nonsense "),
            Line("saved nonsense "),
            Line("version "),
            Line("--nonsense ver", "version"),
            Line("backup ", ""),
            Line("--socket ", ""),
            Line("--no-start --color ne", "never"),
            Line("next --wait=x"),
        ])
    func fromTheTable(_ line: Line) {
        let output = complete(line.words, at: "/nowhere/socket")
        #expect(output.code == .done && output.errors.isEmpty)
        #expect(words(output.data) == line.offered)
    }

    private static let first: JSON = [
        "id": "ab1", "value": "One\u{1B}[31m,\ntwo.", "categories": [], "source": "s", "language": "en",
    ]
    private static let second: JSON = [
        "id": "ab\u{7}2", "value": "Not offered.", "categories": [], "source": "s", "language": "en",
    ]

    @Test("an id is completed with the start of its joke on one line, without control characters")
    func idWithJoke() {
        let answer: JSON = [
            "items": [
                ["joke": Self.first, "savedAt": "2026-11-21T09:15:00Z"],
                ["joke": Self.second, "savedAt": "2026-11-21T09:15:00Z"],
            ], "total": 2, "next": .null, "exact": true,
        ]
        let server = ScriptedServer(.answer(answer))
        let output = complete(["saved", "delete", "a"], at: server.path)
        #expect(output == Output(code: .done, data: "ab1\tOne, two.\n", errors: ""))
        #expect(server.finish().last?.params == ["sort": "date", "limit": 200])
    }

    @Test("an id that is not among the newest is requested")
    func olderID() {
        let server = ScriptedServer(
            .answer(["items": [], "total": 999, "next": "c", "exact": true]),
            .answer(["joke": Self.first, "savedAt": "2026-11-21T09:15:00Z"]))
        #expect(complete(["edit", "ab"], at: server.path).data == "ab1\tOne, two.\n")
        #expect(server.finish().last?.params == ["joke": "ab"])
    }

    @Test("a word that is on the line is not offered again")
    func noRepeatedWord() {
        let answer: JSON = [
            "items": [["joke": Self.first, "savedAt": "2026-11-21T09:15:00Z"]], "total": 1, "next": .null,
            "exact": true,
        ]
        let server = ScriptedServer(.answer(answer))
        #expect(complete(["saved", "delete", "ab1", ""], at: server.path).data.isEmpty)
        _ = server.finish()
    }

    @Test("an id that begins with a hyphen is offered after --, which is offered first")
    func idWithHyphen() {
        let items = ["-x9", "ab1"].map { id -> JSON in
            [
                "joke": [
                    "id": .string(id), "value": "One.", "categories": [], "source": "s", "language": "en",
                ], "savedAt": "2026-11-21T09:15:00Z",
            ]
        }
        let answer: JSON = ["items": .array(items), "total": 2, "next": .null, "exact": true]
        for (line, offered) in [
            (["saved", "show", ""], ["ab1", "--"]), (["saved", "show", "--", ""], ["-x9", "ab1"]),
            (["saved", "delete", "ab1", "--", "-x"], ["-x9"]),
        ] {
            let server = ScriptedServer(.answer(answer))
            #expect(words(complete(line, at: server.path).data) == offered)
            _ = server.finish()
        }
    }

    @Test("a daemon that refuses or does not answer offers nothing within the time limit")
    func noReply() {
        let refusing = ScriptedServer(.refuse(WireError(.busy, "Not now.")))
        let nothing = Output(code: .done, data: "", errors: "")
        #expect(complete(["feed", ""], at: refusing.path) == nothing)
        _ = refusing.finish()
        let silent = ScriptedServer(.waitForHangUp)
        let start = ContinuousClock.now
        #expect(complete(["feed", ""], at: silent.path) == nothing)
        #expect(ContinuousClock.now - start < .seconds(2))
        _ = silent.finish()
    }

    @Test("the socket on the command line is used")
    func socketOfLine() {
        let server = ScriptedServer(
            .answer(["items": [["name": "web", "type": "jokeapi", "state": "ready"]]]))
        let output = complete(["--socket", server.path, "feed", ""], at: "/nowhere/socket")
        #expect(output.data == "web\tjokeapi, ready\n")
        _ = server.finish()
    }

    @Test("the words of each flag and argument are in its summary")
    func wordsInSummary() {
        for command in CommandTable.all.commands.map(\.description) {
            for case (.words(let words), let summary) in command.options.map({ ($0.kind, $0.summary) }) {
                for word in words { #expect(summary.contains(word), "\(command.name): \(word)") }
            }
        }
    }

    /// Runs `jokectl complete` as the shell scripts do, with the socket before `--`.
    private func complete(_ words: [String], at path: String) -> Output {
        let (output, errors) = (scratchFile(), scratchFile())
        defer {
            close(output)
            close(errors)
        }
        let code = JokectlMain.run(
            ["--socket", path, "complete", "--"] + words, environment: [:], output: output, errors: errors)
        return Output(code: code, data: contents(of: output), errors: contents(of: errors))
    }

    private func words(_ lines: String) -> [String] {
        lines.split(separator: "\n", omittingEmptySubsequences: true).map { line in
            String(line.prefix { $0 != "\t" })
        }
    }
}
