// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The search of the desktop")
struct SearchServiceTests {
    private static let shell = SearchDesktop.shell
    private static let runner = SearchDesktop.runner

    /// A jokesd with these saved jokes.
    private func daemon(_ jokes: String...) throws -> TestDaemon {
        let daemon = try TestDaemon.ready()
        for joke in jokes { #expect(try daemon.jokectl("add", "--", joke).succeeded) }
        return daemon
    }

    private func variant(_ member: JSON?) -> String? { member?["data"]?.stringValue }

    @Test("GNOME Shell finds a saved joke by the beginning of a word, and gets its texts")
    func shell() throws {
        let daemon = try daemon("A zebra & a <b>lion</b> walk\ninto a bar.", "A duck.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        let ids = try desktop.ids("zeb")
        #expect(ids.count == 1)
        #expect(try desktop.ids("zeb", "li") == ids)
        #expect(try desktop.ids("zeb", "duck") == [])
        let narrowed = try desktop.call(
            Self.shell, "GetSubsearchResultSet", "asas", "1", ids[0], "1", "zebra")
        #expect(narrowed == .array(ids.map { .string($0) }))
        let metas = try desktop.call(Self.shell, "GetResultMetas", "as", "2", ids[0], "gone")
        #expect(metas.arrayValue?.count == 1)
        let meta = try #require(metas.arrayValue?.first)
        #expect(variant(meta["id"]) == ids[0])
        #expect(variant(meta["name"]) == "A zebra & a <b>lion</b> walk")
        #expect(variant(meta["description"]) == "into a bar.")
        #expect(variant(meta["clipboardText"]) == "A zebra & a <b>lion</b> walk\ninto a bar.")
    }

    @Test("KRunner gets the whole joke, without markup, and the action that copies it")
    func runner() throws {
        let daemon = try daemon("A zebra & a <b>lion</b> walk\ninto a bar.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        let matches = try desktop.call(Self.runner, "Match", "s", "zebra li")
        let match = try #require(matches.arrayValue?.first?.arrayValue)
        #expect(match[1] == "A zebra &amp; a &lt;b&gt;lion&lt;/b&gt; walk<br>into a bar.")
        #expect(match[2...4] == ["jokesd", 30, 0.5])
        #expect(match[5]["multiline"]?["data"] == true)
        #expect(try desktop.call(Self.runner, "Actions") == [["copy", "Copy", "edit-copy"]])
    }

    @Test("a noncharacter of a saved joke does not arrive, and a joke whose id has one is left out")
    func noncharacters() throws {
        let daemon = try daemon()
        for (number, value) in ([0xFDD0, 0xFDEF, 0xFFFE, 0x1FFFF, 0x10FFFF] as [UInt32]).enumerated() {
            let mark = try String(#require(Unicode.Scalar(value)))
            for id in ["id\(number)"] + (number == 0 ? ["id\(mark)"] : []) {
                let line: JSON = ["id": .string(id), "value": .string("Zebra \(mark) \(id)")]
                try daemon.connect().call(
                    .savedImport, ["lines": [.string(line.jsonText)], "last": true])
            }
        }
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        let ids = try desktop.ids("zebra")
        #expect(ids.count >= 4 && ids.allSatisfy { $0.utf8.count == 3 })
        for id in ids {
            let metas = try desktop.call(Self.shell, "GetResultMetas", "as", "1", id)
            #expect(variant(metas.arrayValue?.first?["name"]) == "Zebra  \(id)")
        }
        #expect(try desktop.call(Self.runner, "Match", "s", "zebra").arrayValue?.count == ids.count)
    }

    @Test("docs/jokesd-search.1.md has the options of --help and no other")
    func options() throws {
        let help = try ProgramRun(Programs.path(of: "jokesd-search"), ["--help"], environment: [:]).output
        let page = try DocumentationPage("jokesd-search.1.md").text
        #expect(
            DocumentationPage.options(in: page).subtracting(["--user"]) == DocumentationPage.options(in: help)
        )
    }

    @Test("the action is in the language of the session")
    func language() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath, language: "es_ES.UTF-8")
        #expect(try desktop.call(Self.runner, "Actions") == [["copy", "Copiar", "edit-copy"]])
    }

    @Test("a search has at most five results")
    func most() throws {
        let daemon = try daemon("Zebra 1.", "Zebra 2.", "Zebra 3.", "Zebra 4.", "Zebra 5.", "Zebra 6.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        #expect(try desktop.ids("zebra").count == 5)
        #expect(try desktop.call(Self.runner, "Match", "s", "zebra").arrayValue?.count == 5)
    }

    @Test("a chosen joke opens in the card, if there is one")
    func card() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath, with: [.card])
        let id = try #require(try desktop.ids("zebra").first)
        _ = try desktop.call(Self.shell, "ActivateResult", "sasu", id, "1", "zebra", "7")
        _ = try desktop.call(Self.runner, "Run", "ss", id, "")
        let opened = try desktop.calls(of: "ActivateAction", to: .card)
        #expect(opened.map { $0[0] } == ["joke", "joke"])
        #expect(opened.map { $0[1].arrayValue?.first?["data"] } == [.string(id), .string(id)])
        _ = try desktop.call(Self.shell, "LaunchSearch", "asu", "1", "zebra", "7")
        #expect(try desktop.calls(of: "Activate", to: .card).count == 1)
    }

    @Test("without a card, a chosen joke is a notification, whole and without markup")
    func notification() throws {
        let daemon = try daemon("A zebra &\na <b>lion</b>.")
        let desktop = try SearchDesktop(socket: daemon.socketPath, with: [.notifications])
        let id = try #require(try desktop.ids("zebra").first)
        _ = try desktop.call(Self.shell, "ActivateResult", "sasu", id, "0", "7")
        _ = try desktop.call(Self.runner, "Run", "ss", id, "")
        _ = try desktop.call(Self.shell, "LaunchSearch", "asu", "1", "zeb", "7")
        let shown = try desktop.calls(of: "Notify", to: .notifications)
        #expect(shown.map { $0[0] } == ["Jokes", "Jokes", "Jokes"])
        let text = "A zebra &amp;\u{2029}a &lt;b&gt;lion&lt;/b&gt;."
        #expect(
            shown.map { $0[4] } == [
                .string(text), .string(text.replacing("\u{2029}", with: "\n")), .string(text),
            ])
        #expect(shown[0][6]["desktop-entry"]?["data"] == "jokesd")
    }

    @Test("the program ends after the idle time when its notification is closed")
    func closedNotification() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath, with: [.notifications], idle: "2")
        let id = try #require(try desktop.ids("zebra").first)
        _ = try desktop.call(Self.runner, "Run", "ss", id, "")
        let ending = try desktop.ending()
        try desktop.emit("NotificationClosed", "uu", ["2", "u", "1", "u", "2"], from: .notifications)
        _ = try Descriptor.wait(
            for: POLLIN, on: ending.raw, "the end of jokesd-search", until: TestDeadline())
    }

    @Test("the action of KRunner puts the whole joke into Plasma's clipboard")
    func copy() throws {
        let long = String(repeating: "zebra ", count: 60) + "<b>"
        let daemon = try daemon(long)
        let desktop = try SearchDesktop(socket: daemon.socketPath, with: [.klipper])
        let id = try #require(try desktop.ids("zebra").first)
        _ = try desktop.call(Self.runner, "Run", "ss", id, "copy")
        #expect(try desktop.calls(of: "setClipboardContents", to: .klipper) == [[.string(long)]])
    }

    @Test("a jokesd that does not answer, or is not there, finds nothing; one that is back is asked again")
    func silence() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        #expect(try desktop.ids("zebra").count == 1)
        daemon.process?.send(SIGSTOP)
        let usual = try SearchDesktop(socket: daemon.socketPath, isPatient: false)
        #expect(try usual.ids("zebra") == [])
        #expect(try usual.call(Self.shell, "GetResultMetas", "as", "1", "j1") == [])
        try daemon.kill()
        #expect(try desktop.ids("zebra") == [])
        try daemon.start()
        #expect(try desktop.ids("zebra").count == 1)
    }

    @Test("ten thousand letters, signs and nothing find nothing")
    func strangeQueries() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        for words in [String(repeating: "zebra", count: 2_000), "", "\"", "%%%", "* * *", "😀😀😀"] {
            #expect(try desktop.ids(words) == [])
            #expect(try desktop.call(Self.runner, "Match", "s", words) == [])
        }
        #expect(try desktop.call(Self.runner, "Run", "ss", "no such id", "") == .null)
        #expect(try desktop.ids("zebra").count == 1)
    }

    @Test("a call with other arguments, or of an unknown method, is an error")
    func wrongCalls() throws {
        let desktop = try SearchDesktop(socket: "/nowhere/socket")
        #expect(try desktop.run(Self.runner, "Match", "i", "4").errors.contains("Invalid argument"))
        #expect(
            try desktop.run(Self.shell, "GetInitialResultSet", "s", "x").errors.contains("Invalid argument"))
        #expect(try desktop.run(Self.runner, "Config").errors.contains("Unknown method"))
    }

    @Test("the program ends when it is idle, and the bus starts it again")
    func idle() throws {
        let daemon = try daemon("A zebra.")
        let desktop = try SearchDesktop(socket: daemon.socketPath)
        let search = try desktop.start("--idle", "0.05")
        #expect(try search.wait() == .exited(0))
        #expect(desktop.errors == "")
        #expect(try desktop.ids("zebra").count == 1)
    }

    @Test("a second program says that the name is taken, and one without a bus that there is none")
    func noName() throws {
        let desktop = try SearchDesktop(socket: "/nowhere/socket")
        #expect(try desktop.ids("zebra") == [])
        #expect(try desktop.start().wait() == .exited(69))
        #expect(desktop.errors.contains("another program has the name io.github.jokesd.Search"))
        let run = try ProgramRun(
            Programs.path(of: "jokesd-search"), [],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(run.end == .exited(69))
        #expect(run.errors.contains("no session bus answers"))
    }

    @Test("the command line has help, a version, and errors for what it does not know")
    func commandLine() throws {
        let program = try Programs.path(of: "jokesd-search")
        let version = try ProgramRun(program, ["--version"], environment: [:]).output
        #expect(version == "jokesd-search \(Version.program)\n")
        #expect(try ProgramRun(program, ["--help"], environment: [:]).output.contains("--idle SECONDS"))
        let wrong = try ProgramRun(program, ["--idel=3"], environment: [:])
        #expect(wrong.end == .exited(64))
        #expect(wrong.errors.contains("--idle"))
    }
}
