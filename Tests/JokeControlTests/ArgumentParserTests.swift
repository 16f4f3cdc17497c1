// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeControl
import Testing

@Suite("The command line")
struct ArgumentParserTests {
    /// A command line, and the command and arguments that it is.
    struct Line: Sendable, CustomTestStringConvertible {
        let words: String
        let command: String
        let arguments: [String]
        var testDescription: String { words }

        init(_ words: String, _ command: String, _ arguments: [String] = []) {
            (self.words, self.command, self.arguments) = (words, command, arguments)
        }
    }

    @Test(
        "a valid command line is parsed",
        arguments: [
            Line("", "show"),
            Line("--json", "show"),
            Line("next", "next"),
            Line("--json next --wait", "next"),
            Line("next --source fortune", "next"),
            Line("like daily", "like", ["daily"]),
            Line("like -- --odd-id", "like", ["--odd-id"]),
            Line("like -", "like", ["-"]),
            Line("saved", "saved list"),
            Line("saved --limit 5", "saved list"),
            Line("--socket x saved --timeout=1 delete a b", "saved delete", ["a", "b"]),
            Line("call card.drag translation=-0.6", "call", ["card.drag", "translation=-0.6"]),
            Line("help saved list", "help", ["saved", "list"]),
            Line("saved show --help", "saved show"),
        ])
    func parsesLine(_ line: Line) throws {
        let invocation = try ArgumentParser.parse(words(line.words), of: .jokectl)
        #expect(invocation.command.name == line.command)
        #expect(invocation.arguments == line.arguments)
    }

    @Test(
        "an invalid command line is refused with advice",
        arguments: [
            ("nxt", "unknown command 'nxt'; did you mean 'next'?"),
            ("zzzzzz", "unknown command 'zzzzzz'; `jokectl help` lists the commands"),
            ("saved lst", "'saved' has no command 'lst'; did you mean 'list'?"),
            ("next --wiat", "unknown flag '--wiat'; did you mean '--wait'?"),
            ("--wait next", "unknown flag '--wait'; `jokectl help` lists the flags"),
            ("like --jsn", "unknown flag '--jsn'; did you mean '--json'?"),
            ("queue -x", "unknown flag '-x'; `jokectl help queue` lists the flags"),
            ("--socket", "--socket needs a value: `--socket PATH`"),
            ("--socket --json", "--socket needs a value: `--socket PATH`"),
            ("--socket=", "--socket needs a value: `--socket PATH`"),
            ("--quiet=yes", "--quiet takes no value; write it alone"),
            ("--color=blue", "--color is 'blue'; expected auto, always or never"),
            (
                "--json=a..b",
                "--json is 'a..b'; expected names with commas between them, such as joke.value,seq"
            ),
            ("--limit 5", "unknown flag '--limit'; `jokectl help` lists the flags"),
            ("saved --limit 0", "--limit is '0'; expected a number, 1 or more"),
            ("show --width 1001", "--width is '1001'; expected a number from 1 to 1000"),
            ("saved --sort=size", "--sort is 'size'; expected text, date, source or category"),
            ("saved --since soon", "--since is 'soon'; expected a day such as 2026-11-01"),
            ("follow --for tmux", "--for is 'tmux'; expected waybar, polybar, i3blocks or plain"),
            ("translate sideways", "'translate' takes on, off, toggle or again, not 'sideways'"),
            ("--timeout 0", "--timeout is '0'; expected seconds, more than 0 and at most 86400"),
            ("--timeout nan", "--timeout is 'nan'; expected seconds, more than 0 and at most 86400"),
            ("--timeout inf", "--timeout is 'inf'; expected seconds, more than 0 and at most 86400"),
            (
                "saved show",
                "'saved show' needs ID, its id, or as much of it as no other joke's id begins with; "
                    + "`jokectl help saved show` has examples"
            ),
            ("saved restore", "'saved restore' needs ID, their ids"),
            ("undo it", "'undo' has no use for 'it'; `jokectl help undo` says what it takes"),
            ("like a b", "'like' has no use for 'b'; `jokectl help like` says what it takes"),
        ])
    func refused(_ line: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(words(line), of: .jokectl) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("global flags count at any position, and the last one holds")
    func globalFlags() throws {
        let line = "--timeout 5 --color never next -q --socket=/a --json --socket /b --timeout=0.25"
        let globals = try GlobalFlags(try ArgumentParser.parse(words(line), of: .jokectl))
        var expected = GlobalFlags()
        expected.socket = "/b"
        expected.timeout = 0.25
        expected.color = .never
        expected.isQuiet = true
        expected.form = .json(nil)
        #expect(globals == expected)
    }

    @Test("a missing argument is no error if help is requested")
    func helpWithoutArgument() throws {
        #expect(try GlobalFlags(try ArgumentParser.parse(["call", "-h"], of: .jokectl)).wantsHelp)
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
