// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The library")
struct LibraryTests {
    /// A time in an hour, so that a decision is newer than those of this test.
    private static let soon = JSON.string(WallTime(milliseconds: Int64(time(nil) + 3_600) * 1_000).rfc3339)

    @Test("an exported library is imported and exported again byte for byte")
    func exportAndImport() throws {
        let (one, other) = (try TestDaemon.ready(), try TestDaemon.ready())
        for _ in 0..<3 { #expect(try one.jokectl("like").succeeded) }
        #expect(try one.jokectl("dislike").succeeded)
        #expect(try one.jokectl("saved", "delete", "mgdb").succeeded)
        let directory = TemporaryDirectory()
        let (first, second) = ("\(directory.path)/first.jsonl", "\(directory.path)/second.jsonl")
        #expect(try one.jokectl("saved", "export", first).succeeded)
        let imported = try other.jokectl("saved", "import", "--merge", first)
        #expect(imported.output == "added\t4\nupdated\t0\nunchanged\t0\nskipped\t0\n")
        #expect(try other.jokectl("saved", "export", second).succeeded)
        #expect(try Files.read(second) == (try Files.read(first)))
        #expect(try other.jokectl("saved", "list").output == (try one.jokectl("saved", "list").output))
        #expect(
            try other.jokectl("saved", "import", "--merge", "-", input: Files.text(first)).output.contains(
                "unchanged\t4"))
        #expect(try other.jokectl("status", "--json").output.contains(#""saved":{"count":2}"#))
    }

    @Test("a file of somebody else deletes and dislikes nothing, and --merge takes that over")
    func othersDecisions() throws {
        let (one, other) = (try TestDaemon.ready(), try TestDaemon.ready())
        let jokes = (1...5).map {
            "{\"id\":\"j\($0)\",\"value\":\"Joke \($0).\",\"source\":\"x\",\"savedAt\":\"2026-01-01T00:00:00.000Z\"}\n"
        }
        .joined()
        for daemon in [one, other] {
            #expect(try daemon.jokectl("saved", "import", "-", input: jokes).output.hasPrefix("added\t5\n"))
        }
        #expect(try other.jokectl("saved", "delete", "j1", "j2", "j3").succeeded)
        #expect(try other.jokectl("dislike", "j4").succeeded)
        let lines = try other.jokectl("saved", "export").output
        let before = try one.jokectl("saved", "export").output
        let added = try one.jokectl("saved", "import", "-", input: lines).output
        #expect(added.hasSuffix("skipped\t0\nremovals\t4\n"), "\(added)")
        #expect(try one.jokectl("saved", "export").output == before)
        #expect(
            try one.jokectl("saved", "import", "--merge", "-", input: lines).output.contains("updated\t4\n"))
        #expect(try one.jokectl("saved", "export").output == lines)
        #expect(try one.jokectl("saved", "list", "--deleted").lines.count == 4)
    }

    @Test("a decision of the far future does not win for ever, and reading it again changes nothing")
    func futureDecision() throws {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("like").succeeded)
        let future = try daemon.jokectl("saved", "export").output.replacing(
            "\"deletedAt\":null", with: "\"deletedAt\":\"9999-01-01T00:00:00Z\"")
        let marked = future.split(separator: "\"changedAt\"")[0] + "\"changedAt\":\"9999-01-01T00:00:00Z\"}\n"
        let lines =
            String(marked)
            + "{\"id\":\"f\",\"value\":\"F.\",\"source\":\"x\",\"savedAt\":\"9999-01-01T00:00:00Z\"}\n"
        let first = try daemon.jokectl("saved", "import", "--merge", "-", input: lines).output
        #expect(first == "added\t1\nupdated\t0\nunchanged\t1\nskipped\t0\npostdated\t2\n", "\(first)")
        let again = try daemon.jokectl("saved", "import", "--merge", "-", input: lines).output
        #expect(again.hasPrefix("added\t0\nupdated\t0\nunchanged\t2\n"), "\(again)")
        #expect(try daemon.jokectl("saved", "delete", "f").succeeded)
        #expect(
            try daemon.jokectl("saved", "import", "--merge", "-", input: lines).output.contains(
                "unchanged\t2\n"))
        let memory: JSONObject = [
            "lines": [.string("{\"seen\":\"00000000000000aa\",\"at\":253370764800000}")]
        ]
        #expect(try daemon.connect().call(.memoryImport, memory)["skipped"] == 1)
    }

    @Test("an export goes on only after the cursor of a part with the same jokes")
    func exportCursor() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let text = String(repeating: "long ", count: 700)
        let ids = (100..<200).map { "j\($0)" }
        let lines = ids.map { "{\"id\":\"\($0)\",\"value\":\"\(text) \($0)\"}\n" }
        #expect(try daemon.jokectl("saved", "import", "-", input: lines.joined()).succeeded)
        func params(_ jokes: [String]?, _ cursor: String?) -> JSONObject {
            var params: JSONObject = [:]
            if let jokes { params.append("jokes", .array(jokes.map { .string($0) })) }
            if let cursor { params.append("cursor", .string(cursor)) }
            return params
        }
        let most = Array(ids.dropFirst())
        var cursors: [String] = []
        for jokes in [nil, ids, most] {
            var (count, cursor): (Int, String?) = (0, nil)
            repeat {
                let part = try client.call(.savedExport, params(jokes, cursor))
                count += part["lines"]?.arrayValue?.count ?? 0
                cursor = part["next"]?.stringValue
                if let cursor { cursors.append(cursor) }
            } while cursor != nil
            #expect(count == jokes?.count ?? 100)
        }
        try #require(Set(cursors).count == 3 && cursors.count == 3)
        for (jokes, cursor) in [(nil, "j150"), (nil, ""), (most, cursors[0]), (nil, cursors[2])] {
            let error = try client.refusal(.savedExport, params(jokes, cursor))
            #expect(error["data"]?["kind"] == "invalid_params")
            #expect(error["message"]?.stringValue?.contains("starts again") == true)
        }
    }

    @Test("an export that a signal ends leaves no file", arguments: [SIGHUP, SIGINT, SIGTERM])
    func interruptedExport(_ signal: Int32) throws {
        let directory = TemporaryDirectory()
        let files = "\(directory.path)/files"
        try Files.makeDirectory(files)
        let server = try SocketServer(path: "\(directory.path)/socket")
        let output = try Files.create("\(directory.path)/output")
        let export = try TestProcess(
            Programs.path(of: "jokectl"),
            ["--socket", "\(directory.path)/socket", "saved", "export", "\(files)/jokes"], environment: [:],
            streams: (0, output.number, output.number))
        // jokectl has opened the file when it connects, and then waits for a reply.
        let connection = try server.accept()
        #expect(Files.names(in: files).count == 1)
        export.send(signal)
        #expect(try export.wait() == .signaled(signal))
        #expect(Files.names(in: files) == [])
        _ = connection
    }

    @Test("lines without a time that are imported again keep the date of the first import")
    func importedAgain() throws {
        let daemon = try TestDaemon.ready()
        func date() throws -> JSON? {
            try daemon.connect().call(.savedList)["items"]?.arrayValue?.first?["savedAt"]
        }
        let text = "A joke from elsewhere.\n"
        #expect(try daemon.jokectl("saved", "import", "-", "--as", "text", input: text).succeeded)
        let first = try #require(try date())
        let again = try daemon.jokectl("saved", "import", "-", "--as", "text", input: text)
        #expect(again.output.contains("unchanged\t1"))
        #expect(try date() == first)
    }

    @Test("a file with bad lines changes nothing unless they are skipped")
    func invalidLines() throws {
        let daemon = try TestDaemon.ready()
        let lines = "{\"value\":\"Good.\"}\nnot JSON\n"
        let refused = try daemon.jokectl("saved", "import", "-", input: lines)
        #expect(refused.end == .exited(65))
        #expect(refused.errors.contains("line 2 is no JSON object"))
        #expect(try daemon.jokectl("saved", "list").output == "")
        #expect(
            try daemon.jokectl("saved", "import", "-", "--skip-bad", input: lines).output.contains(
                "skipped\t1"))
        #expect(try daemon.jokectl("saved", "search", "good").succeeded)
    }

    @Test("a line that is not UTF-8 or too long is refused by its number, and skipped if the user wants")
    func unreadableLines() throws {
        let daemon = try TestDaemon.ready()
        let directory = TemporaryDirectory()
        let good = Array("{\"value\":\"Good.\"}\n\n".utf8)
        let latin1 = directory.write(
            good + Array("{\"value\":\"caf".utf8) + [0xE9] + Array("\"}\n".utf8), to: "1")
        // In a request, each of the quotation marks is an escape sequence of two bytes.
        let long = directory.write(good + [UInt8](repeating: UInt8(ascii: "\""), count: 33 << 10), to: "2")
        let longer = directory.write(good + [UInt8](repeating: 0, count: 300 << 10) + [10] + good, to: "3")
        for (file, problem) in [(latin1, "not UTF-8"), (long, "too long"), (longer, "too long")] {
            let refused = try daemon.jokectl("saved", "import", file)
            #expect(refused.end == .exited(65))
            #expect(
                refused.errors.contains("Nothing was imported: line 3 is \(problem)"), "\(refused.errors)")
            #expect(try daemon.jokectl("saved", "list").output == "")
        }
        #expect(try daemon.jokectl("saved", "import", latin1).errors.contains("iconv"))
        let utf16 = directory.write([0xFF, 0xFE] + good.flatMap { [$0, 0] }, to: "4")
        let unmarked = directory.write(Array("value\nJoke.\n".utf8).flatMap { [$0, 0] }, to: "5.csv")
        for run in [
            try daemon.jokectl("saved", "import", utf16),
            try daemon.jokectl("saved", "import", "--skip-bad", unmarked),
            try daemon.shell("\"\(Programs.path(of: "jokectl"))\" add - <\(utf16)"),
        ] {
            #expect(run.end == .exited(65) && run.errors.contains("`iconv -f UTF-16 -t UTF-8`"), "\(run)")
        }
        for file in [latin1, long, longer] {
            let run = try daemon.jokectl("saved", "import", "--skip-bad", file)
            #expect(run.succeeded && run.output.hasSuffix("skipped\t1\n"), "\(run)")
        }
        #expect(try daemon.jokectl("saved", "list").lines.allSatisfy { $0.hasSuffix("\tGood.") })
    }

    @Test(
        "plain text, a fortune file and CSV are recognized, with all of their jokes",
        arguments: [
            ("\u{FEFF}One\r\nmore.\r\n \r\n\r\nTwo.\r\n", "text"), ("One\nmore.\n%\nTwo.\n%\n", "text"),
            ("value,category\n\"One\nmore.\",a\nTwo.,\n", "csv"),
            ("url;setup;punchline;rank\n;One;more.;1\n;;Two.;2\n", "csv"),
            ("{\"value\":\"One\\nmore.\"}\n{\"value\":\"Two.\"}\n", "jsonl"),
        ])
    func otherFormats(file: String, format: String) throws {
        let daemon = try TestDaemon.ready()
        let valid = file.contains(";Two.;") ? 1 : 2
        let preview = try daemon.jokectl("saved", "import", "-", "--dry-run", "--skip-bad", input: file)
        #expect(
            preview.output.hasPrefix(
                "format\t\(format)\njokes\t\(valid)\nskipped\t\(2 - valid)\njoke\tOne more.\n"),
            "\(preview)")
        #expect(try daemon.jokectl("saved", "list").output == "")
        let run = try daemon.jokectl("saved", "import", "-", "--skip-bad", input: file)
        #expect(run.output.hasPrefix("added\t\(valid)\n"), "\(run)")
        let texts = try daemon.jokectl("saved", "list").lines.map { $0.split(separator: "\t")[3] }.sorted()
        #expect(texts == ["One more.", "Two."].prefix(valid).map { Substring($0) })
    }

    @Test("a line of a fortune file that equals the delimiter behind a blank is a line of the joke")
    func delimiterInJoke() throws {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("saved", "import", "-", input: "One\n %\n\ntwo\n%\n").succeeded)
        #expect(try daemon.jokectl("saved", "list", "--json").output.contains(#""value":"One\n%\n\ntwo""#))
    }

    @Test("plain text is recognized although its first line cannot be read")
    func unreadableFirstLine() throws {
        let daemon = try TestDaemon.ready()
        let file = "\(daemon.directory.path)/jokes.txt"
        try Files.write(Array("Caf".utf8) + [0xE9] + Array(" joke.\n\nOne\nmore.\n\nTwo.\n".utf8), to: file)
        #expect(try daemon.jokectl("saved", "import", file).end == .exited(65))
        let run = try daemon.jokectl("saved", "import", "--skip-bad", file)
        #expect(run.output.hasPrefix("added\t2\n") && run.output.hasSuffix("skipped\t1\n"), "\(run)")
    }

    @Test("the samples of a dry run are lines that would be imported")
    func samples() throws {
        let daemon = try TestDaemon.ready()
        let lines = (1...12).flatMap { [#"{"value":"Good \#($0)."}"#, #"{"nope":"Bad \#($0)."}"#] }
        let preview = try daemon.jokectl(
            "saved", "import", "-", "--dry-run", "--skip-bad", "--json",
            input: lines.joined(separator: "\n"))
        let json = try JSON(parsing: Array(preview.output.utf8)[...])
        #expect(json["jokes"] == 12 && json["skipped"] == 12)
        #expect(json["first"]?.arrayValue?.map { $0["value"] } == (1...10).map { .string("Good \($0).") })
    }

    @Test("more than 1,000 jokes are deleted in parts, as the error says")
    func manyMatches() throws {
        let daemon = try TestDaemon.ready()
        let lines = (1...1_001).map { #"{"value":"Joke \#($0).","categories":["many"]}"# }
        #expect(
            try daemon.jokectl("saved", "import", "-", input: lines.joined(separator: "\n")).succeeded)
        let refused = try daemon.jokectl("saved", "delete", "--category", "many")
        #expect(refused.end == .exited(64))
        #expect(
            refused.errors.contains("the category is not valid") && refused.errors.contains("by their ids"))
        let jokectl = try Programs.path(of: "jokectl")
        let deletion = "| cut -f1 | xargs '\(jokectl)' saved delete --"
        #expect(
            try daemon.shell("'\(jokectl)' saved list -n 1000 --category many \(deletion)").succeeded)
        #expect(try daemon.jokectl("saved", "list").lines.count == 1)
    }

    @Test("an error in plain text or CSV has the number of the line in the file")
    func errorsInOtherFormats() throws {
        let daemon = try TestDaemon.ready()
        let long = String(repeating: "word ", count: 900)
        for (file, problem) in [
            ("Good.\n\n\nToo\n\(long)\n", "line 4 has 4503 bytes of text"),
            ("value,setup\n\"Good\none\",\n,only this\n", "line 4 has no text"),
            ("value,setup\nGood,\n\"open,\nnext,\n", "a quotation mark of line 3 is not closed"),
        ] {
            let run = try daemon.jokectl("saved", "import", "-", input: file)
            #expect(
                run.end == .exited(65) && run.errors.contains("Nothing was imported: \(problem)"), "\(run)")
            #expect(try daemon.jokectl("saved", "list").output == "")
        }
        let run = try daemon.jokectl("saved", "import", "--as", "csv", "-", input: "rank\n1\n")
        #expect(run.end == .exited(65) && run.errors.contains("line 1 does not name the columns"), "\(run)")
    }

    @Test("a CSV file whose columns have unknown names is refused with its line and the known names")
    func unknownColumns() throws {
        let daemon = try TestDaemon.ready()
        let path = "\(daemon.directory.path)/jokes.csv"
        try Files.write("\nrank,witz\n1,Ein Witz.\n", to: path)
        let run = try daemon.jokectl("saved", "import", path)
        #expect(run.end == .exited(65), "\(run)")
        #expect(run.errors.contains("Nothing was imported: line 2 does not name the columns of jokes"))
        #expect(run.errors.contains("`value`, or `setup` and `punchline`"))
        #expect(try daemon.jokectl("saved", "list").output == "")
        // As plain text, if the user says so.
        #expect(try daemon.jokectl("saved", "import", "--as", "text", path).succeeded)
    }

    @Test("a file without line breaks is not read as a whole")
    func fileWithoutLineBreaks() throws {
        let daemon = try TestDaemon.ready()
        let run = try daemon.jokectl("saved", "import", "/dev/zero")
        #expect(run.end == .exited(65) && run.errors.contains("line 1 is too long"))
        let noise = try daemon.jokectl("saved", "import", "--as", "text", "/dev/urandom")
        #expect(noise.end == .exited(65) && noise.errors.contains("longer than 16 MiB"), "\(noise)")
    }

    @Test("thousands of lines are imported in many requests")
    func manyLines() throws {
        let daemon = try TestDaemon.ready()
        let lines = (0..<3_000).map { "{\"value\":\"Imported \\\"joke\\\" number \($0)\"}\n" }.joined()
        let imported = try daemon.jokectl("saved", "import", "-", input: lines)
        #expect(imported.output.hasPrefix("added\t3000\n"), "\(imported.errors)")
        let found = try daemon.jokectl("saved", "search", "number", "--all")
        #expect(found.lines.count == 3_000)
    }

    @Test("exported Markdown escapes the markup in jokes")
    func escapedMarkdown() throws {
        let daemon = try TestDaemon.ready()
        let line = ##"{"value":"# *No* <b>\n  - [markup](x) & `code` 1. ok"}"##
        #expect(try daemon.jokectl("saved", "import", "-", input: line).succeeded)
        let expected =
            "# Saved jokes\n\n- \\# \\*No\\* \\<b\\>\\\n  \\- \\[markup\\]\\(x\\) \\& \\`code\\` 1\\. ok\n"
        #expect(try daemon.jokectl("saved", "export", "--as", "markdown").output == expected)
    }

    @Test(
        "undo leaves what an import has changed since, also after a restart", .rule(9),
        arguments: [false, true])
    func undoAfterImport(restarts: Bool) throws {
        let (daemon, other) = (try TestDaemon.ready(), try TestDaemon.ready())
        let id = try #require(try daemon.connect().call(.jokeLike)["decided"]?["id"]?.stringValue)
        #expect(try daemon.jokectl("edit", id, "--text", "Ours.").succeeded)
        #expect(try daemon.jokectl("add", "Another one.").succeeded)
        let file = "\(daemon.directory.path)/library.jsonl"
        func copy(from one: TestDaemon, to another: TestDaemon) throws {
            #expect(try one.jokectl("saved", "export", "--force", file).succeeded)
            // As sync imports it: without a step of undo.
            let lines = try Files.text(file).split(separator: "\n").map { JSON.string(String($0)) }
            try another.connect().call(.savedImport, ["lines": .array(lines), "last": true])
        }
        try copy(from: daemon, to: other)
        #expect(try other.jokectl("edit", id, "--text", "Theirs.").succeeded)
        try copy(from: other, to: daemon)
        if restarts {
            try daemon.kill()
            try daemon.start()
        }
        #expect(try daemon.jokectl("undo").succeeded, "the addition")
        for change in ["the edit", "the like"] {
            let run = try daemon.jokectl("undo")
            #expect(run.end == .exited(1) && run.output.contains("Nothing was undone"), "\(change)")
        }
        #expect(try daemon.jokectl("undo").output.isEmpty, "there is nothing to undo")
        #expect(try daemon.jokectl("saved", "list").output.contains("Theirs."))
    }

    @Test("the undo of a change that an import has replaced leaves the change before it")
    func undoOfReplaced() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        #expect(try daemon.jokectl("add", "A joke of my own.").succeeded)
        let liked = try #require(try client.call(.jokeLike)["decided"]?["id"])
        let line: JSONObject = [
            "id": liked, "value": "Another text.", "language": "en", "source": "builtin",
            "savedAt": Self.soon, "changedAt": Self.soon,
        ]
        try client.call(.savedImport, ["lines": [.string(JSON.object(line).jsonText)], "last": true])
        let undo = try client.call(.jokeUndo)
        #expect(
            undo["changed"] == false && undo["undone"]?["kind"] == "liked" && undo["undone"]?["jokes"] == [])
        #expect(try daemon.jokectl("saved", "list").output.contains("A joke of my own."))
        #expect(try client.call(.jokeUndo)["undone"]?["kind"] == "added")
    }

    @Test("twenty changes can be undone, one of which an import has replaced, also after a restart")
    func undoDepthAfterImport() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        for _ in 0..<2 { try client.call(.jokeLike) }
        let liked = try #require(try client.call(.jokeLike)["decided"]?["id"])
        for _ in 0..<2 { try client.call(.jokeLike) }
        let edited: JSONObject = [
            "id": liked, "value": "Another text.", "language": "en", "source": "builtin",
            "savedAt": Self.soon, "changedAt": Self.soon,
        ]
        try client.call(.savedImport, ["lines": [.string(JSON.object(edited).jsonText)], "last": true])
        #expect(try daemon.jokectl("saved", "list").output.contains("Another text."))
        for _ in 0..<16 { try client.call(.jokeLike) }
        try daemon.kill()
        try daemon.start()
        let undoing = try daemon.connect()
        let changed = try (0..<20).map { _ in try undoing.call(.jokeUndo)["changed"] == true }
        #expect(changed.count { $0 } == 19)
        #expect(throws: (any Error).self) { try undoing.call(.jokeUndo) }
    }

    @Test("a like of the error joke saves nothing")
    func likedErrorJoke() throws {
        let daemon = try TestDaemon(configuration: #"{ "sources": { "builtin": { "enabled": false } } }"#)
        try daemon.start()
        #expect(try daemon.jokectl("next").end == .exited(75))
        #expect(try daemon.jokectl("like").end == .exited(1))
        #expect(try daemon.jokectl("saved", "random").end == .exited(1))
        #expect(try daemon.jokectl("next", "--source", "saved").end == .exited(1))
    }

    @Test("a database is no file of jokes")
    func importedDatabase() throws {
        let daemon = try TestDaemon.ready()
        let run = try daemon.jokectl("saved", "import", daemon.database)
        #expect(run.end == .exited(65) && run.errors.contains("`jokectl help backup`"), "\(run.errors)")
    }

    @Test("found jokes can be deleted together, restored one by one, and undone")
    func trash() throws {
        let daemon = try TestDaemon.ready()
        let lines = ["elephant one", "elephant two", "mouse"].map {
            "{\"id\":\"\($0.suffix(3))\",\"value\":\"\($0)\"}\n"
        }
        #expect(try daemon.jokectl("saved", "import", "-", input: lines.joined()).succeeded)
        #expect(try daemon.jokectl("saved", "delete", "--matching", "eleph*").lines.count == 2)
        #expect(try daemon.jokectl("saved", "list", "--deleted").lines.count == 2)
        #expect(try daemon.jokectl("saved", "restore", "on").output == "one\n")
        #expect(try daemon.jokectl("saved", "search", "elephant").lines.count == 1)
        #expect(try daemon.jokectl("undo").succeeded)
        #expect(try daemon.jokectl("saved", "search", "elephant").end == .exited(1))
        #expect(try daemon.jokectl("undo").succeeded)
        #expect(try daemon.jokectl("saved", "list").lines.count == 3)
    }
}
