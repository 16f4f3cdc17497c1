// SPDX-License-Identifier: MIT

/// Understands what was typed, by a table of commands.
///
/// Flags may stand anywhere; a command's own ones behind its name. `--flag=value` and `--flag value` are the same,
/// and after `--` nothing is a flag.
package struct ArgumentParser {
    private let table: CommandTable
    private var words: ArraySlice<String>
    /// The first word, where it names several commands.
    private var group: String?
    private var command: Command?
    private var arguments: [String] = []
    private var flags: [(name: String, value: String)] = []
    private var globals = Globals()

    /// Reads the words behind the program's name.
    package static func parse(
        _ words: [String], by table: CommandTable = .all
    ) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(table: table, words: words[...])
        return try parser.invocation()
    }

    private init(table: CommandTable, words: ArraySlice<String>) {
        self.table = table
        self.words = words
    }

    private mutating func invocation() throws(UsageError) -> Invocation {
        var isOverForFlags = false
        while let word = words.popFirst() {
            if isOverForFlags || !word.hasPrefix("-") || word == "-" {
                try take(word: word)
            } else if word == "--" {
                isOverForFlags = true
            } else {
                try take(flag: word)
            }
        }
        settleGroup()
        let named = command
        let command = named ?? .show
        if !globals.wantsHelp { try check(command) }
        return Invocation(
            command: command, isBare: named == nil, arguments: arguments, flags: flags, globals: globals)
    }

    private mutating func take(word: String) throws(UsageError) {
        if command != nil {
            arguments.append(word)
        } else if let group {
            guard let found = table["\(group) \(word)"] else {
                let known = table.group(group).map { String($0.dropFirst(group.count + 1)) }
                throw .unknownCommand(word, group: group, known: known)
            }
            command = found
        } else if let found = table[word] {
            command = found
        } else if !table.group(word).isEmpty {
            group = word
        } else {
            throw .unknownCommand(word, group: nil, known: table.firstWords)
        }
    }

    /// A group that stands alone is its first command.
    private mutating func settleGroup() {
        if command == nil, let group { command = table.group(group).first.flatMap { table[$0] } }
    }

    private mutating func take(flag word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, attached) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        if let flag = Globals.flags.first(where: { $0.isSpelt(name) }) {
            try globals.take(flag, try value(of: flag, attached: attached))
            return
        }
        settleGroup()
        guard let flag = command?.flags.first(where: { $0.isSpelt(name) }) else {
            throw .unknownFlag(name, command)
        }
        flags.append((name: flag.name, value: try value(of: flag, attached: attached)))
    }

    /// Empty for a flag that takes none.
    private mutating func value(of flag: Command.Flag, attached: String?) throws(UsageError) -> String {
        guard flag.value != nil else {
            if attached != nil { throw .unexpectedValue(flag) }
            return ""
        }
        if let attached { return attached }
        if flag.isValueOptional { return "" }
        guard let next = words.first, !next.hasPrefix("--") else { throw .missingValue(flag) }
        words.removeFirst()
        return next
    }

    private func check(_ command: Command) throws(UsageError) {
        var rest = arguments[...]
        for argument in command.arguments {
            switch argument.count {
            case .one, .oneOrMore:
                if rest.isEmpty { throw .missingArgument(argument, command) }
            case .optional, .any: break
            }
            rest = argument.count == .one || argument.count == .optional ? rest.dropFirst() : []
        }
        if let extra = rest.first { throw .extraArgument(extra, command) }
    }
}

extension Command.Flag {
    func isSpelt(_ word: String) -> Bool {
        word == spelling || letter.map { word == "-\($0)" } ?? false
    }
}
