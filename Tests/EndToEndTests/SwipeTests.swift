// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// The card in a real terminal (tmux) with the real daemon: keys and the mouse as input, the screen as output.
@Suite("The card in a terminal")
struct SwipeTests {
    /// Returns a terminal that shows the card.
    private func card(of daemon: TestDaemon, _ arguments: String = "--no-motion") throws -> TmuxTerminal {
        let terminal = try TmuxTerminal(daemon.environment)
        try terminal.run("\(Programs.path(of: "jokectl")) swipe \(arguments)")
        try terminal.awaitScreen("the number of saved jokes") { $0.contains(/saved [0-9]/) }
        return terminal
    }

    /// Presses the button in the first of these columns of the card, and moves the mouse to the others.
    private func drag(_ terminal: TmuxTerminal, through columns: Int...) throws {
        for (index, column) in columns.enumerated() { try terminal.mouse(index == 0 ? 0 : 32, column, 12) }
    }

    private func releaseButton(_ terminal: TmuxTerminal, at column: Int) throws {
        try terminal.mouse(0, column, 12, isRelease: true)
    }

    private func joke(of daemon: TestDaemon) throws -> String {
        try #require(try daemon.state()["joke"]?["id"]?.stringValue)
    }

    /// Returns the next state for which the condition is true.
    private func state(of client: SocketClient, where isWanted: (JSON) -> Bool) throws -> JSON {
        try client.event { $0["state"].map(isWanted) ?? false }["state"] ?? .null
    }

    @Test("a card that is thrown to the right turns green and is saved, and the next one follows")
    func thrownCard() throws {
        let daemon = try TestDaemon.ready()
        let (terminal, client) = (try card(of: daemon), try daemon.subscribe())
        let first = try joke(of: daemon)
        try drag(terminal, through: 40, 75)
        let liked = try state(of: client) { $0["decisionState"] == "liked" }
        #expect(liked["backgroundColor"] == "green" && liked["joke"]?["id"]?.stringValue == first)
        try releaseButton(terminal, at: 76)
        let next = try state(of: client) { $0["joke"]?["id"]?.stringValue != first }
        #expect(
            next["saved"]?["count"] == 1 && next["backgroundColor"] == "gray"
                && next["decisionState"] == "undecided")
        try terminal.awaitScreen("saved 1")
    }

    @Test("a card that is held at the right is green but not saved, and returns to the middle")
    func heldCard() throws {
        let daemon = try TestDaemon.ready()
        let (terminal, client) = (try card(of: daemon), try daemon.subscribe())
        let first = try joke(of: daemon)
        try drag(terminal, through: 40, 60, 72)
        // However the card was moved, it is undecided when the mouse is held.
        let held = try state(of: client) {
            $0["cardTranslation"]?.numberValue ?? 0 >= 0.6 && $0["decisionState"] == "undecided"
        }
        #expect(held["backgroundColor"] == "green")
        try releaseButton(terminal, at: 72)
        let back = try state(of: client) { $0["cardTranslation"] == 0 }
        #expect(back["joke"]?["id"]?.stringValue == first && back["saved"]?["count"] == 0)
    }

    @Test("arrow keys turn the card red at five steps and dislike at six, with Enter")
    func arrowKeys() throws {
        let daemon = try TestDaemon.ready()
        let (terminal, client) = (try card(of: daemon), try daemon.subscribe())
        let first = try joke(of: daemon)
        var colors: [String] = []
        for step in 1...6 {
            try terminal.press("Left")
            let state = try state(of: client) { $0["cardTranslation"]?.numberValue == -Double(step) / 10 }
            colors.append(
                "\(state["backgroundColor"]?.stringValue ?? "") \(state["decisionState"]?.stringValue ?? "")")
        }
        #expect(colors == Array(repeating: "gray undecided", count: 4) + ["red undecided", "red disliked"])
        try terminal.awaitScreen("disliked")
        try terminal.press("Enter")
        let next = try state(of: client) { $0["joke"]?["id"]?.stringValue != first }
        #expect(next["saved"]?["count"] == 0)
    }

    @Test("two terminals show the same drag, whoever drags")
    func twoTerminals() throws {
        let daemon = try TestDaemon.ready()
        let (one, other) = (try card(of: daemon), try card(of: daemon))
        try one.press("Right", "Right", "Right")
        try other.awaitScreen("▮▮▮")
        try other.press("Right", "Right", "Right")
        try one.awaitScreen("▮▮▮▮▮▮ liked")
        #expect(try one.screen().contains("liked") && other.screen().contains("liked"))
    }

    @Test("a killed daemon is reported, and the card continues with the next one")
    func killedDaemon() throws {
        let daemon = try TestDaemon.ready()
        let terminal = try card(of: daemon)
        try daemon.kill()
        try terminal.awaitScreen("not connected, trying again")
        try terminal.awaitScreen("no program listens at")
        try daemon.start()
        let first = try joke(of: daemon)
        try terminal.awaitScreen("the number of saved jokes") { $0.contains(/saved [0-9]/) }
        try terminal.press("+")
        try terminal.awaitScreen("saved 1")
        #expect(try joke(of: daemon) != first)
    }

    @Test("the card follows the size of the terminal")
    func resizing() throws {
        let daemon = try TestDaemon.ready()
        let terminal = try card(of: daemon, "--no-motion --color=never")
        #expect(try terminal.awaitScreen("╭").contains(String(repeating: " ", count: 16) + "╭"))
        try terminal.resize(columns: 120, rows: 40)
        try terminal.awaitScreen("the card in the middle of 120 columns") {
            $0.contains(
                "\n" + String(repeating: " ", count: 28) + "╭" + String(repeating: "─", count: 62) + "╮")
        }
        try terminal.resize(columns: 30, rows: 8)
        try terminal.awaitScreen("a low card of 28 columns, without edges above and below") {
            $0.contains("\n │  My code optimizes") && !$0.contains("╭")
        }
    }

    @Test(
        "the terminal is restored, however the program ends",
        arguments: ["q", "C-c", "TERM", "HUP", "ABRT", "SEGV"])
    func restoresTerminal(_ ending: String) throws {
        let daemon = try TestDaemon.ready()
        let terminal = try TmuxTerminal(daemon.environment)
        let (before, after) = ("\(daemon.directory.path)/before", "\(daemon.directory.path)/after")
        let modes = try terminal.modes()
        try terminal.run("echo $$ >\(daemon.directory.path)/shell; stty -a >\(before)")
        try terminal.run(
            "\(Programs.path(of: "jokectl")) swipe; stty -a >\(after); cmp \(before) \(after) && echo as it was"
        )
        try terminal.awaitScreen("the number of saved jokes") { $0.contains(/saved [0-9]/) }
        #expect(
            try terminal.modes() == "cursor=0 wrap=0 mouse_any=1 mouse_button=1 mouse_sgr=1 other=1\n")
        switch ending {
        case "q", "C-c": try terminal.press(ending)
        default:
            let shell = try Files.text("\(daemon.directory.path)/shell").filter(\.isNumber)
            _ = try ProgramRun("/usr/bin/pkill", ["-\(ending)", "-P", shell], environment: [:])
        }
        let screen = try terminal.awaitScreen("as it was\n")
        #expect(screen.contains("stty -a"), "the screen that was there before is back")
        #expect(try terminal.modes() == modes)
    }

    @Test("Ctrl-Z restores the terminal, and fg takes it again")
    func suspending() throws {
        let daemon = try TestDaemon.ready()
        let terminal = try card(of: daemon)
        try terminal.press("C-z")
        try terminal.awaitScreen("Stopped")
        _ = try daemon.jokectl("like")
        try terminal.run("fg")
        try terminal.awaitScreen("saved 1")
        try terminal.press("q")
        try terminal.awaitScreen("ready>") { $0.contains(TmuxTerminal.prompt) && !$0.contains(/saved [0-9]/) }
    }

    @Test("saved jokes are searched while typing, deleted and restored")
    func savedJokes() throws {
        let daemon = try TestDaemon.ready()
        for _ in 1...3 { #expect(try daemon.jokectl("like").succeeded) }
        let terminal = try card(of: daemon)
        try terminal.press("s")
        try terminal.awaitScreen("Saved jokes · 3 · by date")
        try terminal.press("/", "o", "p", "t", "i", "m")
        try terminal.awaitScreen("Saved jokes · 1 · by date")
        try terminal.press("Enter", "d")
        try terminal.awaitScreen("No joke matches.")
        try terminal.press("u")
        try terminal.awaitScreen("▸ My code optimizes itself")
        try terminal.press("Escape")
        try terminal.awaitScreen("Saved jokes · 3")
        try terminal.press("o")
        try terminal.awaitScreen("by text")
    }

    @Test("the built-in jokes are browsed by category to their end, and one of them is saved")
    func feed() throws {
        let daemon = try TestDaemon.ready()
        let terminal = try card(of: daemon)
        try terminal.press("f")
        try terminal.awaitScreen("Jokes of builtin · all categories")
        try terminal.press("k")
        let jokes = try daemon.jokectl("feed", "builtin", "--category", "animals").output
            .split(separator: "\n")
        #expect(jokes.count > 40)
        try terminal.awaitScreen("Jokes of builtin · animals (\(jokes.count))")
        // The list moves to the last joke of each page until there is no further one.
        let last = try #require(jokes.last?.split(separator: "\t").last?.prefix(30))
        try terminal.awaitScreen("the last joke of the category") { screen in
            _ = try? terminal.press("End")
            return screen.contains("▸ " + last)
        }
        try terminal.press("+")
        try terminal.awaitScreen("u undoes it.")
        try terminal.press("f")
        try terminal.awaitScreen("saved 1")
    }

    @Test("a joke is added and edited in the editor, which has the terminal meanwhile")
    func editor() throws {
        let daemon = try TestDaemon.ready()
        let editor = "\(daemon.directory.path)/editor"
        // It writes the typed lines before a dot.
        try Files.write(
            """
            #!/bin/sh
            : >"$1"
            printf 'lines: '
            while read -r line && [ "$line" != . ]; do echo "$line" >>"$1"; done
            """, to: editor)
        chmod(editor, 0o755)
        let terminal = try TmuxTerminal(daemon.environment.merging(["EDITOR": editor]) { $1 })
        func press(_ key: String, andType lines: [String]) throws {
            try terminal.press(key)
            try terminal.awaitScreen("prompt of the editor") { screen in
                screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.hasSuffix("lines:")
                    == true
            }
            for line in lines { try terminal.run(line) }
        }
        try terminal.run("\(Programs.path(of: "jokectl")) swipe --no-motion")
        try terminal.awaitScreen("saved 0")
        try terminal.press("e")
        try terminal.awaitScreen("Only saved jokes can be edited; + saves this one.")
        try press("a", andType: [])
        try terminal.press("C-c")
        try terminal.awaitScreen("nothing was added: the editor")
        try press("a", andType: (1...20).map { "Line \($0)." } + ["."])
        try terminal.awaitScreen("Your joke is saved.")
        try terminal.awaitScreen("saved 1")
        try press("a", andType: (1...20).map { "Line \($0)." } + ["."])
        try terminal.awaitScreen("You had added the joke before.")
        try terminal.press("s")
        try terminal.awaitScreen("▸ Line 1. Line 2.")
        let saved = try daemon.jokectl("saved", "list", "--json=joke.value").output
        #expect(saved.contains((1...20).map { "Line \($0)." }.joined(separator: "\\n")))
        try press("e", andType: ["My kettle quit.", "."])
        try terminal.awaitScreen("▸ My kettle quit.")
        try terminal.awaitScreen("The joke has your text.")
        try press("e", andType: ["My kettle quit.", "."])
        try terminal.awaitScreen("The joke is as it was.")
        try press("a", andType: ["."])
        try terminal.awaitScreen("nothing was added: the text is empty")
        try terminal.awaitScreen("Saved jokes · 1")
    }

    @Test("a signal that ends the card ends its editor, too, and names the text", arguments: ["TERM", "HUP"])
    func endedWithEditor(_ signal: String) throws {
        let daemon = try TestDaemon.ready()
        let editor = "\(daemon.directory.path)/editor"
        try Files.write(
            "#!/bin/sh\necho $$ >'\(daemon.directory.path)/pid'; echo 'A text.' >\"$1\"; echo ready; read -r line\n",
            to: editor)
        chmod(editor, 0o755)
        let terminal = try TmuxTerminal(daemon.environment.merging(["EDITOR": editor]) { $1 })
        try terminal.run("echo $$ >\(daemon.directory.path)/shell")
        try terminal.run("\(Programs.path(of: "jokectl")) swipe --no-motion")
        try terminal.awaitScreen("saved 0")
        try terminal.press("a")
        try terminal.awaitScreen("ready\n")
        let shell = try Files.text("\(daemon.directory.path)/shell").filter(\.isNumber)
        let process = try Files.text("\(daemon.directory.path)/pid").filter(\.isNumber)
        _ = try ProgramRun("/usr/bin/pkill", ["-\(signal)", "-P", shell], environment: [:])
        let screen = try terminal.awaitScreen("or beside it")
        #expect(screen.contains("nothing was added: the editor"))
        #expect(!Files.exists("/proc/\(process)"))
        let drafts = Files.names(in: "\(daemon.directory.path)/run").filter { $0.hasPrefix("jokectl-") }
        #expect(try drafts.map { try Files.text("\(daemon.directory.path)/run/\($0)") } == ["A text.\n"])
        #expect(screen.filter { !$0.isWhitespace }.contains("/run/\(drafts.first ?? "-")orbesideit"))
    }

    @Test("without a clipboard c copies through the terminal")
    func copiesThroughTerminal() throws {
        let daemon = try TestDaemon.ready()
        let terminal = try TerminalProgram(
            Programs.path(of: "jokectl"), ["swipe", "--no-motion"],
            environment: daemon.environment.merging(["TERM": "xterm-256color", "LANG": "C.UTF-8"]) { $1 })
        try terminal.read(to: "saved 0")
        try terminal.type("c")
        try terminal.read(to: "\u{1B}]52;c;")
        try terminal.read(to: "Sent to the terminal, which may copy it to the clipboard.")
        try terminal.type("q")
        #expect(try terminal.finish() == .exited(0))
    }

    @Test("inside tmux the joke is in the buffer of tmux, and jokectl says that no more is known")
    func copiesThroughTmux() throws {
        let daemon = try TestDaemon.ready()
        let joke = try #require(try daemon.state()["joke"]?["value"]?.stringValue)
        let terminal = try TmuxTerminal(daemon.environment)
        try terminal.run("\(try Programs.path(of: "jokectl")) share --to clipboard")
        try terminal.awaitScreen("Copied to the buffer of tmux, and to the clipboard if the terminal can.")
        #expect(try terminal.buffer() == joke)
    }

    @Test("without a terminal it says what to do")
    func noTerminal() throws {
        let refused = try TestDaemon.ready().jokectl("swipe")
        #expect(refused.end == .exited(64))
        #expect(refused.errors.contains("needs a terminal; use commands such as `jokectl next`"))
    }
}
