// SPDX-License-Identifier: MIT

/// One command, described once: parsing, help and what it does come from this.
///
/// Immutable; a class because a reference is passed on for nothing, where the runtime would look up how to copy so
/// large a value at every start.
package final class Command: Sendable {
    /// As typed: `next`, or `saved list`.
    package let name: String
    /// One line, for the list of commands.
    package let summary: String
    package let arguments: [Argument]
    package let flags: [Flag]
    /// What the summary leaves open; paragraphs.
    package let details: [String]
    package let examples: [Example]
    package let run: @Sendable (Invocation, Session) throws(Failure) -> ExitCode

    package init(
        _ name: String, _ summary: String, arguments: [Argument] = [], flags: [Flag] = [],
        details: [String] = [], examples: [Example] = [],
        run: @escaping @Sendable (Invocation, Session) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.flags = flags
        self.details = details
        self.examples = examples
        self.run = run
    }
}

extension Command {
    /// What stands behind a command's name.
    package struct Argument: Sendable, Hashable {
        package enum Count: Sendable, Hashable { case optional, one, oneOrMore, any }

        /// In capitals, for help: `ID`.
        package let name: String
        package let count: Count
        package let summary: String
        /// What may stand for the capitals of its name; words in small letters are offered as they are.
        package let values: Values

        package init(_ name: String, _ count: Count, _ summary: String, values: Values = .anything) {
            self.name = name
            self.count = count
            self.summary = summary
            self.values = values
        }

        package var usage: String {
            switch count {
            case .optional: "[\(name)]"
            case .one: name
            case .oneOrMore: "\(name)…"
            case .any: "[\(name)…]"
            }
        }
    }

    /// What may stand anywhere: `--wait`, or `--source NAME`.
    package struct Flag: Sendable, Hashable {
        package let name: String
        /// One letter that says the same: `q`.
        package let letter: Character?
        /// The name of its value, in capitals; nil where it takes none.
        package let value: String?
        /// Whether it may stand alone, and takes its value only behind an equals sign.
        package let isValueOptional: Bool
        package let summary: String
        package let values: Values

        package init(
            _ name: String, letter: Character? = nil, value: String? = nil, isValueOptional: Bool = false,
            _ summary: String, values: Values = .anything
        ) {
            self.name = name
            self.letter = letter
            self.value = value
            self.isValueOptional = isValueOptional
            self.summary = summary
            self.values = values
        }

        package var spelling: String { "--\(name)" }
        package var usage: String {
            guard let value else { return spelling }
            return isValueOptional ? "\(spelling)[=\(value)]" : "\(spelling) \(value)"
        }
    }

    package struct Example: Sendable, Hashable {
        package let line: String
        package let summary: String

        package init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }
}
