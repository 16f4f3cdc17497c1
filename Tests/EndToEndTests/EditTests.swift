// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Editing jokes")
struct EditTests {
    private let starter = Joke.ID(rawValue: "mgdb9q1wqb6_gurzp_5bga").rawValue

    private func daemon() throws -> TestDaemon {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("like").succeeded)
        return daemon
    }

    @Test(
        "an edit survives kill -9, is shown everywhere, travels by an export, and can be undone and restored",
        .rule(15))
    func wholeLife() throws {
        let (one, other) = (try daemon(), try TestDaemon.ready())
        let client = try one.connect()
        let source = try #require(try client.call(.savedGet, ["joke": "mgdb"])["joke"]?["value"]?.stringValue)
        let edited = try client.call(
            .savedEdit,
            [
                "joke": "mgdb", "setup": "Optimized?", "punchline": "By itself.", "categories": ["Pun"],
                "translation": ["language": "es", "value": "¿Optimizado? Solo."],
            ])
        #expect(edited["changed"] == true && edited["decided"]?["value"] == "Optimized?\nBy itself.")
        try one.kill()
        try one.start()
        #expect(try one.jokectl("previous").output == "Optimized?\nBy itself.\n")
        #expect(try one.jokectl("history", "--json").output.contains("Optimized?"))
        #expect(try one.jokectl("saved", "search", "optimized").lines.count == 1)
        #expect(try one.jokectl("saved", "search", "Solo").lines.count == 1)
        #expect(try one.jokectl("saved", "list", "--category", "pun").lines.count == 1)
        let shown = try one.jokectl("saved", "show", "mgdb", "--json").output
        #expect(try JSON(parsing: shown.utf8)["original"] == .string(source))

        let lines = try one.jokectl("saved", "export").output
        #expect(try other.jokectl("saved", "import", "-", input: lines).succeeded)
        #expect(try other.jokectl("saved", "export").output == lines)
        #expect(try other.jokectl("show").output == "Optimized?\nBy itself.\n")
        #expect(try other.jokectl("edit", "mgdb", "--restore").output == "Restored: \(source)\n")
        #expect(try other.jokectl("saved", "list").output.contains(source))

        #expect(try one.jokectl("undo", "--json").output.contains(#""kind":"edited""#))
        #expect(try one.jokectl("show").output == "\(source)\n")
        #expect(try one.jokectl("edit", "mgdb", "--restore").output == "Unchanged: \(source)\n")
    }

    @Test("jokectl edits by options, by standard input, and by what the editor leaves")
    func commandLine() throws {
        let daemon = try daemon()
        #expect(try daemon.jokectl("edit", "mgdb", "--text", "New.").output == "Edited: New.\n")
        #expect(try daemon.jokectl("edit", "mgdb", "--text", "New.").output == "Unchanged: New.\n")
        #expect(try daemon.jokectl("edit", "mgdb", "--category", "x", "--language", "de").succeeded)
        #expect(try daemon.jokectl("edit", "mgdb", "--text", "-", input: "From\na pipe.\n").succeeded)
        let whole = try daemon.jokectl("edit", "mgdb", "--translation", "es=Uno.", "--json").output
        for part in [#""From\na pipe.""#, #""categories":["x"]"#, #""language":"de""#, #""value":"Uno.""#] {
            #expect(whole.contains(part), "\(whole)")
        }
        #expect(try daemon.jokectl("edit", "mgdb", "--setup", "Why?", "--punchline", "Because.").succeeded)
        for (editor, end, said) in [
            ("sed -i s/Because/Why.not/", 0, "Edited: Why?"), ("touch -d tomorrow", 0, "Unchanged: Why?"),
            ("truncate -s 0", 1, "nothing was changed: the text is empty"),
            ("false", 1, "the editor `false` failed"), ("printf 'A whole.' >", 0, "Edited: A whole."),
        ] {
            let program = try TerminalProgram(
                Programs.path(of: "jokectl"), ["edit", "mgdb"],
                environment: daemon.environment.merging(["EDITOR": editor]) { $1 }, columns: 400)
            #expect(try program.finish() == .exited(Int32(end)))
            #expect(program.said.contains(said), "\(program.said)")
            let joke = try JSON(parsing: try daemon.jokectl("saved", "show", "mgdb", "--json").output.utf8)[
                "joke"]
            #expect(editor.hasPrefix("printf") || joke?["punchline"] == "Why.not.", "\(editor)")
        }
        for (words, end) in [
            (["mgdb"], 64), (["mgdb", "--setup", "x"], 64), (["nobody", "--text", "x"], 66),
            (["mgdb", "--restore", "--text", "x"], 64), (["mgdb", "--language", "?"], 64),
        ] as [([String], Int32)] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["edit"] + words, environment: daemon.environment)
            #expect(run.end == .exited(end), "\(run)")
        }
    }

    @Test(
        "jokectl keeps what another client has written while the editor was open, and says where the draft is"
    )
    func changedMeanwhile() throws {
        let daemon = try daemon()
        let other = "\(try Programs.path(of: "jokectl")) edit mgdb --text Theirs. >/dev/null"
        let program = try TerminalProgram(
            Programs.path(of: "jokectl"), ["edit", "mgdb"],
            environment: daemon.environment.merging(["EDITOR": "\(other); printf Mine. >"]) { $1 },
            columns: 400)
        #expect(try program.finish() == .exited(1))
        #expect(program.said.contains("changed meanwhile"), "\(program.said)")
        #expect(program.said.contains("your text is in /"))
        #expect(try daemon.jokectl("saved", "show", "mgdb").output.contains("Theirs."))
    }

    @Test(
        "an editor that returns at once is named with the option that makes it wait, and the text stays",
        arguments: [
            (["add"], "./code", "nothing was added", "EDITOR='./code --wait'", ""),
            (["edit", "mgdb"], "./gvim -g", "nothing was changed", "EDITOR='./gvim -g --nofork'", "Why?\n"),
        ] as [([String], String, String, String, String)])
    func editorReturnsAtOnce(
        words: [String], editor: String, what: String, advice: String, text: String
    ) throws {
        let daemon = try daemon()
        #expect(try daemon.jokectl("edit", "mgdb", "--text", "Why?").succeeded)
        for name in ["code", "gvim"] { symlink("/bin/true", "\(daemon.directory.path)/\(name)") }
        let line =
            "cd '\(daemon.directory.path)' && exec \(try Programs.path(of: "jokectl")) \(words.joined(separator: " "))"
        let program = try TerminalProgram(
            "/bin/sh", ["-c", line], environment: daemon.environment.merging(["EDITOR": editor]) { $1 },
            columns: 400)
        #expect(try program.finish() == .exited(1))
        #expect(program.said.contains("\(what): your editor returned at once; use `"), "\(program.said)")
        #expect(program.said.contains("\(advice)`; your text is in /"), "\(program.said)")
        let drafts = Files.names(in: "\(daemon.directory.path)/run").filter { $0.hasPrefix("jokectl-") }
        #expect(try drafts.map { try Files.text("\(daemon.directory.path)/run/\($0)") } == [text])
    }

    @Test("an invalid edit is refused and changes nothing")
    func refused() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        for params: JSONObject in [
            [:], ["value": " \n"], ["setup": "Why?"], ["restore": false],
            ["value": .string(String(repeating: "x", count: 5_000))], ["restore": true, "value": "x"],
            ["translation": ["language": "es", "value": " "]], ["language": "?"],
        ] {
            var params = params
            params.append("joke", .string(starter))
            #expect(throws: (any Error).self) { try client.call(.savedEdit, params) }
        }
        let nameless = try client.refusal(.savedEdit, ["joke": "", "value": "x"])
        #expect(nameless["data"]?["parameter"] == "joke", "\(nameless)")
        #expect(try daemon.jokectl("undo", "--json").output.contains(#""kind":"liked""#))
    }
}
