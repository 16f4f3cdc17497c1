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
        let advice = known.first { bare($0) == nearest }.map { localized("did you mean '%s'?", $0) }
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
        let problem =
            group.map { localized("'%1$s' has no command '%2$s'", $0, name) }
            ?? localized("unknown command '%s'", name)
        if group == nil, case .several(let commands) = program.commands,
            let meant = commands.meaning(of: name)
                ?? commands.names.first(where: { $0.hasSuffix(" \(name)") })
        {
            return UsageError("\(problem); \(localized("did you mean '%s'?", meant))")
        }
        return UsageError(
            problem, nearest: name, among: known,
            otherwise: localized("`%s` lists the commands", program.helpLine))
    }

    static func unknownOption(
        _ name: String, _ selection: CommandSelection, _ program: ProgramDescription
    ) -> UsageError {
        let takesWords = selection.meant.map { !$0.arguments.isEmpty } ?? false
        let helpLine = program.helpLine(about: selection.meant)
        return UsageError(
            localized("unknown option '%s'", name), nearest: name,
            among: selection.options.map(\.spelling),
            otherwise: takesWords
                ? localized("`%s` lists the options, and `--` before it makes it an argument", helpLine)
                : localized("`%s` lists the options", helpLine))
    }

    static func missingValue(_ option: Option) -> UsageError {
        UsageError(localized("%1$s needs a value: `%2$s`", option.spelling, option.usage))
    }

    static func unexpectedValue(_ option: Option) -> UsageError {
        UsageError(localized("%s takes no value; remove the value", option.spelling))
    }

    static func invalidValue(_ option: Option, _ value: String) -> UsageError {
        UsageError(
            localized(
                "'%1$s' is not a value of %2$s; it takes %3$s", value, option.spelling, option.kind.expected))
    }

    static func missingArgument(
        _ argument: Argument, _ command: CommandDescription, _ program: ProgramDescription
    ) -> UsageError {
        UsageError(
            localized(
                "'%1$s' needs %2$s: %3$s; `%4$s` shows its arguments", command.name, argument.name,
                translated(argument.summary), program.helpLine(about: command)))
    }

    /// - Parameter words: All arguments of the command line.
    static func extraArgument(
        _ word: String, after words: [String], _ command: CommandDescription, _ program: ProgramDescription
    ) -> UsageError {
        if program.name != command.name, let last = command.arguments.last, case .text = last.kind {
            let named = words.prefix(command.arguments.count - 1)
            let text = words.dropFirst(named.count).joined(separator: " ")
            // A text with a quotation mark is left to the user.
            let example = text.utf8.contains(UInt8(ascii: "'")) ? last.name : text
            let line = ([program.name, command.name] + named + ["'\(example)'"]).joined(separator: " ")
            return UsageError(
                localized(
                    "'%1$s' takes one %2$s; put it in quotation marks: `%3$s`", command.name, last.name, line)
            )
        }
        return UsageError(
            localized(
                "'%2$s' takes no argument '%1$s'; `%3$s` shows its arguments", word, command.name,
                program.helpLine(about: command)))
    }

    static func invalidArgument(
        _ argument: Argument, _ word: String, _ command: CommandDescription
    ) -> UsageError {
        UsageError(
            localized(
                "'%1$s' is not an argument of '%2$s'; it takes %3$s", word, command.name,
                argument.kind.expected))
    }
}
