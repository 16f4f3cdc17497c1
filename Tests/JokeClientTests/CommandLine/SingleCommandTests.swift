// SPDX-License-Identifier: MIT
import JokeClient
import Testing

@Suite("The command line of a program with one command")
struct SingleCommandTests {
    private static let count = Option("count", "N", .number(1...30), "how many")
    private static let name = Option("name", "NAME", .nonEmptyText, "whose")
    private static let isLoud = Option("loud", letter: "l", "in capitals")
    private static let help = Option("help", isQuestion: true, "print this")

    private static let program = ProgramDescription(
        helpLine: "greet --help",
        .one(
            CommandDescription(
                "greet", "Greets",
                arguments: [Argument("WHO", .one, "the one to greet")],
                options: [count, name, isLoud, help])))

    private func parse(_ line: String) throws(UsageError) -> Invocation {
        try ArgumentParser.parse(line.split(separator: " ").map(String.init), of: Self.program)
    }

    @Test("options may precede or follow the argument")
    func optionsAnywhere() throws {
        let invocation = try parse("--count 3 world -l --count=4 --name=a --name b")
        #expect(invocation.arguments == ["world"])
        #expect(invocation.number(Self.count) == 4)
        #expect(invocation.texts(Self.name) == ["a", "b"])
        #expect(invocation.has(Self.isLoud))
    }

    @Test("a missing argument is no error if an option asks about the program")
    func missingArgument() throws { #expect(try parse("--help").has(Self.help)) }

    @Test(
        "a usage error is reported with advice",
        arguments: [
            ("", "'greet' needs WHO: the one to greet; `greet --help` shows its arguments"),
            ("a b", "'greet' takes no argument 'b'; `greet --help` shows its arguments"),
            ("a --conut 3", "unknown option '--conut'; did you mean '--count'?"),
            (
                "a -x",
                "unknown option '-x'; `greet --help` lists the options, and `--` before it makes it an argument"
            ),
            ("a --count", "--count needs a value: `--count N`"),
            ("a --name=", "--name needs a value: `--name NAME`"),
            ("a --count 31", "'31' is not a value of --count; it takes a number from 1 to 30"),
            ("a --loud=yes", "--loud takes no value; remove the value"),
        ])
    func usageErrors(line: String, message: String) {
        let error = #expect(throws: UsageError.self) { try parse(line) }
        #expect(error?.message == message)
    }

    @Test("help lists the options with aligned meanings")
    func optionList() {
        #expect(
            HelpText.list([Self.count, Self.isLoud]) == """
                  --count N   how many
                  -l, --loud  in capitals
                """)
    }
}
