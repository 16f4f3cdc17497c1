// SPDX-License-Identifier: MIT

/// The description of a program's command line.
///
/// It is immutable. It is a class because passing a reference costs nothing.
package final class ProgramDescription: Sendable {
    /// The commands of a program.
    package enum Commands: Sendable {
        /// The program does one thing.
        case one(CommandDescription)
        /// The first words name a command.
        case several(any CommandSet)
    }

    /// The command line that prints help, such as `jokesd --help`. If there are several commands, a command's name may
    /// follow.
    package let helpLine: String
    package let commands: Commands
    private let makeOptions: @Sendable () -> [Option]

    /// Creates a description.
    ///
    /// - Parameter options: The options of the program, which every command accepts. They are created when they are
    ///   first needed.
    package init(
        helpLine: String, options: @autoclosure @escaping @Sendable () -> [Option] = [], _ commands: Commands
    ) {
        (self.helpLine, self.commands) = (helpLine, commands)
        makeOptions = options
    }

    package var options: [Option] { makeOptions() }

    /// The name of the program, such as `jokectl`.
    var name: String { String(helpLine.prefix { $0 != " " }) }

    /// Returns the command line that prints help about a command, or about the program if `command` is nil.
    func helpLine(about command: CommandDescription?) -> String {
        guard case .several = commands, let command else { return helpLine }
        return "\(helpLine) \(command.name)"
    }
}

/// The commands of a program, by name. Only the commands that are needed are created, so that a program starts quickly.
package protocol CommandSet: Sendable {
    /// The names of all commands in the order of help. The commands of a group are adjacent.
    var names: [String] { get }
    /// The command to run if the command line names none.
    var usual: CommandDescription { get }
    /// Returns the command with this name, or nil if there is none.
    func description(of name: String) -> CommandDescription?
    /// Returns the name of the command that a user means by a word of another program, or nil.
    func meaning(of word: String) -> String?
}

extension CommandSet {
    /// Returns the names of a group's commands. The first one is run if the group's name stands alone.
    package func group(_ word: String) -> [String] { names.filter { $0.hasPrefix(word + " ") } }

    /// Returns the second words of a group's commands: `list`, `search`, …
    package func members(of group: String) -> [String] {
        self.group(group).map { String($0.dropFirst(group.count + 1)) }
    }

    /// The words with which a command line may begin: names of one word, and groups.
    package var firstWords: [String] {
        var words: [String] = []
        for name in names {
            let word = String(name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }
}

/// The command that the first words of a command line select: `saved`, then `list`.
struct CommandSelection {
    private let program: ProgramDescription
    /// The first word if it is the name of a group; otherwise nil.
    private(set) var group: String?
    /// The selected command, or nil if it is still open.
    private(set) var command: CommandDescription?

    init(of program: ProgramDescription) {
        self.program = program
        if case .one(let command) = program.commands { self.command = command }
    }

    /// Adds the next word of the command's name.
    ///
    /// - Returns: Whether a command or a group has this name.
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

    /// The selected command, or the first one of a group if only the group is named.
    var meant: CommandDescription? {
        guard command == nil, let group, case .several(let commands) = program.commands else {
            return command
        }
        return commands.group(group).first.flatMap(commands.description(of:))
    }

    /// Selects the first command of a group if only the group is named.
    mutating func settle() { command = meant }

    /// The options that the command accepts, its own before those of the program.
    var options: [Option] { (meant?.options ?? []) + program.options }

    /// Returns the option that `word` names, or nil if there is none. Options of the program precede those of the
    /// command.
    func option(spelt word: String) -> Option? {
        program.options.first { $0.isSpelt(word) } ?? meant?.options.first { $0.isSpelt(word) }
    }
}
