// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    private static let man = Option("man", "print the manual page jokectl(1), for man")

    static let help = Command(
        "help", .tinkering, "How jokectl is used, or one of its commands",
        arguments: [
            Argument(
                "COMMAND", .any, "the command that is meant, or commands, exit-codes or format",
                kind: .command)
        ],
        options: [man],
        examples: [
            Example("jokectl help next", "all about next"),
            Example("jokectl help format", "what --format takes"),
            Example("jokectl help exit-codes", "what a script can tell from the exit code"),
        ]
    ) { (invocation, context) throws(CommandError) in
        if invocation.has(man) {
            try context.console.write(ManualPage.text(of: .all))
        } else {
            try context.console.write(try page(about: invocation.arguments, context.appearance))
        }
        return .done
    }

    private static func page(about words: [String], _ appearance: Appearance) throws(CommandError) -> Page {
        let table = CommandTable.all
        let name = words.joined(separator: " ")
        if name.isEmpty { return HelpPage.overview(of: table, appearance) }
        if let topic = HelpPage.topics.first(where: { $0.name == name }) { return topic.page(appearance) }
        if let command = table.description(of: name) { return HelpPage.page(about: command, appearance) }
        let group = table.group(name).compactMap(table.description(of:))
        guard let first = group.first else {
            let known = table.names + table.firstWords + HelpPage.topics.map(\.name)
            throw CommandError(.unknownCommand(name, group: nil, known: known, .jokectl))
        }
        var page = HelpPage.page(about: first, appearance)
        for command in group.dropFirst() {
            page.blank()
            page.append(HelpPage.page(about: command, appearance))
        }
        return page
    }

    static let version = Command(
        "version", .tinkering, "The version of jokectl and of the protocol it speaks",
        details: ["`jokectl status` says which version of jokesd runs."],
        examples: [Example("jokectl version", "which one is this?")]
    ) { (_, context) throws(CommandError) in
        if context.isRaw {
            try context.write([
                "version": .string(Version.program), "protocol": .integer(Version.protocolVersion),
            ])
        } else {
            try context.console.write("jokectl \(Version.program) (protocol \(Version.protocolVersion))\n")
        }
        return .done
    }

    private static let shell = Argument(
        shells.joined(separator: "|"), .one, "the shell that is to know jokectl", kind: .words(shells))
    private static let shells = CompletionScript.allCases.map(\.rawValue)

    static let completions = Command(
        "completions", .tinkering, "The script that has a shell complete jokectl",
        arguments: [shell],
        details: [
            "Commands, flags, ids, categories, sources, methods … are completed as this jokectl and the jokesd that runs "
                + "know them: the script asks jokectl. Where no jokesd runs, none is started, and nothing is said.",
            "Put it where your shell looks: ~/.local/share/bash-completion/completions/jokectl for bash, a file "
                + "_jokectl in a folder of $fpath for zsh, ~/.config/fish/completions/jokectl.fish for fish.",
        ],
        examples: [
            Example(
                "jokectl completions bash > ~/.local/share/bash-completion/completions/jokectl", "for good"),
            Example(
                "jokectl completions zsh > ~/.zfunc/_jokectl", "with ~/.zfunc in $fpath, before compinit"),
            Example("jokectl completions fish | source", "for this shell"),
        ]
    ) { (invocation, context) throws(CommandError) in
        // The parser accepts only the names of scripts.
        guard let script = CompletionScript(rawValue: invocation.arguments[0]) else { return .usage }
        try context.console.write(data: Array(script.text.utf8))
        return .done
    }

    /// Prints completions. The arguments are the words of a command line, the last of them incomplete. They follow
    /// `--`, because they may look like options.
    static let complete = Command(
        "complete", nil, "What may stand at the end of a line, for the scripts of `completions`",
        arguments: [Argument("WORD", .any, "what is typed behind jokectl")]
    ) { (invocation, context) throws(CommandError) in
        let line = PartialCommandLine(
            invocation.arguments.dropLast(), current: invocation.arguments.last ?? "", of: .jokectl)
        try context.console.write(Candidates(for: line, context.completing(line)).lines)
        return .done
    }
}
