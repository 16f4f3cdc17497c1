// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

// The commands with which the user writes jokes.
extension Command {
    private static let text = Option("text", "TEXT", .nonEmptyText, "the new text; - for standard input")
    private static let setup = Option(
        "setup", "TEXT", .nonEmptyText, "the first part of the joke, instead of TEXT")
    private static let punchline = Option("punchline", "TEXT", .nonEmptyText, "the second part of the joke")
    private static let category = Option(
        "category", "NAME", .known(.categories), "a category; repeat it for several")
    private static let language = Option(
        "language", "CODE", .language, "the language, such as es; your first one if omitted")
    private static let newSetup = Option(
        "setup", "TEXT", .nonEmptyText, "the new setup; with --punchline, of any joke")
    private static let newPunchline = Option(
        "punchline", "TEXT", .nonEmptyText, "the new punch line; with --setup, of any joke")
    private static let newLanguage = Option("language", "CODE", .language, "the language, such as es")
    private static let translation = Option(
        "translation", "CODE=TEXT", .nonEmptyText, "the text in a second language, such as es=TEXT")
    private static let restore = Option("restore", "bring back the joke of its source")

    static let add = Command(
        "add", .moreJokes, "Add a joke of your own",
        arguments: [
            Argument(
                "TEXT", .optional,
                "the joke; - for standard input; if omitted on a terminal, your editor ($VISUAL or $EDITOR) opens"
            )
        ],
        options: [setup, punchline, category, language, translation],
        details: [
            "The joke is saved in a source of your own, `mine`, and comes as other jokes do. `jokectl undo` takes it "
                + "back. To add a file of jokes, use `jokectl saved import`; those whose source is `mine` are your own."
        ],
        exitStatus:
            "0 if the joke is added or was added before, 1 if you leave the editor without a text, 69 if it "
            + "cannot be run",
        examples: [
            Example("jokectl add 'I would tell a UDP joke, but you might not get it.'", "add a joke"),
            Example("jokectl add --setup 'Why?' --punchline 'Because.'", "add a joke of two parts"),
            Example("jokectl add --translation es='Uno mío.' 'One of mine.'", "add it in two languages"),
        ],
        result: { _ in AddResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        var params = try members(invocation, language, text: invocation.arguments.first)
        guard invocation.texts(category).allSatisfy({ !SanitizedText.text($0).isEmpty }) else {
            throw CommandError(UsageError(localized("--category needs a name")))
        }
        var draft: Draft?
        if params["value"] == nil, params["setup"] == nil {
            guard isatty(context.console.input) == 1 else {
                throw CommandError(
                    UsageError(
                        localized("no joke is given; name its text, or - to read it from standard input")))
            }
            let written = try Draft(in: context.environment)
            params.append("value", .string(written.text))
            draft = written
        }
        let result = try ask(.jokeAdd, params, draft, context)
        try context.show(result, as: AddResponse.self) {
            Rendering.written($0.decided, $0.isChanged ? .added : .wasAdded, $1)
        }
        if !context.isRaw, let reason = try context.value(result, as: AddResponse.self).rejection {
            context.console.printError(
                localized("the joke is saved, but does not come by itself: %s", reason))
        }
        return .done
    }

    static let edit = Command(
        "edit", .moreJokes, "Edit a saved joke",
        arguments: [
            Argument("ID", .one, "the id of the joke, or a unique beginning of it", kind: .known(.savedJokes))
        ],
        options: [text, newSetup, newPunchline, category, newLanguage, translation, restore],
        details: [
            "Without options, your editor ($VISUAL or $EDITOR) opens with the text of the joke. If the joke has a setup "
                + "and a punch line, an empty line stands between them. Options change only what they name: `--punchline` alone leaves the setup as it is.",
            "Your version is shown everywhere, and stays when the source gives the joke again. `--restore` replaces it by "
                + "that of the source. `jokectl undo` undoes the last edit, and the restoration, too.",
        ],
        exitStatus:
            "0 if the joke is edited or needs no edit, 1 if the editor fails or leaves no text, or if the text has changed "
            + "meanwhile, 65 if the id is ambiguous, "
            + "66 if it is unknown, 69 if the editor cannot be run",
        examples: [
            Example("jokectl edit mgdb", "edit the joke whose id begins with mgdb"),
            Example("jokectl edit mgdb --category dev --category pun", "put it into two categories"),
            Example("jokectl edit mgdb --restore", "bring back the joke of its source"),
        ],
        result: { _ in DecisionResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        var params = try members(invocation, newLanguage, text: invocation.text(text), isEdit: true)
        if invocation.has(restore) {
            guard params.members.isEmpty else {
                throw CommandError(
                    UsageError(
                        localized(
                            "--restore brings back the whole joke; no other option can be given with it")))
            }
            params.append("restore", true)
        }
        var draft: Draft?
        if params.members.isEmpty {
            guard isatty(context.console.input) == 1 else {
                throw CommandError(
                    UsageError(localized("nothing to edit is given; name a new text, such as --text TEXT")))
            }
            func saved() throws(CommandError) -> SavedItem {
                try context.value(
                    try context.ask(.savedGet, ["joke": .string(invocation.arguments[0])]), as: SavedItem.self
                )
            }
            let old = try saved().joke
            let written = try Draft(of: old, in: context.environment)
            try keeping(written) { () throws(CommandError) in
                let now = try saved().joke
                guard now.hasText(of: old) else {
                    throw CommandError(.no, localized("the joke was changed meanwhile, so it was not edited"))
                }
            }
            params = written.params
            draft = written
        }
        params.append("joke", .string(invocation.arguments[0]))
        let result = try ask(.savedEdit, params, draft, context)
        try context.show(result, as: DecisionResponse.self) {
            Rendering.written(
                $0.decided, !$0.isChanged ? .unchanged : invocation.has(restore) ? .restored : .edited, $1)
        }
        return .done
    }

    /// Returns the members of a joke that the options give, as parameters.
    ///
    /// - Parameters:
    ///   - text: The whole text, `-` for standard input, or nil.
    ///   - isEdit: Whether one of the two parts may be given alone.
    private static func members(
        _ invocation: Invocation, _ language: Option, text: String?, isEdit: Bool = false
    ) throws(CommandError) -> JSONObject {
        var params: JSONObject = [:]
        let parts = (
            invocation.text(setup) ?? invocation.text(newSetup),
            invocation.text(punchline) ?? invocation.text(newPunchline)
        )
        switch (text, parts.0, parts.1) {
        case (nil, nil, nil): break
        case (nil, let setup?, let punchline?):
            params.append("setup", .string(setup))
            params.append("punchline", .string(punchline))
        case (nil, let setup?, nil) where isEdit: params.append("setup", .string(setup))
        case (nil, nil, let punchline?) where isEdit: params.append("punchline", .string(punchline))
        case ("-", nil, nil): params.append("value", .string(try Draft.text(in: "-")))
        case (let text?, nil, nil): params.append("value", .string(text))
        default:
            throw CommandError(UsageError(localized("a joke has either a text, or --setup and --punchline")))
        }
        guard params.allSatisfy({ !SanitizedText.text($0.value.stringValue ?? "").isEmpty }) else {
            throw CommandError(UsageError(localized("the joke has no text")))
        }
        let categories = invocation.texts(category)
        if !categories.isEmpty { params.append("categories", .array(categories.map { .string($0) })) }
        let language = invocation.text(language)
        if let language { params.append("language", .string(language)) }
        guard invocation.texts(translation).count <= 1 else {
            throw CommandError(UsageError(localized("a joke has one translation; give --translation once")))
        }
        if let text = invocation.text(translation) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let code = LanguageCode.of(parts[0]) else {
                throw CommandError(
                    UsageError(
                        localized("--translation needs a language and a text, such as --translation es=TEXT"))
                )
            }
            guard code != language else {
                throw CommandError(
                    UsageError(localized("--translation needs another language than --language")))
            }
            params.append("translation", ["language": .string(code), "value": .string(parts[1])])
        }
        return params
    }

    /// Sends a request. If it fails, the draft stays, and the error names it.
    private static func ask(
        _ method: Method, _ params: JSONObject, _ draft: Draft?, _ context: CommandContext
    ) throws(CommandError) -> JSON {
        let result = try keeping(draft) { () throws(CommandError) in try context.ask(method, params) }
        draft?.delete()
        return result
    }

    /// Performs `body`. If it fails, the error names the draft, which stays.
    private static func keeping<Value>(
        _ draft: Draft?, _ body: () throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        do throws(CommandError) { return try body() } catch {
            guard let draft else { throw error }
            throw CommandError(
                error.exitCode, localized("%1$s; your text is in %2$s", error.message, draft.path))
        }
    }
}
