// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// The output that only a terminal gets.
@Suite("jokectl at a terminal")
struct TerminalTests {
    private let directory = TemporaryDirectory()
    private var socket: String { "\(directory.path)/socket" }

    private func jokectl(_ words: String..., variables: [String: String] = [:]) throws -> TerminalProgram {
        let usual = ["TERM": "xterm", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "JOKESD_SOCKET": socket]
        return try TerminalProgram(
            Programs.path(of: "jokectl"), words, environment: usual.merging(variables) { $1 }, rows: 10)
    }

    /// Returns the id of the next request that is not a notification.
    private func request(of client: SocketClient) throws -> String {
        while true {
            if let id = try client.message()["id"] { return id.jsonText }
        }
    }

    private static let joke =
        #"{"id":"j1","value":"It came.","categories":[],"source":"s","language":"en"}"#

    @Test(
        "a wait shows a spinner in the locale's characters and erases it",
        arguments: [("C.UTF-8", "⠋ waiting for jokesd"), ("C", "| waiting for jokesd")])
    func spinner(_ locale: String, _ shown: String) throws {
        let server = try SocketServer(path: socket)
        let terminal = try jokectl("next", "--wait", variables: ["LANG": locale])
        let client = try server.accept()
        let id = try request(of: client)
        try terminal.read(to: shown)
        try client.send(
            #"{"id":\#(id),"result":{"seq":1,"changed":true,"decided":null,"joke":\#(Self.joke)}}"#)
        let rest = try terminal.read(to: "It came.")
        #expect(rest.hasSuffix("\r\u{1B}[KIt came."))
        #expect(try terminal.finish() == .exited(0))
    }

    @Test("errors and the overview of the help are wrapped at words in 40 columns")
    func narrow() throws {
        for (words, start) in [
            (["edit"], "jokectl: 'edit' needs ID: the id of the\r\n"), (["help"], "jokectl: show, like"),
        ] {
            let terminal = try TerminalProgram(
                Programs.path(of: "jokectl"), words,
                environment: ["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"], columns: 40, rows: 99)
            try terminal.finish()
            #expect(terminal.said.hasPrefix(start), "\(terminal.said)")
            for line in terminal.said.split(separator: "\r\n") { #expect(line.count <= 40, "\(line)") }
        }
    }

    @Test("translate says which texts are shown")
    func translate() throws {
        let daemon = try TestDaemon.ready()
        for (word, said) in [("on", "Translations are shown."), ("off", "Originals are shown.")] {
            let terminal = try TerminalProgram(
                Programs.path(of: "jokectl"), ["translate", word], environment: daemon.environment)
            try terminal.read(to: said)
            #expect(try terminal.finish() == .exited(0))
        }
    }

    @Test("without an output nothing is done")
    func closedOutput() throws {
        let daemon = try TestDaemon.ready()
        let before = try daemon.state()
        let run = try daemon.shell("\"\(Programs.path(of: "jokectl"))\" next >&-")
        #expect(run.end == .exited(74) && run.errors.contains("Bad file descriptor"), "\(run)")
        #expect(try daemon.state() == before)
    }

    @Test(
        "a terminal that cannot erase and a quiet one show no spinner",
        arguments: [["TERM": "dumb"], ["QUIET": "1"]])
    func noSpinner(_ variables: [String: String]) throws {
        let server = try SocketServer(path: socket)
        let terminal = try jokectl(
            "--timeout", "0.5", variables["QUIET"] == nil ? "--color=auto" : "--quiet", "next",
            variables: variables)
        let client = try server.accept()
        _ = try request(of: client)
        // This takes longer than the delay of the spinner.
        try terminal.finish()
        #expect(!terminal.said.contains("waiting"))
    }

    @Test("an import shows its progress")
    func progress() throws {
        let server = try SocketServer(path: socket)
        let line = #"{"value":""# + String(repeating: "ha ", count: 300) + #""}"# + "\n"
        try Files.write(String(repeating: line, count: 100), to: "\(directory.path)/jokes.jsonl")
        let terminal = try jokectl("saved", "import", "\(directory.path)/jokes.jsonl")
        let client = try server.accept()
        try client.send(#"{"id":\#(request(of: client)),"result":{"import":7,"staged":50}}"#)
        let second = try request(of: client)
        try terminal.read(to: "importing █████")
        try terminal.read(to: " %")
        try client.send(
            #"{"id":\#(second),"error":{"code":-32603,"message":"No.","data":{"kind":"internal"}}}"#)
        #expect(try terminal.finish() == .exited(70))
        #expect(terminal.said.contains("\r\u{1B}[Kjokectl: No"))
    }

    private func list(_ client: SocketClient, count: Int) throws {
        let items = (1...count).map { number in
            #"{"savedAt":"2026-11-21T09:15:00Z","joke":{"id":"id-number-\#(number)","value":"Joke \#(number).","categories":[],"source":"s","language":"en"}}"#
        }
        let page =
            "{\"items\":[\(items.joined(separator: ","))],\"total\":\(count),\"exact\":true,\"next\":null}"
        try client.send(#"{"id":\#(request(of: client)),"result":\#(page)}"#)
    }

    @Test("a long list is shown in the pager with its settings")
    func pager() throws {
        let server = try SocketServer(path: socket)
        let terminal = try jokectl(
            "saved", "list", variables: ["PAGER": "sed \"s/^/$LESS $LESSCHARSET> /\"", "NO_COLOR": "1"])
        try list(try server.accept(), count: 30)
        try terminal.finish()
        #expect(
            terminal.said.contains("FRX utf-8> ") && terminal.said.contains("Joke 1.")
                && terminal.said.contains("Joke 30."))
    }

    @Test("long help and lists are shown in the pager, and a long joke is not")
    func pagedCommands() throws {
        let pager = ["PAGER": "sed s/^/paged:/", "NO_COLOR": "1"]
        for help in [
            try jokectl("help", "saved", variables: pager),
            try jokectl("saved", "delete", "--help", variables: pager),
        ] {
            #expect(try help.finish() == .exited(0))
            #expect(help.said.contains("paged:Usage: jokectl saved"), "\(help.said)")
        }
        let server = try SocketServer(path: socket)
        let sources = try jokectl("sources", variables: pager)
        let items = (1...30).map { #"{"name":"source-\#($0)","type":"pack","enabled":true}"# }
        let client = try server.accept()
        try client.send(
            "{\"id\":\(request(of: client)),\"result\":{\"items\":[\(items.joined(separator: ","))]}}")
        #expect(try sources.finish() == .exited(0))
        #expect(sources.said.contains("paged:source-30"), "\(sources.said)")
        let daily = try jokectl("daily", variables: pager)
        let other = try server.accept()
        let text = String(repeating: "line\\n", count: 40) + "the end"
        let joke = #"{"id":"j","value":"\#(text)","categories":[],"source":"s","language":"en"}"#
        try other.send("{\"id\":\(request(of: other)),\"result\":{\"date\":\"2026-11-21\",\"joke\":\(joke)}}")
        #expect(try daily.finish() == .exited(0))
        #expect(daily.said.contains("the end") && !daily.said.contains("paged"), "\(daily.said)")
    }

    @Test("less shows a screen until a key ends it")
    func less() throws {
        let server = try SocketServer(path: socket)
        let terminal = try jokectl("saved", "list")
        try list(try server.accept(), count: 30)
        try terminal.read(to: "Joke 9.")
        #expect(!terminal.said.contains("Joke 30."))
        // An interrupt goes to less, which continues: it beeps, drops earlier input, and shows its screen again. If it
        // was about to wait for a key, it does so only after the next one.
        try terminal.read(to: ":")
        try terminal.type("\u{3}")
        try terminal.read(to: "\u{7}")
        try terminal.type("r")
        try terminal.read(to: "Joke 9.")
        try terminal.read(to: ":")
        try terminal.type("G")
        try terminal.read(to: "Joke 30.")
        try terminal.type("q")
        #expect(try terminal.finish() == .exited(0))
    }

    @Test(
        "a short list is printed, and so is any list without a usable pager",
        arguments: [(3, "sed s/^/paged/"), (30, ""), (30, "cat"), (30, "no-such-pager"), (30, "/")])
    func noPager(_ count: Int, _ pager: String) throws {
        let server = try SocketServer(path: socket)
        let terminal = try jokectl("saved", "list", variables: ["PAGER": pager])
        try list(try server.accept(), count: count)
        #expect(try terminal.finish() == .exited(0))
        #expect(terminal.said.contains("Joke \(count).") && !terminal.said.contains("paged"))
    }
}
