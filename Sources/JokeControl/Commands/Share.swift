// SPDX-License-Identifier: MIT
import JokeClient
import JokeCommandLine
import JokeTerminal
import JokeWire

extension Command {
    private static let form = Option(
        "as", "FORM", .words(ShareAction.Form.allCases.map(\.rawValue)),
        "use this format: text (default), markdown, json or svg")
    private static let target = Option(
        "to", "TARGET", .known(.shareTargets),
        "copy to the clipboard, or open a target; `jokectl share --to list` lists them")

    static let share = Command(
        "share", .desktop, "Print a joke, copy it, or open it in a web page",
        arguments: [
            Argument(
                "ID|daily", .optional,
                "the id of a saved joke, its unique beginning, or daily; the current joke if omitted",
                kind: .known(.savedJokes, or: ["daily"]))
        ],
        options: [form, target],
        details: [
            "If translations are shown, jokectl shares the translation and names the translator.",
            "jokectl copies to the clipboard of the desktop (with wl-copy or xclip), or otherwise to that "
                + "of the terminal. A target is a web page or a mail that xdg-open opens with the joke "
                + "filled in; nothing is sent until you send it. `shareTargets` in the configuration adds "
                + "targets.",
        ],
        examples: [
            Example("jokectl share --to clipboard", "copy the current joke"),
            Example("jokectl share daily --to mastodon", "write a post with the joke of the day"),
            Example("jokectl share --as svg > joke.svg", "save a picture of it"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let sharing = try ShareAction(
            form: context.isRaw ? .json : invocation.word(form) ?? .text, target: invocation.text(target))
        return try sharing.run(invocation.arguments.first, context)
    }
}

/// Shares a joke: prints it, copies it, or opens a share target.
struct ShareAction {
    enum Form: String, CaseIterable { case text, markdown, json, svg }

    private let form: Form
    private let target: String?

    init(form: Form, target: String?) throws(CommandError) {
        let isLink = target != nil && target != "clipboard" && target != "list"
        guard !isLink || form == .text || form == .markdown else {
            throw CommandError(
                .usage,
                "--as \(form.rawValue) cannot be opened as a link; use text or markdown, or copy it "
                    + "with `--to clipboard`"
            )
        }
        (self.form, self.target) = (form, target)
    }

    func run(_ reference: String?, _ context: CommandContext) throws(CommandError) -> ExitCode {
        var connection = try context.connect()
        if target == "list" { return try list(context, &connection) }
        let (joke, json, isTranslated) = try find(reference, context, &connection)
        guard !joke.isError else { throw CommandError(.no, "no joke to share: \(joke.value)") }
        let shared = SharedJoke(joke, translated: isTranslated)
        switch target {
        case nil: try print(shared, json, context)
        case "clipboard": try copy(shared, json, context)
        case let name?: try open(name, shared, context, &connection)
        }
        return .done
    }

    /// Returns the joke, its JSON, and whether its translation is shown.
    private func find(
        _ reference: String?, _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> (Joke, JSON, Bool) {
        let result = try context.ask(Method.stateGet.rawValue, on: &connection)
        let state = try context.value(result, as: StateResponse.self).state
        var (joke, answer) = (state.joke, result["state"] ?? .null)
        switch reference {
        case nil: break
        case "daily":
            answer = try context.ask(Method.dailyGet.rawValue, on: &connection)
            joke = try context.value(answer, as: DailyResponse.self).joke
        case let id?:
            answer = try context.ask(Method.savedGet.rawValue, ["joke": .string(id)], on: &connection)
            joke = try context.value(answer, as: SavedItem.self).joke
        }
        return (joke, answer["joke"] ?? .null, state.showTranslation)
    }

    private func rendering(_ shared: SharedJoke, _ json: JSON) -> String {
        switch form {
        case .text: shared.text + "\n"
        case .markdown: Markdown.quotation(of: shared)
        case .json: TerminalText.escapingInJSON(json.jsonText) + "\n"
        case .svg: shared.svg
        }
    }

    private func print(_ shared: SharedJoke, _ json: JSON, _ context: CommandContext) throws(CommandError) {
        if context.isRaw { return try context.write(json) }
        try context.console.write(rendering(shared, json))
    }

    private func copy(_ shared: SharedJoke, _ json: JSON, _ context: CommandContext) throws(CommandError) {
        // A pasted joke needs no final newline.
        var text = rendering(shared, json)
        if text.hasSuffix("\n") { text.removeLast() }
        try Clipboard(environment: context.environment, console: context.console)
            .put(text, type: form == .svg ? "image/svg+xml" : nil)
        try say("Copied the joke to the clipboard.", context)
    }

    private func open(
        _ name: String, _ shared: SharedJoke, _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) {
        let targets = try known(context, &connection)
        guard let target = targets.first(where: { $0.name == name }) else {
            let nearest = NearestName.of(name, among: targets.map(\.name)).map { "did you mean '\($0)'?" }
            throw CommandError(
                .usage,
                "no target has the name '\(name)'; "
                    + (nearest ?? "use clipboard, \(targets.map(\.name).joined(separator: ", "))"))
        }
        let text = form == .markdown ? Markdown.quotation(of: shared) : shared.text
        guard let link = target.link(text: text, url: shared.url.flatMap { WebLink($0)?.url } ?? "") else {
            throw CommandError(
                .badConfiguration,
                "the target '\(name)' is not a link to a web page or a mail: \(target.template); "
                    + "correct it in `shareTargets`"
            )
        }
        guard let opener = ExternalProgram("xdg-open", context.environment) else {
            throw CommandError(
                .unreachable, "xdg-open is not installed; install xdg-utils, or open this link: \(link)")
        }
        try opener.run([link])
        try say("Opened \(name).", context)
    }

    private func list(_ context: CommandContext, _ connection: inout DaemonConnection) throws(CommandError)
        -> ExitCode
    {
        let targets = try known(context, &connection)
        var page = Page(context.appearance)
        page.table(targets.map { [($0.name, .plain), ($0.template, .faint)] })
        try context.console.write(page)
        return .done
    }

    private func known(
        _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> [ShareTarget] {
        let result = try context.ask(Method.shareTargets.rawValue, on: &connection)
        return try context.value(result, as: ShareTargetsResponse.self).items
    }

    private func say(_ words: String, _ context: CommandContext) throws(CommandError) {
        guard !context.appearance.isQuiet, !context.isRaw else { return }
        var page = Page(context.appearance)
        page.paragraph(words)
        try context.console.write(page)
    }
}
