// SPDX-License-Identifier: MIT
package import JokeClient

/// The commands of jokectl, in the order of the help. A command is created when it is looked up, because a run needs
/// only one.
package struct CommandTable: CommandSet {
    package static let all = CommandTable()

    /// The name of a command and a closure that creates it. It is not a tuple, because the type metadata of a tuple is
    /// looked up at every start.
    private struct Row: Sendable {
        let name: String
        let make: @Sendable () -> Command

        init(_ name: String, _ make: @escaping @Sendable () -> Command) {
            (self.name, self.make) = (name, make)
        }
    }

    private static let rows = [
        Row("show") { .show },
        Row("next") { .next },
        Row("previous") { .previous },
        Row("reveal") { .reveal },
        Row("like") { .like },
        Row("dislike") { .dislike },
        Row("undo") { .undo },
        Row("daily") { .daily },
        Row("translate") { .translate },
        Row("add") { .add },
        Row("edit") { .edit },
        Row("saved list") { .savedList },
        Row("saved search") { .savedSearch },
        Row("saved show") { .savedShow },
        Row("saved random") { .savedRandom },
        Row("saved delete") { .savedDelete },
        Row("saved restore") { .savedRestore },
        Row("saved export") { .savedExport },
        Row("saved import") { .savedImport },
        Row("sources list") { .sourcesList },
        Row("sources enable") { .sourcesEnable },
        Row("sources disable") { .sourcesDisable },
        Row("sources reset") { .sourcesReset },
        Row("sources allow") { .sourcesAllow },
        Row("feed") { .feed },
        Row("queue") { .queue },
        Row("history") { .history },
        Row("categories") { .categories },
        Row("taste show") { .tasteShow },
        Row("taste reset") { .tasteReset },
        Row("share") { .share },
        Row("swipe") { .swipe },
        Row("card") { .card },
        Row("notify") { .notify },
        Row("status") { .status },
        Row("reload") { .reload },
        Row("stop") { .stop },
        Row("backup") { .backup },
        Row("sync status") { .syncStatus },
        Row("sync on") { .syncOn },
        Row("sync off") { .syncOff },
        Row("sync now") { .syncNow },
        Row("doctor") { .doctor },
        Row("follow") { .follow },
        Row("mcp") { .mcp },
        Row("call") { .call },
        Row("completions") { .completions },
        Row("version") { .version },
        Row("help") { .help },
    ]

    package var names: [String] { Self.rows.map(\.name) }

    package var commands: [Command] { Self.rows.map { $0.make() } }

    package var usual: CommandDescription { Command.show.description }

    package subscript(name: String) -> Command? {
        // The overview does not list these names. The scripts of `completions` call `complete`.
        switch name {
        case "complete": return .complete
        case "back": return .previous
        case "ls": return .savedList
        default: break
        }
        for row in Self.rows where row.name == name { return row.make() }
        return nil
    }

    package func meaning(of word: String) -> String? {
        ["favorites", "favourites", "list"].contains(word) ? "saved list" : nil
    }

    package func description(of name: String) -> CommandDescription? { self[name]?.description }
}

extension ProgramDescription {
    package static let jokectl = ProgramDescription(
        helpLine: "jokectl help", options: GlobalFlags.options, .several(CommandTable.all))
}
