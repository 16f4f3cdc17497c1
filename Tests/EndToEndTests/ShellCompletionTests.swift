// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Completion in real shells")
struct ShellCompletionTests {
    enum Shell: String, Sendable, CaseIterable {
        case bash, zsh, fish

        /// The arguments for a shell without a user's configuration, with a prompt that a test can wait for.
        var arguments: [String] {
            switch self {
            case .bash: ["--norc", "--noprofile", "-i"]
            case .zsh: ["-f", "-i"]
            case .fish: ["--no-config", "-i"]
            }
        }

        func setUp(_ program: String) -> String {
            let load = "source <(\(program) completions \(self)); cd \"$HOME\"; PS1='rea''dy> '\r"
            return switch self {
            case .bash: "PATH=\(Self.directory(of: program)):$PATH; bind 'set bell-style none'; \(load)"
            case .zsh:
                "PATH=\(Self.directory(of: program)):$PATH; autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; \(load)"
            case .fish:
                "set -x PATH \(Self.directory(of: program)) $PATH; \(program) completions fish | source; cd; "
                    + "function fish_prompt; echo -n 'rea''dy> '; end\r"
            }
        }

        private static func directory(of path: String) -> String {
            String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        }
    }

    /// The typed lines, and the words on the line after the key.
    static let lines: [(typed: String, completed: String)] = [
        ("dis", "dislike "), ("saved res", "saved restore "), ("next --cat", "next --category "),
        ("next --source fort", "next --source fortune "), ("share --to=clip", "share --to=clipboard "),
        ("call card.rel", "call card.release "), ("call translation.show sh", "call translation.show show="),
        ("next --category anim", "next --category animals "), ("backup my", "backup my-file.txt "),
    ]

    @Test("a key completes commands, flags and names that the daemon knows", arguments: Shell.allCases)
    func completedLines(_ shell: Shell) throws {
        let daemon = try TestDaemon.ready()
        try Files.write("", to: "\(daemon.directory.path)/home/my-file.txt")
        let joke = try #require(try daemon.state()["joke"]?["id"]?.stringValue)
        _ = try daemon.jokectl("like")
        let lines = Self.lines + [("saved delete " + joke.prefix(4), "saved delete \(joke) ")]
        let terminal = try start(shell, daemon)
        for (typed, completed) in lines {
            try terminal.type("jokectl \(typed)\t")
            // Reads the completed words, then clears the line.
            try terminal.read(to: String(completed.dropFirst(typed.count)))
            try terminal.type("\u{15}")
        }
        try terminal.type("exit\r")
        #expect(try terminal.finish() == .exited(0))
    }

    @Test("without a daemon completion prints nothing and starts none", arguments: Shell.allCases)
    func withoutDaemon(_ shell: Shell) throws {
        let daemon = try TestDaemon()
        let terminal = try start(shell, daemon)
        try terminal.type("jokectl saved delete \t")
        try terminal.type("\u{15}echo it is qui''et\r")
        let said = try terminal.read(to: "it is quiet")
        #expect(!said.contains("jokesd") && !said.contains("socket"), "\(said)")
        #expect(!Files.names(in: "\(daemon.directory.path)/run").contains("jokesd"))
    }

    @Test("bash's script passes shellcheck")
    func shellcheck() throws {
        let daemon = try TestDaemon()
        let script = try daemon.jokectl("completions", "bash").output
        let run = try ProgramRun("shellcheck", ["-"], environment: daemon.environment, input: script)
        #expect(run.succeeded, "\(run.output)")
    }

    private func start(_ shell: Shell, _ daemon: TestDaemon) throws -> TerminalProgram {
        var environment = daemon.environment
        environment["TERM"] = "dumb"
        let terminal = try TerminalProgram(
            shell.rawValue, shell.arguments, environment: environment, columns: 200)
        try terminal.type(shell.setUp(try Programs.path(of: "jokectl")))
        try terminal.read(to: "ready> ")
        return terminal
    }
}
