// SPDX-License-Identifier: MIT
import JokeCards
import JokeWire

// The commands of the line-by-line program.
extension PlainSwipeModel {
    private static let help = """
        like (l), dislike (d), next (n), previous (p), undo (u), translate (t), repeat (r), copy (c), quit (q).
        left, right: drag the card by 10 % of its width. release: like or dislike it beyond 60 %. back: move it back.
        saved (s): list ten saved jokes. more: list more. sort ORDER: by text, date, source or category.
        search (/) WORDS: find saved jokes.
        read NUMBER, delete NUMBER, copy NUMBER: a joke of the list.
        reveal: tell the punch line, if it is held back.
        """

    mutating func obey(_ line: String) {
        guard let state else { return }
        var words = line.split(separator: " ").map(String.init)
        if let first = words.first, first.hasPrefix("/"), first.count > 1 {
            words = ["/", String(first.dropFirst())] + words.dropFirst()
        }
        let rest = words.dropFirst().joined(separator: " ")
        let joke = JSON.string(state.joke.id.rawValue)
        switch words.first?.lowercased() {
        case nil, "r", "repeat": say(Self.words(for: state))
        case "reveal": ask(.jokeReveal, ["ifJoke": joke])
        case "l", "like": ask(.jokeLike, ["ifJoke": joke])
        case "d", "dislike": ask(.jokeDislike, ["ifJoke": joke])
        case "n", "next": ask(.jokeNext)
        case "p", "previous": ask(.jokePrevious)
        case "u", "undo": undo()
        case "t", "translate": ask(.translationShow, ["show": "toggle"])
        case "left": drag(by: -1, state)
        case "right": drag(by: 1, state)
        case "release": ask(.cardRelease, ["ifJoke": joke])
        case "back": ask(.cardReset)
        case "s", "saved": page(list.begin(query: ""))
        case "/", "search": page(list.begin(query: rest))
        case "more": page(list.more())
        case "sort": page(list.sort(by: rest))
        case "read":
            guard let joke = listed(rest) else { return }
            say(Self.words(for: joke, showsTranslation: state.showTranslation))
        case "delete":
            guard let joke = listed(rest) else { return }
            nameOfDeleted = display.name(of: joke, translated: state.showTranslation, width: 40)
            ask(.savedDelete, ["jokes": [.string(joke.id.rawValue)]])
        case "c", "copy":
            guard !rest.isEmpty else { return actions.append(.share(nil)) }
            guard let joke = listed(rest) else { return }
            actions.append(.share(joke.id.rawValue))
        case "?", "h", "help": say(Self.help)
        case "q", "quit": actions.append(.quit(isDone: true))
        case let word?: say("Unknown command '\(word)'; help lists the commands.")
        }
    }

    /// Undoes the newest change. If it is of another client, says so first.
    private mutating func undo() {
        guard let change = undoGuard.takeWarning() else { return ask(.jokeUndo) }
        say("The newest change is \(change). Type undo again to undo it, too.")
    }

    private mutating func drag(by steps: Int, _ state: CardState) {
        let report = DragReport(steps: DragReport.steps(of: state) + steps)
        ask(.cardDrag, report.parameters(for: state.joke.id.rawValue))
    }

    private mutating func page(_ request: (Method, JSONObject)?) {
        guard let (method, params) = request else { return say("There are no more jokes.") }
        ask(method, params)
    }

    /// Returns the joke with this number in the list. If there is none, prints a message and returns nil.
    private mutating func listed(_ number: String) -> Joke? {
        let joke = Int(number).flatMap { list.joke($0) }
        if joke == nil { say("Give a number of the list; saved lists the jokes.") }
        return joke
    }
}

/// The saved jokes that were listed, and the numbers by which commands refer to them.
struct PlainList: Sendable {
    private var jokes: [Joke] = []
    private var query = ""
    private var order = "text"
    private var cursor: String?

    private static let page = 10

    mutating func begin(query: String) -> (Method, JSONObject)? {
        (self.query, jokes, cursor) = (query, [], nil)
        return request()
    }

    mutating func sort(by order: String) -> (Method, JSONObject)? {
        self.order = order
        return begin(query: query)
    }

    /// Returns the request for the next page, or nil if there is none.
    func more() -> (Method, JSONObject)? { cursor == nil ? nil : request() }

    func joke(_ number: Int) -> Joke? { jokes.indices.contains(number - 1) ? jokes[number - 1] : nil }

    private func request() -> (Method, JSONObject) {
        var params: JSONObject = ["limit": .integer(Self.page), "sort": .string(order)]
        if let cursor { params.append("cursor", .string(cursor)) }
        guard !query.isEmpty else { return (.savedList, params) }
        params.append("query", .string(query))
        return (.savedSearch, params)
    }

    /// Adds a page. Returns the lines to print.
    mutating func add(_ page: SavedPageResponse, showsTranslation: Bool) -> [String] {
        cursor = page.next
        var lines = jokes.isEmpty ? ["\(page.total) \(query.isEmpty ? "saved" : "found")."] : []
        for joke in page.items.map(\.joke) {
            jokes.append(joke)
            lines.append(
                "\(jokes.count). \(PlainSwipeModel.words(for: joke, showsTranslation: showsTranslation))")
        }
        if cursor != nil { lines.append("Type more for more jokes.") }
        return lines
    }
}
