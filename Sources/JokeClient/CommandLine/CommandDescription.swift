// SPDX-License-Identifier: MIT

/// The description of a command, or of a program that has only one.
///
/// The parser, help, the manual page and shell completion all read this value. It is immutable. It is a class because
/// passing a reference costs nothing, while a large struct is copied member by member.
package final class CommandDescription: Sendable {
    /// The name as the user types it: `next`, or `saved list`.
    package let name: String
    /// The meaning in one line, for the list of commands.
    package let summary: String
    package let arguments: [Argument]
    package let options: [Option]
    /// Paragraphs that follow the summary in help.
    package let details: [String]
    /// The exit statuses with a special meaning for this command, such as `0 if a joke is shown, 75 if none is
    /// available`, or nil.
    package let exitStatus: String?
    package let examples: [Example]

    package init(
        _ name: String, _ summary: String, arguments: [Argument] = [], options: [Option] = [],
        details: [String] = [], exitStatus: String? = nil, examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.options = options
        self.details = details
        self.exitStatus = exitStatus
        self.examples = examples
    }
}

extension CommandDescription {
    /// The name, options and arguments in one line: `saved show ID`.
    package var usage: String {
        ([name] + options.map { "[\($0.usage)]" } + arguments.map(\.usage)).joined(separator: " ")
    }

    /// The name and arguments without the options, for a list of commands.
    package var shortUsage: String { ([name] + arguments.map(\.usage)).joined(separator: " ") }

    /// The details and the exit status, as the manual page shows them below the summary.
    package var paragraphs: [String] { details + (exitStatus.map { ["Exit status: \($0)."] } ?? []) }

    /// Returns the argument at `index`, or nil if the command takes fewer. A repeated last argument takes all further
    /// words.
    func argument(at index: Int) -> Argument? {
        if index < arguments.count { return arguments[index] }
        return arguments.last.flatMap { $0.count.isRepeated ? $0 : nil }
    }
}

/// An argument of a command: a word that is not an option.
package struct Argument: Sendable {
    /// The number of words that the argument takes.
    package enum Count: Sendable, Hashable {
        case optional, one, oneOrMore, any

        var isNeeded: Bool { self == .one || self == .oneOrMore }
        var isRepeated: Bool { self == .oneOrMore || self == .any }
    }

    /// The name in help. Capitals stand for a value, such as `ID`; small letters are typed literally, such as `on|off`.
    package let name: String
    package let count: Count
    package let summary: String
    package let kind: ValueKind

    package init(_ name: String, _ count: Count, _ summary: String, kind: ValueKind = .text) {
        (self.name, self.count, self.summary, self.kind) = (name, count, summary, kind)
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

/// A command line that shows a use of a command, with its meaning.
package struct Example: Sendable, Hashable {
    package let line: String
    package let summary: String

    package init(_ line: String, _ summary: String) {
        self.line = line
        self.summary = summary
    }
}
