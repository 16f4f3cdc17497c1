// SPDX-License-Identifier: MIT

/// The description of a program's command line.
///
/// It is immutable; it is a class because passing a reference on costs nothing.
package final class ProgramDescription: Sendable {
    package enum Commands: Sendable {
        /// The program does one thing.
        case one(CommandDescription)
        /// The first words name a command.
        case several(any CommandSet)
    }

    /// The command line that prints help: `jokesd --help`. If there are several commands, the name of one may follow.
    package let helpLine: String
    package let commands: Commands
    private let makeOptions: @Sendable () -> [Option]

    /// - Parameter options: The options that every command takes. They are made when the first option is read.
    package init(
        helpLine: String, options: @autoclosure @escaping @Sendable () -> [Option] = [], _ commands: Commands
    ) {
        (self.helpLine, self.commands) = (helpLine, commands)
        makeOptions = options
    }

    package var options: [Option] { makeOptions() }

    /// The command line that prints help about a command.
    func helpLine(about command: CommandDescription?) -> String {
        guard case .several = commands, let command else { return helpLine }
        return "\(helpLine) \(command.name)"
    }
}

/// The commands of a program, by name. A program's start needs one of them; the others need not be made.
package protocol CommandSet: Sendable {
    /// In the order of help; the commands of a group follow each other.
    var names: [String] { get }
    /// The command that is meant if none is named.
    var usual: CommandDescription { get }
    func description(of name: String) -> CommandDescription?
}

extension CommandSet {
    /// The names that begin with this word. The first one is meant if the word stands alone.
    package func group(_ word: String) -> [String] { names.filter { $0.hasPrefix(word + " ") } }

    /// The words that follow the name of a group: `list`, `search`, …
    package func members(of group: String) -> [String] {
        self.group(group).map { String($0.dropFirst(group.count + 1)) }
    }

    /// The words that may be typed first: names of one word, and groups.
    package var firstWords: [String] {
        var words: [String] = []
        for name in names {
            let word = String(name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }
}

/// The command of a line, word by word: `saved`, then `list`.
struct CommandSelection {
    private let program: ProgramDescription
    /// The first word, if it names several commands.
    private(set) var group: String?
    private(set) var command: CommandDescription?

    init(of program: ProgramDescription) {
        self.program = program
        if case .one(let command) = program.commands { self.command = command }
    }

    /// Takes the next word of the name.
    ///
    /// - Returns: Whether there is such a command, or group of them.
    mutating func take(_ word: String) -> Bool {
        guard case .several(let commands) = program.commands else { return false }
        if let group {
            command = commands.description(of: "\(group) \(word)")
            return command != nil
        }
        command = commands.description(of: word)
        if command == nil, !commands.group(word).isEmpty { group = word }
        return command != nil || group != nil
    }

    /// The command that is named, or the first one of a group that stands alone.
    var meant: CommandDescription? {
        guard command == nil, let group, case .several(let commands) = program.commands else {
            return command
        }
        return commands.group(group).first.flatMap(commands.description(of:))
    }

    mutating func settle() { command = meant }

    /// The options that the command takes, its own ones first.
    var options: [Option] { (meant?.options ?? []) + program.options }

    /// The option that `word` names; those of every command come first.
    func option(spelt word: String) -> Option? {
        program.options.first { $0.isSpelt(word) } ?? meant?.options.first { $0.isSpelt(word) }
    }
}
