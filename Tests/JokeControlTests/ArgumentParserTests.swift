// SPDX-License-Identifier: MIT
import JokeClient
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
            Line("saved delete a -- -x9 -y", "saved delete", ["a", "-x9", "-y"]),
            Line("like -", "like", ["-"]),
            Line("saved", "saved list"),
            Line("saved --limit 5", "saved list"),
            Line("saved -n 5", "saved list"),
            Line("saved -n5", "saved list"),
            Line("saved search -n 5 a", "saved search", ["a"]),
            Line("ls", "saved list"),
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
            ("next --wiat", "unknown option '--wiat'; did you mean '--wait'?"),
            ("--wait next", "unknown option '--wait'; `jokectl help` lists the options"),
            ("like --jsn", "unknown option '--jsn'; did you mean '--json'?"),
            ("saved -nx", "'x' is not a value of --limit"),
            ("queue -x", "unknown option '-x'; `jokectl help queue` lists the options"),
            (
                "saved show -x9",
                "unknown option '-x9'; `jokectl help saved show` lists the options, "
                    + "and `--` before it makes it an argument"
            ),
            ("--socket", "--socket needs a value: `--socket PATH`"),
            ("--socket --json", "--socket needs a value: `--socket PATH`"),
            ("--socket=", "--socket needs a value: `--socket PATH`"),
            ("--quiet=yes", "--quiet takes no value; remove the value"),
            ("--color=blue", "'blue' is not a value of --color; it takes auto, always or never"),
            (
                "--json=a..b",
                "'a..b' is not a value of --json; it takes names separated by commas, such as joke.value,seq"
            ),
            ("--limit 5", "unknown option '--limit'; `jokectl help` lists the options"),
            ("saved --limit 0", "'0' is not a value of --limit; it takes a number, 1 or more"),
            ("show --width 1001", "'1001' is not a value of --width; it takes a number from 1 to 1000"),
            ("saved --sort=size", "'size' is not a value of --sort; it takes text, date, source or category"),
            ("saved --since soon", "'soon' is not a value of --since; it takes a day such as 2026-11-01"),
            (
                "follow --for dzen",
                "'dzen' is not a value of --for; it takes waybar, polybar, i3blocks, tmux or plain"
            ),
            (
                "translate sideways",
                "'sideways' is not an argument of 'translate'; it takes on, off or again"
            ),
            (
                "--timeout 0",
                "'0' is not a value of --timeout; it takes seconds, more than 0 and at most 86400"
            ),
            (
                "--timeout nan",
                "'nan' is not a value of --timeout; it takes seconds, more than 0 and at most 86400"
            ),
            (
                "--timeout inf",
                "'inf' is not a value of --timeout; it takes seconds, more than 0 and at most 86400"
            ),
            (
                "saved show",
                "'saved show' needs ID: the id of the joke, or a unique beginning of it; "
                    + "`jokectl help saved show` shows its arguments"
            ),
            ("saved restore", "'saved restore' needs ID: the ids of the jokes"),
            ("undo it", "'undo' takes no argument 'it'; `jokectl help undo` shows its arguments"),
            ("like a b", "'like' takes no argument 'b'; `jokectl help like` shows its arguments"),
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
