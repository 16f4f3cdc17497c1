// SPDX-License-Identifier: MIT
import Glibc
import JokeCommandLine
import JokeWire

extension Command {
    static let daily = Command(
        "daily", .moreJokes, "The joke of the day, the same all day",
        details: ["The card stays as it is; `jokectl like daily` saves the joke of the day."],
        examples: [Example("jokectl daily", "for the greeting of a shell")]
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try context.value(result, as: DailyResponse.self)
        let shown = try context.appearance(for: [daily.joke], on: &connection)
        try context.show(result, shown) { Rendering.daily(daily, $0) }
        return .done
    }

    static let queue = Command(
        "queue", .moreJokes, "The jokes that come next",
        details: ["In a pipe each joke is a line: id, source and text, separated by tabs."],
        examples: [Example("jokectl queue", "a look ahead")]
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.queueList.rawValue, on: &connection)
        let jokes = try context.value(result, as: QueueResponse.self).jokes
        let shown = try context.appearance(for: jokes, on: &connection)
        try context.show(result, shown) { Rendering.queue(jokes, $0) }
        return .done
    }

    private static let page = Option("page", "N", .number(1...), "the page to begin with; 1 where left out")
    private static let pages = Option("pages", "N", .number(1...), "how many at most; all where left out")

    static let feed = Command(
        "feed", .moreJokes, "What a source has, page by page",
        arguments: [
            Argument("SOURCE", .one, "a source that has pages", kind: .known(.sources)),
            Argument("QUERY", .optional, "what to look for; all that it has where left out"),
        ],
        options: [page, pages],
        details: [
            "On a terminal it waits after each page: Enter or the space bar for the next one, q for the end. In a pipe "
                + "it goes on until the last page; each joke is a line: id, source and text, separated by tabs.",
            "Pages are kept: those that were read before come at once. After a failure --page goes on where it was. "
                + "With --json each joke is a line of its own, as jokesd sent it.",
        ],
        examples: [
            Example("jokectl feed icanhazdadjoke", "to browse"),
            Example("jokectl feed icanhazdadjoke cats --pages 2", "the first two pages about cats"),
            Example("jokectl feed chucknorris code | cut -f3", "the texts of all that is found"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let browsing = FeedBrowser(
            source: invocation.arguments[0],
            query: invocation.arguments.count > 1 ? invocation.arguments[1] : nil,
            first: invocation.number(page) ?? 1, most: invocation.number(pages))
        return try browsing.run(context)
    }
}

/// Prints a feed page by page, until its end or until the user stops.
private struct FeedBrowser {
    private let source: String
    private let query: String?
    private let first: Int
    private let most: Int?

    init(source: String, query: String?, first: Int, most: Int?) {
        (self.source, self.query, self.first, self.most) = (source, query, first, most)
    }

    func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
        let waitsForKeys = context.appearance.isTerminal && isatty(context.console.input) == 1
        var connection = try context.connect()
        var number = first
        while true {
            let result = try ask(context, number, on: &connection)
            let page = try context.value(result, as: FeedPageResponse.self)
            let shown = try context.appearance(for: page.jokes, on: &connection)
            try print(page, result, context, shown)
            if !page.hasMore { return page.jokes.isEmpty && number == first ? .no : .done }
            if let most, number - first + 1 >= most { return .done }
            if waitsForKeys {
                switch KeyPress.read(from: context.console.input) {
                case .more: break
                case .enough: return .done
                case .interrupt: Self.interrupt()
                }
            }
            number += 1
        }
    }

    private func ask(
        _ context: CommandContext, _ number: Int, on connection: inout DaemonConnection
    ) throws(CommandError) -> JSON {
        var params: JSONObject = ["source": .string(source), "page": .integer(number)]
        if let query { params.append("query", .string(query)) }
        do throws(CommandError) {
            return try context.ask(
                Method.feedPage.rawValue, params, on: &connection, until: context.longPatience)
        } catch {
            guard number > first else { throw error }
            throw CommandError(error.exitCode, "\(error.message); go on with `--page \(number)`")
        }
    }

    private func print(
        _ page: FeedPageResponse, _ result: JSON, _ context: CommandContext, _ appearance: Appearance
    ) throws(CommandError) {
        guard context.isRaw else {
            return try context.console.write(Rendering.feed(page, appearance))
        }
        for joke in result["items"]?.arrayValue ?? [] { try context.write(joke) }
    }

    /// Ends the process by SIGINT as Ctrl-C does, so that a shell ends its loop.
    private static func interrupt() -> Never {
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
        exit(130)
    }
}
