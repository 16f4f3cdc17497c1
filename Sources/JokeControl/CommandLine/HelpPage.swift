// SPDX-License-Identifier: MIT
package import JokeCommandLine

/// The pages of `jokectl help`, made from the descriptions of the commands.
package enum HelpPage {
    /// Returns an overview that fits 24 lines, with examples first.
    package static func overview(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("jokectl: show, like and search the jokes of jokesd")
        page.section("Examples")
        page.append(examples)
        page.section("Commands")
        page.append(themes(of: table))
        page.section("Options of every command")
        page.paragraph(
            Rendering.list(GlobalFlags.options.map(\.term), separator: "  "), indent: 2)
        page.blank()
        page.paragraph("`jokectl help WORD` explains a command, or \(topicNames).")
        return page
    }

    private static let topicNames = Rendering.list(topics.map(\.name))

    /// Returns each theme with its commands. A group is one entry: `taste show|reset`.
    private static func themes(of table: CommandTable) -> [(String, String)] {
        let words = table.firstWords.map { word in
            let command = table[word] ?? table.group(word).first.flatMap { table[$0] }
            return (text: grouped(word, table), theme: command?.theme)
        }
        return Command.Theme.allCases.map { theme in
            let themed = words.filter { $0.theme == theme }.map(\.text)
            return (Rendering.list(themed, separator: " "), theme.rawValue)
        }
    }

    private static func grouped(_ word: String, _ table: CommandTable) -> String {
        let members = table.members(of: word)
        return members.isEmpty ? word : "\(word) \(Rendering.list(members, separator: "|"))"
    }

    /// Returns a list of all commands, one per line.
    package static func commands(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("Commands", .heading)
        page.blank()
        page.append(
            table.commands.map(\.description).map { ($0.shortUsage, $0.summary) })
        page.section("Options of every command")
        page.append(
            GlobalFlags.options.map { ($0.term, $0.summary) }
                + [("--", "no word after it is an option: `jokectl like -- -x`")])
        return page
    }

    /// Returns the page about a command or a group of commands.
    package static func page(about command: CommandDescription, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("Usage: jokectl \(command.usage)", .heading)
        page.paragraph(command.summary + ".")
        for paragraph in command.details {
            page.blank()
            page.paragraph(paragraph)
        }
        if !command.arguments.isEmpty {
            page.section("Arguments")
            page.append(command.arguments.map { ($0.name, $0.summary) })
        }
        if !command.options.isEmpty {
            page.section("Options")
            page.append(command.options.map { ($0.term, $0.summary) })
        }
        if !command.examples.isEmpty {
            page.section("Examples")
            page.append(command.examples.map { ($0.line, $0.summary) })
        }
        if let exitStatus = command.exitStatusSentence {
            page.blank()
            page.paragraph(exitStatus)
        }
        return page
    }

    /// A topic of `jokectl help` that is not a command.
    package struct Topic: Sendable {
        package let name: String
        package let summary: String
        let page: @Sendable (Appearance) -> Page
    }

    package static let topics = [
        Topic(name: "commands", summary: "List all commands and the options of every command") {
            commands(of: .all, $0)
        },
        Topic(name: "exit-codes", summary: "List the exit codes of jokectl", page: exitCodes),
        Topic(name: "format", summary: "Explain the templates of --format", page: format),
    ]

    package static func exitCodes(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("Exit codes of jokectl", .heading)
        page.blank()
        page.append(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) } + [("130", "interrupted")])
        return page
    }

    package static func format(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("Templates of --format", .heading)
        page.section("Examples")
        page.append([
            ("jokectl --format '{{joke.value|line|trunc:60}}'", "print the joke in 60 columns"),
            (
                "jokectl saved list --format '{{joke.id}}\\t{{savedAt|date}}'",
                "print a line for each saved joke"
            ),
            ("jokectl follow --format '{{queue.count}} ready'", "print a line for each change"),
        ])
        page.blank()
        page.paragraph(formatExplained)
        page.section("Filters")
        page.append(Template.Filter.known.map { ($0.usage, $0.meaning) })
        return page
    }

    static let formatExplained =
        "A template has members of the result in double braces, by the names that --json shows. A member "
        + "that the result does not have is taken from its state. For a list, jokectl prints a line for "
        + "each item. Filters follow the name after vertical bars and are applied in order; an escaping "
        + "filter must be the last one. \\n, \\t and \\\\ are a line break, a tab and a backslash."

    static let examples = [
        ("jokectl", "show the current joke"),
        ("jokectl next", "show the next joke"),
        ("jokectl like", "save the joke and show the next one"),
        ("jokectl saved list", "list the saved jokes"),
    ]
}

extension Appearance {
    /// The appearance for help, which is formatted for people even in a pipe.
    fileprivate var forReading: Appearance {
        var appearance = self
        appearance.width = min(width ?? 80, 100)
        return appearance
    }
}

extension Page {
    fileprivate mutating func section(_ title: String) {
        blank()
        paragraph(title, .heading)
    }

    fileprivate mutating func append(_ rows: [(String, String)]) {
        table(rows.map { [("  " + $0, .plain), ($1, .faint)] })
    }
}
