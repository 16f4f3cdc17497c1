// SPDX-License-Identifier: MIT
package import JokeWire

/// The identity of a feed: all jokes of a source, or those that match a query. All clients share its pages.
package struct FeedKey: Sendable, Hashable {
    /// The configured name of the source.
    package let source: String
    /// The search query, or nil for all jokes.
    package let query: String?

    /// Creates a key. Removes white space around the query; an empty query becomes nil.
    package init(source: String, query: String? = nil) {
        self.source = source
        var rest = (query ?? "")[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        self.query = rest.isEmpty ? nil : String(rest)
    }

    package static func == (left: FeedKey, right: FeedKey) -> Bool {
        left.source.hasBytes(of: right.source) && (left.query == nil) == (right.query == nil)
            && (left.query ?? "").hasBytes(of: right.query ?? "")
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: source)
        hasher.combine(bytesOf: query ?? "")
    }
}

/// The stored state of a feed, without its pages.
package struct FeedRecord: Sendable, Hashable {
    package let key: FeedKey
    /// The number of the newest stored page, or 0 if there is none. All pages before it are stored, too.
    package var page: Int
    package var hasMore: Bool
    /// The number of pages, or nil if the source did not say.
    package var total: Int?

    package init(key: FeedKey, page: Int = 0, hasMore: Bool = true, total: Int? = nil) {
        self.key = key
        self.page = page
        self.hasMore = hasMore
        self.total = total
    }
}

/// The whole state of a feed, as a `feed` event reports it.
package struct FeedPublication: Sendable, Hashable {
    package let sequence: Int
    package let record: FeedRecord
    /// Whether a page has been requested and is neither stored nor failed yet.
    package let isLoading: Bool
    /// The error of the last page request, or nil after a success and while a new request is in progress.
    package let error: CardState.ErrorInfo?
    /// The request that caused the change, or nil if no client did.
    package let cause: Cause?

    package init(
        sequence: Int, record: FeedRecord, isLoading: Bool, error: CardState.ErrorInfo?, cause: Cause?
    ) {
        self.sequence = sequence
        self.record = record
        self.isLoading = isLoading
        self.error = error
        self.cause = cause
    }
}

/// A page of a feed, as a reply returns it.
package struct FeedPageView: Sendable, Hashable {
    package let feed: FeedRecord
    package let page: Int
    package let items: [Joke]
    /// The ids of the saved ones among the items.
    package let saved: [Joke.ID]
    /// Whether the page after the newest one is being fetched.
    package let isLoading: Bool
    /// The category and the next position of a page of local files, which is not stored.
    package var category: String?
    package var next: Int64?
}

/// The feeds that were browsed, least recently used first. A feed without a page is not stored.
package struct Feeds: Sendable {
    package struct Feed: Sendable {
        package internal(set) var record: FeedRecord
        package internal(set) var error: CardState.ErrorInfo?
        /// The last publication of this feed.
        package internal(set) var publication: FeedPublication
    }

    private var feeds: [Feed]

    /// - Parameter sequence: The sequence number under which the stored feeds are published.
    init(_ kept: [FeedRecord], sequence: Int) {
        feeds = kept.map { Feed($0, sequence: sequence) }
    }

    package var keys: [FeedKey] { feeds.map(\.record.key) }
    /// The last publication of each feed, in the order of their sequence numbers.
    package var publications: [FeedPublication] {
        feeds.map(\.publication).sorted { $0.sequence < $1.sequence }
    }
    var isFull: Bool { feeds.count >= Limits.feeds }

    subscript(key: FeedKey) -> Feed? { feeds.first { $0.record.key == key } }

    mutating func update(_ key: FeedKey, _ change: (inout Feed) -> Void) {
        guard let index = feeds.firstIndex(where: { $0.record.key == key }) else { return }
        change(&feeds[index])
    }

    mutating func add(_ record: FeedRecord) { feeds.append(Feed(record, sequence: 0)) }

    /// Makes a feed the most recently used one.
    mutating func use(_ key: FeedKey) {
        guard let index = feeds.firstIndex(where: { $0.record.key == key }) else { return }
        feeds.append(feeds.remove(at: index))
    }

    /// Removes the least recently used feed for which `isRemovable` returns true, and returns it.
    mutating func dropOldest(where isRemovable: (FeedKey) -> Bool) -> FeedRecord? {
        guard let index = feeds.firstIndex(where: { isRemovable($0.record.key) }) else { return nil }
        return feeds.remove(at: index).record
    }
}

extension Feeds.Feed {
    fileprivate init(_ record: FeedRecord, sequence: Int) {
        self.record = record
        publication = FeedPublication(
            sequence: sequence, record: record, isLoading: false, error: nil, cause: nil)
    }
}
