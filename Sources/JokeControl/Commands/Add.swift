// SPDX-License-Identifier: MIT
import Glibc
import JokeCommandLine
import JokeSystem
import JokeWire

extension Command {
    private static let setup = Option(
        "setup", "TEXT", .nonEmptyText, "the first part of the joke, instead of TEXT")
    private static let punchline = Option("punchline", "TEXT", .nonEmptyText, "the second part of the joke")
    private static let category = Option(
        "category", "NAME", .known(.categories), "a category; repeat it for several")
    private static let language = Option(
        "language", "CODE", .nonEmptyText, "the language, such as es; your first one if omitted")
    private static let translation = Option(
        "translation", "CODE=TEXT", .nonEmptyText, "the text in a second language, such as es=TEXT")

    static let add = Command(
        "add", .library, "Add a joke of your own",
        arguments: [
            Argument(
                "TEXT", .optional,
                "the joke; - for standard input; if omitted on a terminal, your editor ($VISUAL or $EDITOR) opens"
            )
        ],
        options: [setup, punchline, category, language, translation],
        details: [
            "The joke is saved in a source of your own, `mine`, and comes as other jokes do. `jokectl undo` takes it "
                + "back. To add a file of jokes, use `jokectl saved import`."
        ],
        exitStatus: "0 if the joke is added or was added before, 1 if you leave the editor without a text",
        examples: [
            Example("jokectl add 'I would tell a UDP joke, but you might not get it.'", "add a joke"),
            Example("jokectl add --setup 'Why?' --punchline 'Because.'", "add a joke of two parts"),
            Example("jokectl add --translation es='Uno mío.' 'One of mine.'", "add it in two languages"),
        ]
    ) { (invocation, context) throws(CommandError) in
        var draft: Draft?
        var params = try joke(invocation, context, &draft)
        let categories = invocation.texts(category)
        if !categories.isEmpty { params.append("categories", .array(categories.map { .string($0) })) }
        if let language = invocation.text(language) { params.append("language", .string(language)) }
        if let text = invocation.text(translation) {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw CommandError(
                    UsageError("--translation needs a language and a text, such as --translation es=TEXT"))
            }
            params.append(
                "translation", ["language": .string(String(parts[0])), "value": .string(String(parts[1]))])
        }
        let result: JSON
        do throws(CommandError) { result = try context.ask(.jokeAdd, params) } catch {
            guard let draft else { throw error }
            throw CommandError(error.exitCode, "\(error.message); your text is in \(draft.path)")
        }
        draft?.delete()
        try context.show(result, as: DecisionResponse.self) { Rendering.added($0, $1) }
        return .done
    }

    /// Returns the text of the joke as parameters of `joke.add`.
    private static func joke(
        _ invocation: Invocation, _ context: CommandContext, _ draft: inout Draft?
    ) throws(CommandError) -> JSONObject {
        let text = invocation.arguments.first
        switch (text, invocation.text(setup), invocation.text(punchline)) {
        case (nil, let setup?, let punchline?):
            return ["setup": .string(setup), "punchline": .string(punchline)]
        case ("-", nil, nil): return ["value": .string(try Draft.text(in: "-"))]
        case (let text?, nil, nil): return ["value": .string(text)]
        case (nil, nil, nil):
            guard isatty(context.console.input) == 1 else {
                throw CommandError(
                    UsageError("no joke is given; name its text, or - to read it from standard input"))
            }
            let written = try Draft(in: context.environment)
            draft = written
            return ["value": .string(written.text)]
        default:
            throw CommandError(UsageError("a joke has either a text, or --setup and --punchline"))
        }
    }
}

/// A text that the user has written in an editor, and its file.
private struct Draft {
    let path: String
    let text: String

    /// Opens the user's editor with an empty file, and waits until it exits.
    init(in environment: Environment) throws(CommandError) {
        let directory = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(directory)/jokectl-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            throw CommandError(.disk, "\(path) cannot be created: \(String(cString: strerror(errno)))")
        }
        close(descriptor)
        let editor =
            [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        // The variable may have arguments, so a shell splits it.
        let shell = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "\(editor) \"$0\"", path], environment: environment.all)
        let interrupt = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, interrupt) }
        let end = (try? SpawnedProcess(shell, input: 0, output: 1, errors: 2))?.wait()
        do throws(CommandError) { text = try Self.text(in: path) } catch {
            throw CommandError(error.exitCode, "\(error.message); your text is in \(path)")
        }
        guard end == .exited(0), !text.allSatisfy(\.isWhitespace) else {
            if text.isEmpty { unlink(path) }
            throw CommandError(
                .no,
                end == .exited(0)
                    ? "nothing was added: the text is empty"
                    : "nothing was added: the editor `\(editor)` failed; set $EDITOR to another one")
        }
    }

    func delete() { unlink(path) }

    /// Returns the text in a file, or in the standard input if the path is `-`.
    static func text(in path: String) throws(CommandError) -> String {
        var reader = try LineReader(path, longest: Limits.jokeText)
        var text = ""
        while let line = try reader.next() {
            if line == .notUTF8 { throw CommandError(.badData, "the text is not UTF-8") }
            guard case .text(let line) = line, text.utf8.count + line.utf8.count <= Limits.jokeText else {
                throw CommandError(
                    .badData, "the text is too long: a joke has at most \(Limits.jokeText) bytes")
            }
            text += line + "\n"
        }
        return text
    }
}
