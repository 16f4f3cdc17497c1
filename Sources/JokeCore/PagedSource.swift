// SPDX-License-Identifier: MIT
package import JokeFetchProtocol

/// The port to a source that can be browsed, page by page.
package protocol PagedSource: JokeSource {
    /// Brings one page, or says why not; once, on any thread.
    func fetchPage(
        _ order: FeedOrder, completion: @escaping @Sendable (Result<FeedPage, SourceError>) -> Void)
}

/// Which page a source is asked for.
package struct FeedOrder: Sendable, Hashable {
    package let id: FetchOrder.ID
    package let feed: FeedKey
    /// From 1 on.
    package let page: Int

    package init(id: FetchOrder.ID, feed: FeedKey, page: Int) {
        self.id = id
        self.feed = feed
        self.page = page
    }
}

/// A page as its source has it.
package struct FeedPage: Sendable, Hashable {
    package var delivery: Delivery
    /// Whether the source has another one behind it.
    package var hasMore: Bool
    /// How many pages there are, where the source says so.
    package var total: Int?

    package init(_ delivery: Delivery, hasMore: Bool, total: Int? = nil) {
        self.delivery = delivery
        self.hasMore = hasMore
        self.total = total
    }
}
