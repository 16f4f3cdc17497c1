// SPDX-License-Identifier: MIT
package import JokeClient

/// The pages of `jokectl help`, made from the descriptions of the commands, in the user's language.
package enum HelpPage {
    /// Returns an overview that fits 24 lines, with examples first.
    package static func overview(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("jokectl: show, like and search the jokes of jokesd"))
        page.section(localized("Examples:"))
        page.append(examples)
        page.section(localized("Commands:"))
        let themes = themes(of: table)
        if (page.appearance.width ?? 0) < narrowestOverview {
            for (words, theme) in themes {
                let isGroup = words.utf8.contains(UInt8(ascii: "|"))
                page.paragraph(
                    isGroup ? words.split(separator: "|").joined(separator: " | ") : words, indent: 2)
                page.paragraph(theme, .faint, indent: 4)
            }
        } else {
            page.append(themes)
        }
        page.section(localized("Options of every command:"))
        page.paragraph(
            Rendering.list(GlobalFlags.options.map(\.term), separator: "  "), indent: 2)
        page.blank()
        page.paragraph(
            localized(
                "`jokectl help COMMAND` explains a command; `jokectl help topics` lists topics."))
        return page
    }

    /// The width in columns from which each theme fits a line.
    private static let narrowestOverview = 80

    /// Returns each theme with its commands. A group is one entry: `taste show|reset`.
    private static func themes(of table: CommandTable) -> [(String, String)] {
        let words = table.firstWords.map { word in
            let command = table[word] ?? table.group(word).first.flatMap { table[$0] }
            return (text: grouped(word, table), theme: command?.theme)
        }
        return Command.Theme.allCases.map { theme in
            let themed = words.filter { $0.theme == theme }.map(\.text)
            return (Rendering.list(themed, separator: " "), theme.heading)
        }
    }

    private static func grouped(_ word: String, _ table: CommandTable) -> String {
        let members = table.members(of: word)
        return members.isEmpty ? word : "\(word) \(Rendering.list(members, separator: "|"))"
    }

    /// Returns a list of all commands, one per line.
    package static func commands(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Commands:"), .heading)
        page.append(table.commands.map(\.description).map { ($0.shortUsage, translated($0.summary)) })
        page.section(localized("Options of every command:"))
        page.append(
            GlobalFlags.options.map { ($0.term, translated($0.summary)) }
                + [("--", localized("no word after it is an option: `jokectl like -- -x`"))])
        return page
    }

    /// Returns the page about a command or a group of commands.
    package static func page(about command: CommandDescription, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Usage: %s", "jokectl \(command.usage)"), .heading)
        page.paragraph(translated(command.summary) + ".")
        for paragraph in command.details {
            page.blank()
            page.paragraph(translated(paragraph))
        }
        if !command.arguments.isEmpty {
            page.section(localized("Arguments:"))
            page.append(command.arguments.map { ($0.name, translated($0.summary)) })
        }
        if !command.options.isEmpty {
            page.section(localized("Options:"))
            page.append(command.options.map { ($0.term, translated($0.summary)) })
        }
        page.section(localized("Examples:"))
        page.append(command.examples)
        page.blank()
        page.paragraph(
            command.exitStatus.map { localized("Exit status: %s.", translated($0)) }
                ?? localized("Exit status: 0 on success; `jokectl help exit-codes` lists the others."))
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
        Topic(name: "environment", summary: "List the environment variables", page: environment),
        Topic(name: "exit-codes", summary: "List the exit codes of jokectl", page: exitCodes),
        Topic(name: "format", summary: "Explain the templates of --format", page: format),
        Topic(name: "topics", summary: "List these topics", page: topicList),
    ]

    package static func topicList(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Topics of `jokectl help`:"), .heading)
        page.append(topics.map { ($0.name, translated($0.summary)) })
        page.blank()
        page.paragraph(localized("The manual page jokectl(1) has everything: `man jokectl`."))
        return page
    }

    package static func environment(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Environment variables that jokectl reads:"), .heading)
        page.append(EnvironmentVariable.all.map { ($0.names, translated($0.summary)) })
        return page
    }

    package static func exitCodes(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Exit codes of jokectl:"), .heading)
        page.append(
            ExitCode.allCases.map { (String($0.rawValue), $0.meaning) } + [("130", localized("interrupted"))])
        return page
    }

    package static func format(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph(localized("Templates of --format"), .heading)
        page.section(localized("Examples:"))
        page.append([
            Example("jokectl --format '{{joke.value|line|trunc:60}}'", "print the joke in 60 columns"),
            Example(
                "jokectl saved list --format '{{joke.id}}\\t{{savedAt|date}}'",
                "print a line for each saved joke"),
            Example("jokectl follow --format '{{queue.count}} ready'", "print a line for each change"),
        ])
        page.blank()
        page.paragraph(formatExplained)
        page.section(localized("Filters:"))
        page.append(Template.Filter.known.map { ($0.usage, $0.meaning) })
        return page
    }

    static var formatExplained: String {
        localized(
            "A template has members of the result in double braces, by the names that --json shows. A member "
                + "that the result does not have is taken from its state. For a list, jokectl prints a line for "
                + "each item. Filters follow the name after vertical bars and are applied in order; an escaping "
                + "filter must be the last one. \\n, \\t and \\\\ are a line break, a tab and a backslash.")
    }

    static let examples = [
        Example("jokectl", "show the current joke"),
        Example("jokectl next", "go on to the next joke"),
        Example("jokectl like", "save the joke and show the next one"),
        Example("jokectl saved list", "list your saved jokes"),
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

    fileprivate mutating func append(_ examples: [Example]) {
        append(examples.map { ($0.line, translated($0.summary)) })
    }

    fileprivate mutating func append(_ rows: [(String, String)]) {
        table(rows.map { [("  " + $0, .plain), ($1, .faint)] })
    }
}
