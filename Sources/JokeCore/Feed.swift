// SPDX-License-Identifier: MIT
package import JokeWire

/// Names a feed: all that a source has, or what it finds for a query. Who asks for the same shares it.
package struct FeedKey: Sendable, Hashable {
    /// The configured name of the source.
    package let source: String
    /// nil for everything.
    package let query: String?

    /// Spaces around a query mean nothing; one that is empty is none.
    package init(source: String, query: String? = nil) {
        self.source = source
        var rest = (query ?? "")[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        self.query = rest.isEmpty ? nil : String(rest)
    }
}

/// What is kept of a feed besides its pages.
package struct FeedRecord: Sendable, Hashable {
    package let key: FeedKey
    /// The number of the newest page that is kept: those before it are, too.
    package var page: Int
    package var hasMore: Bool
    /// How many pages there are, where the source said so.
    package var total: Int?

    package init(key: FeedKey, page: Int = 0, hasMore: Bool = true, total: Int? = nil) {
        self.key = key
        self.page = page
        self.hasMore = hasMore
        self.total = total
    }
}

/// How a feed stands, whole: what its subscribers are told upon every change.
package struct FeedPublication: Sendable, Hashable {
    package let sequence: Int
    package let record: FeedRecord
    /// From when a page was asked for until it is kept, or failed.
    package let isLoading: Bool
    /// Why the next page could not be had; nil from when it is asked for again.
    package let error: CardState.ErrorInfo?
    /// nil where no client caused it.
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

/// A page of a feed, as it is answered.
package struct FeedPageView: Sendable, Hashable {
    package let feed: FeedRecord
    package let page: Int
    package let items: [Joke]
    /// Whether the page behind the newest one is on its way.
    package let isLoading: Bool
}

/// The feeds that were browsed, those used longest ago first. A feed without a page is not kept over a restart.
package struct Feeds: Sendable {
    package struct Feed: Sendable {
        package internal(set) var record: FeedRecord
        package internal(set) var error: CardState.ErrorInfo?
        /// What was told last.
        package internal(set) var publication: FeedPublication
    }

    private var feeds: [Feed]

    /// - Parameter sequence: the number that what is kept is told under.
    init(_ kept: [FeedRecord], sequence: Int) {
        feeds = kept.map { Feed($0, sequence: sequence) }
    }

    package var keys: [FeedKey] { feeds.map(\.record.key) }
    /// How each stands, by the number of its newest change.
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

    /// From now on it is the one that was used last.
    mutating func use(_ key: FeedKey) {
        guard let index = feeds.firstIndex(where: { $0.record.key == key }) else { return }
        feeds.append(feeds.remove(at: index))
    }

    /// Lets go of the one that was used longest ago, of those that may go.
    mutating func dropOldest(where mayGo: (FeedKey) -> Bool) -> FeedRecord? {
        guard let index = feeds.firstIndex(where: { mayGo($0.record.key) }) else { return nil }
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
