// SPDX-License-Identifier: MIT
import JokeWire

/// The error for a command line that cannot be performed. The exit status is 64 (`EX_USAGE`, sysexits.h).
package struct UsageError: Error, Sendable, Hashable {
    /// The error in one line: what is wrong, and what to do.
    package let message: String

    package init(_ message: String) { self.message = message }
}

extension UsageError {
    /// Creates an error that suggests the known name that is nearest to `name`, or gives `otherwise` as the advice if
    /// none is near.
    package init(_ problem: String, nearest name: String, among known: [String], otherwise: String) {
        // The hyphens of options would count as letters that are the same.
        func bare(_ name: String) -> String { String(name.drop { $0 == "-" }) }
        let nearest = NearestName.of(bare(name), among: known.map(bare))
        let advice = known.first { bare($0) == nearest }.map { "did you mean '\($0)'?" }
        self.init("\(problem); \(advice ?? otherwise)")
    }

    /// Returns the error for an unknown command.
    ///
    /// - Parameters:
    ///   - group: The group in which the command was searched, or nil.
    ///   - known: The names that are possible there.
    package static func unknownCommand(
        _ name: String, group: String?, known: [String], _ program: ProgramDescription
    ) -> UsageError {
        let problem = group.map { "'\($0)' has no command" } ?? "unknown command"
        return UsageError(
            "\(problem) '\(name)'", nearest: name, among: known,
            otherwise: "`\(program.helpLine)` lists the commands")
    }

    static func unknownOption(
        _ name: String, _ selection: CommandSelection, _ program: ProgramDescription
    ) -> UsageError {
        let takesWords = selection.meant.map { !$0.arguments.isEmpty } ?? false
        return UsageError(
            "unknown option '\(name)'", nearest: name, among: selection.options.map(\.spelling),
            otherwise: "`\(program.helpLine(about: selection.meant))` lists the options"
                + (takesWords ? ", and `--` before it makes it an argument" : ""))
    }

    static func missingValue(_ option: Option) -> UsageError {
        UsageError("\(option.spelling) needs a value: `\(option.usage)`")
    }

    static func unexpectedValue(_ option: Option) -> UsageError {
        UsageError("\(option.spelling) takes no value; remove the value")
    }

    static func invalidValue(_ option: Option, _ value: String) -> UsageError {
        UsageError("invalid value '\(value)' for \(option.spelling); expected \(option.kind.expected)")
    }

    static func missingArgument(
        _ argument: Argument, _ command: CommandDescription, _ program: ProgramDescription
    ) -> UsageError {
        UsageError(
            "'\(command.name)' needs \(argument.name), \(argument.summary); "
                + "`\(program.helpLine(about: command))` shows its arguments")
    }

    static func extraArgument(
        _ word: String, _ command: CommandDescription, _ program: ProgramDescription
    ) -> UsageError {
        UsageError(
            "unexpected argument '\(word)' for '\(command.name)'; "
                + "`\(program.helpLine(about: command))` shows its arguments"
        )
    }

    static func invalidArgument(
        _ argument: Argument, _ word: String, _ command: CommandDescription
    ) -> UsageError {
        UsageError("invalid argument '\(word)' for '\(command.name)'; expected \(argument.kind.expected)")
    }
}
