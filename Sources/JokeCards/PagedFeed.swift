// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A feed that is read page by page: its source and category, its query, and the place of the next page.
///
/// The program makes the requests and lists the jokes. It starts again at the first page after each change of the
/// source, the category or the query.
package struct PagedFeed: Sendable {
    package struct Category: Sendable, Hashable {
        package let name: String
        /// The number of jokes in it, or nil if it is not known.
        package let count: Int?

        package init(name: String, count: Int? = nil) { (self.name, self.count) = (name, count) }
    }

    /// The sources that are on and have pages, in the order of jokesd, or nil until they are known.
    package private(set) var sources: [SourceStatus]?
    /// The name of the chosen source, or nil if none was chosen yet.
    package private(set) var source: String?
    /// The categories of the source, or none: jokesd cannot restrict the pages of a service to one.
    package private(set) var categories: [Category] = []
    /// The chosen category, or nil for all.
    package private(set) var category: Category?
    /// The text to search for; empty for all jokes.
    package private(set) var query = ""
    /// The jokes of the pages that were saved when the page came.
    private var saved: Set<Joke.ID> = []
    /// The decisions of this client about jokes of feeds.
    private var decisions: [Joke.ID: CardState.DecisionState] = [:]
    private var page = 1
    private var cursor: String?
    private var hasNext = true
    private var count = 0
    private var emptyPages = 0

    /// The most jokes of a feed that a card lists.
    package static let most = 2_000
    /// The most consecutive pages without a joke that are requested together. Each may be a request to a service.
    private static let mostEmptyPages = 3

    package init() {}

    /// Whether there may be another page to list.
    package var hasMore: Bool { hasNext && !isFull }
    /// Whether more jokes are not listed, so that the list has a limit.
    package var isFull: Bool { count >= Self.most }
    /// Whether the last pages had no joke, so that the user decides whether to go on.
    package var isPaused: Bool { emptyPages >= Self.mostEmptyPages }

    /// The parameters of `feed.page` for the next page, or nil if there is none.
    package var nextPage: JSONObject? {
        guard let source, hasMore else { return nil }
        var params: JSONObject = ["source": .string(source), "page": .integer(page)]
        if !query.isEmpty { params.append("query", .string(query)) }
        if let category { params.append("category", .string(category.name)) }
        if let cursor { params.append("cursor", .string(cursor)) }
        return params
    }

    /// The parameters of `sources.categories`, or nil if the source has no categories here.
    package var categoriesRequest: JSONObject? {
        // The categories of others would cost a request to a service.
        guard let source = sources?.first(where: { $0.name == source }), source.isLocal else { return nil }
        return ["source": .string(source.name)]
    }
}

// MARK: - Replies

extension PagedFeed {
    /// Takes the sources. If the chosen one is no longer on, or none was chosen, chooses the first one and returns
    /// true.
    package mutating func take(_ response: SourcesResponse) -> Bool {
        let sources = response.items.filter { $0.isEnabled && $0.pages == true }
        self.sources = sources
        guard !sources.contains(where: { $0.name == source }) else { return false }
        choose(source: sources.first?.name)
        return true
    }

    package mutating func take(_ response: CategoriesResponse) {
        let counts = response.counts ?? []
        categories = response.items.indices.map { index in
            Category(
                name: response.items[index], count: counts.indices.contains(index) ? counts[index] : nil)
        }
        // The chosen one may have another number of jokes now.
        category = category.map { chosen in categories.first { $0.name == chosen.name } ?? chosen }
    }

    /// Takes a page, and moves to the next one.
    package mutating func take(_ response: FeedPageResponse) {
        (page, cursor, hasNext) = (response.page + 1, response.next, response.hasMore)
        count += response.jokes.count
        saved.subtract(response.jokes.map(\.id))
        saved.formUnion(response.saved.map(Joke.ID.init(rawValue:)))
        emptyPages = response.jokes.isEmpty ? emptyPages + 1 : 0
    }
}

// MARK: - The user's choices

extension PagedFeed {
    /// Begins with the first page again.
    package mutating func restart(query: String? = nil) {
        self.query = query ?? self.query
        (page, cursor, hasNext, count, emptyPages) = (1, nil, true, 0, 0)
    }

    /// Goes on after pages without a joke.
    package mutating func resume() { emptyPages = 0 }

    /// Chooses a source by its name, all of its categories and this query.
    package mutating func choose(source: String?, query: String = "") {
        (self.source, categories, category) = (source, [], nil)
        restart(query: query)
    }

    package mutating func choose(_ category: Category?) {
        self.category = category
        restart()
    }

    /// Chooses the source that follows at a distance. Returns false if there is no other one.
    package mutating func changeSource(by distance: Int) -> Bool {
        guard let sources, sources.count > 1 else { return false }
        let place = sources.firstIndex { $0.name == source } ?? 0
        choose(source: sources[(place + distance + sources.count) % sources.count].name)
        return true
    }

    /// Chooses the category that follows at a distance. All categories together come before the first one. Returns
    /// false if there are none.
    package mutating func changeCategory(by distance: Int) -> Bool {
        guard !categories.isEmpty else { return false }
        let place = category.flatMap(categories.firstIndex(of:)).map { $0 + 1 } ?? 0
        let next = (place + distance + categories.count + 1) % (categories.count + 1)
        choose(next == 0 ? nil : categories[next - 1])
        return true
    }
}

// MARK: - Decisions

extension PagedFeed {
    /// Returns what this client decided about a joke of the feed, or else whether it was saved before. jokesd leaves out
    /// disliked jokes only when it is asked for the page again.
    package func decision(on joke: Joke) -> CardState.DecisionState {
        decisions[joke.id] ?? (saved.contains(joke.id) ? .liked : .undecided)
    }

    package mutating func note(_ decision: CardState.DecisionState, on joke: Joke) {
        decisions[joke.id] = decision == .undecided ? nil : decision
    }

    /// Notes that saved jokes were deleted or restored.
    package mutating func note(_ ids: [String], areSaved: Bool) {
        for id in ids.map(Joke.ID.init(rawValue:)) {
            decisions[id] = nil
            if areSaved { saved.insert(id) } else { saved.remove(id) }
        }
    }

    /// Forgets the decisions about jokes, which were undone.
    package mutating func forgetDecisions(on ids: [String]) {
        for id in ids { decisions[Joke.ID(rawValue: id)] = nil }
    }
}
