// SPDX-License-Identifier: MIT

/// Parses a command line and checks it against the description of its program.
///
/// An option of the program may stand anywhere, and an option of a command after the command's name. `--name=value` and
/// `--name value` mean the same, and so do `-n3`, `-n=3` and `-n 3`. No word after `--` is an option.
package struct ArgumentParser {
    private let program: ProgramDescription
    private var words: ArraySlice<String>
    private var selection: CommandSelection
    private var arguments: [String] = []
    private var given: [(option: Option, value: String)] = []
    private var isAfterDashes = false

    /// Parses a command line.
    ///
    /// - Parameter words: The command line without the program's name.
    package static func parse(_ words: [String], of program: ProgramDescription) throws(UsageError)
        -> Invocation
    {
        var parser = ArgumentParser(words: words, program: program)
        return try parser.invocation()
    }

    private init(words: [String], program: ProgramDescription) {
        (self.program, self.words) = (program, words[...])
        selection = CommandSelection(of: program)
    }

    private mutating func invocation() throws(UsageError) -> Invocation {
        while let word = words.popFirst() {
            if isAfterDashes || !word.hasPrefix("-") || word == "-" {
                try take(word: word)
            } else if word == "--" {
                isAfterDashes = true
            } else {
                try take(option: word)
            }
        }
        selection.settle()
        let named = selection.command
        guard let command = named ?? usualCommand else { throw UsageError(localized("name a command")) }
        if !given.contains(where: { $0.option.isQuestion }) { try check(command) }
        return Invocation(command, isBare: named == nil, arguments: arguments, given: given)
    }

    /// The command to run if the command line names none, or nil if a name is required.
    private var usualCommand: CommandDescription? {
        guard case .several(let commands) = program.commands else { return nil }
        return commands.usual
    }

    private mutating func take(word: String) throws(UsageError) {
        if selection.command != nil {
            arguments.append(word)
        } else if !selection.take(word), case .several(let commands) = program.commands {
            let group = selection.group
            let known = group.map(commands.members) ?? commands.firstWords
            throw .unknownCommand(word, group: group, known: known, program)
        }
    }

    private mutating func take(option word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var (name, attached) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        let letter = String(word.prefix(2))
        if !word.hasPrefix("--"), name.count > 2, selection.option(spelt: letter)?.placeholder != nil {
            (name, attached) = (letter, String(word.dropFirst(2)))
        }
        guard let option = selection.option(spelt: name) else {
            throw .unknownOption(name, selection, program)
        }
        // After a group's name, an option of the group's first command selects that command. An option of the program
        // does not.
        if selection.command == nil, !program.options.contains(where: { $0 === option }) {
            selection.settle()
        }
        given.append((option, try value(of: option, attached: attached)))
    }

    /// Returns the checked value, or an empty text for an option without a value.
    private mutating func value(of option: Option, attached: String?) throws(UsageError) -> String {
        guard option.placeholder != nil else {
            if attached != nil { throw .unexpectedValue(option) }
            return ""
        }
        if option.isValueOptional, attached ?? "" == "" { return "" }
        let text: String
        if let attached {
            text = attached
        } else {
            guard let next = words.first, !next.hasPrefix("--") else { throw .missingValue(option) }
            words.removeFirst()
            text = next
        }
        if text.isEmpty, option.kind.needsText { throw .missingValue(option) }
        guard let value = option.kind.value(of: text) else { throw .invalidValue(option, text) }
        return value
    }

    private func check(_ command: CommandDescription) throws(UsageError) {
        var rest = arguments[...]
        for argument in command.arguments {
            if rest.isEmpty, argument.count.isNeeded { throw .missingArgument(argument, command, program) }
            let taken = argument.count.isRepeated ? rest : rest.prefix(1)
            for word in taken where argument.kind.value(of: word) == nil {
                throw .invalidArgument(argument, word, command)
            }
            rest = rest.dropFirst(taken.count)
        }
        if let extra = rest.first { throw .extraArgument(extra, after: arguments, command, program) }
    }
}
