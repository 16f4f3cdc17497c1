// SPDX-License-Identifier: MIT

/// An option of a program or of one of its commands, such as `--wait` or `--source NAME`.
///
/// The parser, help, the manual page and shell completion all read this value. It is immutable and compared by
/// identity. It is a class because passing a reference costs nothing when a program starts.
package final class Option: Sendable {
    /// The name without the leading hyphens: `source`.
    package let name: String
    /// The short form, such as `q` for `-q`, or nil if there is none.
    package let letter: Character?
    /// The name of the value in help, in capitals, or nil if the option has no value.
    package let placeholder: String?
    /// The values that the parser accepts. It is unused for an option without a value.
    package let kind: ValueKind
    /// Whether the value may be omitted. A value must then follow an equals sign.
    package let isValueOptional: Bool
    /// Whether the option asks about the program, as `--help` does. Missing arguments are then no error.
    package let isQuestion: Bool
    /// The meaning, for help, the manual page and completion.
    package let summary: String

    /// Creates an option without a value.
    package init(_ name: String, letter: Character? = nil, isQuestion: Bool = false, _ summary: String) {
        (self.name, self.letter, self.summary) = (name, letter, summary)
        (placeholder, kind, isValueOptional) = (nil, .text, false)
        self.isQuestion = isQuestion
    }

    /// Creates an option with a value.
    package init(
        _ name: String, letter: Character? = nil, _ placeholder: String, _ kind: ValueKind,
        isValueOptional: Bool = false, _ summary: String
    ) {
        (self.name, self.letter, self.placeholder) = (name, letter, placeholder)
        (self.kind, self.summary) = (kind, summary)
        isQuestion = false
        self.isValueOptional = isValueOptional
    }
}

extension Option {
    /// The name as the user types it: `--source`.
    package var spelling: String { "--\(name)" }

    /// The option with its value, for a usage line: `--source NAME`.
    package var usage: String {
        guard let placeholder else { return spelling }
        return isValueOptional ? "\(spelling)[=\(placeholder)]" : "\(spelling) \(placeholder)"
    }

    /// The usage with the short form, for a list of options: `-q, --quiet`.
    package var term: String { (letter.map { "-\($0), " } ?? "") + usage }

    /// Returns whether `word` names this option. It must not contain a value after an equals sign.
    func isSpelt(_ word: String) -> Bool { word == spelling || letter.map { word == "-\($0)" } ?? false }
}
