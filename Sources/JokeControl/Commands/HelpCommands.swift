// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let man = Option("man", "print the manual page jokectl(1) for man")

    static let help = Command(
        "help", .tinkering, "Show help for a command",
        arguments: [
            Argument(
                "COMMAND", .any, "a command, or a topic that `jokectl help topics` lists",
                kind: .command)
        ],
        options: [man],
        examples: [
            Example("jokectl help next", "show help for next"),
            Example("jokectl help format", "show the template syntax of --format"),
            Example("jokectl help topics", "list the topics that are no commands"),
        ]
    ) { (invocation, context) throws(CommandError) in
        if invocation.has(man) {
            try context.console.write(ManualPage.text(of: .all))
        } else {
            try context.console.present(
                try page(about: invocation.arguments, context.appearance), context.environment)
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
            if let removed = Removed.error(for: words) { throw CommandError(removed) }
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
        "version", .tinkering, "Print the version of jokectl and of its protocol",
        details: ["`jokectl status` shows the version of jokesd."],
        examples: [Example("jokectl version", "print the version")],
        result: { _ in .object([.init("version", .string), .init("protocol", .integer)]) }
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
        shells.joined(separator: "|"), .one, "the shell", kind: .words(shells))
    private static let shells = CompletionScript.allCases.map(\.rawValue)

    static let completions = Command(
        "completions", .tinkering, "Print a shell completion script",
        arguments: [shell],
        details: [
            "The script completes commands, options, ids, categories, sources and methods. It asks jokectl, which asks "
                + "jokesd. It does not start jokesd, and prints no errors.",
            "Save the script where your shell finds it: ~/.local/share/bash-completion/completions/jokectl for bash, "
                + "_jokectl in a directory of $fpath for zsh, ~/.config/fish/completions/jokectl.fish for fish.",
        ],
        examples: [
            Example(
                "jokectl completions bash >> ~/.bashrc", "install it for bash"),
            Example(
                "jokectl completions zsh > ~/.zfunc/_jokectl",
                "install it for zsh, if ~/.zfunc is in $fpath before compinit"),
            Example("jokectl completions fish | source", "use it in this shell only"),
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
        "complete", nil, "Print the candidates for the end of a line, for the scripts of `completions`",
        arguments: [Argument("WORD", .any, "the words that follow jokectl, the last of them incomplete")]
    ) { (invocation, context) throws(CommandError) in
        let line = PartialCommandLine(
            invocation.arguments.dropLast(), current: invocation.arguments.last ?? "", of: .jokectl)
        try context.console.write(Candidates(for: line, context.completing(line)).lines)
        return .done
    }
}
