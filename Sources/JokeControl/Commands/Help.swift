// SPDX-License-Identifier: MIT

extension Command {
    private static let man = Flag("man", "print the manual page jokectl(1), for man")

    static let help = Command(
        "help", "How jokectl is used, or one of its commands",
        arguments: [
            Argument(
                "COMMAND", .any, "the command that is meant, or commands, exit-codes or format",
                values: .commands)
        ],
        flags: [man],
        examples: [
            Example("jokectl help next", "all about next"),
            Example("jokectl help format", "what --format takes"),
            Example("jokectl help exit-codes", "what a script can tell from the exit code"),
        ]
    ) { (invocation, session) throws(Failure) in
        if invocation.has(man) {
            try session.console.write(ManualPage.text(of: .all))
        } else {
            try session.console.write(try page(about: invocation.arguments, session.appearance))
        }
        return .done
    }

    private static func page(about words: [String], _ appearance: Appearance) throws(Failure) -> Page {
        let table = CommandTable.all
        let name = words.joined(separator: " ")
        if name.isEmpty { return HelpPage.overview(of: table, appearance) }
        if let topic = HelpPage.topics.first(where: { $0.name == name }) { return topic.page(appearance) }
        if let command = table[name] { return HelpPage.page(about: command, appearance) }
        let group = table.group(name).compactMap { table[$0] }
        guard let first = group.first else {
            let known = table.names + table.firstWords + HelpPage.topics.map(\.name)
            throw Failure(UsageError.unknownCommand(name, group: nil, known: known))
        }
        var page = HelpPage.page(about: first, appearance)
        for command in group.dropFirst() {
            page.blank()
            page.append(HelpPage.page(about: command, appearance))
        }
        return page
    }
}
