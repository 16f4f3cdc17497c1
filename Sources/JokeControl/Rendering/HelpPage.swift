// SPDX-License-Identifier: MIT

/// What `jokectl help` prints, from the table of commands.
package enum HelpPage {
    /// What there is, on a screen of 24 lines, examples first.
    package static func overview(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("jokectl: a good joke, from jokesd")
        page.section("Examples")
        page.append(examples)
        page.section("Commands")
        page.append(themes(of: table).map { ($0.commands, $0.theme) })
        page.section("Flags, anywhere")
        page.paragraph(
            Rendering.list(Globals.flags.map { spelling(of: $0) }, separator: "  "), indent: 2)
        page.blank()
        page.paragraph("`jokectl help WORD` says more: a command, or \(topicNames).")
        return page
    }

    private static let topicNames = Rendering.list(topics.map(\.name))

    /// Each command and group stands in one of these; those that no theme names are the last one.
    private static func themes(of table: CommandTable) -> [(theme: String, commands: String)] {
        let named = themes.flatMap(\.words)
        let rest = table.firstWords.filter { !named.contains($0) }
        return (themes + (rest.isEmpty ? [] : [("and more", rest)])).map { theme, words in
            let known = words.filter { table[$0] != nil || !table.group($0).isEmpty }
            return (theme, Rendering.list(known.map { word in grouped(word, table) }, separator: " "))
        }
    }

    private static let themes: [(theme: String, words: [String])] = [
        ("the joke on the card", ["show", "next", "like", "dislike", "undo"]),
        ("more jokes", ["daily", "feed", "queue"]),
        ("those you liked", ["saved"]),
        ("where they come from", ["sources"]),
        ("what they taught it", ["taste"]),
        ("on your desktop", ["translate", "share", "notify", "swipe", "follow"]),
        ("jokesd itself", ["status", "reload", "backup", "doctor"]),
        ("for tinkerers", ["call", "describe", "completions", "version", "help"]),
    ]

    /// `taste show|reset`.
    private static func grouped(_ word: String, _ table: CommandTable) -> String {
        let members = table.group(word).map { String($0.dropFirst(word.count + 1)) }
        return members.isEmpty ? word : "\(word) \(Rendering.list(members, separator: "|"))"
    }

    /// Each command in a line.
    package static func commands(of table: CommandTable, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("The commands", .heading)
        page.blank()
        page.append(
            table.commands.map {
                (([$0.name] + $0.arguments.map(\.usage)).joined(separator: " "), $0.summary)
            })
        page.section("Flags, anywhere")
        page.append(Globals.flags.map { (spelling(of: $0), $0.summary) })
        return page
    }

    /// One command, or a group of them.
    package static func page(about command: Command, _ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("jokectl \(usage(of: command))", .heading)
        page.paragraph(command.summary)
        if !command.examples.isEmpty {
            page.section("Examples")
            page.append(command.examples.map { ($0.line, $0.summary) })
        }
        for paragraph in command.details {
            page.blank()
            page.paragraph(paragraph)
        }
        if !command.arguments.isEmpty {
            page.section("Arguments")
            page.append(command.arguments.map { ($0.name, $0.summary) })
        }
        if !command.flags.isEmpty {
            page.section("Flags")
            page.append(command.flags.map { (spelling(of: $0), $0.summary) })
        }
        return page
    }

    /// What `jokectl help` knows beside commands.
    package struct Topic: Sendable {
        package let name: String
        package let summary: String
        let page: @Sendable (Appearance) -> Page
    }

    package static let topics = [
        Topic(name: "commands", summary: "Each command, and each flag, in a line") { commands(of: .all, $0) },
        Topic(name: "exit-codes", summary: "What jokectl exits with", page: exitCodes),
        Topic(name: "format", summary: "What --format takes", page: format),
    ]

    package static func exitCodes(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("What jokectl exits with", .heading)
        page.blank()
        page.append(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) } + [("130", "interrupted")])
        return page
    }

    package static func format(_ appearance: Appearance) -> Page {
        var page = Page(appearance.forReading)
        page.paragraph("What --format takes", .heading)
        page.section("Examples")
        page.append([
            ("jokectl --format '{{joke.value|line|trunc:60}}'", "the joke, in 60 columns"),
            ("jokectl saved list --format '{{joke.id}}\\t{{savedAt|date}}'", "a line for each"),
            ("jokectl follow --format '{{queue.count}} ready'", "a line for each change"),
        ])
        page.blank()
        page.paragraph(formatExplained)
        page.section("Filters")
        page.append(Template.Filter.known.map { ($0.usage, $0.meaning) })
        return page
    }

    static let formatExplained =
        "Members of the result stand in double braces by their names on the wire, which --json shows; what the result does not "
        + "have is looked for in its state. Of a list, each item is a line. Filters stand behind bars and are applied "
        + "in order; one that escapes comes last. \\n, \\t and \\\\ are a line break, a tab and a backslash."

    static let examples = [
        ("jokectl", "the joke on the card"),
        ("jokectl next", "another one"),
        ("jokectl like", "save it, and show the next"),
        ("jokectl saved list", "what you liked"),
    ]

    static func usage(of command: Command) -> String {
        let flags = command.flags.map { "[\($0.usage)]" }
        return ([command.name] + flags + command.arguments.map(\.usage)).joined(separator: " ")
    }

    static func spelling(of flag: Command.Flag) -> String {
        (flag.letter.map { "-\($0), " } ?? "") + flag.usage
    }
}

extension Appearance {
    /// Help is for people, in a pipe, too.
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
