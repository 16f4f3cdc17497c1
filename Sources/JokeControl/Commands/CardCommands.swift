// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let bar = Option(
        "for", "BAR", .words(Bar.allCases.map(\.rawValue)),
        "print one line for this bar: waybar, polybar, i3blocks, tmux or plain")

    static let show = Command(
        "show", .card, "Show the current joke",
        options: [bar, BarOptions.width],
        details: [
            "jokectl without a command does the same. In a pipe, it prints only the joke.",
            "With --for, it prints a line even if jokesd cannot be reached. For a bar that reads one line "
                + "after another, use `jokectl follow --for` instead.",
        ],
        examples: [
            Example("jokectl", "show the current joke and its status"),
            Example("jokectl show --for tmux", "print a line for `status-right` of tmux, in #( )"),
            Example("jokectl show --json | jq -r .state.joke.value", "print the text of the joke"),
        ],
        result: { _ in StateResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        if let choice = try BarOptions(invocation, bar, context) { return try show(choice, context) }
        let result = try context.ask(.stateGet)
        let state = try context.value(result, as: StateResponse.self).state
        try context.show(result, context.appearance) { Rendering.card(state, $0) }
        return .done
    }

    /// Prints the line of a status bar. If there is no joke, the line gives the reason.
    private static func show(_ choice: BarOptions, _ context: CommandContext) throws(CommandError) -> ExitCode
    {
        var card: BarCard
        do throws(CommandError) {
            let state = try context.value(try context.ask(.stateGet), as: StateResponse.self).state
            card = BarCard(state, width: choice.width)
        } catch {
            card = BarCard(offline: error.message)
        }
        try context.console.write(choice.bar.line(card))
        return .done
    }

    private static let wait = Option("wait", "fetch a new joke instead of taking one from the queue")
    private static let source = Option(
        "source", "NAME", .known(.sources, or: ["saved"]), "show a joke from this source; saved: a saved joke"
    )
    private static let category = Option(
        "category", "NAME", .known(.categories), "show a joke in this category")
    private static let maxLength = Option(
        "max-length", "N", .number(1...Limits.jokeText), "show a joke of at most N characters")

    private static let noCard = Option("no-card", "leave the current joke as it is")
    private static let revealing = Option(
        "reveal", "WHEN", .words(["now", "later", "after"]),
        "print the punch line now (the default), later (by `jokectl reveal`), or after DELAY")
    private static let longestDelay = 3_600.0
    private static let count = Option(
        "count", letter: "n", "N", .number(1...Limits.history), "show N jokes, one after another")

    static let next = Command(
        "next", .card, "Show the next joke without liking or disliking this one",
        arguments: [
            Argument(
                "DELAY", .optional,
                "with --reveal after, the seconds between setup and punch line, such as 3s",
                kind: .nonEmptyText)
        ],
        options: [count, wait, source, category, maxLength, noCard, revealing],
        details: [
            "The joke comes from the queue. With --wait, jokectl fetches a new joke and waits until the fetch succeeds "
                + "or fails, or until --timeout expires. If it fails, the error is printed, and the joke comes from the "
                + "queue. With --source, --category or --max-length, no joke is shown then.",
            "With --source saved, saved jokes come again, the one shown longest ago first.",
            "With --no-card, the joke is printed only: the current joke and the history stay as they are. It counts as "
                + "shown, and `jokectl like ID` saves it.",
            "A joke that is printed whole is revealed for all clients. With --reveal later, only its setup is printed, "
                + "and `jokectl reveal` prints the whole joke. With --json or --format, --reveal later only leaves the "
                + "joke unrevealed in other clients.",
        ],
        exitStatus:
            "0 if a joke is shown, 1 if no such joke is saved (`--source saved`), 75 if no joke is available",
        examples: [
            Example("jokectl next", "go on to the next joke"),
            Example("jokectl next -n 3", "show three jokes; the last one is then the current joke"),
            Example("jokectl next --source builtin", "show one of the jokes that jokesd brings"),
            Example("jokectl next --source saved", "show a saved joke again"),
            Example("jokectl next --no-card", "print a joke and leave the current one alone"),
            Example("jokectl next --wait --timeout 20", "fetch a new joke, for at most 20 seconds"),
            Example("jokectl next --reveal after 3s", "print the punch line three seconds after the setup"),
        ],
        result: { _ in NextResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let when = invocation.text(revealing) ?? "now"
        let pause = try invocation.arguments.first.map { word throws(CommandError) in
            try delay(word, isAfter: when == "after")
        }
        guard (when == "after") == (pause != nil) else {
            throw CommandError(
                .usage,
                localized("--reveal after and DELAY need each other: `jokectl next --reveal after 3s`"))
        }
        guard when != "after" || !context.isRaw else {
            throw CommandError(
                .usage,
                localized(
                    "--reveal after prints a joke in two steps, but --json and --format print the result at once; use "
                        + "--reveal later"))
        }
        let count = invocation.number(count) ?? 1
        guard when == "now" || count == 1 else {
            throw CommandError(.usage, localized("--reveal %s cannot be combined with --count", when))
        }
        guard when != "later" || !invocation.has(noCard) else {
            throw CommandError(.usage, localized("--reveal later cannot be combined with --no-card"))
        }
        var params: JSONObject = [:]
        if invocation.has(noCard) { params.append("card", false) }
        if invocation.has(wait) { params.append("wait", true) }
        if let source = invocation.text(source) { params.append("source", .string(source)) }
        if let category = invocation.text(category) { params.append("category", .string(category)) }
        if let length = invocation.number(maxLength) { params.append("maxLength", .integer(length)) }
        var connection = try context.connect()
        for number in 1...count {
            if number > 1, !context.isRaw { try context.console.write("\n") }
            let patience = invocation.has(wait) ? context.longPatience : context.patience
            let result: JSON
            do throws(CommandError) {
                // Before 0.2, no punch line was held back.
                let isTold = when == "now" && !invocation.has(noCard)
                result = try context.ask(
                    .jokeNext, params, and: isTold ? "reveal" : nil, on: &connection, until: patience)
            } catch {
                throw context.explained(
                    error, source: invocation.text(source), category: invocation.text(category))
            }
            let next = try context.value(result, as: NextResponse.self)
            if let error = next.error, !next.joke.isError {
                context.console.printError(localized("no new joke was fetched: %s", error.text))
            }
            let shown = try context.appearance(for: [next.joke], on: &connection)
            let parts = next.joke.parts(translated: shown.showsTranslations)
            if when == "now" || parts.punchline == nil || context.isRaw {
                try context.show(result, shown) { Rendering.joke(next.joke, $0) }
            } else {
                try tell(parts, of: next.joke, after: pause, shown, context, on: &connection)
            }
            if next.joke.isError { return .tryLater }
        }
        return .done
    }

    /// Prints the setup, and after the delay the punch line. Without a delay, the punch line is left to
    /// `jokectl reveal`.
    private static func tell(
        _ parts: (setup: String, punchline: String?), of joke: Joke, after delay: Double?,
        _ appearance: Appearance, _ context: CommandContext, on connection: inout DaemonConnection
    ) throws(CommandError) {
        var page = Page(appearance)
        page.paragraph(parts.setup)
        if delay == nil, appearance.isTerminal, !appearance.isQuiet {
            page.blank()
            page.paragraph(Rendering.revealHint, .faint)
        }
        try context.console.write(page)
        guard let delay, let punchline = parts.punchline else { return }
        let output = context.console.output
        guard Poll.wait(for: 0, on: -1, watching: output, until: Deadline(after: delay)) == .timedOut else {
            return
        }
        page = Page(appearance)
        page.paragraph(punchline)
        page.append(joke.credit(translated: appearance.showsTranslations))
        try context.console.write(page)
        try context.reveal(joke, on: &connection)
    }

    /// Returns the seconds that the argument DELAY names. Throws the reason if it names none, or a delay has no meaning.
    private static func delay(_ word: String, isAfter: Bool) throws(CommandError) -> Double {
        if let seconds = seconds(word), isAfter || word.hasSuffix("s") { return seconds }
        let problem = localized("`next` takes no '%s'", word)
        guard !isAfter else {
            throw CommandError(
                UsageError(
                    localized(
                        "'%1$s' is not an argument of '%2$s'; it takes %3$s", word, "next",
                        localized("seconds, such as 3s, at most 1h (3600s)"))))
        }
        if let number = Int(word) {
            throw CommandError(
                UsageError(
                    "\(problem); "
                        + localized("`jokectl next -n %1$s` shows %1$s jokes", "\(number)")))
        }
        throw CommandError(
            UsageError(
                "\(problem); "
                    + localized(
                        "`--category %1$s` shows a joke in that category, and `--source %1$s` one of that source",
                        word)))
    }

    /// Returns the seconds that a text such as `3s` names, or nil if it names none.
    private static func seconds(_ text: String) -> Double? {
        let number = text.hasSuffix("s") ? String(text.dropLast()) : text
        return Double(number).flatMap { $0 > 0 && $0 <= longestDelay ? $0 : nil }
    }

    static let reveal = Command(
        "reveal", .card, "Show the punch line of the current joke",
        details: [
            "With `\"punchline\": \"held\"` in the configuration, cards, bars and notifications first show only the "
                + "setup of a joke. This command shows the whole joke in all of them, and prints it."
        ],
        examples: [
            Example("jokectl reveal", "print the whole joke"),
            Example(
                "jokectl reveal --json=changed | grep -q true || jokectl like --quiet",
                "a click in a bar: reveal the joke, or like it if it was revealed"),
        ],
        result: { _ in RevealResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.jokeReveal.rawValue, on: &connection)
        let revealed = try context.value(result, as: RevealResponse.self)
        let shown = try context.appearance(for: [revealed.joke], on: &connection)
        try context.show(result, shown) { Rendering.joke(revealed.joke, $0) }
        return .done
    }

    static let like = decision(
        "like", .jokeLike, "Save this joke and show the next one",
        details: [
            "`jokectl saved list` lists the saved jokes. If you name a joke other than the current one, the current one "
                + "stays."
        ],
        examples: [
            Example("jokectl like", "save the current joke"),
            Example("jokectl like daily", "save the joke of the day; the current joke stays"),
            Example("jokectl like mgdb9q1wqb6_gurzp_5bga", "save the joke with this id"),
        ])

    /// Returns the command `like` or `dislike`, which differ only in their method and texts.
    static func decision(
        _ name: String, _ method: Method, _ summary: String, details: [String], examples: [Example]
    ) -> Command {
        Command(
            name, .card, summary,
            arguments: [
                Argument(
                    "ID|daily", .optional,
                    "the id of a joke, its unique beginning, or daily; the current joke if omitted",
                    kind: .known(.jokes, or: [day])
                )
            ],
            details: details,
            exitStatus: "0 if the joke is decided, 1 if there is no joke to decide",
            examples: examples,
            result: { _ in DecisionResponse.schema }
        ) { (invocation, context) throws(CommandError) in
            let named = invocation.arguments.first
            var connection = try context.connect()
            let (result, isOnCard): (JSON, Bool)
            do throws(CommandError) {
                (result, isOnCard) = try decide(method, named, context, &connection)
            } catch {
                guard named == day, error.wireError?.kind == .empty else { throw error }
                throw try showJokeOfTheDay(because: name, context, &connection)
            }
            let decision = try context.value(result, as: DecisionResponse.self)
            let shown = try context.appearance(
                for: [decision.joke] + (decision.decided.map { [$0] } ?? []), on: &connection)
            try context.show(result, shown) {
                Rendering.decision(decision, liked: method == .jokeLike, showsCard: isOnCard, $0)
            }
            // The next joke was printed whole.
            if isOnCard, !context.isRaw, !shown.isQuiet { try context.reveal(decision.joke, on: &connection) }
            return decision.decided == nil ? .no : .done
        }
    }

    /// Decides about the joke `name`, or about that on the card if it is nil. Returns whether the joke was on the card.
    private static func decide(
        _ method: Method, _ name: String?, _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> (result: JSON, isOnCard: Bool) {
        guard let name else { return (try context.ask(method.rawValue, on: &connection), true) }
        do throws(CommandError) { return try decide(method, .string(name), context, &connection) } catch {
            guard error.wireError?.kind == .notFound else { throw error }
        }
        let shown = try context.shownJoke(beginningWith: name, on: &connection)
        let id = try context.value(shown, as: SavedItem.self).joke.id
        return try decide(method, .string(id.rawValue), context, &connection)
    }

    private static func decide(
        _ method: Method, _ joke: JSON, _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> (result: JSON, isOnCard: Bool) {
        do throws(CommandError) {
            let params: JSONObject = ["joke": joke, "ifJoke": joke]
            if joke.stringValue != day {
                return (try context.ask(method.rawValue, params, on: &connection), true)
            }
        } catch {
            guard error.wireError?.kind == .staleJoke else { throw error }
        }
        return (try context.ask(method.rawValue, ["joke": joke], on: &connection), false)
    }

    private static let day = "daily"

    /// Shows the joke of the day, which nobody has seen, instead of deciding about it.
    private static func showJokeOfTheDay(
        because command: String, _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> CommandError {
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try context.value(result, as: DailyResponse.self)
        try context.tell(daily.joke, of: result, on: &connection) { Rendering.daily(daily, $0) }
        return CommandError(
            .no, localized("this joke of the day was not shown before; run `jokectl %s daily` again", command)
        )
    }

    static let dislike = decision(
        "dislike", .jokeDislike, "Dislike this joke and show the next one",
        details: [
            "jokesd does not show a disliked joke again. If you name a joke other than the current one, the current one "
                + "stays."
        ],
        examples: [
            Example("jokectl dislike", "dislike the current joke"),
            Example("jokectl dislike daily", "dislike the joke of the day; the current joke stays"),
        ])

    static let undo = Command(
        "undo", .card, "Undo the last decision, deletion, addition or import",
        details: [
            "The last 20 decisions, deletions, restorations, additions, edits, imports and resets of the taste can be "
                + "undone, whichever client made them. Jokes that were added or imported go to the trash. An import of more "
                + "than 500 lines or 512 KiB stays, and so does a decision about a text that sync has changed since."
        ],
        exitStatus: "0 if something is undone, 1 if not",
        examples: [Example("jokectl undo", "bring back a joke that you disliked by mistake")],
        result: { _ in UndoResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.jokeUndo.rawValue, on: &connection)
        let undo = try context.value(result, as: UndoResponse.self)
        let shown = try context.appearance(for: [undo.joke], on: &connection)
        try context.show(result, shown) { Rendering.undo(undo, $0) }
        return undo.isChanged ? .done : .no
    }

    static let previous = Command(
        "previous", .card, "Show the joke before this one again",
        details: [
            "Repeated, it goes back through the last 100 jokes; `jokectl next` then goes forward through them. A disliked "
                + "joke is shown, too: `jokectl like` saves it. `jokectl back` does the same, and `jokectl history` lists "
                + "the jokes."
        ],
        exitStatus: "0 if a joke is shown, 1 if there is no earlier one",
        examples: [Example("jokectl previous", "show the joke that you skipped by mistake")],
        result: { _ in NextResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.jokePrevious.rawValue, on: &connection)
        let joke = try context.value(result, as: NextResponse.self).joke
        let shown = try context.appearance(for: [joke], on: &connection)
        try context.show(result, shown) { Rendering.joke(joke, $0) }
        return .done
    }
}

extension CommandContext {
    /// Returns the joke whose id is `id` or begins with it, as `saved.get` or `joke.history` describes it. It is one that
    /// was on the card or is saved: ids of the queue are no concern of users.
    func shownJoke(
        beginningWith id: String, on connection: inout DaemonConnection
    ) throws(CommandError) -> JSON {
        // Before 0.2, there was no history.
        let history = (try? ask(Method.jokeHistory.rawValue, on: &connection))?["items"]?.arrayValue ?? []
        var found: [JSON] = []
        func add(_ item: JSON) {
            let name = item["joke"]?["id"]?.stringValue ?? ""
            guard !id.isEmpty, name.utf8.starts(with: id.utf8),
                !found.contains(where: { $0["joke"]?["id"]?.stringValue == name })
            else { return }
            found.append(item)
        }
        history.forEach(add)
        do throws(CommandError) {
            add(try ask(Method.savedGet.rawValue, ["joke": .string(id)], on: &connection))
        } catch {
            guard let wireError = error.wireError, wireError.kind == .notFound else { throw error }
            // The error of `like` names the history.
            if found.isEmpty { throw CommandError(wireError, of: Method.jokeLike.rawValue) }
        }
        if let exact = found.first(where: { $0["joke"]?["id"]?.stringValue == id }) { return exact }
        guard let one = found.first, found.count == 1 else {
            throw CommandError(WireError(.ambiguous, data: ["joke": .string(id)]))
        }
        return one
    }

    /// Returns the error of a request for a joke of a source or in a category. If there is no such source or category, or
    /// the source is off, the error says so.
    func explained(_ error: CommandError, source: String?, category: String?) -> CommandError {
        let isInvalid = error.wireError?.kind == .invalidParams
        if let source, isInvalid, error.wireError?.data["parameter"] == "source",
            let list = try? value(ask(.sourcesList), as: SourcesResponse.self).items
        {
            if list.contains(where: { $0.name == source }) {
                return CommandError(
                    .usage,
                    localized(
                        "the source %1$s is off; run `jokectl sources enable %2$s`", source,
                        source.shellArgument))
            }
            return CommandError(
                UsageError(
                    localized("no source has the name '%s'", source), nearest: source,
                    among: list.map(\.name), otherwise: localized("`jokectl sources` lists the sources")))
        }
        if let category, error.wireError != nil,
            let names = try? categories(of: source).map(\.name), !names.contains(category)
        {
            return CommandError(
                error.exitCode,
                UsageError(
                    localized("no joke is in the category '%s'", category), nearest: category, among: names,
                    otherwise: localized("`jokectl categories` lists the categories")
                ).message)
        }
        return error
    }
}
