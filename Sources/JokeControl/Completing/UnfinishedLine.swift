// SPDX-License-Identifier: MIT

/// A command line up to the cursor: what is wanted there.
///
/// It reads words as `ArgumentParser` does, but what is wrong does not end it.
package struct UnfinishedLine {
    package enum Wanted: Sendable, Hashable {
        /// These come to mind; the text stands before each, as in `--to=`.
        case values(Command.Values, behind: String)
        /// Words in the place of an argument, and what else may be there.
        case argument(words: [String], Command.Values)
        /// Its first word, or the second one of this group.
        case command(group: String?)
        case flags
        case nothing
    }

    private let table: CommandTable
    private(set) var command: Command?
    private var group: String?
    private(set) var arguments: [String] = []
    /// Of flags with a value that was typed already, the last one each.
    private var given: [(flag: Command.Flag, value: String?)] = []
    private var pending: Command.Flag?
    private var isOverForFlags = false
    private var isHopeless = false
    package let current: String

    /// - Parameters:
    ///   - words: those behind the program's name that are complete.
    ///   - current: what is typed of the next one.
    package init(_ words: some Sequence<String>, current: String, by table: CommandTable = .all) {
        self.table = table
        self.current = current
        for word in words { take(word) }
    }

    /// The value that was given for a flag of this name.
    package func value(of name: String) -> String? { given.last { $0.flag.name == name }?.value }

    package var wanted: Wanted {
        if isHopeless { return .nothing }
        if let pending { return .values(pending.values, behind: "") }
        if !isOverForFlags, current.hasPrefix("-") {
            guard let equals = current.firstIndex(of: "=") else { return .flags }
            let name = String(current[..<equals])
            guard let flag = flag(spelt: name), flag.value != nil else { return .nothing }
            return .values(flag.values, behind: name + "=")
        }
        guard let command else { return .command(group: group) }
        guard let argument = argument(of: command) else { return .nothing }
        let words = argument.name.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
        return .argument(
            words: words.contains { $0.utf8.contains(UInt8(ascii: "=")) } ? [] : words, argument.values)
    }

    /// Flags that may stand here, without those that stand there already.
    package var flags: [Command.Flag] {
        let command = command ?? group.flatMap { table.group($0).first }.flatMap { table[$0] }
        return ((command?.flags ?? []) + Globals.flags).filter { flag in
            !given.contains { $0.flag.name == flag.name }
        }
    }

    private mutating func take(_ word: String) {
        if let flag = pending {
            given.append((flag, word))
            pending = nil
        } else if isOverForFlags || !word.hasPrefix("-") || word == "-" {
            take(argument: word)
        } else if word == "--" {
            isOverForFlags = true
        } else {
            take(flag: word)
        }
    }

    private mutating func take(flag word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let flag = flag(spelt: parts[0]) else { return }
        if flag.value != nil, !flag.isValueOptional, parts.count == 1 {
            pending = flag
        } else {
            given.append((flag, parts.count > 1 ? parts[1] : nil))
        }
    }

    private mutating func take(argument word: String) {
        if command != nil {
            arguments.append(word)
        } else if let group {
            command = table["\(group) \(word)"]
            isHopeless = command == nil
        } else if let found = table[word] {
            command = found
        } else if !table.group(word).isEmpty {
            group = word
        } else {
            isHopeless = true
        }
    }

    private func flag(spelt word: String) -> Command.Flag? {
        let command = command ?? group.flatMap { table.group($0).first }.flatMap { table[$0] }
        return (Globals.flags + (command?.flags ?? [])).first { $0.isSpelt(word) }
    }

    private func argument(of command: Command) -> Command.Argument? {
        if arguments.count < command.arguments.count { return command.arguments[arguments.count] }
        switch command.arguments.last?.count {
        case .any?, .oneOrMore?: return command.arguments.last
        case .one?, .optional?, nil: return nil
        }
    }
}
