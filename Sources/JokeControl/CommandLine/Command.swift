// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// A command of jokectl: its description and its code.
package final class Command: Sendable {
    package let description: CommandDescription
    /// The heading in the overview, or nil if no help shows the command.
    package let theme: Theme?
    /// Returns the schema of the result that the command prints with `--json` or `--format`, or nil if it prints none or
    /// the schema is not known.
    package let result: @Sendable (Invocation) -> ValueSchema?
    package let run: @Sendable (Invocation, CommandContext) throws(CommandError) -> ExitCode

    package init(
        _ name: String, _ theme: Theme?, _ summary: String, arguments: [Argument] = [],
        options: [Option] = [],
        details: [String] = [], exitStatus: String? = nil, examples: [Example] = [],
        result: @escaping @Sendable (Invocation) -> ValueSchema? = { _ in nil },
        run: @escaping @Sendable (Invocation, CommandContext) throws(CommandError) -> ExitCode
    ) {
        description = CommandDescription(
            name, summary, arguments: arguments, options: options, details: details, exitStatus: exitStatus,
            examples: examples)
        self.theme = theme
        self.result = result
        self.run = run
    }

    /// The headings of the overview, in its order.
    package enum Theme: Sendable, CaseIterable {
        case card, moreJokes, library, sources, taste, desktop, daemon, tinkering

        var heading: String {
            switch self {
            case .card: localized("current joke")
            case .moreJokes: localized("more jokes")
            case .library: localized("saved jokes")
            case .sources: localized("sources")
            case .taste: localized("taste")
            case .desktop: localized("desktop")
            case .daemon: "jokesd"
            case .tinkering: localized("scripts and help")
            }
        }
    }
}
