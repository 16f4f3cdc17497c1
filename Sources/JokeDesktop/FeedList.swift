// SPDX-License-Identifier: MIT
package import JokeCards
package import JokeWire

/// The jokes of a source as the page of feeds lists them: the pages that were received, and the decisions about them.
///
/// It makes no requests itself. Each call returns those that follow.
package struct FeedList: Sendable {
    package private(set) var jokes: [Joke] = [] { didSet { revision += 1 } }
    package private(set) var feed = PagedFeed() {
        didSet { revision += 1 }
    }
    /// A number that changes with `jokes` and `feed`.
    package private(set) var revision = 0

    private var loading = PageLoading()
    /// The number of the list with the first page of the source, which a reply with its categories must have.
    private var firstListOfSource = 0
    /// The jokes whose decision has no reply yet, by the number of the request.
    private var pending: [Int: Joke] = [:]
    private var newestNumber = 0
    /// The number of jokes that the newest press of a key decided, and those of them whose decision is a change that can
    /// be undone.
    private(set) var decided = 0
    private(set) var newDecisions: Set<String> = []

    /// The number of jokes after the shown ones that are requested ahead.
    private static let ahead = 20

    package init() {}

    package var isLoading: Bool { loading.isActive }
    /// Why the last request for a page failed, or nil.
    package var failure: WireError? { loading.failure }
    /// Whether the source only finds jokes that match a text, and there is none to search for.
    package var mustSearch: Bool {
        feed.query.isEmpty && feed.sources?.first { $0.name == feed.source }?.type == "chucknorris"
    }

    // MARK: - What the user does

    /// Reads the sources. A feed stays as it was read, unless its source is no longer on.
    func open() -> [PageRequest] { [PageRequest(method: .sourcesList)] }

    mutating func choose(source: String) -> [PageRequest] {
        guard source != feed.source else { return [] }
        feed.choose(source: source)
        return readSource()
    }

    /// Chooses a category of the source, or all if nil.
    mutating func choose(_ category: PagedFeed.Category?) -> [PageRequest] {
        guard category != feed.category else { return [] }
        feed.choose(category)
        return restart()
    }

    mutating func search(_ query: String) -> [PageRequest] {
        guard query != feed.query else { return [] }
        feed.restart(query: query)
        return restart()
    }

    /// Requests the next page if a row near the end is shown.
    mutating func reached(row: Int) -> [PageRequest] {
        guard failure == nil, !feed.isPaused, row + Self.ahead >= jokes.count else { return [] }
        return nextPage()
    }

    /// Requests the next page after a failure, or after pages without a joke.
    mutating func goOn() -> [PageRequest] {
        loading.forgetFailure()
        feed.resume()
        return nextPage()
    }

    /// Likes or dislikes jokes of the feed.
    mutating func decide(_ method: Method, _ ids: [String]) -> [PageRequest] {
        let wanted = Set(ids).subtracting(pending.values.map(\.id.rawValue))
        if pending.isEmpty { (decided, newDecisions) = (0, []) }
        return jokes.filter { wanted.contains($0.id.rawValue) }.map { joke in
            newestNumber += 1
            pending[newestNumber] = joke
            return PageRequest(
                method: method, params: ["joke": .string(joke.id.rawValue)], tag: newestNumber)
        }
    }

    private mutating func readSource() -> [PageRequest] {
        let page = restart()
        firstListOfSource = loading.list
        guard let params = feed.categoriesRequest else { return page }
        return page + [PageRequest(method: .sourcesCategories, params: params, tag: loading.list)]
    }

    private mutating func restart() -> [PageRequest] {
        loading.restart()
        jokes = []
        return nextPage()
    }

    private mutating func nextPage() -> [PageRequest] {
        guard !mustSearch, let params = feed.nextPage, loading.begin() else { return [] }
        return [PageRequest(method: .feedPage, params: params, tag: loading.list)]
    }

    // MARK: - Replies

    /// Takes the sources. If another one is chosen now, reads its feed.
    mutating func take(_ sources: SourcesResponse) -> [PageRequest] {
        if feed.take(sources) { return readSource() }
        return jokes.isEmpty && failure == nil ? nextPage() : []
    }

    mutating func take(_ categories: CategoriesResponse, for list: Int) {
        if list == firstListOfSource { feed.take(categories) }
    }

    /// Adds a page. If it has few jokes, requests the next one.
    mutating func add(_ page: FeedPageResponse, to list: Int) -> [PageRequest] {
        guard loading.end(list) else { return [] }
        feed.take(page)
        jokes += page.jokes
        return page.jokes.isEmpty || jokes.count < Self.ahead ? reached(row: jokes.count) : []
    }

    mutating func fail(_ list: Int, because error: WireError) { loading.fail(list, because: error) }

    /// Notes the reply to a decision. Returns false if the decision was not about a joke of the feed.
    ///
    /// - Parameter isNew: whether the decision changed something.
    mutating func decided(_ number: Int, _ decision: CardState.DecisionState, isNew: Bool) -> Bool {
        guard let joke = pending.removeValue(forKey: number) else { return false }
        feed.note(decision, on: joke)
        decided += 1
        if isNew { newDecisions.insert(joke.id.rawValue) }
        return true
    }

    mutating func failedToDecide(_ number: Int) { pending[number] = nil }

    /// Whether decisions have no reply yet.
    var isDeciding: Bool { !pending.isEmpty }

    mutating func note(_ ids: [String], areSaved: Bool) { feed.note(ids, areSaved: areSaved) }

    /// Forgets decisions that were undone. Returns whether they are among the newest ones.
    mutating func forgetDecisions(on ids: [String]) -> Bool {
        feed.forgetDecisions(on: ids)
        defer { newDecisions.subtract(ids) }
        return !newDecisions.isDisjoint(with: ids)
    }

    /// Forgets the requests of a lost connection.
    mutating func interrupt() {
        loading.interrupt()
        pending = [:]
    }
}
