// SPDX-License-Identifier: MIT
import JokeWire

/// Why what was typed makes no command.
package enum UsageError: Error, Sendable {
    /// With the group it was looked for in, if any, and what else there is.
    case unknownCommand(String, group: String?, known: [String])
    case unknownMethod(String, known: [String])
    case unknownFlag(String, Command?)
    case missingValue(Command.Flag)
    case unexpectedValue(Command.Flag)
    case invalidValue(Command.Flag, String, expected: String)
    case missingArgument(Command.Argument, Command)
    case extraArgument(String, Command)
    case badTemplate(Template.Mistake)
    /// An argument that only its command could judge.
    case invalidArgument(String, Command)

    /// What is wrong, and what to do.
    package var message: String {
        switch self {
        case .unknownCommand(let name, let group, let known):
            let wanted = group.map { "'\($0)' has no command" } ?? "unknown command"
            return "\(wanted) '\(name)'; \(Self.advice(name, known) ?? "`jokectl help` lists the commands")"
        case .unknownMethod(let name, let known):
            return
                "there is no method '\(name)'; \(Self.advice(name, known) ?? "`jokectl describe` lists them")"
        case .unknownFlag(let name, let command):
            let known = (Globals.flags + (command?.flags ?? [])).map(\.spelling)
            let page = command.map { "jokectl help \($0.name)" } ?? "jokectl help"
            return "unknown flag '\(name)'; \(Self.advice(name, known) ?? "`\(page)` lists the flags")"
        case .missingValue(let flag):
            return "\(flag.spelling) needs a value: `\(flag.usage)`"
        case .unexpectedValue(let flag):
            return "\(flag.spelling) takes no value; write it alone"
        case .invalidValue(let flag, let value, let expected):
            return "\(flag.spelling) is '\(value)'; expected \(expected)"
        case .badTemplate(let mistake):
            return "\(mistake.message); `jokectl help format` says what a template may have"
        case .missingArgument(let argument, let command):
            return "'\(command.name)' needs \(argument.name), \(argument.summary); "
                + "`jokectl help \(command.name)` has examples"
        case .extraArgument(let word, let command):
            return
                "'\(command.name)' has no use for '\(word)'; `jokectl help \(command.name)` says what it takes"
        case .invalidArgument(let problem, let command):
            return "\(problem); `jokectl help \(command.name)` has examples"
        }
    }

    private static func advice(_ name: String, _ known: [String]) -> String? {
        NearestName.of(name, among: known).map { "did you mean '\($0)'?" }
    }
}

extension Failure {
    package init(_ error: UsageError) { self.init(.usage, error.message) }
}
