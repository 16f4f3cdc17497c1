// SPDX-License-Identifier: MIT

/// An option of a program or of one of its commands, such as `--wait` or `--source NAME`.
///
/// The parser, help, the manual page and completion read this one value. It is immutable and compared by identity; it is a
/// class because passing a reference on costs nothing at a program's start.
package final class Option: Sendable {
    /// The name without its dashes: `source`.
    package let name: String
    /// A letter that means the same, such as `q` for `-q`.
    package let letter: Character?
    /// The name of the value in help, in capitals, or nil if the option is a switch.
    package let placeholder: String?
    /// The values that the parser accepts. A switch has none.
    package let kind: ValueKind
    /// Whether the option may stand alone; its value then follows an equals sign only.
    package let isValueOptional: Bool
    /// Whether this asks about the program, as `--help` does. Missing arguments are no error then.
    package let isQuestion: Bool
    /// The meaning, for help, the manual page and completion.
    package let summary: String

    /// Creates a switch.
    package init(_ name: String, letter: Character? = nil, isQuestion: Bool = false, _ summary: String) {
        (self.name, self.letter, self.summary) = (name, letter, summary)
        (placeholder, kind, isValueOptional) = (nil, .text, false)
        self.isQuestion = isQuestion
    }

    /// Creates an option with a value.
    package init(
        _ name: String, _ placeholder: String, _ kind: ValueKind, isValueOptional: Bool = false,
        _ summary: String
    ) {
        (self.name, self.placeholder, self.kind, self.summary) = (name, placeholder, kind, summary)
        (letter, isQuestion) = (nil, false)
        self.isValueOptional = isValueOptional
    }
}

extension Option {
    /// The name as typed: `--source`.
    package var spelling: String { "--\(name)" }

    /// The option with its value, for a line that shows how a command is used: `--source NAME`.
    package var usage: String {
        guard let placeholder else { return spelling }
        return isValueOptional ? "\(spelling)[=\(placeholder)]" : "\(spelling) \(placeholder)"
    }

    /// The usage with the letter, for a list of options: `-q, --quiet`.
    package var term: String { (letter.map { "-\($0), " } ?? "") + usage }

    /// Whether `word`, without a value behind an equals sign, names this option.
    func isSpelt(_ word: String) -> Bool {
        word == spelling || letter.map { word == "-\($0)" } ?? false
    }
}
