// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// The commands of the line-by-line program.
extension PlainSwipeModel {
    private static var help: String {
        [
            localized(
                "like (l), dislike (d), next (n), previous (p), undo (u), translate (t), repeat (r), copy (c), quit (q)."
            ),
            localized(
                "left, right: drag the card by 10 % of its width. release: like or dislike it beyond 60 %. back: move it back."
            ),
            localized(
                "saved (s): list ten saved jokes. more: list more. sort ORDER: by text, date, source or category."
            ),
            localized(
                "search (/) WORDS: find saved jokes."),
            localized(
                "feed (f): name the sources with pages. feed SOURCE WORDS: list jokes of a source, all or those that it finds."
            ),
            localized(
                "category: name the categories of the listed source. category NAME: list the jokes in one."),
            localized(
                "read NUMBER, like NUMBER, dislike NUMBER, delete NUMBER, copy NUMBER: a joke of the list."),
            localized(
                "reveal: tell the punch line, if it is held back. add TEXT: add a joke of your own."),
        ].joined(separator: "\n")
    }

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
        case "add":
            guard !rest.isEmpty else { return say(localized("Type the joke after add.")) }
            ask(.jokeAdd, ["value": .string(rest)])
        case "l", "like": rest.isEmpty ? ask(.jokeLike, ["ifJoke": joke]) : askAbout(rest, .jokeLike)
        case "d", "dislike": rest.isEmpty ? ask(.jokeDislike, ["ifJoke": joke]) : askAbout(rest, .jokeDislike)
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
            // A client that shows the whole joke on the card reveals it.
            if joke.id == state.joke.id, !state.revealed {
                ask(.jokeReveal, ["ifJoke": .string(joke.id.rawValue)])
            }
        case "delete": askAbout(rest, .savedDelete)
        case "f", "feed":
            guard words.count > 1 else { return ask(.sourcesList) }
            page(list.begin(feed: words[1], query: words.dropFirst(2).joined(separator: " ")))
        case "category":
            guard let source = list.source else {
                return say(localized("List a feed first; feed names them."))
            }
            if rest.isEmpty { return ask(.sourcesCategories, ["source": .string(source)]) }
            page(list.begin(category: rest))
        case "c", "copy":
            guard !rest.isEmpty else { return actions.append(.share(nil)) }
            guard let joke = listed(rest) else { return }
            actions.append(.share(joke.id.rawValue))
        case "?", "h", "help": say(Self.help)
        case "q", "quit": actions.append(.quit(isDone: true))
        case let word?: say(localized("Unknown command '%s'; help lists the commands.", word))
        }
    }

    /// Undoes the newest change. If it is of another client, says so first.
    private mutating func undo() {
        guard let change = undoGuard.takeWarning() else { return ask(.jokeUndo) }
        say("\(change.sentence) \(localized("Type undo again to undo it, too."))")
    }

    private mutating func drag(by steps: Int, _ state: CardState) {
        let report = DragReport(steps: DragReport.steps(of: state) + steps)
        ask(.cardDrag, report.parameters(for: state.joke.id.rawValue))
    }

    /// Makes a request about the joke with this number in the list.
    private mutating func askAbout(_ number: String, _ method: Method) {
        guard let joke = listed(number) else { return }
        nameOfListed = display.name(of: joke, translated: state?.showTranslation ?? false, width: 40)
        let id = JSON.string(joke.id.rawValue)
        ask(method, method == .savedDelete ? ["jokes": [id]] : ["joke": id], tag: Self.ofList)
    }

    private mutating func page(_ request: (Method, JSONObject)?) {
        guard let (method, params) = request else { return say(localized("There are no more jokes.")) }
        ask(method, params)
    }

    /// Returns the joke with this number in the list. If there is none, prints a message and returns nil.
    private mutating func listed(_ number: String) -> Joke? {
        let joke = Int(number).flatMap { list.joke($0) }
        if joke == nil { say(localized("Give a number of the list; saved lists the jokes.")) }
        return joke
    }
}

/// The jokes that were listed, saved ones or those of a source, and the numbers by which commands refer to them.
struct PlainList: Sendable {
    private var isFeed = false
    private var feed = PagedFeed()
    private var jokes: [Joke] = []
    private var query = ""
    private var order = "date"
    private var cursor: String?

    private static let page = 10

    mutating func begin(query: String) -> (Method, JSONObject)? {
        (self.query, jokes, cursor, isFeed) = (query, [], nil, false)
        return request()
    }

    mutating func begin(feed source: String, query: String) -> (Method, JSONObject)? {
        feed.choose(source: source, query: query)
        (jokes, isFeed) = ([], true)
        return more()
    }

    mutating func begin(category: String) -> (Method, JSONObject)? {
        feed.choose(PagedFeed.Category(name: category))
        jokes = []
        return more()
    }

    /// The source of the listed feed, or nil if none is listed.
    var source: String? { isFeed ? feed.source : nil }

    mutating func sort(by order: String) -> (Method, JSONObject)? {
        self.order = order
        return begin(query: query)
    }

    /// Returns the request for the next page, or nil if there is none.
    func more() -> (Method, JSONObject)? {
        if isFeed { return feed.nextPage.map { (.feedPage, $0) } }
        return cursor == nil ? nil : request()
    }

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
        let total = SavedTotal(page, read: jokes.count + page.items.count).text
        let title =
            jokes.isEmpty
            ? [query.isEmpty ? localized("%s saved.", total) : localized("%s found.", total)] : []
        let lines = add(page.items.map(\.joke), showsTranslation: showsTranslation)
        return title + lines + (cursor == nil ? [] : [localized("Type more for more jokes.")])
    }

    mutating func add(_ page: FeedPageResponse, showsTranslation: Bool) -> [String] {
        feed.take(page)
        let lines = add(page.jokes, showsTranslation: showsTranslation)
        if feed.isFull {
            return lines + [
                localized("These are %s jokes; name a category or words for others.", "\(jokes.count)")
            ]
        }
        return lines
            + (feed.hasMore
                ? [localized("Type more for more jokes.")]
                : jokes.isEmpty ? [localized("No joke found.")] : [])
    }

    private mutating func add(_ page: [Joke], showsTranslation: Bool) -> [String] {
        page.map { joke in
            jokes.append(joke)
            return "\(jokes.count). \(PlainSwipeModel.words(for: joke, showsTranslation: showsTranslation))"
        }
    }
}
