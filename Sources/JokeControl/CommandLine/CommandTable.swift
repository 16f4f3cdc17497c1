// SPDX-License-Identifier: MIT
package import JokeCommandLine

/// The commands of jokectl, in the order of help.
///
/// A run needs one of them: the others are only named.
package struct CommandTable: CommandSet {
    package static let all = CommandTable()

    private static let rows: [(name: String, command: @Sendable () -> Command)] = [
        ("show", { .show }), ("next", { .next }), ("like", { .like }), ("dislike", { .dislike }),
        ("undo", { .undo }), ("daily", { .daily }), ("translate", { .translate }),
        ("saved list", { .savedList }), ("saved search", { .savedSearch }), ("saved show", { .savedShow }),
        ("saved delete", { .savedDelete }), ("saved restore", { .savedRestore }),
        ("saved export", { .savedExport }), ("saved import", { .savedImport }),
        ("sources list", { .sourcesList }), ("sources enable", { .sourcesEnable }),
        ("sources disable", { .sourcesDisable }), ("feed", { .feed }), ("queue", { .queue }),
        ("taste show", { .tasteShow }), ("taste reset", { .tasteReset }), ("share", { .share }),
        ("swipe", { .swipe }), ("notify", { .notify }), ("status", { .status }), ("reload", { .reload }),
        ("backup", { .backup }), ("doctor", { .doctor }), ("follow", { .follow }), ("call", { .call }),
        ("describe", { .describe }), ("completions", { .completions }), ("version", { .version }),
        ("help", { .help }),
    ]

    package var names: [String] { Self.rows.map(\.name) }

    package var commands: [Command] { Self.rows.map { $0.command() } }

    package var usual: CommandDescription { Command.show.description }

    package subscript(name: String) -> Command? {
        // Help does not show it: the scripts of `completions` ask it.
        if name == "complete" { return .complete }
        return Self.rows.first { $0.name == name }?.command()
    }

    package func description(of name: String) -> CommandDescription? { self[name]?.description }
}

extension ProgramDescription {
    package static let jokectl = ProgramDescription(
        helpLine: "jokectl help", options: GlobalFlags.options, .several(CommandTable.all))
}
