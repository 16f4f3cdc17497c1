// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Adding jokes")
struct AddTests {
    @Test(
        "an added joke survives kill -9, comes in the round, travels by an export, and can be undone",
        .rule(14))
    func wholeLife() throws {
        let (one, other) = (try TestDaemon.ready(), try TestDaemon.ready())
        let client = try one.connect()
        let added = try client.call(
            .jokeAdd,
            [
                "setup": "Why?", "punchline": "Because.", "categories": ["Dev"],
                "translation": ["language": "es", "value": "¿Por qué? Porque sí."],
            ])
        let id = try #require(added["decided"]?["id"]?.stringValue)
        #expect(added["decided"]?["source"] == "mine" && added["decided"]?["value"] == "Why?\nBecause.")
        try one.kill()
        try one.start()
        let shown = try one.jokectl("next", "--source", "mine", "--json")
        #expect(shown.output.contains(id), "\(shown)")
        // It was seen, and comes again in the next round.
        #expect(try one.jokectl("next").succeeded)
        #expect(try one.jokectl("next", "--source", "mine", "--json").output.contains(id))
        #expect(try one.jokectl("next", "--category", "dev", "--json").succeeded)

        let lines = try one.jokectl("saved", "export").output
        #expect(try other.jokectl("saved", "import", "-", input: lines).succeeded)
        #expect(try other.jokectl("saved", "export").output == lines)
        // The import turns the source on there.
        #expect(try other.jokectl("next", "--source", "mine", "--json").output.contains(id))

        #expect(try one.jokectl("next").succeeded)
        let undone = try one.jokectl("undo", "--json")
        #expect(undone.output.contains(#""kind":"added""#), "\(undone)")
        #expect(try one.jokectl("saved", "list").output == "")
        #expect(!(try one.jokectl("next", "--source", "mine").succeeded))
    }

    @Test("an import turns the source on, also beside jokes of packs whose ids begin alike")
    func importedBesideOthers() throws {
        let daemon = try TestDaemon.ready()
        let lines = """
            {"id":"mine-1","value":"Of a pack."}
            {"id":"mine-2","value":"Of a pack, too."}
            {"source":"mine","value":"One of mine."}

            """
        #expect(try daemon.jokectl("saved", "import", "-", input: lines).succeeded)
        #expect(try daemon.jokectl("next", "--source", "mine").output == "One of mine.\n")
    }

    @Test("a language is taken without its region, and what is none is refused, in an import, too")
    func languages() throws {
        let daemon = try TestDaemon()
        try daemon.start()
        let refused = try daemon.jokectl("add", "--language", "Deutsch!", "Einer von mir.")
        #expect(!refused.succeeded, "\(refused.errors)")
        #expect(refused.errors.contains("a language's code, such as 'en'"), "\(refused.errors)")
        let file = "\(daemon.directory.path)/jokes.jsonl"
        try Files.write(#"{"value":"Einer von mir.","language":"Deutsch!"}"# + "\n", to: file)
        let imported = try daemon.jokectl("saved", "import", file)
        #expect(imported.errors.contains("a language's code, such as \"en\""), "\(imported.errors)")
        #expect(try daemon.jokectl("saved", "list").lines.isEmpty)
        let reply = try daemon.connect().refusal(.jokeAdd, ["value": "X.", "language": "English"])
        #expect(reply["data"]?["parameter"] == "language", "\(reply)")
        #expect(try daemon.jokectl("add", "--language", "pt-BR", "Uma minha.").succeeded)
        for name in ["pt", "PT_br"] {
            #expect(try daemon.jokectl("saved", "list", "--language", name).lines.count == 1)
        }
        #expect(try daemon.jokectl("saved", "export").output.contains(#""language":"pt""#))
    }

    @Test("a translation into the language of the joke is refused")
    func ownLanguage() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let translation: JSON = ["language": "en-GB", "value": "Colour."]
        for params in [
            ["value": "Color.", "translation": translation],
            ["value": "Color.", "language": "en-US", "translation": translation],
        ] as [JSONObject] {
            let error = try client.refusal(.jokeAdd, params)
            #expect(error["data"]?["parameter"] == "translation", "\(error)")
        }
        let run = try daemon.jokectl("add", "--translation", "en=Colour.", "Color.")
        #expect(run.errors.contains("the translation is not valid; it must be another language"), "\(run)")
        #expect(try daemon.jokectl("saved", "list").lines.isEmpty)
        #expect(try daemon.jokectl("add", "--translation", "es=Color.", "Colour.").succeeded)
        let id = String(try daemon.jokectl("saved", "list", "--format", "{{joke.id}}").lines[0])
        let edit: JSONObject = ["joke": .string(id), "translation": translation]
        #expect(try client.refusal(.savedEdit, edit)["data"]?["parameter"] == "translation")
        // A corrected language removes a translation into it.
        let edited = try client.call(.savedEdit, ["joke": .string(id), "language": "es"])
        #expect(edited["decided"]?["translation"] == .null, "\(edited)")
    }

    @Test("add says if the configuration rejects the joke, and only then")
    func rejected() throws {
        let daemon = try TestDaemon.ready()
        let french = try daemon.jokectl("add", "--language", "fr", "Une blague.\nDeux.")
        #expect(french.succeeded && french.errors.contains("see `languages` and `filter`"), "\(french)")
        let words = [
            ["Two lines\nof mine."], ["--language", "fr", "--translation", "en=One.", "Une autre."],
        ]
        for words in words + [[String(repeating: "ñ ", count: 139)]] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["add"] + words, environment: daemon.environment)
            #expect(run.succeeded && run.errors.isEmpty, "\(run)")
        }
        let reply = try daemon.connect().call(.jokeAdd, ["value": "Une troisième.", "language": "fr"])
        #expect(reply["rejection"]?.stringValue?.contains("(language fr)") == true, "\(reply)")
        #expect(try daemon.jokectl("sources", "disable", "mine").succeeded)
        let off = try daemon.jokectl("add", "Two.")
        #expect(off.errors.contains("the source 'mine' is disabled"), "\(off)")
    }

    @Test("an edit of one part keeps the other one")
    func onePart() throws {
        let daemon = try TestDaemon.ready()
        let added = try daemon.connect().call(.jokeAdd, ["setup": "Why?", "punchline": "Because."])
        let id = try #require(added["decided"]?["id"]?.stringValue)
        #expect(try daemon.jokectl("edit", id, "--punchline", "No.").output == "Edited: Why?\nNo.\n")
        #expect(try daemon.jokectl("edit", id, "--setup", "Who?").output == "Edited: Who?\nNo.\n")
        #expect(try daemon.jokectl("edit", id, "--text", "A whole.").succeeded)
        let refused = try daemon.jokectl("edit", id, "--setup", "Why?")
        #expect(refused.errors.contains("the joke has no parts"), "\(refused)")
        let client = try daemon.connect()
        let blank = try client.refusal(.savedEdit, ["joke": .string(id), "setup": " "])
        #expect(blank["message"] == "The 'setup' has no text.", "\(blank)")
    }

    @Test("a value with other parts is refused, and in an import the value counts")
    func contradiction() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let wrong: [JSONObject] = [
            ["value": "V.", "setup": "S?"], ["value": "V.", "punchline": "P."],
            ["value": "V.", "setup": "S?", "punchline": "P."],
        ]
        for params in wrong {
            let error = try client.refusal(.jokeAdd, params)
            #expect(error["data"]?["kind"] == "invalid_params", "\(error)")
            let message = error["message"]?.stringValue ?? ""
            #expect(["'value'", "'setup'", "'punchline'"].allSatisfy(message.contains), "\(message)")
        }
        let whole: JSONObject = ["value": "S?\nP.", "setup": "S?", "punchline": "P."]
        let added = try client.call(.jokeAdd, whole)
        #expect(added["decided"]?["punchline"] == "P.")
        let id = added["decided"]?["id"] ?? .null
        for params in wrong {
            var params = params
            params.append("joke", id)
            #expect(try client.refusal(.savedEdit, params)["data"]?["kind"] == "invalid_params")
        }
        for line in wrong {
            let other = try TestDaemon.ready()
            let client = try other.connect()
            let lines: JSON = [.string(JSON.object(line).jsonText)]
            _ = try client.call(.savedImport, ["lines": lines, "last": true])
            let item = try client.call(.savedList)["items"]?.arrayValue?.first
            #expect(item?["joke"]?["value"] == "V." && item?["joke"]?["setup"] == .null)
        }
    }

    @Test("a joke without a text, and a restoration with other options, are refused with the reason")
    func reasons() throws {
        let nowhere = "/nowhere/socket"
        for words in [
            ["add", ""], ["add", " \n "], ["add", "--setup", " ", "--punchline", "P."],
            ["edit", "1", "--text", " "],
        ] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), words + ["--socket", nowhere], environment: [:])
            #expect(run.errors == "jokectl: the joke has no text\n" && run.end == .exited(64), "\(run)")
        }
        let words = ["edit", "1", "--restore", "--text", "x", "--socket", nowhere]
        let restored = try ProgramRun(Programs.path(of: "jokectl"), words, environment: [:])
        #expect(restored.errors.contains("--restore brings back the whole joke"), "\(restored)")
        // jokesd knows the reason, and jokectl shows it.
        let daemon = try TestDaemon.ready()
        let long = try daemon.jokectl("add", String(repeating: "x", count: 5_000))
        #expect(long.errors == "jokectl: The joke has 5000 bytes of text; at most 4096 are kept\n", "\(long)")
    }

    @Test(
        "a source of the user's own that is named mine keeps its name, and added jokes come from own",
        .rule(14))
    func nameTaken() throws {
        let daemon = try TestDaemon(
            configuration:
                #"{"sources": {"mine": {"type": "pack", "path": "/nowhere/pack", "enabled": false}}}"#)
        try daemon.start()
        let added = try daemon.connect().call(.jokeAdd, ["value": "One of mine."])
        #expect(added["decided"]?["source"] == "own")
        #expect(try daemon.jokectl("next", "--source", "own").output == "One of mine.\n")
        // Elsewhere, where the name is free, the joke is one of mine.
        let other = try TestDaemon.ready()
        let lines = try daemon.jokectl("saved", "export").output
        #expect(try other.jokectl("saved", "import", "-", input: lines).succeeded)
        #expect(try other.jokectl("saved", "list", "--source", "mine").lines.count == 1)
    }

    @Test("jokectl adds a text, standard input, two parts, and what the editor leaves")
    func commandLine() throws {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("add", "One of mine.").output == "Added: One of mine.\n")
        #expect(try daemon.jokectl("add", "One of mine!").output == "Already added: One of mine.\n")
        #expect(
            try daemon.jokectl("add", "-", "--json", input: "Two\nlines.\n").output.contains(
                #""Two\nlines.""#))
        let whole = try daemon.jokectl(
            "add", "--setup", "¿Por qué?", "--punchline", "Porque sí.", "--category", "x", "--category", "y",
            "--language", "es", "--translation", "en=Why? 1=1.", "--json")
        for part in [
            #""categories":["x","y"]"#, #""language":"es""#, #""Why? 1=1.""#, #""punchline":"Porque sí.""#,
        ] {
            #expect(whole.output.contains(part), "\(whole)")
        }
        for (editor, end, said) in [
            ("printf 'From the editor.' >", 0, "Added: From the editor."),
            ("touch -d tomorrow", 1, "the text is empty"), ("sleep 0.2; true", 1, "added: the text is empty"),
            ("false", 1, "the editor `false` failed or was interrupted"),
            ("sh -c 'echo Kept. >$0; kill -9 $$'", 1, "; your text is in /"),
            ("/nowhere/editor", 69, "the editor `/nowhere/editor` cannot be run; set $EDITOR"),
            ("head -c 5000 /dev/zero | tr '\\0' x >", 65, "the text is too long"),
        ] {
            let program = try TerminalProgram(
                Programs.path(of: "jokectl"), ["add"],
                environment: daemon.environment.merging(["EDITOR": editor]) { $1 }, columns: 200)
            #expect(try program.finish() == .exited(Int32(end)))
            #expect(program.said.contains(said), "\(program.said)")
        }
        #expect(try daemon.jokectl("saved", "list").lines.count == 4)
        for words in [
            [], ["--setup", "x"], ["x", "--setup", "x", "--punchline", "x"], ["x", "--translation", "x"],
        ] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["add"] + words, environment: daemon.environment)
            #expect(run.end == .exited(64), "\(run)")
        }
    }

    @Test("a joke without a text, or with a translation that is none, is refused and changes nothing")
    func refused() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        for params: JSONObject in [
            [:], ["value": " \n"], ["setup": "Why?"],
            ["value": .string(String(repeating: "x", count: 5_000))],
            ["value": "Good.", "translation": ["language": "es", "value": " "]],
        ] {
            #expect(throws: (any Error).self) { try client.call(.jokeAdd, params) }
        }
        #expect(try daemon.jokectl("saved", "list").output == "")
        #expect(!(try daemon.jokectl("undo").succeeded))
    }
}
