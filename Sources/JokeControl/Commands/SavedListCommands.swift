// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    static let savedList = Command(
        "saved list", .library, "List the saved jokes",
        options: SavedOptions.all,
        details: [
            "The newest one comes first. On a terminal, the first column is the unique beginning of a joke's id, for `saved show` and "
                + "`saved delete`. In a pipe, each joke is a line with id, date, source and text, separated by tabs.",
            "With --json, each joke is one line of JSON. `jokectl ls` does the same.",
        ],
        examples: [
            Example("jokectl saved list", "list all saved jokes"),
            Example("jokectl saved list --limit 5", "list the five newest ones"),
            Example("jokectl saved list | cut -f4", "print only the texts"),
        ],
        result: { _ in SavedPageResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let choice = try SavedOptions(invocation, usualSort: "date")
        var reading = SavedPager(params: choice.params, limit: choice.limit)
        try read(&reading, by: .savedList, context)
        try show(reading, choice, context)
        return .done
    }

    static let savedSearch = Command(
        "saved search", .library, "Search saved jokes",
        arguments: [
            Argument("WORD", .oneOrMore, "a word, a part of one, or a phrase")
        ],
        options: SavedOptions.all,
        details: [
            "A joke matches if it or its translation has each WORD, also within another word; case, accents and "
                + "punctuation do not matter. The newest matches come first. jokectl shows at most 50 jokes, unless "
                + "you give --limit or --all."
        ],
        exitStatus: "0 if a joke is found, 1 if none is found",
        examples: [
            Example(
                "jokectl saved search bug compil", "find jokes with bug or bugs, and compile, compiler …"),
            Example("jokectl saved search 'rubber duck'", "find jokes with this phrase"),
        ],
        result: { _ in SavedPageResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let choice = try SavedOptions(invocation)
        var params = choice.params
        params.append("query", .string(SavedOptions.query(invocation.arguments)))
        var reading = SavedPager(
            params: params, limit: choice.isWhole ? nil : choice.limit ?? 50, mayHavePauses: true)
        try read(&reading, by: .savedSearch, context)
        try show(reading, choice, context)
        return reading.list.items.isEmpty ? .no : .done
    }

    private static func read(
        _ reading: inout SavedPager, by method: Method, _ context: CommandContext
    ) throws(CommandError) {
        var connection = try context.connect()
        while let params = reading.nextRequest {
            let result = try context.ask(method.rawValue, params, on: &connection)
            let page = try context.value(result, as: SavedPageResponse.self)
            let items = reading.take(page)
            guard context.isRaw else { continue }
            try context.write(items: result["items"]?.arrayValue?.prefix(items.count) ?? [])
        }
    }

    private static func show(
        _ reading: SavedPager, _ choice: SavedOptions, _ context: CommandContext
    ) throws(CommandError) {
        guard !context.isRaw else { return }
        let list = reading.list
        let shown = try context.appearance(for: list.items.map(\.joke))
        try context.console.present(
            Rendering.saved(list, whenEmpty: choice.whenEmpty, isSelective: reading.isSelective, shown),
            context.environment)
    }

    static let savedShow = Command(
        "saved show", .library, "Show a saved joke",
        arguments: [
            Argument(
                "ID", .one, "the id of the joke, or a unique beginning of it",
                kind: .known(.savedJokes))
        ],
        examples: [Example("jokectl saved show mgdb", "show the joke whose id begins with mgdb")],
        result: { _ in SavedItem.schema }
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = ["joke": .string(invocation.arguments[0])]
        var connection = try context.connect()
        let result = try context.ask(Method.savedGet.rawValue, params, on: &connection)
        let saved = try context.value(result, as: SavedItem.self)
        try context.tell(saved.joke, of: result, on: &connection) { Rendering.savedJoke(saved, $0) }
        return .done
    }

    static let savedRandom = Command(
        "saved random", .library, "Print a saved joke again",
        details: [
            "It is one that was never shown, or else the one shown longest ago: so all saved jokes come before one comes "
                + "twice. The current joke stays; `jokectl next --source saved` replaces it. With "
                + "`sources.saved.weight` in the configuration, saved jokes also come among the others."
        ],
        exitStatus: "0 if a joke is printed, 1 if none is saved",
        examples: [Example("jokectl saved random", "print a saved joke")],
        result: { _ in NextResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(
            Method.jokeNext.rawValue, ["source": "saved", "card": false], on: &connection)
        let joke = try context.value(result, as: NextResponse.self).joke
        try context.tell(joke, of: result, on: &connection) { Rendering.joke(joke, $0) }
        return .done
    }

    private static let matching = Option(
        "matching", "QUERY", .text, "delete the jokes that this search finds")

    static let savedDelete = Command(
        "saved delete", .library, "Delete saved jokes",
        arguments: [
            Argument(
                "ID", .any, "the ids of the jokes, or unique beginnings of them",
                kind: .known(.savedJokes))
        ],
        options: [matching] + SavedOptions.filters,
        details: [
            "If an id is unknown or ambiguous, nothing is deleted. `jokectl undo` undoes the deletion. For 30 days, "
                + "`jokectl saved restore` restores single jokes.",
            "Instead of ids, give --matching or another option that selects jokes: at most 1000 are deleted at once. "
                + "If there are more, delete them in parts: "
                + "`jokectl saved list -n 1000 --source web | cut -f1 | xargs jokectl saved delete --`.",
        ],
        exitStatus:
            "0 if jokes are deleted, 1 if no joke matches, 65 if an id is ambiguous, 66 if it is unknown",
        examples: [
            Example("jokectl saved delete mgdb ag_6", "delete two jokes"),
            Example("jokectl saved delete --matching elephant", "delete all jokes about elephants"),
        ],
        result: { _ in DeleteResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        var params = SavedOptions.filters(invocation)
        if let query = invocation.text(matching) { params.append("query", .string(query)) }
        let isByIDs = !invocation.arguments.isEmpty
        guard isByIDs != !params.members.isEmpty else {
            throw CommandError(
                .usage,
                isByIDs
                    ? localized("give either ids or options that select jokes, not both")
                    : localized("no jokes selected; give ids, or options such as --matching or --source"))
        }
        if isByIDs { params.append("jokes", .array(invocation.arguments.map { .string($0) })) }
        let result = try context.ask(.savedDelete, params)
        let deleted = try context.value(result, as: DeleteResponse.self).deleted
        try context.show(result) { Rendering.deleted(deleted, $0) }
        return deleted.isEmpty ? .no : .done
    }

    static let savedRestore = Command(
        "saved restore", .library, "Restore deleted or disliked jokes",
        arguments: [
            Argument(
                "ID", .oneOrMore, "the ids of the jokes, or unique beginnings of them",
                kind: .known(.restorableJokes))
        ],
        details: [
            "A deleted joke is saved again, with its old date; `jokectl saved list --deleted` lists those of the last "
                + "30 days. A disliked joke that was not saved may be shown again; `jokectl saved list --disliked` lists "
                + "them."
        ],
        examples: [Example("jokectl saved restore mgdb", "restore a joke")],
        result: { _ in RestoreResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = ["jokes": .array(invocation.arguments.map { .string($0) })]
        try context.show(try context.ask(.savedRestore, params), as: RestoreResponse.self) {
            Rendering.restored($0.restored, $1)
        }
        return .done
    }
}
