// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    static let daily = Command(
        "daily", .moreJokes, "Show the joke of the day",
        details: ["The current joke stays. `jokectl like daily` saves the joke of the day."],
        examples: [Example("jokectl daily", "show the joke of the day, such as in ~/.profile")],
        result: { _ in DailyResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try context.value(result, as: DailyResponse.self)
        try context.tell(daily.joke, of: result, on: &connection) { Rendering.daily(daily, $0) }
        return .done
    }

    static let queue = Command(
        "queue", .moreJokes, "List the next jokes",
        details: ["In a pipe, each joke is a line with id, source and text, separated by tabs."],
        examples: [Example("jokectl queue", "list the next jokes")],
        result: { _ in QueueResponse.schema }
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.queueList.rawValue, on: &connection)
        let jokes = try context.value(result, as: QueueResponse.self).jokes
        let shown = try context.appearance(for: jokes, on: &connection)
        try context.show(result) { _ in Rendering.queue(jokes, shown) }
        return .done
    }

    private static let limit = Option("limit", letter: "n", "N", .number(1...), "show at most N jokes")

    static let history = Command(
        "history", .moreJokes, "List the jokes that were on the card",
        options: [limit],
        details: [
            "These are the last 100, the newest first, with what was decided about them. `jokectl previous` shows them "
                + "again.",
            "In a pipe, each joke is a line with id, decision (saved, disliked, deleted or nothing), source and text, "
                + "separated by tabs.",
        ],
        examples: [
            Example("jokectl history", "list the last jokes"),
            Example(
                "jokectl history | grep disliked | cut -f4", "print the texts of those that you disliked"),
        ],
        result: { _ in HistoryResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        var connection = try context.connect()
        let most = invocation.number(limit).map { min($0, Limits.history) }
        let params: JSONObject = most.map { ["limit": .integer($0)] } ?? [:]
        let result = try context.ask(Method.jokeHistory.rawValue, params, on: &connection)
        let history = try context.value(result, as: HistoryResponse.self)
        let shown = try context.appearance(for: history.items.map(\.joke), on: &connection)
        try context.show(result, shown) { Rendering.history(history, $0) }
        return .done
    }

    private static let source = Option(
        "source", "NAME", .known(.sources), "only the categories of this source, which may be asked for them")

    static let categories = Command(
        "categories", .moreJokes, "List the categories of jokes",
        options: [source],
        details: [
            "These are the categories of the enabled packs, with the number of their jokes, and of the jokes that you "
                + "liked or disliked. `jokectl next --category` and the filters of the saved jokes take their names.",
            "In a pipe, each line has the name and the number, separated by a tab.",
        ],
        examples: [
            Example("jokectl categories", "list the names for `next --category`"),
            Example("jokectl categories --source builtin", "list the categories of one source"),
        ],
        result: { _ in
            .object([
                .init(
                    "items",
                    .array(of: .object([.init("name", .string), .init("jokes", .nullable(.integer))])))
            ])
        }
    ) { (invocation, context) throws(CommandError) in
        let categories: [Category]
        if let source = invocation.text(source) {
            let result = try context.ask(
                .sourcesCategories, ["source": .string(source)], until: context.longPatience)
            categories = try context.value(result, as: CategoriesResponse.self).categories
        } else {
            categories = try context.categories()
        }
        let items = categories.map { category -> JSON in
            ["name": .string(category.name), "jokes": category.count.map { .integer($0) } ?? .null]
        }
        try context.show(["items": .array(items)]) { appearance in
            var page = Page(appearance)
            page.table(categories.map { [($0.name, .plain), ($0.count.map(String.init) ?? "", .faint)] })
            return page
        }
        return .done
    }

    private static let page = Option("page", "N", .number(1...), "start with page N (1)")
    private static let pages = Option(
        "pages", "N", .number(1...), "show at most N pages (all; on a terminal, one)")
    private static let category = Option(
        "category", "NAME", .known(.categories), "only jokes in this category; for packs and fortune files")

    static let feed = Command(
        "feed", .moreJokes, "Browse the jokes of a source page by page",
        arguments: [
            Argument(
                "SOURCE", .one, "a pack, fortune files, or a service with pages", kind: .known(.sources)),
            Argument("QUERY", .optional, "the text to search for; all jokes if omitted"),
        ],
        options: [category, page, pages],
        details: [
            "On a terminal, jokectl shows one page; --page shows another one. In a pipe, it prints all pages; each joke "
                + "is a line with id, source and text, separated by tabs.",
            "Packs and fortune files are read again for each page. If a file changes meanwhile, no other joke is repeated "
                + "or left out. Of a service, jokesd stores each page, so a page that you have seen is shown at once. "
                + "After an error, continue with --page. With --json, each joke is one line of JSON.",
        ],
        exitStatus:
            "0 if jokes are listed or there are none, 1 if a search finds none, 64 if the source has no pages",
        examples: [
            Example("jokectl feed builtin", "browse the jokes that come with jokesd"),
            Example("jokectl feed builtin --category animals", "browse those in a category"),
            Example("jokectl feed builtin cat --pages 2", "show the first two pages about cats"),
            Example("jokectl feed builtin code | cut -f3", "print the text of every joke found"),
        ],
        result: { _ in FeedPageResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let browsing = FeedBrowser(
            source: invocation.arguments[0],
            query: invocation.arguments.count > 1 ? invocation.arguments[1] : nil,
            category: invocation.text(category),
            first: invocation.number(page) ?? 1, most: invocation.number(pages))
        return try browsing.run(context)
    }
}

extension CommandContext {
    /// Returns the categories of the enabled packs and of the jokes that were decided about, sorted.
    ///
    /// Services are not asked for their categories: that may be slow, and costs a request of the daily budget.
    ///
    /// - Parameter source: The only source whose pack counts, or nil for all.
    func categories(of source: String? = nil) throws(CommandError) -> [Category] {
        var connection = try connect()
        let list = try ask(Method.sourcesList.rawValue, on: &connection)
        let counted = ["builtin", "own", "pack"]
        var (names, counts) = (Set<String>(), [String: Int]())
        for pack in try value(list, as: SourcesResponse.self).items
        where pack.isEnabled && counted.contains(pack.type ?? "") && source ?? pack.name == pack.name {
            let own: JSON
            do {
                own = try ask(
                    Method.sourcesCategories.rawValue, ["source": .string(pack.name)], on: &connection)
            } catch {
                // A pack that cannot be read hides no other one.
                guard error.wireError != nil else { throw error }
                continue
            }
            for category in try value(own, as: CategoriesResponse.self).categories {
                names.insert(category.name)
                if let count = category.count { counts[category.name, default: 0] += count }
            }
        }
        let taste = try ask(Method.tasteGet.rawValue, on: &connection)
        let arms = try value(taste, as: TasteResponse.self).arms
        names.formUnion(arms.filter { $0.kind == "category" }.map(\.name))
        return names.sorted().map { Category(name: $0, count: counts[$0]) }
    }
}

/// A category, and the number of jokes in it, or nil if it is not known.
struct Category {
    var name: String
    var count: Int?
}

extension CategoriesResponse {
    fileprivate var categories: [Category] {
        items.indices.map { index in
            Category(
                name: items[index], count: counts.flatMap { $0.indices.contains(index) ? $0[index] : nil })
        }
    }
}

/// Prints the pages of a feed.
private struct FeedBrowser {
    private let source: String
    private let query: String?
    private let category: String?
    private let first: Int
    private let most: Int?

    init(source: String, query: String?, category: String?, first: Int, most: Int?) {
        (self.source, self.query, self.category) = (source, query, category)
        (self.first, self.most) = (first, most)
    }

    func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
        let most = most ?? (context.appearance.isTerminal ? 1 : nil)
        var connection = try context.connect()
        var (number, cursor) = (first, String?.none)
        while true {
            let result = try ask(context, number, cursor, on: &connection)
            let page = try context.value(result, as: FeedPageResponse.self)
            let shown = try context.appearance(for: page.jokes, on: &connection)
            try print(page, result, context, shown)
            if !page.hasMore { return page.jokes.isEmpty && number == first && query != nil ? .no : .done }
            if let most, number - first + 1 >= most { return .done }
            (number, cursor) = (number + 1, page.next)
        }
    }

    private func ask(
        _ context: CommandContext, _ number: Int, _ cursor: String?, on connection: inout DaemonConnection
    ) throws(CommandError) -> JSON {
        var params: JSONObject = ["source": .string(source), "page": .integer(number)]
        if let query { params.append("query", .string(query)) }
        if let category { params.append("category", .string(category)) }
        if let cursor { params.append("cursor", .string(cursor)) }
        do throws(CommandError) {
            return try context.ask(
                Method.feedPage.rawValue, params, on: &connection, until: context.longPatience)
        } catch {
            // Another source has pages.
            let code = error.wireError?.kind == .unsupported ? .usage : error.exitCode
            let error = context.explained(error, source: source, category: category)
            let advice = number > first ? "; continue with `--page \(number)`" : ""
            throw CommandError(code, error.message + advice)
        }
    }

    private func print(
        _ page: FeedPageResponse, _ result: JSON, _ context: CommandContext, _ appearance: Appearance
    ) throws(CommandError) {
        guard context.isRaw else { return try context.console.write(Rendering.feed(page, appearance)) }
        try context.write(items: result["items"]?.arrayValue?[...] ?? [])
    }
}
