// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("A whole run")
struct RunTests {
    private static let joke: JSON = [
        "id": "j1", "value": "First line.\nSecond line.", "setup": .null, "punchline": .null,
        "categories": ["dev"], "source": "builtin", "language": "en", "url": .null, "translation": .null,
        "later": "a member of a later version",
    ]
    private static let other: JSON = [
        "id": "j2", "value": "Other.", "categories": [], "source": "fortune", "language": "en",
    ]

    /// Returns the methods and parameters of the requests except hello.
    private func receivedRequests(_ server: ScriptedServer) -> [String] {
        server.finish().filter(\.wantsReply).map { "\($0.method) \($0.params.jsonText)" }
    }

    /// A command line, its request and reply, and its output.
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let request: String
        let answer: JSON
        let printed: String
        let code: ExitCode
        var testDescription: String { line }

        init(
            _ line: String, sends request: String, _ answer: JSON, prints printed: String,
            _ code: ExitCode = .done
        ) {
            (self.line, self.request, self.answer, self.printed, self.code) = (
                line, request, answer, printed, code
            )
        }
    }

    static let decision: JSON = ["seq": 2, "changed": true, "joke": other, "decided": joke]
    static let nothing: JSON = ["seq": 2, "changed": false, "joke": other, "decided": .null]
    static let state: JSON = [
        "fetching": false, "joke": joke, "backgroundColor": "gray", "decisionState": "undecided",
        "showTranslation": false, "revealed": true, "holdPunchline": false, "cardTranslation": 0,
        "error": .null, "online": true,
        "queue": ["count": 1, "capacity": 10], "saved": ["count": 0],
    ]

    @Test(
        "a command makes one request and prints its result",
        arguments: [
            Case(
                "", sends: "state.get null", ["epoch": "e", "seq": 1, "state": state],
                prints: "First line.\nSecond line.\n"),
            Case(
                "--json=joke.id,seq,online", sends: "state.get null",
                ["epoch": "e", "seq": 1, "state": state],
                prints: #"{"seq":1,"joke":{"id":"j1"},"online":true}"# + "\n"),
            Case(
                "ls -n 1 --json=joke.id", sends: #"saved.list {"sort":"date","limit":1}"#,
                [
                    "items": [["joke": joke, "savedAt": "2026-11-21T00:00:00Z"]], "next": .null, "total": 1,
                    "exact": true,
                ], prints: #"{"joke":{"id":"j1"}}"# + "\n"),
            Case(
                "next", sends: #"joke.next {"reveal":true}"#,
                ["seq": 2, "changed": true, "joke": other, "decided": .null],
                prints: "Other.\n"),
            Case(
                "next --wait --source fortune --category=pun",
                sends: #"joke.next {"wait":true,"source":"fortune","category":"pun","reveal":true}"#,
                decision,
                prints: "Other.\n"),
            Case(
                "like", sends: "joke.like null", decision,
                prints: "Saved: First line.\nSecond line.\n\nOther.\n"),
            Case(
                "next --format {{joke.value|trunc:4}}", sends: #"joke.next {"reveal":true}"#, decision,
                prints: "Oth…\n"),
            Case(
                "next --json=joke.id,seq", sends: #"joke.next {"reveal":true}"#, decision,
                prints: #"{"seq":2,"joke":{"id":"j2"}}"# + "\n"),
            Case(
                "queue --format {{id}}", sends: "queue.list null",
                ["items": [joke, other], "total": 2, "capacity": 10],
                prints: "j1\nj2\n"),
            Case("like -q", sends: "joke.like null", decision, prints: ""),
            Case(
                "dislike j1", sends: #"joke.dislike {"joke":"j1","ifJoke":"j1"}"#, decision,
                prints: "Disliked: First line.\nSecond line.\n\nOther.\n"),
            Case(
                "like", sends: "joke.like null", nothing,
                prints: "There is no joke to like.\n\nOther.\n", .no),
            Case(
                "undo", sends: "joke.undo null",
                ["seq": 2, "changed": true, "joke": other, "undone": ["kind": "liked", "jokes": ["j2"]]],
                prints: "Undone: the like.\n\nOther.\n"),
            Case(
                "daily", sends: "daily.get null", ["date": "2026-11-21", "joke": other], prints: "Other.\n"),
            Case(
                "saved show j", sends: #"saved.get {"joke":"j"}"#,
                ["joke": other, "savedAt": "2026-11-21T00:00:00Z"],
                prints: "Other.\n"),
            Case(
                "saved delete j1 j2", sends: #"saved.delete {"jokes":["j1","j2"]}"#,
                ["seq": 3, "changed": true, "deleted": ["j1", "j2"]], prints: "j1\nj2\n"),
            Case(
                "queue", sends: "queue.list null", ["items": [joke], "total": 1, "capacity": 10],
                prints: "j1\tbuiltin\tFirst line. Second line.\n"),
            Case(
                "sources", sends: #"sources.list {"count":true}"#,
                [
                    "items": [
                        ["name": "web", "type": "jokeapi", "budget": ["limit": 50, "used": 3], "given": 2],
                        ["name": "own", "type": "pack", "total": 9, "unseen": 4],
                    ]
                ],
                prints: "web\tjokeapi\ton\t3/50\t2\t\t\t\t\t\t\nown\tpack\ton\t\t\t\t\t\t\t4\t9\n"),
            Case(
                "sources --explain", sends: #"sources.list {"explain":true,"count":true}"#,
                [
                    "items": [
                        [
                            "name": "web", "enabled": false,
                            "reasons": [["reason": "word", "what": "a", "count": 5]],
                        ]
                    ]
                ],
                prints: "web\t\toff\t\t\t\t\t\t\t\t\nweb\tkept out\tthe word a\t5\n"),
            Case(
                "sources disable web", sends: #"sources.disable {"source":"web"}"#,
                ["seq": 3, "changed": true], prints: "The source web is disabled.\n"),
            Case(
                "sources enable web", sends: #"sources.enable {"source":"web"}"#,
                ["seq": 3, "changed": false], prints: "The source web was already enabled.\n"),
            Case(
                "sources disable web -q", sends: #"sources.disable {"source":"web"}"#,
                ["seq": 3, "changed": true], prints: ""),
            Case(
                "taste", sends: "taste.get null",
                [
                    "enabled": true,
                    "arms": [
                        [
                            "kind": "source", "name": "builtin", "weight": 1, "likes": 3, "dislikes": 1,
                            "mean": 0.6667, "share": 1,
                        ]
                    ],
                ], prints: "source\tbuiltin\t3\t1\t0.6667\t1.0\n"),
            Case(
                "taste reset", sends: "taste.reset null", ["seq": 5, "changed": true],
                prints: "Deleted what jokesd had learned.\n"),
            Case(
                "taste reset", sends: "taste.reset null", ["seq": 5, "changed": false],
                prints: "Nothing was learned yet.\n", .no),
            Case(
                "status", sends: "daemon.status null", ["version": "9.9.9", "uptime": 61, "sources": []],
                prints: "version\t9.9.9\nuptime\t61\n"),
            Case(
                "reload", sends: "daemon.reload null",
                ["changed": ["taste", "limits.connections"], "needsRestart": ["limits.connections"]],
                prints: "taste\tnow\nlimits.connections\trestart\n"),
            Case(
                "reload", sends: "daemon.reload null",
                [
                    "changed": [], "needsRestart": [],
                    "packs": [["source": "office", "added": 3, "message": "line 7 was not read"]],
                ], prints: "office\tpack\t3\tline 7 was not read\n"),
            Case(
                "call ping", sends: "ping null", ["b": 1, "a": [1.5, .null]],
                prints: "{\"b\":1,\"a\":[1.5,null]}\n"),
            Case(
                "call card.drag translation=0.6 width=414 s=\"5\" t=true n=null w=a=b e= a=[1]",
                sends:
                    #"card.drag {"translation":0.6,"width":414,"s":"5","t":true,"n":null,"w":"a=b","e":"","a":[1]}"#,
                [:], prints: "{}\n"),
            Case("call x {\"a\":{\"b\":1}}", sends: #"x {"a":{"b":1}}"#, [:], prints: "{}\n"),
            Case("like --json", sends: "joke.like null", nothing, prints: nothing.jsonText + "\n", .no),
            Case(
                "next --json", sends: #"joke.next {"reveal":true}"#, decision,
                prints: decision.jsonText + "\n"),
        ])
    func ask(_ one: Case) {
        let server = ScriptedServer(.answer(one.answer))
        let words = one.line.split(separator: " ").map(String.init)
        #expect(jokectl(words, at: server.path) == Output(code: one.code, data: one.printed, errors: ""))
        #expect(receivedRequests(server) == [one.request])
    }

    @Test("a like of a joke of the day that was not shown shows it, on the same connection")
    func likeDailyJoke() {
        let server = ScriptedServer(
            .refuse(WireError(.empty, "There is no joke of the day yet; ask for it first.")),
            .answer(["date": "2026-11-21", "joke": Self.joke]))
        let output = jokectl("like", "daily", at: server.path)
        let error = "jokectl: this joke of the day was not shown before; run `jokectl like daily` again\n"
        #expect(output == Output(code: .no, data: "First line.\nSecond line.\n", errors: error))
        #expect(receivedRequests(server) == [#"joke.like {"joke":"daily"}"#, "daily.get null"])
    }

    @Test("the joke of the queue is shown, and the failure of the fetch is an error message")
    func failedFetch() {
        let error: JSON = [
            "kind": "unreachable", "message": "x.example refuses connections; try again later",
            "retryAt": .null,
        ]
        let server = ScriptedServer(
            .answer(["seq": 2, "changed": true, "joke": Self.other, "decided": .null, "error": error]))
        let message = "jokectl: no new joke was fetched: x.example refuses connections; try again later\n"
        #expect(
            jokectl("next", "--wait", at: server.path)
                == Output(code: .done, data: "Other.\n", errors: message))
        #expect(receivedRequests(server) == [#"joke.next {"wait":true,"reveal":true}"#])
    }

    @Test("next works with an older jokesd, which has no parameter reveal")
    func nextOfOlderDaemon() {
        let refusal = WireError(.invalidParams, "joke.next has no parameter.", data: ["parameter": "reveal"])
        let joke: JSON = ["seq": 2, "changed": true, "joke": Self.other, "decided": .null]
        let server = ScriptedServer(.refuse(refusal), .answer(joke))
        #expect(
            jokectl("next", "--source", "web", at: server.path)
                == Output(code: .done, data: "Other.\n", errors: ""))
        #expect(
            receivedRequests(server) == [
                #"joke.next {"source":"web","reveal":true}"#, #"joke.next {"source":"web"}"#,
            ])
    }

    @Test("commands work with an older jokesd, without joke.reveal, joke.history and counts")
    func olderDaemon() {
        let missing = ScriptedServer.Step.refuse(WireError(.methodNotFound, "No such method."))
        let liked: JSON = ["seq": 2, "changed": true, "joke": Self.parted, "decided": Self.other]
        let saved: JSON = ["joke": Self.other, "savedAt": "2026-11-21T00:00:00Z"]
        let refusal = WireError(.invalidParams, "There is no such parameter.", data: ["parameter": "count"])
        let unknown = ScriptedServer.Step.refuse(WireError(.notFound, "No joke has the id."))
        let server = ScriptedServer([
            [.answer(liked), missing], [unknown, missing, .answer(saved), .answer(liked), missing],
            [.refuse(refusal), .answer(["items": []])],
        ])
        #expect(jokectl("like", at: server.path).code == .done)
        #expect(jokectl("like", "j", at: server.path).code == .done)
        #expect(jokectl("sources", "list", "--explain", at: server.path).code == .done)
        #expect(
            receivedRequests(server) == [
                "joke.like null", #"joke.reveal {"ifJoke":"j3"}"#, #"joke.like {"joke":"j","ifJoke":"j"}"#,
                "joke.history null", #"saved.get {"joke":"j"}"#, #"joke.like {"joke":"j2","ifJoke":"j2"}"#,
                #"joke.reveal {"ifJoke":"j3"}"#, #"sources.list {"explain":true,"count":true}"#,
                #"sources.list {"explain":true}"#,
            ])
    }

    @Test("a decision about a joke that is not on the card prints no next joke")
    func decisionElsewhere() {
        let server = ScriptedServer(.refuse(WireError(.staleJoke, "Stale.")), .answer(Self.decision))
        #expect(
            jokectl("like", "j1", at: server.path)
                == Output(code: .done, data: "Saved: First line.\nSecond line.\n", errors: ""))
        #expect(
            receivedRequests(server)
                == [#"joke.like {"joke":"j1","ifJoke":"j1"}"#, #"joke.like {"joke":"j1"}"#])
    }

    @Test("a next without a joke prints the reason and exits with 75")
    func nextWithoutJoke() {
        let joke: JSON = [
            "id": "error", "value": "No network.", "categories": [], "source": "jokesd", "language": "en",
        ]
        let server = ScriptedServer(.answer(["seq": 2, "changed": true, "joke": joke, "decided": .null]))
        #expect(
            jokectl("next", at: server.path) == Output(code: .tryLater, data: "No network.\n", errors: ""))
        _ = server.finish()
    }

    /// A joke in two parts.
    private static let parted: JSON = [
        "id": "j3", "value": "Why?\nBecause.", "setup": "Why?", "punchline": "Because.", "categories": [],
        "source": "builtin", "language": "en",
    ]
    private static let partedNext: JSON = ["seq": 2, "changed": true, "joke": parted, "decided": .null]

    @Test("a punch line that is held back is not printed, and reveal prints the whole joke")
    func heldPunchline() {
        guard case .object(var held) = Self.state else { return }
        held.append("joke", Self.parted)
        held.append("revealed", false)
        let server = ScriptedServer([
            [.answer(["epoch": "e", "seq": 1, "state": .object(held)])],
            [.answer(["seq": 2, "changed": true, "joke": Self.parted])],
            [.answer(["seq": 2, "changed": false, "joke": Self.parted])],
        ])
        #expect(jokectl("show", at: server.path) == Output(code: .done, data: "Why?\n", errors: ""))
        let whole = "Why?\nBecause.\n"
        #expect(jokectl("reveal", at: server.path) == Output(code: .done, data: whole, errors: ""))
        #expect(jokectl("reveal", at: server.path) == Output(code: .done, data: whole, errors: ""))
        #expect(receivedRequests(server) == ["state.get null", "joke.reveal null", "joke.reveal null"])
    }

    @Test("next prints the setup and after the delay the punch line, or leaves it to reveal")
    func delayedPunchline() {
        let server = ScriptedServer([
            [.answer(Self.partedNext), .answer(["seq": 3, "changed": true, "joke": Self.parted])],
            [
                .answer(Self.partedNext),
                .refuse(
                    WireError(.staleJoke, "Another joke is on the card by now.", data: ["current": "j4"])),
            ],
            [.answer(Self.partedNext)], [.answer(Self.partedNext)],
        ])
        let whole = Output(code: .done, data: "Why?\nBecause.\n", errors: "")
        #expect(jokectl("next", "--reveal", "after", "0.01s", at: server.path) == whole)
        #expect(jokectl("next", "--reveal", "after", "0.01", at: server.path) == whole)
        #expect(
            jokectl("next", "--reveal", "later", at: server.path)
                == Output(code: .done, data: "Why?\n", errors: ""))
        let template = ["next", "--reveal", "later", "--format", "{{joke.setup}}"]
        #expect(jokectl(template, at: server.path) == Output(code: .done, data: "Why?\n", errors: ""))
        let reveal = #"joke.reveal {"ifJoke":"j3"}"#
        #expect(
            receivedRequests(server) == [
                "joke.next null", reveal, "joke.next null", reveal, "joke.next null", "joke.next null",
            ])
        let raw = jokectl(
            "next", "--reveal", "after", "3s", "--format", "{{joke.setup}}", at: "/nowhere/socket")
        #expect(raw.code == .usage && raw.errors.contains("use --reveal later"))
    }

    @Test("a next joke that like prints whole is revealed, and one that it does not print is not")
    func likeReveals() {
        let liked: JSON = ["seq": 2, "changed": true, "joke": Self.parted, "decided": Self.other]
        let server = ScriptedServer([
            [.answer(liked), .answer(["seq": 3, "changed": true, "joke": Self.parted])], [.answer(liked)],
        ])
        #expect(jokectl("like", at: server.path).data == "Saved: Other.\n\nWhy?\nBecause.\n")
        #expect(jokectl("like", "--quiet", at: server.path).data == "")
        #expect(
            receivedRequests(server) == ["joke.like null", #"joke.reveal {"ifJoke":"j3"}"#, "joke.like null"])
    }

    private static let alreadyTranslated =
        "jokectl: the joke is already in 'en'; to see another language, set `translateTo` in the configuration\n"

    @Test(
        "who prints one joke whole reveals it if it is on the card, but not with --json", .rule(13),
        arguments: [
            "daily", "saved show j3", "saved random", "share", "share daily", "translate off",
            "translate again",
        ])
    func printingReveals(_ line: String) {
        guard case .object(var state) = Self.state else { return }
        state.append("joke", Self.parted)
        let answer: JSON = [
            "date": "2026-11-21", "seq": 2, "changed": true, "joke": Self.parted, "decided": .null,
            "savedAt": "2026-11-21T00:00:00Z", "showTranslation": false, "epoch": "e",
            "state": .object(state),
        ]
        let revealed = ScriptedServer.Step.refuse(WireError(.staleJoke, "Another joke is on the card."))
        let isDailyShare = line == "share daily"
        let server = ScriptedServer([
            [.answer(answer)] + (isDailyShare ? [.answer(answer)] : []) + [revealed],
            [.answer(answer)] + (isDailyShare ? [.answer(answer)] : []),
        ])
        let words = line.split(separator: " ").map(String.init)
        #expect(
            jokectl(words, at: server.path)
                == Output(
                    code: line == "translate again" ? .no : .done, data: "Why?\nBecause.\n",
                    errors: line == "translate again" ? Self.alreadyTranslated : ""))
        _ = jokectl(words + ["--json"], at: server.path)
        let requests = receivedRequests(server)
        #expect(requests.filter { $0.hasPrefix("joke.reveal") } == [#"joke.reveal {"ifJoke":"j3"}"#])
    }

    @Test("saved random prints a saved joke without the card, and says if none is saved")
    func savedRandom() {
        let joke: JSON = ["seq": 2, "changed": true, "joke": Self.other, "decided": .null]
        let server = ScriptedServer([
            [.answer(joke)], [.refuse(WireError(.empty, "No such joke is saved."))],
        ])
        #expect(
            jokectl("saved", "random", at: server.path) == Output(code: .done, data: "Other.\n", errors: ""))
        #expect(
            jokectl("saved", "random", at: server.path)
                == Output(code: .no, data: "", errors: "jokectl: No such joke is saved\n"))
        let request = #"joke.next {"source":"saved","card":false}"#
        #expect(receivedRequests(server) == [request, request])
    }

    @Test("next --source saved exits as saved random does if no joke is saved")
    func nextOfSaved() {
        let refusal = ScriptedServer.Step.refuse(WireError(.empty, "No such joke."))
        let server = ScriptedServer([[refusal], [refusal], [refusal]])
        #expect(jokectl("next", "--source", "saved", at: server.path).code == .no)
        #expect(jokectl("next", "--source", "saved", "--no-card", at: server.path).code == .no)
        #expect(jokectl("next", "--source", "builtin", at: server.path).code == .tryLater)
    }

    @Test(
        "an import of a file that cannot be read exits as a disk error",
        arguments: ["/missing.jsonl", "/tmp"])
    func unreadableImport(path: String) {
        let output = jokectl("saved", "import", path, at: "/nowhere/socket")
        #expect(output.code == .disk && output.errors.contains("\(path) cannot be read"), "\(output)")
    }

    @Test("an added joke is refused if a category has no name", arguments: ["", " "])
    func unnamedCategory(name: String) {
        let output = jokectl("add", "--category", name, "A joke.", at: "/nowhere/socket")
        #expect(output.code == .usage && output.errors.contains("--category needs a name"), "\(output)")
    }

    @Test(
        "a delay needs --reveal after, and --reveal after a delay",
        arguments: [["next", "3s"], ["next", "--reveal", "after"], ["next", "--reveal", "later", "3s"]])
    func delayAlone(_ words: [String]) {
        let output = jokectl(words, at: "/nowhere/socket")
        #expect(output.code == .usage)
        #expect(output.errors.contains("jokectl next --reveal after 3s"))
    }

    @Test("next -n shows so many jokes, one after another, and ends with the error joke")
    func severalNext() {
        let error: JSON = [
            "seq": 4, "changed": true,
            "joke": [
                "id": "error", "value": "No joke.", "categories": [], "source": "jokesd", "language": "en",
            ],
        ]
        let steps: [ScriptedServer.Step] = [.answer(Self.decision), .answer(Self.nothing), .answer(error)]
        let server = ScriptedServer([Array(steps.prefix(2)), Array(steps.prefix(2)), steps])
        #expect(
            jokectl("next", "-n", "2", at: server.path)
                == Output(code: .done, data: "Other.\n\nOther.\n", errors: ""))
        #expect(jokectl("next", "-n", "2", "--format", "{{seq}}", at: server.path).data == "2\n2\n")
        let short = jokectl("next", "--count", "9", at: server.path)
        #expect(short.code == .tryLater && short.data.hasSuffix("\n\nNo joke.\n"))
        #expect(receivedRequests(server) == Array(repeating: #"joke.next {"reveal":true}"#, count: 7))
    }

    @Test(
        "next shows 1 to 100 jokes, and a delayed punch line of one only",
        arguments: ["-n 0", "-n 101", "-n x", "-n 2 --reveal later", "-n 2 --reveal after 3s"])
    func badCount(_ words: String) {
        let output = jokectl(["next"] + words.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .usage && output.errors.contains("count") || output.errors.contains("-n"))
    }

    @Test("an undo without a decision exits with 1, as help says")
    func nothingToUndo() {
        let server = ScriptedServer(.refuse(WireError(.empty, "There is nothing to undo.")))
        let output = jokectl("undo", at: server.path)
        #expect(output == Output(code: .no, data: "", errors: "jokectl: There is nothing to undo\n"))
        #expect(
            CommandTable.all.description(of: "undo")?.exitStatus?.contains("1 if not") == true)
        _ = server.finish()
    }

    @Test(
        "call has the exit codes of the commands if there is no joke",
        arguments: [
            ("joke.undo", ExitCode.no), ("joke.previous", .no), ("joke.like joke=daily", .no),
            ("joke.next source=saved", .no), ("joke.next", .tryLater), ("daily.get", .tryLater),
        ])
    func emptyCall(line: String, code: ExitCode) {
        let server = ScriptedServer(.refuse(WireError(.empty, "None.")))
        let output = jokectl(["call"] + line.split(separator: " ").map(String.init), at: server.path)
        #expect(output == Output(code: code, data: "", errors: "jokectl: None\n"))
        _ = server.finish()
    }

    @Test(
        "an empty list is a success",
        arguments: [
            ("saved list", ["items": [], "next": .null, "total": 0, "exact": true]),
            ("history", ["items": [], "position": .null, "total": 0]),
            ("queue", ["items": [], "total": 0, "capacity": 10]),
            ("categories --source web", ["items": [], "counts": .null, "total": 0]),
        ] as [(String, JSON)])
    func emptyList(line: String, answer: JSON) {
        let server = ScriptedServer(.answer(answer))
        let output = jokectl(line.split(separator: " ").map(String.init), at: server.path)
        #expect(output.code == .done, "\(output)")
        _ = server.finish()
    }

    @Test(
        "disliked jokes have one order and are not in the trash, and the error says so",
        arguments: [("--sort text", "leave out --sort"), ("--deleted", "combined with --deleted")])
    func dislikedList(option: String, problem: String) {
        for command in [["saved", "list"], ["saved", "search", "x"]] {
            let words = command + ["--disliked"] + option.split(separator: " ").map(String.init)
            let output = jokectl(words, at: "/nowhere/socket")
            #expect(output.code == .usage && output.errors.contains(problem), "\(output)")
        }
    }

    @Test("a joke has one translation")
    func twoTranslations() {
        for code in ["es", "fr"] {
            let output = jokectl(
                ["add", "One.", "--translation", "es=Uno.", "--translation", "\(code)=Un."],
                at: "/nowhere/socket")
            #expect(output.code == .usage && output.errors.contains("--translation once"), "\(output)")
        }
    }

    private static let noPair = WireError(.unsupported, "No engine translates 'en' into 'de'.")

    @Test("translate on shows the original and why it is not translated, and exits with 0, as help says")
    func untranslated() {
        let shown: JSON = ["seq": 2, "changed": false, "showTranslation": true, "joke": Self.other]
        let server = ScriptedServer([[.answer(shown), .refuse(Self.noPair)]])
        #expect(
            jokectl("translate", "on", at: server.path)
                == Output(
                    code: .done, data: "Other.\n", errors: "jokectl: No engine translates 'en' into 'de'\n"))
        _ = server.finish()
    }

    @Test("translate on says that the translation comes later, if it does not come in time")
    func lateTranslation() {
        let shown: JSON = ["seq": 2, "changed": false, "showTranslation": true, "joke": Self.other]
        let server = ScriptedServer([[.answer(shown), .listen, .waitForHangUp]])
        #expect(
            jokectl("--timeout", "1", "translate", "on", at: server.path)
                == Output(
                    code: .done, data: "Other.\n",
                    errors: "jokectl: the translation has not arrived yet; "
                        + "`jokectl show` shows it when it has\n"))
        _ = server.finish()
    }

    @Test("translate again exits with 1 without an engine for the languages, as help says")
    func translateAgainWithoutEngine() {
        let server = ScriptedServer(.refuse(Self.noPair))
        #expect(
            jokectl("translate", "again", at: server.path)
                == Output(code: .no, data: "", errors: "jokectl: No engine translates 'en' into 'de'\n"))
        _ = server.finish()
    }

    @Test("an error for a member that the result does not have is a whole sentence")
    func missingMember() {
        let output = jokectl("call", "ping", "--json=zz", at: "/nowhere/socket")
        #expect(output.code == .usage)
        #expect(output.errors == "jokectl: --json: the result has no 'zz'; it has no members\n")
    }

    /// A command line for each command that prints a result.
    private static let printing = [
        "show", "next", "next -n 2 --wait", "previous", "reveal", "like", "dislike daily", "undo", "daily",
        "translate on", "translate again", "add Text", "edit j1 --restore", "saved list", "saved search word",
        "saved show j1", "saved random", "saved delete j1", "saved restore j1", "saved import file",
        "saved import --dry-run file", "saved export file",
        "sync on folder", "sync off", "sync status", "sync now", "sync now --changes",
        "sources list", "sources enable fortune", "sources disable fortune", "sources reset fortune",
        "sources allow", "feed builtin", "queue", "history", "categories", "taste show", "taste reset",
        "share",
        "share --to list", "notify", "status", "reload", "stop", "backup file", "doctor", "follow",
        "follow --topic log",
        "follow --topic feed", "call joke.like", "version",
    ]

    @Test("an unknown member is reported before a request", arguments: printing)
    func unknownMember(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        for form in ["--json=zzzz", "--format={{zzzz}}"] {
            let output = jokectl(words + [form], at: "/nowhere/socket")
            #expect(output.code == .usage)
            #expect(output.errors.contains("the result has no 'zzzz'"))
            #expect(output.data.isEmpty)
        }
    }

    @Test("every command that prints a result knows its members")
    func resultsOfAllCommands() {
        let others = ["saved export", "swipe", "card", "mcp", "completions", "help"]
        for name in CommandTable.all.names where !others.contains(name) {
            #expect(Self.printing.contains { $0 == name || $0.hasPrefix("\(name) ") }, "\(name)")
        }
    }

    @Test(
        "a member of any possible result may be named",
        arguments: [
            ("call joke.undo", "undone.kind"), ("call card.release", "decided.id"),
            ("follow --topic log", "event,joke.value,from,online"), ("follow", "joke.id,state.joke.id"),
            ("saved list", "joke.value,savedAt"), ("show", "error.kind"),
        ])
    func possibleMember(_ line: String, _ members: String) throws {
        let invocation = try ArgumentParser.parse(line.split(separator: " ").map(String.init), of: .jokectl)
        let result = try #require(CommandTable.all[invocation.command.name]?.result(invocation))
        try #require(Fields(members)).check(against: result)
    }

    @Test("a member that the reply leaves out is no error, because the command has acted")
    func memberLeftOut() {
        let server = ScriptedServer(.answer(["seq": 1, "changed": true]))
        let output = jokectl("call", "card.release", "--json=seq,decided", at: server.path)
        #expect(output == Output(code: .done, data: "{\"seq\":1}\n", errors: ""))
        _ = server.finish()
    }

    @Test("the categories are those of the enabled packs and of decided jokes, or those of one source")
    func categories() {
        let sources: JSON = [
            "items": [
                ["name": "builtin", "type": "builtin", "enabled": true],
                ["name": "web", "type": "jokeapi", "enabled": true],
                ["name": "off", "type": "pack", "enabled": false],
                ["name": "mine", "type": "pack", "enabled": true],
            ]
        ]
        let taste: JSON = [
            "enabled": true,
            "arms": [
                [
                    "kind": "category", "name": "pun", "weight": 1, "likes": 3, "dislikes": 1, "mean": 0.5,
                    "share": 1,
                ]
            ],
        ]
        let server = ScriptedServer(
            .answer(sources), .answer(["items": ["dev", "tea"], "counts": [5, 2], "total": 2]),
            .answer(["items": ["art", "tea"], "total": 2]), .answer(taste))
        #expect(jokectl("categories", at: server.path).data == "art\t\ndev\t5\npun\t\ntea\t2\n")
        #expect(
            receivedRequests(server) == [
                "sources.list null", #"sources.categories {"source":"builtin"}"#,
                #"sources.categories {"source":"mine"}"#, "taste.get null",
            ])
        let one = ScriptedServer(.answer(["items": ["dark"], "total": 1]))
        #expect(
            jokectl("categories", "--source", "web", "--json", at: one.path).data
                == "{\"items\":[{\"name\":\"dark\",\"jokes\":null}]}\n")
        #expect(receivedRequests(one) == [#"sources.categories {"source":"web"}"#])
    }

    @Test("an import that a full disk interrupts prints its counts and exits with 74")
    func pendingImport() {
        let file = TemporaryDirectory()
        let counts: JSON = [
            "seq": 2, "changed": true, "added": 1, "updated": 0, "unchanged": 0, "skipped": 0, "pending": 4,
        ]
        let server = ScriptedServer(.answer(counts))
        let output = jokectl("saved", "import", file.write("{}\n", to: "jokes"), at: server.path)
        #expect(output.code == .disk)
        #expect(output.data.hasSuffix("pending\t4\n"))
        #expect(output.errors.hasPrefix("jokectl: not imported yet: 4 lines; free some space"))
        _ = server.finish()
    }

    @Test("an error of the daemon is one line on standard error, with its exit code")
    func daemonError() {
        let refusal = WireError(.notFound, "There is none.", data: ["joke": "\u{1B}[31mx"])
        let server = ScriptedServer(
            .refuse(refusal), .answer(["items": [], "position": .null, "total": 0]), .refuse(refusal))
        let output = jokectl("like", "x", at: server.path)
        let message = "jokectl: no joke has the id 'x'; run `jokectl history` to see the ids\n"
        #expect(output == Output(code: .noSuchJoke, data: "", errors: message))
        _ = server.finish()
    }

    @Test("a result of another shape is reported, and nothing is printed")
    func unexpectedResult() {
        let server = ScriptedServer(.answer(["seq": 1, "changed": true, "joke": 5]))
        let output = jokectl("next", at: server.path)
        #expect(output.code == .protocolMismatch)
        #expect(output.data.isEmpty)
        #expect(output.errors.contains("result.joke: expected an object, found a number"))
        _ = server.finish()
    }

    @Test("a timeout exits with 124")
    func timeout() {
        let server = ScriptedServer(.waitForHangUp)
        let output = jokectl("like", "--timeout", "0.05", at: server.path)
        #expect(output.code == .timedOut)
        #expect(
            output.errors
                == "jokectl: jokesd did not reply in time; wait longer with `--timeout SECONDS`; the change may still "
                + "happen\n")
        _ = server.finish()
        let reading = ScriptedServer(.waitForHangUp)
        #expect(!jokectl("queue", "--timeout", "0.05", at: reading.path).errors.contains("change"))
        _ = reading.finish()
    }

    @Test(
        "a word that jokectl does not know gets the command that is meant",
        arguments: [
            ("search x", "unknown command 'search'; did you mean 'saved search'?"),
            ("list", "unknown command 'list'; did you mean 'saved list'?"),
            ("favorites", "unknown command 'favorites'; did you mean 'saved list'?"),
            ("enable x", "unknown command 'enable'; did you mean 'sources enable'?"),
            (
                "add Our cat runs",
                "'add' takes one TEXT; put it in quotation marks: `jokectl add 'Our cat runs'`"
            ),
            (
                "feed builtin two words",
                "'feed' takes one QUERY; put it in quotation marks: `jokectl feed builtin 'two words'`"
            ),
            ("add it's not", "'add' takes one TEXT; put it in quotation marks: `jokectl add 'TEXT'`"),
            (
                "saved show a b",
                "'saved show' takes no argument 'b'; `jokectl help saved show` shows its arguments"
            ),
            ("next 5", "`next` takes no '5'; `jokectl next -n 5` shows 5 jokes"),
            (
                "next dad",
                "`next` takes no 'dad'; `--category dad` shows a joke in that category, and `--source dad` one of that source"
            ),
            (
                "next --reveal after soon",
                "'soon' is not an argument of 'next'; it takes seconds, such as 3s, at most 1h (3600s)"
            ),
            ("next 3s", "--reveal after and DELAY need each other: `jokectl next --reveal after 3s`"),
        ])
    func meantCommand(line: String, message: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output == Output(code: .usage, data: "", errors: "jokectl: \(message)\n"))
    }

    @Test(
        "what was removed answers with its replacement",
        arguments: [
            ("describe joke.like", "describe", "call rpc.discover"),
            ("help describe", "describe", "call rpc.discover"), ("help saved ls", "saved ls", "saved list"),
            ("--json describe", "describe", "call rpc.discover"),
            ("saved ls -n 3", "saved ls", "saved list"), ("sources ls", "sources ls", "sources list"),
            ("saved list --deleted --grid", "saved --grid", "swipe"),
            (
                "saved export --as=fortune jokes", "saved export --as fortune",
                #"saved list --all --format '{{joke.value}}\n%'"#
            ),
            ("share daily --as png", "share --as png", "share --as svg | rsvg-convert --zoom 2 > joke.png"),
            ("swipe --plain", "swipe --plain", "next"),
            ("translate toggle", "translate toggle", "translate on` or `jokectl translate off"),
        ])
    func removed(line: String, name: String, replacement: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .usage)
        #expect(
            output.errors == "jokectl: '\(name)' was removed; use `jokectl \(replacement)`\n")
    }

    @Test("an error beside the name of something that was removed is told")
    func errorBesideRemoved() {
        let output = jokectl("like", "describe", "--frce", at: "/nowhere/socket")
        #expect(output.errors.hasPrefix("jokectl: unknown option '--frce'"))
    }

    @Test("notify --off succeeds without a timer, and sync alone says whether it is on")
    func nothingToTurnOff() {
        let (output, home): (Int32, Environment) = (scratchFile(), ["HOME": "/nowhere", "PATH": "/"])
        #expect(JokectlMain.run(["notify", "--off"], environment: home, output: output) == .done)
        #expect(JokectlMain.run(["sync"], environment: home, output: output) == .no)
        #expect(contents(of: output).contains("nothing to turn off.\nSync is off."))
    }

    @Test("a named socket without a listener is reported")
    func namedSocketWithoutListener() {
        let output = jokectl("show", at: "/nowhere/socket")
        #expect(output.code == .unreachable)
        #expect(output.errors.hasPrefix("jokectl: no jokesd listens at /nowhere/socket, which --socket"))
    }

    @Test("a missing jokesd is reported with how to start it, with or without systemd")
    func missingDaemon() throws {
        let directory = TemporaryDirectory()
        #expect(run(["show"], in: directory.path).errors.contains("start it with `jokesd &`"))
        directory.write("", to: "systemd/private")
        let output = run(["show"], in: directory.path)
        #expect(output.code == .unreachable)
        #expect(output.errors.contains("start it with `systemctl --user start jokesd.socket`"))
    }

    @Test("--no-start does not start jokesd, and asks one that runs")
    func noStartFlag() throws {
        let directory = TemporaryDirectory()
        let (units, socket) = ("\(directory.path)/systemd/units", "\(directory.path)/jokesd/socket")
        directory.write("", to: "systemd/private")
        for path in [units, "\(directory.path)/jokesd"] { mkdir(path, 0o700) }
        let service = "\(units)/invocation:jokesd.service"
        let server = ScriptedServer([[.answer([:])], [.answer([:])], [.answer([:])]], at: socket)
        let withoutStart = ["--no-start", "call", "ping"]

        let notStarted = run(withoutStart, in: directory.path)
        #expect(notStarted.code == .unreachable && notStarted.errors.contains("leave out --no-start"))
        #expect(run(["call", "ping"], in: directory.path).code == .done, "it would be started")
        symlink("5678", service)
        #expect(run(withoutStart, in: directory.path).code == .done, "the service runs")
        unlink(service)
        let lock = open(socket + ".lock", O_CREAT | O_RDWR, 0o600)
        #expect(run(withoutStart, in: directory.path).code == .unreachable, "a lock that nobody has")
        flock(lock, LOCK_EX)
        #expect(run(withoutStart, in: directory.path).code == .done, "one listens by itself")
        close(lock)
        #expect(server.finish().filter(\.wantsReply).count == 3)
    }

    /// Runs jokectl with this runtime directory instead of a named socket.
    private func run(_ words: [String], in runtime: String) -> Output {
        let (output, errors) = (scratchFile(), scratchFile())
        defer {
            close(output)
            close(errors)
        }
        let code = JokectlMain.run(
            words, environment: ["XDG_RUNTIME_DIR": runtime], output: output, errors: errors)
        return Output(code: code, data: contents(of: output), errors: contents(of: errors))
    }

    @Test(
        "a usage error exits with 64 before any request",
        arguments: ["nxt", "next --wiat", "call ping x", "call x {", "follow --topic bogus"])
    func usageErrors(_ line: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .usage)
        #expect(output.errors.hasPrefix("jokectl: ") && output.errors.hasSuffix("\n"))
        #expect(output.data.isEmpty)
    }

    @Test(
        "help and version need no daemon",
        arguments: [
            "help", "--help", "help saved", "next --help", "version", "--version", "-V", "saved show -V",
            "call --version --json",
        ])
    func helpWithoutDaemon(_ line: String) {
        let output = jokectl(line.split(separator: " ").map(String.init), at: "/nowhere/socket")
        #expect(output.code == .done)
        #expect(!output.data.isEmpty && output.errors.isEmpty)
    }

    @Test("an output that cannot be written exits with 74")
    func fullDisk() {
        let (full, errors) = (open("/dev/full", O_WRONLY), scratchFile())
        defer {
            close(full)
            close(errors)
        }
        #expect(JokectlMain.run(["version"], environment: [:], output: full, errors: errors) == .disk)
        #expect(contents(of: errors) == "jokectl: the output cannot be written: No space left on device\n")
    }

    @Test("JSON output is escaped for the terminal")
    func hostileJSON() {
        let server = ScriptedServer(.answer(["a": "\u{1B}[31m\u{202E}\u{9B}"]))
        #expect(jokectl("call", "ping", at: server.path).data == #"{"a":"\u001b[31m\u202e\u009b"}"# + "\n")
        _ = server.finish()
    }
}
