// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    static let savedList = Command(
        "saved list", .library, "The jokes you liked",
        options: SavedOptions.all,
        details: [
            "On a terminal the first column is as much of a joke's id as tells it from the others; `saved show` and "
                + "`saved delete` take it. In a pipe each joke is a line: id, date, source and text, separated by tabs.",
            "With --json each joke is a line of its own, as jokesd sent it.",
        ],
        examples: [
            Example("jokectl saved list", "all of them"),
            Example("jokectl saved list --sort date --limit 5", "the newest ones"),
            Example("jokectl saved list | cut -f4", "their texts alone"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let choice = SavedOptions(invocation)
        var reading = SavedPager(params: choice.params, limit: choice.limit)
        try read(&reading, by: .savedList, context)
        try show(reading, choice, context)
        return .done
    }

    static let savedSearch = Command(
        "saved search", .library, "Find saved jokes by their words",
        arguments: [
            Argument(
                "WORD", .oneOrMore,
                "a word, the beginning of one (`wor*`), a part of one (`*ord*`), or a phrase")
        ],
        options: SavedOptions.all,
        details: [
            "All of them must be found, in the joke or in its translation; neither case nor accents matter. What fits "
                + "best comes first. At most 50 are shown, unless --limit or --all says otherwise."
        ],
        exitStatus: "It ends with 1 where nothing is found.",
        examples: [
            Example("jokectl saved search bug compil*", "of bugs, and of what compiles"),
            Example("jokectl saved search 'rubber duck'", "these two words, one behind the other"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let choice = SavedOptions(invocation)
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
            for item in result["items"]?.arrayValue?.prefix(items.count) ?? [] {
                try context.write(item)
            }
        }
    }

    private static func show(
        _ reading: SavedPager, _ choice: SavedOptions, _ context: CommandContext
    ) throws(CommandError) {
        guard !context.isRaw else { return }
        let list = reading.list
        let shown = try context.appearance(for: list.items.map(\.joke))
        try context.console.present(
            choice.isGrid && context.appearance.isTerminal
                ? Rendering.grid(list, isTrash: choice.isDeleted, shown)
                : Rendering.saved(list, isTrash: choice.isDeleted, shown), context.environment)
    }

    static let savedShow = Command(
        "saved show", .library, "One saved joke, whole",
        arguments: [
            Argument(
                "ID", .one, "its id, or as much of it as no other joke's id begins with",
                kind: .known(.savedJokes))
        ],
        examples: [Example("jokectl saved show mgdb", "the joke whose id begins like this")]
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = ["joke": .string(invocation.arguments[0])]
        var connection = try context.connect()
        let result = try context.ask(Method.savedGet.rawValue, params, on: &connection)
        let saved = try context.value(result, as: SavedItem.self)
        let shown = try context.appearance(for: [saved.joke], on: &connection)
        try context.show(result, shown) { Rendering.savedJoke(saved, $0) }
        return .done
    }

    private static let matching = Option("matching", "QUERY", .text, "those that a search for this finds")

    static let savedDelete = Command(
        "saved delete", .library, "Delete saved jokes",
        arguments: [
            Argument(
                "ID", .any, "their ids, or as much of each as no other joke's id begins with",
                kind: .known(.savedJokes))
        ],
        options: [matching] + SavedOptions.filters,
        details: [
            "All are deleted, or none: an id that is unknown (66) or fits several jokes (65) stops it. "
                + "`jokectl undo` brings them back, `jokectl saved restore` each of them for 30 days.",
            "Instead of ids it takes what they have in common, up to 1000 of them.",
        ],
        examples: [
            Example("jokectl saved delete mgdb ag_6", "two of them"),
            Example("jokectl saved delete --matching elephant", "all of elephants"),
        ]
    ) { (invocation, context) throws(CommandError) in
        var params = SavedOptions.filters(invocation)
        if let query = invocation.text(matching) { params.append("query", .string(query)) }
        let isByIDs = !invocation.arguments.isEmpty
        guard isByIDs != !params.members.isEmpty else {
            throw CommandError(
                .usage,
                isByIDs
                    ? "give either ids or what they have in common, not both"
                    : "say which: give ids, or what they have in common, such as --matching or --source")
        }
        if isByIDs { params.append("jokes", .array(invocation.arguments.map { .string($0) })) }
        let result = try context.ask(.savedDelete, params)
        let deleted = try context.value(result, as: DeleteResponse.self).deleted
        try context.show(result) { Rendering.deleted(deleted, $0) }
        return deleted.isEmpty ? .no : .done
    }

    static let savedRestore = Command(
        "saved restore", .library, "Bring deleted jokes back",
        arguments: [
            Argument(
                "ID", .oneOrMore, "their ids, or as much of each as no other deleted joke's id begins with",
                kind: .known(.deletedJokes))
        ],
        details: [
            "They are saved again, with their dates. `jokectl saved list --deleted` shows what there is: for 30 days, "
                + "then it goes."
        ],
        examples: [Example("jokectl saved restore mgdb", "one of them")]
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = ["jokes": .array(invocation.arguments.map { .string($0) })]
        try context.show(try context.ask(.savedRestore, params), as: RestoreResponse.self) {
            Rendering.restored($0.restored, $1)
        }
        return .done
    }
}
