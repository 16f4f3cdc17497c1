// SPDX-License-Identifier: MIT
package import JokeCards
package import JokeWire

/// The list of saved jokes: the pages that were received, the search and the order, and what was deleted last.
///
/// It makes no requests itself. Each call returns those that follow.
package struct SavedList: Sendable {
    package private(set) var jokes: [Joke] = [] { didSet { revision += 1 } }
    /// A number that changes with `jokes`.
    package private(set) var revision = 0
    /// The number of jokes in the whole list, or nil before the first page.
    package private(set) var total: Int?
    package private(set) var query = SavedQuery()
    /// The ids of the jokes that the last deletion of this client deleted, which can be restored.
    package private(set) var deleted: [String] = []

    private var loading = PageLoading()
    private var cursor: String?
    /// Whether `jokes` is still the previous list, which is shown until the first page of the new one.
    private var isStale = true

    private static let page = 50
    /// The largest page that the daemon returns, for a list that was scrolled before it is read again.
    private static let largestPage = 200

    /// Whether the last request for a page failed.
    package var hasFailed: Bool { loading.failure != nil }

    // MARK: - What the user does

    /// Reads the list again, for example because another client has changed it.
    mutating func reload() -> [PageRequest] {
        loading.restart()
        (cursor, isStale) = (nil, true)
        return nextPage()
    }

    mutating func search(_ text: String) -> [PageRequest] {
        read(SavedQuery(text: text, sort: query.sort, isReversed: query.isReversed))
    }

    mutating func order(by sort: SavedQuery.Sort, reversed isReversed: Bool) -> [PageRequest] {
        read(SavedQuery(text: query.text, sort: sort, isReversed: isReversed))
    }

    private mutating func read(_ query: SavedQuery) -> [PageRequest] {
        guard query != self.query else { return [] }
        self.query = query
        return reload()
    }

    /// Returns the request for the next page if a row near the end is shown.
    mutating func reached(row: Int) -> [PageRequest] {
        !isStale && cursor != nil && row + Self.page / 2 >= jokes.count ? nextPage() : []
    }

    func delete(_ ids: [String]) -> [PageRequest] {
        ids.isEmpty
            ? [] : [PageRequest(method: .savedDelete, params: ["jokes": .array(ids.map { .string($0) })])]
    }

    /// Returns the request that restores the last deletion, or none if there was no deletion.
    mutating func restore() -> [PageRequest] {
        guard !deleted.isEmpty else { return [] }
        defer { deleted = [] }
        return [PageRequest(method: .savedRestore, params: ["jokes": .array(deleted.map { .string($0) })])]
    }

    private mutating func nextPage() -> [PageRequest] {
        guard loading.begin() else { return [] }
        let limit = isStale ? max(Self.page, min(jokes.count, Self.largestPage)) : Self.page
        let page = query.page(after: cursor, limit: limit)
        return [PageRequest(method: page.method, params: page.params, tag: loading.list)]
    }

    // MARK: - Replies

    mutating func add(_ page: SavedPageResponse, to list: Int) {
        guard loading.end(list) else { return }
        (cursor, total) = (page.next, page.total)
        jokes = (isStale ? [] : jokes) + page.items.map(\.joke)
        isStale = false
    }

    mutating func fail(_ list: Int, because error: WireError) { loading.fail(list, because: error) }

    /// Removes jokes that this client deleted.
    mutating func remove(_ ids: [String]) -> [PageRequest] {
        deleted = ids
        let gone = Set(ids)
        jokes.removeAll { gone.contains($0.id.rawValue) }
        return reload()
    }

    /// Forgets the requests of a lost connection.
    mutating func interrupt() { loading.interrupt() }
}
