// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A pack of one's own")
struct PackTests {
    /// Returns a running daemon with a pack of five jokes, two of them in the category `tea`.
    private func daemon(builtin: Bool = false) throws -> TestDaemon {
        let daemon = try TestDaemon()
        try configure(daemon, builtin: builtin)
        try Files.write((1...5).map { line($0) }.joined(), to: path(of: daemon))
        try daemon.start()
        try daemon.awaitJokes()
        return daemon
    }

    private func configure(_ daemon: TestDaemon, builtin: Bool = false, filter: String = "{}") throws {
        let pack = #"{ "type": "pack", "path": "\#(path(of: daemon))" }"#
        try daemon.configure(
            """
            {
              "sources": { "builtin": { "enabled": \(builtin) }, "mine": \(pack) },
              "filter": \(filter)
            }
            """)
    }

    private func path(of daemon: TestDaemon) -> String { "\(daemon.directory.path)/mine.jsonl" }

    private func line(_ number: Int, _ text: String = "Joke of mine:") -> String {
        let category = number < 3 ? "tea" : "rain"
        return #"{"id":"joke-\#(number)","value":"\#(text) \#(number)","categories":["\#(category)"]}"# + "\n"
    }

    private let ids = Set((1...5).map { "joke-\($0)" })

    /// Returns the ids of the next jokes.
    private func next(
        _ count: Int, of client: SocketClient, _ params: JSONObject = [:]
    ) throws -> [String] {
        try (0..<count).map { _ in
            try client.call(.jokeNext, params)["joke"]?["id"]?.stringValue ?? ""
        }
    }

    /// Shows jokes until one is wanted, because a changed file is read while jokes are shown.
    private func next(
        of client: SocketClient, _ wanted: String, until deadline: TestDeadline = TestDeadline(),
        where isWanted: (JSON) -> Bool
    ) throws {
        while let joke = try client.call(.jokeNext)["joke"], !isWanted(joke) {
            guard !deadline.hasPassed else { throw TestSupportError("No \(wanted) came") }
        }
    }

    /// Waits until the queue is as wanted, without showing a joke.
    private func awaitQueue(of client: SocketClient, where isWanted: ([JSON]) -> Bool) throws {
        let deadline = TestDeadline()
        while let jokes = try client.call(.queueList)["items"]?.arrayValue, !isWanted(jokes) {
            guard !deadline.hasPassed else { throw TestSupportError("The queue has \(jokes)") }
        }
    }

    private func awaitMendedQueue(of client: SocketClient) throws {
        try awaitQueue(of: client) { !$0.isEmpty && $0.allSatisfy(isMended) }
    }

    private func isMended(_ joke: JSON) -> Bool {
        joke["value"]?.stringValue?.hasPrefix("A mended joke:") == true
    }

    /// Returns a client of a daemon whose only source is a pack with these jokes, which are stored, and a function that
    /// changes the pack.
    private func client(
        of daemon: TestDaemon, _ jokes: KeyValuePairs<String, String>
    ) throws -> (SocketClient, (KeyValuePairs<String, String>) throws -> Void) {
        func write(_ jokes: KeyValuePairs<String, String>) throws {
            let lines = jokes.map { #"{"id":"\#($0.key)","value":"\#($0.value)"}"# + "\n" }
            try Files.write(lines.joined(), to: path(of: daemon))
        }
        try configure(daemon)
        try write(jokes)
        try daemon.start()
        try daemon.awaitJokes()
        let client = try daemon.connect()
        #expect(try client.call(.feedPage, ["source": "mine"])["items"]?.arrayValue?.count == jokes.count)
        return (client, write)
    }

    @Test("the taste counts the decisions that count, also after an edit onto another text and its undo")
    func tasteOfEdits() throws {
        let daemon = try TestDaemon()
        let (client, _) = try client(of: daemon, ["1": "Gamma three.", "2": "Alpha one."])
        func taste() throws -> JSON { try client.call(.tasteGet)["arms"] ?? .null }
        try client.call(.jokeDislike, ["joke": "1"])
        try client.call(.jokeLike, ["joke": "2"])
        let before = try taste()
        try client.call(.savedEdit, ["joke": "2", "value": "gamma THREE"])
        let edited = try taste()
        try client.call(.jokeLike, ["joke": "1"])
        try client.call(.jokeUndo)
        #expect(try taste() == edited)
        try client.call(.jokeUndo)
        #expect(try taste() == before)
        #expect(before != edited, "the edit ends the dislike")
        try client.call(.tasteReset)
        #expect(try daemon.jokectl("undo").succeeded)
        #expect(try taste() == before)
    }

    @Test("the undo of an import that gave a joke another text leaves the decision about the first one")
    func undoneText() throws {
        let daemon = try TestDaemon()
        let (client, _) = try client(of: daemon, ["1": "Alpha one.", "2": "Beta two."])
        func line(_ text: String, _ day: Int) -> JSON {
            .string(
                #"{"id":"b1","source":"b","value":"\#(text)","changedAt":"2026-01-0\#(day)T00:00:00Z"}"#)
        }
        try client.call(.savedImport, ["lines": [line("ALPHA ONE!", 1)], "last": true])
        try client.call(.jokeLike, ["joke": "1"])
        try client.call(.savedImport, ["lines": [line("New words.", 2)], "mode": "merge", "last": true])
        #expect(try client.call(.jokeUndo)["undone"]?["kind"] == "imported")
        let saved = try client.call(.savedList)["items"]?.arrayValue?.map { $0["joke"]?["value"] }
        #expect(saved == ["Alpha one."])
    }

    @Test("an undone import leaves no decision that counts later")
    func undoneImport() throws {
        let daemon = try TestDaemon()
        let (client, _) = try client(of: daemon, ["1": "Alpha one.", "2": "Beta two."])
        try client.call(.jokeLike, ["joke": "1"])
        let line = #"{"value":"ALPHA ONE!","savedAt":"2026-01-01T00:00:00Z"}"#
        try client.call(.savedImport, ["lines": [.string(line)], "mode": "merge", "last": true])
        #expect(try client.call(.jokeUndo)["undone"]?["kind"] == "imported")
        try client.call(.savedEdit, ["joke": "1", "value": "Omega."])
        #expect(try client.call(.savedList)["total"] == 1)
    }

    @Test("next and feed say that a source is off, and suggest near names of sources and categories")
    func meantNames() throws {
        let daemon = try TestDaemon.ready()
        for (line, end, said) in [
            ("feed fortune", 64, "the source fortune is off; run `jokectl sources enable fortune`"),
            ("next --source fortune", 64, "the source fortune is off; run `jokectl sources enable fortune`"),
            ("next --source fortun", 64, "no source has the name 'fortun'; did you mean 'fortune'?"),
            ("feed web", 64, "no source has the name 'web'; `jokectl sources` lists the sources"),
            ("next --category animal", 75, "no joke is in the category 'animal'; did you mean 'animals'?"),
        ] as [(String, Int32, String)] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), line.split(separator: " ").map(String.init),
                environment: daemon.environment)
            #expect(run.end == .exited(end))
            #expect(run.errors == "jokectl: \(said)\n")
        }
    }

    @Test("categories, and the hint about a near one, leave out a pack that cannot be read")
    func unreadablePack() throws {
        let daemon = try TestDaemon()
        try daemon.configure(#"{ "sources": { "gone": { "type": "pack", "path": "/nope" } } }"#)
        try daemon.start()
        try daemon.awaitJokes()
        #expect(try daemon.jokectl("categories").output.contains("animals"))
        #expect(
            try daemon.jokectl("next", "--category", "animal").errors.contains("did you mean 'animals'?"))
    }

    @Test("the cure for a source that is off is a command of a shell, whatever its name is")
    func quotedCure() throws {
        let daemon = try TestDaemon()
        try daemon.configure(
            #"{ "sources": { "`id`": { "type": "pack", "path": "/nope", "enabled": false } } }"#)
        try daemon.start()
        #expect(
            try daemon.jokectl("next", "--source", "`id`").errors.contains("`jokectl sources enable '`id`'`"))
    }

    @Test("what other machines have learned fits into a reply, however much it is")
    func foreignTastes() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        for machine in 0..<64 {
            let names = (0..<90).map { #""\#(machine)-\#($0)-\#(String(repeating: "x", count: 50))":[1,9]"# }
            let identifier = String(machine + (1 << 32), radix: 16)
            let id = String(repeating: "0", count: 16 - identifier.count) + identifier
            let line =
                #"{"taste":"\#(id)","at":\#(machine + 1),"source":{},"category":{\#(names.joined(separator: ","))}}"#
            try client.call(.memoryImport, ["lines": [.string(line)]])
        }
        let arms = try client.call(.tasteGet)["arms"]?.arrayValue ?? []
        #expect(200...512 ~= arms.count)
    }

    @Test(
        "all its jokes come again in each round, also after a restart",
        .promise("No joke comes by itself a second time before all were shown"), .rule(8))
    func rounds() throws {
        let daemon = try daemon()
        var client = try daemon.connect()
        for _ in 0..<3 { #expect(Set(try next(5, of: client)) == ids) }
        let early = try next(2, of: client)
        try daemon.killAndRestart()
        client = try daemon.connect()
        #expect(Set(early + (try next(3, of: client))) == ids)
        #expect(try daemon.state()["error"] == .null)
    }

    @Test("its jokes come again if they are requested beside unseen jokes of other sources", .rule(8))
    func roundsOfSource() throws {
        let daemon = try daemon(builtin: true)
        let client = try daemon.connect()
        for _ in 0..<3 { #expect(Set(try next(5, of: client, ["source": "mine"])) == ids) }
    }

    /// Returns a daemon with a pack of these lines as its only source.
    private func daemon(
        lines: [String], locale: String = "C", _ keys: String = ""
    ) throws -> TestDaemon {
        let daemon = try TestDaemon(environment: ["LC_ALL": locale])
        try Files.write(lines.map { $0 + "\n" }.joined(), to: path(of: daemon))
        try configure(daemon, keys: keys)
        try daemon.start()
        try daemon.awaitJokes()
        return daemon
    }

    private func configure(_ daemon: TestDaemon, keys: String) throws {
        let pack = #"{ "type": "pack", "path": "\#(path(of: daemon))" }"#
        try daemon.configure(#"{ "sources": { "builtin": { "enabled": false }, "team": \#(pack) }\#(keys) }"#)
    }

    @Test("a new installation begins with strong jokes whose neighbours differ", .rule(8))
    func strongFirst() throws {
        let forms = ["pun", "story", "bar", "law"]
        let lines = (0..<300).map { number in
            let form = forms[number % 4], category = "c\(number % 7)",
                strength = number < 50 ? 5 : 1 + number % 3
            return #"{"id":"joke-\#(number)","value":"Number \#(number).","categories":["\#(category)"],"#
                + #""form":"\#(form)","strength":\#(strength)}"#
        }
        let daemon = try daemon(lines: lines)
        let client = try daemon.connect()
        let jokes = try (0..<45).compactMap { _ in try client.call(.jokeNext)["joke"] }
        let numbers = jokes.compactMap {
            $0["id"]?.stringValue?.split(separator: "-").last.flatMap { Int($0) }
        }
        #expect(Set(numbers).count == 45)
        // Another joke may come in between if the rest of the fifty is like the one before it.
        #expect(numbers.count { $0 >= 50 } <= 3, "\(numbers)")
        for (one, other) in zip(jokes, jokes.dropFirst()) {
            let categories = one["categories"]?.arrayValue ?? []
            #expect(categories.count == 2)
            #expect(!categories.contains { other["categories"]?.arrayValue?.contains($0) == true })
        }
    }

    @Test(
        "the hero has the configured name, after a reload another one, and saved jokes keep theirs", .rule(8))
    func hero() throws {
        let lines = (1...20).map {
            #"{"id":"tale-\#($0)","value":"{hero} knows number \#($0).","form":"tall-tale"}"#
        }
        let daemon = try daemon(lines: lines)
        let client = try daemon.connect()
        func next() throws -> String { try client.call(.jokeNext)["joke"]?["value"]?.stringValue ?? "" }
        let first = try next()
        #expect(first.hasPrefix("Rex Tornado knows"))
        let id = try client.call(.jokeLike)["decided"]?["id"]
        try configure(daemon, keys: #", "hero": "Ana Ñu""#)
        #expect(try daemon.jokectl("reload").output.contains("hero"))
        for _ in 0..<12 { #expect(try next().hasPrefix("Ana Ñu knows")) }
        let saved = try client.call(.savedList)["items"]?.arrayValue ?? []
        #expect(
            saved.map { $0["joke"]?["value"]?.stringValue } == [first] && saved.first?["joke"]?["id"] == id)
        let page = try client.call(.feedPage, ["source": "team"])["items"]?.arrayValue ?? []
        #expect(
            page.count == 20
                && page.allSatisfy { $0["value"]?.stringValue?.hasPrefix("Ana Ñu knows") == true })
        _ = try daemon.terminate()
        try configure(daemon, keys: #", "hero": "Bo""#)
        try daemon.start()
        try daemon.awaitJokes()
        // The queue may still have the former name. When it is filled again, the file is read with the new one.
        try self.next(of: daemon.connect(), "joke with the new name") {
            $0["value"]?.stringValue?.hasPrefix("Bo knows") == true
        }
    }

    @Test("a joke in one language is shown to those who read it, and counted only there", .rule(8))
    func oneLanguage() throws {
        let lines =
            (1...4).map { #"{"id":"en-\#($0)","texts":{"en":{"value":"Only \#($0)."}},"categories":["x"]}"# }
            + (1...3).map {
                #"{"id":"es-\#($0)","texts":{"es":{"value":"Solo \#($0)."}},"categories":["x"]}"#
            }
            + ["{\"id\":\"both\",\"texts\":{\"en\":{\"value\":\"Both.\"},\"es\":{\"value\":\"Ambos.\"}}}"]
        for (languages, prefix, count) in [(#"["en"]"#, "en-", 4), (#"["es"]"#, "es-", 3)] {
            let daemon = try daemon(lines: lines, #", "languages": \#(languages)"#)
            let client = try daemon.connect()
            let shown = try next(count + 1, of: client)
            let expected = Set((1...count).map { "\(prefix)\($0)" } + ["both"])
            #expect(Set(shown) == expected)
            let page = try client.call(.feedPage, ["source": "team"])["items"]?.arrayValue ?? []
            #expect(Set(page.compactMap { $0["id"]?.stringValue }) == expected)
            #expect(try daemon.jokectl("categories").output == "x\t\(count)\n")
            let daily = try client.call(.dailyGet)["joke"]?["id"]?.stringValue
            #expect(expected.contains(daily ?? ""))
            #expect(try daemon.state()["error"] == .null)
        }
    }

    @Test("a text for another region comes last, or gives way to another language of the user", .rule(8))
    func regions() throws {
        let lines = [
            #"{"id":"last","texts":{"en":{"value":"Mind the gap.","region":"uk"}},"strength":5}"#,
            #"{"id":"other","texts":{"en":{"value":"A queue.","region":"uk"},"es":{"value":"Una cola."}}}"#,
            #"{"id":"here","texts":{"en":{"value":"A line.","region":"us"}},"strength":1}"#,
            #"{"id":"all","value":"A joke."}"#,
        ]
        let daemon = try daemon(lines: lines, locale: "en_US.UTF-8", #", "languages": ["en", "es"]"#)
        let client = try daemon.connect()
        let jokes = try (0..<4).compactMap { _ in try client.call(.jokeNext)["joke"] }
        // The Spanish text comes last, too: the first language is English.
        #expect(Set(jokes.suffix(2).compactMap { $0["id"]?.stringValue }) == ["last", "other"])
        #expect(
            Set(jokes.compactMap { $0["value"]?.stringValue }) == [
                "Mind the gap.", "Una cola.", "A line.", "A joke.",
            ])
    }

    @Test("a filter that is configured while jokesd is stopped applies to the queue", .rule(8))
    func filterAtStart() throws {
        let daemon = try daemon()
        _ = try daemon.terminate()
        try configure(daemon, filter: #"{ "blockedCategories": ["tea"] }"#)
        try daemon.start()
        #expect(try daemon.jokectl("categories").output == "rain\t3\n")
        #expect(try Set(next(6, of: daemon.connect())) == ids.subtracting(["joke-1", "joke-2"]))
    }

    @Test("a pack that is missing at a reload shows its failure before a joke of it is wanted")
    func missingAtReload() throws {
        let daemon = try daemon(builtin: true)
        Files.remove(path(of: daemon))
        #expect(try daemon.jokectl("reload").succeeded)
        let deadline = TestDeadline()
        while try !daemon.jokectl("sources").output.contains("No such file") {
            guard !deadline.hasPassed else { throw TestSupportError("The missing pack has no failure") }
        }
    }

    @Test("a line that the filter rejects does not make the pack fail after the others were shown", .rule(8))
    func rejectedLine() throws {
        let daemon = try daemon()
        try configure(daemon, filter: #"{ "blockedCategories": ["tea"] }"#)
        #expect(try daemon.jokectl("reload").succeeded)
        #expect(try Set(next(7, of: daemon.connect())) == ids.subtracting(["joke-1", "joke-2"]))
        #expect(try daemon.state()["error"] == .null)
        let client = try daemon.connect()
        func state() throws -> JSON? {
            try client.call(.sourcesList)["items"]?.arrayValue?.first { $0["name"] == "mine" }?["state"]
        }
        let deadline = TestDeadline()
        while try state() == "fetching", !deadline.hasPassed { try client.call(.ping) }
        #expect(try state() == "exhausted")
    }

    @Test("a request for a pack whose file was removed names the file", .rule(8))
    func removedFile() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        _ = try next(5, of: client)
        Files.remove(path(of: daemon))
        let run = try daemon.jokectl("next", "--source", "mine")
        #expect(run.errors.contains("\(path(of: daemon)): No such file"), "\(run.errors)")
    }

    @Test(
        "a disliked joke does not come again, and the last joke stays",
        .promise("A disliked joke is never chosen again"))
    func dislikes() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        _ = try next(5, of: client)
        for id in ids.sorted().dropFirst(2) { try client.call(.jokeDislike, ["joke": .string(id)]) }
        #expect(Set(try next(6, of: client)) == ["joke-1", "joke-2"])
        try client.call(.jokeDislike, ["joke": "joke-1"])
        #expect(Set(try next(3, of: client)) == ["joke-2"])
    }

    @Test(
        "two packs may use the same ids, and a saved joke is never changed by another source", .rule(5),
        arguments: [false, true])
    func sameIDs(builtin: Bool) throws {
        let daemon = try TestDaemon()
        let other = "\(daemon.directory.path)/other.jsonl"
        let sources = """
            "builtin": { "enabled": \(builtin) }, "mine": { "type": "pack", "path": "\(path(of: daemon))" }
            """
        try daemon.configure("{ \"sources\": { \(sources) } }")
        try Files.write((1...3).map { line($0) }.joined(), to: path(of: daemon))
        try Files.write((1...3).map { line($0, "The other joke:") }.joined(), to: other)
        try daemon.start()
        let client = try daemon.connect()
        #expect(try client.call(.jokeNext, ["source": "mine"])["joke"]?["source"] == "mine")
        try client.call(.jokeLike)
        let list = try client.call(.savedList)
        try daemon.configure(
            "{ \"sources\": { \(sources), \"other\": { \"type\": \"pack\", \"path\": \"\(other)\" } } }")
        #expect(try daemon.jokectl("reload").succeeded)
        // Both sources show their own jokes.
        for source in ["other", "mine", "other"] {
            let texts = try (0..<3).map { _ in
                let joke = try client.call(.jokeNext, ["source": .string(source)])["joke"]
                #expect(joke?["source"]?.stringValue == source)
                return joke?["value"]?.stringValue ?? ""
            }
            let expected = Set(
                (1...3).map { "\(source == "mine" ? "Joke of mine:" : "The other joke:") \($0)" })
            // The first round of `mine` has begun.
            #expect(source == "mine" ? expected.isSuperset(of: texts) : expected == Set(texts))
        }
        let page = try client.call(.feedPage, ["source": "other"])["items"]?.arrayValue ?? []
        let liked = list["items"]?.arrayValue?.first?["joke"]?["id"]
        #expect(page.count == 3 && page.allSatisfy { $0["source"] == "other" && $0["id"] != liked })
        #expect(try client.call(.savedList)["items"] == list["items"])
        for id in try next(3, of: client, ["source": "other"]) {
            try client.call(.jokeLike, ["joke": .string(id)])
        }
        let saved = try client.call(.savedList)["items"]?.arrayValue ?? []
        #expect(saved.count == 4)
        #expect(Set(saved.compactMap { $0["joke"]?["id"]?.stringValue }).count == 4)
        #expect(saved.contains { $0 == list["items"]?.arrayValue?.first })
    }

    @Test("a pack that is disabled gives no joke any more")
    func disabled() throws {
        let daemon = try daemon(builtin: true)
        let client = try daemon.connect()
        try client.call(.sourcesDisable, ["source": "mine"])
        #expect(Set(try next(60, of: client)).isDisjoint(with: ids))
    }

    /// How jokesd learns of an edit.
    enum Notice: CaseIterable { case reload, lowQueue, request }

    @Test("new lines of an exhausted pack are read", .rule(8), arguments: Notice.allCases, [false, true])
    func newLines(notice: Notice, builtin: Bool) throws {
        let daemon = try daemon(builtin: builtin)
        let client = try daemon.connect()
        _ = try next(7, of: client, ["source": "mine"])
        try Files.write((1...6).map { line($0) }.joined(), to: path(of: daemon))
        switch notice {
        case .reload:
            #expect(try daemon.jokectl("reload").succeeded)
            if builtin {
                try next(of: client, "new line") { $0["id"] == "joke-6" }
            } else {
                try awaitQueue(of: client) { $0.contains { $0["id"] == "joke-6" } }
            }
        case .lowQueue: try next(of: client, "new line") { $0["id"] == "joke-6" }
        case .request: #expect(try next(1, of: client, ["source": "mine"]) == ["joke-6"])
        }
    }

    @Test("after a change of its path, only jokes of the new file come", .rule(8), arguments: [false, true])
    func otherPath(restarts: Bool) throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        try awaitQueue(of: client) { !$0.isEmpty }
        let other = "\(daemon.directory.path)/other.jsonl"
        try Files.write((1...5).map { line($0, "A mended joke:") }.joined(), to: other)
        try daemon.configure(
            """
            { "sources": { "builtin": { "enabled": false }, "mine": { "type": "pack", "path": "\(other)" } } }
            """)
        if restarts {
            _ = try daemon.terminate()
            try daemon.start()
            let client = try daemon.connect()
            try awaitMendedQueue(of: client)
        } else {
            #expect(try daemon.jokectl("reload").succeeded)
            for _ in 1...5 { #expect(isMended(try #require(try client.call(.jokeNext)["joke"]))) }
        }
    }

    @Test("a mended joke shows its new text, also where it is saved", .rule(8), arguments: [false, true])
    func mendedJoke(isReload: Bool) throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        _ = try next(isReload ? 1 : 7, of: client)
        try client.call(.jokeLike)
        let decided = try #require(
            try client.call(.savedList)["items"]?.arrayValue?.first?["joke"]?["id"]?.stringValue)
        try Files.write((1...5).map { line($0, "A mended joke:") }.joined(), to: path(of: daemon))
        if isReload {
            #expect(try daemon.jokectl("reload").succeeded)
            try awaitMendedQueue(of: client)
        } else {
            try next(of: client, "mended joke", where: isMended)
        }
        for _ in 1...10 {
            let joke = try #require(try client.call(.jokeNext)["joke"])
            #expect(isMended(joke))
            if joke["id"]?.stringValue == decided { try client.call(.jokeLike) }
        }
        let saved = try client.call(.savedList)["items"]?.arrayValue?.compactMap { $0["joke"] }
        #expect(saved?.map(isMended) == [true])
    }

    @Test(
        "a mended joke that the user has edited shows the edited text, and a restoration brings the mended one",
        .rule(15)
    )
    func mendedEditedJoke() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        let liked = try client.call(.jokeNext)["joke"]?["id"]?.stringValue ?? ""
        try client.call(.jokeLike)
        try client.call(.savedEdit, ["joke": .string(liked), "value": "Edited."])
        try Files.write((1...5).map { line($0, "A mended joke:") }.joined(), to: path(of: daemon))
        #expect(try daemon.jokectl("reload").succeeded)
        try awaitMendedQueue(of: client)
        var texts: [String] = []
        for _ in 1...12 {
            let joke = try client.call(.jokeNext)["joke"]
            guard joke?["id"]?.stringValue == liked else { continue }
            texts.append(joke?["value"]?.stringValue ?? "")
            try client.call(.jokeLike)
        }
        #expect(Set(texts) == ["Edited."])
        let restored = try client.call(.savedEdit, ["joke": .string(liked), "restore": true])["decided"]
        #expect(restored.map(isMended) == true)
    }

    @Test(
        "the first joke after a source was enabled is one of it, although its files must be read first",
        .rule(8))
    func enabledSource() throws {
        let daemon = try TestDaemon()
        let fortunes = "\(daemon.directory.path)/fortunes"
        try Files.makeDirectory(fortunes)
        for file in 1...40 {
            let jokes = (1...200).map { "Fortune \($0) of the file \(file).\n%\n" }
            try Files.write(jokes.joined(), to: "\(fortunes)/f\(file)")
        }
        try daemon.configure(
            """
            { "sources": { "builtin": { "enabled": false }, "fortune": { "paths": ["\(fortunes)"] } } }
            """)
        try daemon.start()
        let client = try daemon.connect()
        try client.call(.sourcesEnable, ["source": "fortune"])
        #expect(try client.call(.jokeNext)["joke"]?["source"] == "fortune")
    }

    @Test("the case of a category does not matter, and jokectl lists the categories of the pack")
    func categories() throws {
        let daemon = try daemon()
        #expect(try daemon.jokectl("categories").output == "rain\t3\ntea\t2\n")
        #expect(
            try daemon.jokectl("categories", "--json").output
                == #"{"items":[{"name":"rain","jokes":3},{"name":"tea","jokes":2}]}"# + "\n")
        let next = try daemon.jokectl("next", "--category", "Tea", "--format", "{{joke.categories}}")
        #expect(next.output == "tea\n", "\(next.errors)")
        #expect(try daemon.jokectl("like").succeeded)
        for category in ["TEA", "tea"] {
            #expect(try daemon.jokectl("saved", "list", "--category", category).lines.count == 1)
        }
        #expect(try daemon.jokectl("saved", "list", "--category", "rain").lines.isEmpty)
    }

    @Test("jokectl prints its jokes without the card, and likes one by its id", .rule(8))
    func withoutCard() throws {
        let daemon = try daemon()
        #expect(try daemon.jokectl("next").succeeded)
        let card = try daemon.state()["joke"]?["id"]?.stringValue
        let history = try daemon.jokectl("history").output
        let printed = try daemon.jokectl("next", "--no-card", "-n", "4", "--format", "{{joke.id}}").lines
            .map(String.init)
        #expect(Set(printed).count == 4 && ids.isSuperset(of: printed) && !printed.contains(card ?? ""))
        #expect(try daemon.jokectl("history").output == history)
        #expect(try daemon.jokectl("next", "--no-card").output.hasPrefix("Joke of mine:"))
        #expect(try daemon.jokectl("like", printed[0]).succeeded)
        let saved = try daemon.jokectl("next", "--no-card", "--source", "saved", "--format", "{{joke.id}}")
        #expect(saved.output == printed[0] + "\n")
        #expect(try daemon.state()["joke"]?["id"]?.stringValue == card)
        let refused = try daemon.jokectl("next", "--no-card", "--reveal", "later")
        #expect(refused.errors.contains("--no-card") && !refused.succeeded)
    }

    @Test(
        "a reload tells the new jokes of a pack and the lines that were not read, and the sources come and gone"
    )
    func reloadedPack() throws {
        let daemon = try daemon()
        let reload: () throws -> String = {
            let run = try TerminalProgram(
                Programs.path(of: "jokectl"), ["reload"], environment: daemon.environment, columns: 400)
            #expect(try run.finish() == .exited(0))
            return run.said
        }
        #expect(try reload() == "Read again; nothing differs from before.\r\n")
        try daemon.kill()
        try Files.write((1...6).map { line($0) }.joined(), to: path(of: daemon))
        try daemon.start()
        #expect(try reload() == "mine: 1 new joke.\r\n")
        let more = (6...9).map { line($0) }.joined() + "{\"valu\":1}\n"
        try Files.write((1...5).map { line($0) }.joined() + more, to: path(of: daemon))
        #expect(
            try reload() == "mine: 3 new jokes; \(path(of: daemon)): line 10 was not read: "
                + "the line needs \"value\", or \"setup\" and \"punchline\".\r\n")
        // The jokes are new once, the line is wrong until it is corrected.
        #expect(try reload().hasPrefix("mine: \(path(of: daemon)): line 10 was not read"))
        try daemon.configure(
            #"{"sources": {"cow": {"type": "pack", "path": "\#(path(of: daemon))"}, "bad": {"type": "pack", "path": "/none"}}}"#
        )
        let said = try reload()
        #expect(said.contains("Added: bad, cow. Removed: mine.\r\nChanged: sources.builtin.enabled"))
        #expect(said.contains("bad: /none: No such file or directory.") && !said.contains("sources.cow"))
        #expect(
            daemon.errors.contains(
                "The configuration was reloaded; added: bad, cow; removed: mine; changed: "))
    }

    @Test("--check-pack prints every line that cannot be read, and nothing is written", arguments: [0, 25])
    func checkPack(bad: Int) throws {
        let daemon = try TestDaemon()
        try Files.write(line(1) + String(repeating: "no JSON\n", count: bad) + line(2), to: path(of: daemon))
        let run = try ProgramRun(
            Programs.path(of: "jokesd"), ["--check-pack", path(of: daemon)], environment: daemon.environment)
        #expect(run.end == .exited(bad == 0 ? 0 : 65))
        #expect(run.output == (bad == 0 ? "The pack is valid: 2 jokes.\n" : ""))
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == bad)
        for (number, said) in lines.enumerated() {
            #expect(said.hasPrefix("jokesd: \(path(of: daemon)):\(number + 2): not a JSON object"))
        }
        #expect(!Files.exists(daemon.dataDirectory))
    }

    @Test("the sources show how many jokes of a file were not shown yet")
    func unseenJokes() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        _ = try next(2, of: client, ["source": "mine"])
        let row = try daemon.jokectl("sources").output.split(separator: "\n").first { $0.hasPrefix("mine\t") }
        #expect(row?.hasSuffix("\t3\t5") == true, "\(row ?? "")")
        let items = try client.call(.sourcesList)["items"]?.arrayValue ?? []
        #expect(items.allSatisfy { $0["total"] == .null && $0["unseen"] == .null })
    }

    @Test(
        "lines that were not read are reported with the first of them, until the pack is corrected", .rule(8),
        arguments: [false, true])
    func unreadLines(builtin: Bool) throws {
        let daemon = try daemon(builtin: builtin)
        let client = try daemon.connect()
        let lines = line(1) + "no JSON\n" + line(2) + #"{"id":"x"}"# + "\n"
        try Files.write(lines, to: path(of: daemon))
        _ = try next(1, of: client, ["source": "mine"])
        #expect(try daemon.jokectl("reload").succeeded)
        try client.call(.sourcesCategories, ["source": "mine"])
        let warning =
            "2 lines were not read; `jokesd --check-pack \(path(of: daemon))` lists them; the first is line 2: not a JSON"
        for command in ["sources", "doctor"] {
            #expect(try daemon.jokectl(command).output.contains(warning), "\(command)")
        }
        try Files.write(line(1) + line(2), to: path(of: daemon))
        #expect(try daemon.jokectl("reload").succeeded)
        try client.call(.sourcesCategories, ["source": "mine"])
        #expect(try !daemon.jokectl("sources").output.contains("not read"))
    }

    @Test(
        "a pack that is back after it was missing no longer shows its failure", .rule(8),
        arguments: [false, true])
    func packIsBack(builtin: Bool) throws {
        let daemon = try daemon(builtin: builtin)
        let client = try daemon.connect()
        Files.remove(path(of: daemon))
        #expect(try daemon.jokectl("reload").succeeded)
        _ = try? client.call(.sourcesCategories, ["source": "mine"])
        _ = try? client.call(.jokeNext, ["source": "mine", "wait": true])
        #expect(try daemon.jokectl("sources").output.contains("No such file"))
        try Files.write((1...5).map { line($0) }.joined(), to: path(of: daemon))
        #expect(try daemon.jokectl("reload").succeeded)
        try client.call(.sourcesCategories, ["source": "mine"])
        #expect(try !daemon.jokectl("sources").output.contains("No such file"))
    }

    @Test("a missing built-in pack is reported with its path, and is read when it is back")
    func missingBuiltin() throws {
        let place = TemporaryDirectory()
        let path = "\(place.path)/builtin.jsonl"
        let daemon = try TestDaemon(environment: ["JOKESD_PACKS": path])
        try daemon.start()
        let client = try daemon.connect()
        // The first request finds that the file is missing.
        _ = try? client.call(.jokeNext, ["source": "builtin"])
        let source = try client.call(.sourcesList)["items"]?.arrayValue?.first
        #expect(source?["message"]?.stringValue?.hasPrefix("\(path): No such file") == true)
        let listed = try daemon.jokectl("sources").output
        #expect(listed.contains("\(path): No such file"))
        #expect(!(try daemon.jokectl("doctor").output.contains("sources disable")))
        try Files.write(line(1), to: path)
        #expect(try daemon.jokectl("reload").succeeded)
        #expect(try client.call(.jokeNext, ["source": "builtin"])["joke"]?["id"] == "joke-1")
    }

    @Test("jokectl browses all its jokes, by category too, and a joke of a page can be liked")
    func browsed() throws {
        let daemon = try daemon()
        let all = (1...45).map { "joke-\($0)" }
        try Files.write((1...45).map { line($0) }.joined(), to: path(of: daemon))
        let lines = try daemon.jokectl("feed", "mine").lines
        #expect(lines.map { $0.prefix { $0 != "\t" } }.sorted() == all.sorted().map { $0[...] })
        let tea = try daemon.jokectl("feed", "mine", "--category", "TEA").lines
        #expect(Set(tea.map { $0.prefix { $0 != "\t" } }) == ["joke-1", "joke-2"])
        #expect(try daemon.jokectl("feed", "mine", "MINE: 45").lines.count == 1)
        #expect(
            try daemon.jokectl("feed", "mine", "--page", "3", "--pages", "1").lines == Array(lines[40...]))
        #expect(try daemon.jokectl("like", "joke-45").succeeded)
        #expect(try daemon.jokectl("saved", "list").output.contains("joke-45"))
    }

    @Test("a cursor is refused without its page or in another query, and so is a category that no joke has")
    func wrongPages() throws {
        let daemon = try daemon(builtin: true)
        let client = try daemon.connect()
        try Files.write((1...45).map { line($0) }.joined(), to: path(of: daemon))
        let rain = try client.call(.feedPage, ["source": "mine", "category": "rain"])
        let right: JSONObject = [
            "source": "mine", "category": "RAIN", "page": 2, "cursor": rain["next"] ?? .null,
        ]
        #expect(try client.call(.feedPage, right)["items"]?.arrayValue?.count == 20)
        for (name, value) in [
            ("page", .null), ("page", 1), ("page", 3), ("source", "builtin"), ("category", .null),
            ("category", "tea"), ("query", "of"), ("cursor", "1"), ("cursor", ""),
        ] as [(String, JSON)] {
            let wrong = JSONObject(
                members: right.filter { $0.name != name } + [.init(name: name, value: value)])
            let error = try client.refusal(.feedPage, wrong)
            #expect(error["data"]?["kind"] == "invalid_params", "\(name) \(value)")
            #expect(error["data"]?["parameter"] == "cursor", "\(error)")
        }
        let unknown = try client.refusal(.feedPage, ["source": "mine", "category": "elephants"])
        #expect(unknown["data"]?["parameter"] == "category", "\(unknown)")
        let run = try daemon.jokectl("feed", "mine", "--category", "elephants")
        #expect(run.errors.hasPrefix("jokectl: no joke is in the category 'elephants'; "), "\(run)")
        let none: JSONObject = ["source": "mine", "category": "tea", "query": "elephants"]
        #expect(try client.call(.feedPage, none)["items"]?.arrayValue == [])
    }

    @Test("a page of a file that is gone names the file")
    func pageOfMissingFile() throws {
        let daemon = try daemon()
        try Files.write("", to: path(of: daemon))
        Files.remove(path(of: daemon))
        let run = try daemon.jokectl("feed", "mine")
        #expect(run.errors == "jokectl: \(path(of: daemon)): No such file or directory\n")
    }
}
