// SPDX-License-Identifier: MIT

/// The description of a command, or of a program that has only one: its name, meaning, arguments and options.
///
/// The parser, help, the manual page and completion read this one value. It is immutable; it is a class because passing a
/// reference on costs nothing, while a large value is copied member by member.
package final class CommandDescription: Sendable {
    /// The name as typed: `next`, or `saved list`.
    package let name: String
    /// One line, for the list of commands.
    package let summary: String
    package let arguments: [Argument]
    package let options: [Option]
    /// Paragraphs about what the summary leaves open.
    package let details: [String]
    /// A sentence about exit statuses that mean something special here, or nil.
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
    /// The name, options and arguments in a line: `saved show ID`.
    package var usage: String {
        ([name] + options.map { "[\($0.usage)]" } + arguments.map(\.usage)).joined(separator: " ")
    }

    /// The name and arguments without the options, for a list of commands.
    package var shortUsage: String { ([name] + arguments.map(\.usage)).joined(separator: " ") }

    /// The paragraphs of help below the summary.
    package var paragraphs: [String] { details + (exitStatus.map { [$0] } ?? []) }

    /// The argument at `index`, of those before `--` or after it. The last one may take any number of words.
    func argument(at index: Int, afterDashes: Bool = false) -> Argument? {
        let arguments = arguments.filter { $0.isAfterDashes == afterDashes }
        if index < arguments.count { return arguments[index] }
        return arguments.last.flatMap { $0.count.isRepeated ? $0 : nil }
    }
}

/// An argument of a command: a word that is no option.
package struct Argument: Sendable {
    package enum Count: Sendable, Hashable {
        case optional, one, oneOrMore, any

        var isNeeded: Bool { self == .one || self == .oneOrMore }
        var isRepeated: Bool { self == .oneOrMore || self == .any }
    }

    /// The name in help, in capitals: `ID`. Words in small letters are typed as they are: `on|off`.
    package let name: String
    package let count: Count
    package let summary: String
    package let kind: ValueKind
    /// Whether its words stand after `--`, as the command line of another program does.
    package let isAfterDashes: Bool

    package init(
        _ name: String, _ count: Count, _ summary: String, kind: ValueKind = .text,
        isAfterDashes: Bool = false
    ) {
        (self.name, self.count, self.summary, self.kind) = (name, count, summary, kind)
        self.isAfterDashes = isAfterDashes
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

/// A command line that shows what a command is for.
package struct Example: Sendable, Hashable {
    package let line: String
    package let summary: String

    package init(_ line: String, _ summary: String) {
        self.line = line
        self.summary = summary
    }
}
