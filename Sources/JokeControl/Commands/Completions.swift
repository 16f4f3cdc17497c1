// SPDX-License-Identifier: MIT

extension Command {
    private static let shell = Argument(
        CompletionScript.allCases.map(\.rawValue).joined(separator: "|"), .one,
        "the shell that is to know jokectl")

    static let completions = Command(
        "completions", "The script that has a shell complete jokectl",
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
    ) { (invocation, session) throws(Failure) in
        let name = invocation.arguments[0]
        guard let script = CompletionScript(rawValue: name) else {
            throw Failure(.usage, "'completions' knows bash, zsh and fish, not '\(name)'")
        }
        try session.console.write(data: Array(script.text.utf8))
        return .done
    }

    /// The words of a line, the last of them unfinished; behind `--`, since they may be flags.
    static let complete = Command(
        "complete", "What may stand at the end of a line, for the scripts of `completions`",
        arguments: [Argument("WORD", .any, "what is typed behind jokectl")]
    ) { (invocation, session) throws(Failure) in
        let line = UnfinishedLine(invocation.arguments.dropLast(), current: invocation.arguments.last ?? "")
        try session.console.write(Candidates(for: line, session.completing(line)).lines)
        return .done
    }
}
