// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let form = Option(
        "as", "FORM", .words(ShareAction.Form.allCases.map(\.rawValue)),
        "use this format: text (default), markdown, json or svg")
    private static let target = Option(
        "to", "TARGET", .known(.shareTargets),
        "copy to the clipboard, or open a target; `jokectl share --to list` lists them")

    private static let dark = Option("dark", "use dark colors in a picture")

    static let share = Command(
        "share", .desktop, "Print a joke, copy it, or open it in a web page",
        arguments: [
            Argument(
                "ID|daily", .optional,
                "the id of a joke, its unique beginning, or daily; the current joke if omitted",
                kind: .known(.jokes, or: ["daily"]))
        ],
        options: [form, target, dark],
        details: [
            "If translations are shown, jokectl shares the translation and names the translator.",
            "--json and --format take the place of --as.",
            "Without --dark, an SVG follows the color scheme of the viewer.",
            "jokectl copies to the clipboard of the desktop (with wl-copy or xclip), or otherwise to the buffer of tmux "
                + "or the clipboard of the terminal, and says which. A target is a web page or a mail that xdg-open opens with the joke "
                + "filled in; nothing is sent until you send it. `shareTargets` in the configuration adds "
                + "targets.",
        ],
        examples: [
            Example("jokectl share --to clipboard", "copy the current joke"),
            Example("jokectl share daily --to mastodon", "write a post with the joke of the day"),
            Example("jokectl share --as svg > joke.svg", "save a picture of it"),
        ],
        result: { $0.text(target) == "list" ? ShareTargetsResponse.schema : Joke.schema }
    ) { (invocation, context) throws(CommandError) in
        guard !invocation.has(form) || !context.isRaw else {
            throw CommandError(
                .usage, localized("--as cannot be combined with --json or --format, which are formats, too"))
        }
        let sharing = try ShareAction(
            form: invocation.word(form) ?? .text, target: invocation.text(target),
            isDark: invocation.has(dark), context)
        return try sharing.run(invocation.arguments.first)
    }
}

/// Shares a joke: prints it, copies it, or opens a share target.
struct ShareAction {
    enum Form: String, CaseIterable {
        case text, markdown, json, svg

        /// The media type of a picture, or nil for text.
        var pictureType: String? { self == .svg ? "image/svg+xml" : nil }
    }

    private let form: Form
    private let target: String?
    private let isDark: Bool
    private let context: CommandContext

    init(form: Form, target: String?, isDark: Bool, _ context: CommandContext) throws(CommandError) {
        let isLink = target != nil && target != "clipboard" && target != "list"
        let isJSON = if case .json = context.globals.form { true } else { form == .json }
        guard !isLink || !isJSON && form.pictureType == nil else {
            throw CommandError(
                .usage,
                localized(
                    "%s cannot be opened as a link; use text or markdown, or copy it with `--to "
                        + "clipboard`", isJSON ? "JSON" : "a picture")
            )
        }
        guard !isDark || form.pictureType != nil else {
            throw CommandError(.usage, localized("--dark needs `--as svg`"))
        }
        (self.form, self.target, self.isDark, self.context) = (form, target, isDark, context)
    }

    func run(_ reference: String?) throws(CommandError) -> ExitCode {
        var connection = try context.connect()
        if target == "list" {
            try list(&connection)
            return .done
        }
        let (joke, json, isTranslated) = try find(reference, &connection)
        guard !joke.isError else { throw CommandError(.no, localized("no joke to share: %s", joke.value)) }
        let shared = SharedJoke(joke, translated: isTranslated)
        var text = rendering(shared, json)
        // A pasted joke needs no final newline.
        if target != nil, text.hasSuffix("\n") { text.removeLast() }
        switch target {
        case "clipboard":
            try say(
                try Clipboard(environment: context.environment, console: context.console)
                    .put(text, type: form.pictureType))
        case let target?: try open(target, text, url: shared.url, &connection)
        case nil: try context.console.write(text)
        }
        if target == nil, !context.isRaw { try context.reveal(joke, on: &connection) }
        return .done
    }

    /// Returns the joke, its JSON, and whether its translation is shown.
    private func find(
        _ reference: String?, _ connection: inout DaemonConnection
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
            answer = try context.shownJoke(beginningWith: id, on: &connection)
            joke = try context.value(answer, as: SavedItem.self).joke
        }
        return (joke, answer["joke"] ?? .null, state.showTranslation)
    }

    private func rendering(_ shared: SharedJoke, _ json: JSON) -> String {
        if context.isRaw { return context.text(of: json) }
        return switch form {
        case .text: shared.text + "\n"
        case .markdown: Markdown.quotation(of: shared)
        case .json: context.text(of: json)
        case .svg: shared.svg(isDark: isDark)
        }
    }

    private func open(
        _ name: String, _ text: String, url: String?, _ connection: inout DaemonConnection
    ) throws(CommandError) {
        let targets = try context.value(try ask(&connection), as: ShareTargetsResponse.self).items
        guard let target = targets.first(where: { $0.name == name }) else {
            let names = targets.map(\.name)
            throw CommandError(
                .usage,
                NearestName.of(name, among: names).map {
                    localized("no target has the name '%1$s'; did you mean '%2$s'?", name, $0)
                }
                    ?? localized(
                        "no target has the name '%1$s'; use clipboard, %2$s", name,
                        names.joined(separator: ", ")))
        }
        guard let link = target.link(text: text, url: url.flatMap { WebLink($0)?.url } ?? "") else {
            throw CommandError(
                .badConfiguration,
                localized(
                    "the target '%1$s' is not a link to a web page or a mail: %2$s; correct it in "
                        + "`shareTargets`", name, target.template)
            )
        }
        guard let opener = ExternalProgram("xdg-open", context.environment) else {
            throw CommandError(
                .unreachable,
                localized("xdg-open is not installed; install xdg-utils, or open this link: %s", link))
        }
        try opener.run([link]) { status in
            // xdg-open(1): a required tool could not be found.
            guard status == 3 else { return nil }
            return link.hasPrefix("mailto:")
                ? localized(
                    "no program for mail links is set; install one, or choose one with `xdg-settings set "
                        + "default-url-scheme-handler mailto NAME.desktop`")
                : localized(
                    "no browser is set; install one, or choose one with `xdg-settings set default-web-browser "
                        + "NAME.desktop`")
        }
        try say(localized("Opened %s.", name))
    }

    private func list(_ connection: inout DaemonConnection) throws(CommandError) {
        try context.show(try ask(&connection), as: ShareTargetsResponse.self) { targets, appearance in
            var page = Page(appearance)
            page.table(targets.items.map { [($0.name, .plain), ($0.template, .faint)] })
            return page
        }
    }

    private func ask(_ connection: inout DaemonConnection) throws(CommandError) -> JSON {
        try context.ask(Method.shareTargets.rawValue, on: &connection)
    }

    private func say(_ words: String) throws(CommandError) {
        guard !context.appearance.isQuiet else { return }
        var page = Page(context.appearance)
        page.paragraph(words)
        try context.console.write(page)
    }
}
