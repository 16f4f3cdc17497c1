// SPDX-License-Identifier: MIT

/// An incomplete command line, for shell completion: determines what may stand at the cursor.
///
/// It parses words as `ArgumentParser` does, but ignores wrong options and words.
package struct PartialCommandLine {
    /// The kind of word that is valid at the cursor.
    package enum Wanted: Sendable {
        /// A value of an option. `after` is the text before it in the same word, such as `--to=`.
        case value(ValueKind, after: String)
        /// A value of an argument.
        case argument(ValueKind)
        /// The first word of a command's name, or the second one of this group.
        case command(group: String?)
        /// The name of an option.
        case option
        /// Nothing: the command is unknown or takes no further word.
        case nothing
    }

    private var selection: CommandSelection
    /// The complete arguments before the cursor.
    package private(set) var arguments: [String] = []
    private var given: [(option: Option, value: String?)] = []
    /// The option whose value is the next word.
    private var pending: Option?
    /// Whether `--` precedes the cursor, so that no word at the cursor is an option.
    package private(set) var isAfterDashes = false
    /// Whether the command is unknown.
    private var isHopeless = false
    /// The beginning of the word at the cursor.
    package let current: String

    /// Creates the command line.
    ///
    /// - Parameters:
    ///   - words: The complete words after the program's name.
    ///   - current: The beginning of the word at the cursor, perhaps empty.
    package init(_ words: some Sequence<String>, current: String, of program: ProgramDescription) {
        selection = CommandSelection(of: program)
        self.current = current
        for word in words { take(word) }
    }

    /// Returns the last value of the option with this name, or nil if it has none.
    package func value(of name: String) -> String? { given.last { $0.option.name == name }?.value }

    /// The kind of word that is valid at the cursor.
    package var wanted: Wanted {
        if isHopeless { return .nothing }
        if let pending { return .value(pending.kind, after: "") }
        if !isAfterDashes, current.hasPrefix("-") {
            guard let equals = current.firstIndex(of: "=") else { return .option }
            let name = String(current[..<equals])
            guard let option = selection.option(spelt: name), option.placeholder != nil else {
                return .nothing
            }
            return .value(option.kind, after: name + "=")
        }
        guard let command = selection.command else { return .command(group: selection.group) }
        return command.argument(at: arguments.count).map { .argument($0.kind) } ?? .nothing
    }

    /// The options that may stand at the cursor, without those already on the command line.
    package var options: [Option] {
        selection.options.filter { option in !given.contains { $0.option === option } }
    }

    private mutating func take(_ word: String) {
        if let option = pending {
            given.append((option, word))
            pending = nil
        } else if isAfterDashes || !word.hasPrefix("-") || word == "-" {
            if selection.command != nil {
                arguments.append(word)
            } else if !selection.take(word) {
                isHopeless = true
            }
        } else if word == "--" {
            isAfterDashes = true
        } else {
            take(option: word)
        }
    }

    private mutating func take(option word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let option = selection.option(spelt: parts[0]) else { return }
        if option.placeholder != nil, !option.isValueOptional, parts.count == 1 {
            pending = option
        } else {
            given.append((option, parts.count > 1 ? parts[1] : nil))
        }
    }
}
