// SPDX-License-Identifier: MIT

// The results of the methods for sources and their feeds.

/// The result of `sources.list`.
package struct SourcesResponse: FrequentWireObject {
    package var items: [SourceStatus]

    package init(items: [SourceStatus]) { self.items = items }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(items: visitor.member("items") { $0.items })
    }
}

/// The status of a source, in `sources.list` and `daemon.status`. Times are RFC 3339.
///
/// jokesd sends all members. A member that is optional here but must not be null on the wire is nil if another daemon
/// left it out.
package struct SourceStatus: FrequentWireObject {
    /// The requests of a local day: how many there may be, and how many there were.
    package struct Budget: FrequentWireObject {
        package var limit: Int
        package var used: Int
        package var left: Int?
        package var renewsAt: String?

        package init(limit: Int, used: Int, left: Int? = nil, renewsAt: String? = nil) {
            (self.limit, self.used, self.left, self.renewsAt) = (limit, used, left, renewsAt)
        }

        package static var schemaName: String? { "Budget" }
        package static var summary: String { "How many requests of a day are allowed, used and left." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                limit: visitor.member("limit", "The requests that are allowed on a local day.") { $0.limit },
                used: visitor.member("used") { $0.used },
                left: visitor.member("left", as: .integer) { $0.left },
                renewsAt: visitor.member("renewsAt", as: .time) { $0.renewsAt })
        }
    }

    /// The number of jokes that the filter rejected for one reason.
    package struct FilterReason: FrequentWireObject {
        /// The reason: `category`, `flag`, `word`, `tooShort`, `tooLong`, `language`, or a word of a later version.
        package var reason: String
        package var what: String?
        package var count: Int

        package init(_ reason: String, _ what: String? = nil, count: Int) {
            (self.reason, self.what, self.count) = (reason, what, count)
        }

        package static var schemaName: String? { "FilterReason" }
        package static var summary: String { "How many jokes the filter rejected for one reason." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                visitor.member(
                    "reason", as: .words(["category", "flag", "word", "tooShort", "tooLong", "language"])
                ) { $0.reason },
                visitor.member("what", "The category, flag, word or language, or null.") { $0.what },
                count: visitor.member("count") { $0.count })
        }
    }

    /// The states, in the order in which they are checked: `state` is the first one that applies.
    package static let states = [
        "off", "fetching", "limited", "spent", "open", "failing", "exhausted", "resting", "ready",
    ]

    package var name: String
    package var type: String?
    package var enabled: Bool?
    /// What the configuration says about `enabled`. The user's choice takes precedence.
    package var configured: Bool?
    package var weight: Double?
    /// Whether `feed.page` can browse the source.
    package var pages: Bool?
    /// One of `states`, or a word of a later version.
    package var state: String?
    package var error: CardState.ErrorInfo?
    /// The message of `error`. Without one, which lines of the source's file were not read, or nil.
    package var message: String?
    /// The `retryAt` of `error`.
    package var retryAt: String?
    package var budget: Budget?
    package var nextFetch: String?
    package var given: Int?
    package var seen: Int?
    package var filtered: Int?
    /// The reasons, or nil if they were not requested.
    package var reasons: [FilterReason]?
    /// The number of jokes in its files that the filter admits, and of those that were neither shown nor decided about, or
    /// nil if it has no files or they were not requested.
    package var total: Int?
    package var unseen: Int?

    package init(
        name: String, type: String? = nil, enabled: Bool? = nil, configured: Bool? = nil,
        weight: Double? = nil, pages: Bool? = nil, state: String? = nil, error: CardState.ErrorInfo? = nil,
        message: String? = nil, retryAt: String? = nil,
        budget: Budget? = nil, nextFetch: String? = nil, given: Int? = nil, seen: Int? = nil,
        filtered: Int? = nil, reasons: [FilterReason]? = nil, total: Int? = nil, unseen: Int? = nil
    ) {
        (self.name, self.type, self.enabled, self.configured) = (name, type, enabled, configured)
        (self.weight, self.pages, self.state) = (weight, pages, state)
        (self.error, self.message, self.retryAt) = (error, message, retryAt)
        (self.budget, self.nextFetch) = (budget, nextFetch)
        (self.given, self.seen, self.filtered, self.reasons) = (given, seen, filtered, reasons)
        (self.total, self.unseen) = (total, unseen)
    }

    package var isEnabled: Bool { enabled ?? true }

    package static var schemaName: String? { "SourceStatus" }
    package static var summary: String { "The status of a source." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            name: visitor.member("name") { $0.name },
            type: visitor.member("type", "The type of the source.", as: .string) { $0.type },
            enabled: visitor.member("enabled", as: .boolean) { $0.enabled },
            configured: visitor.member(
                "configured", "Whether the configuration enables it; the user's choice takes precedence.",
                as: .boolean
            ) { $0.configured },
            weight: visitor.member(
                "weight", "How often it is chosen, relative to the others.", as: .number
            ) { $0.weight },
            pages: visitor.member("pages", "Whether feed.page can browse it.", as: .boolean) { $0.pages },
            state: visitor.member("state", as: .words(states)) { $0.state },
            error: visitor.member("error", "Why it fails, or null.") { $0.error },
            message: visitor.member(
                "message", "The message of the error, or which lines of its file were not read, or null."
            ) { $0.message },
            retryAt: visitor.member("retryAt", "The retryAt of the error.", as: .nullable(.time)) {
                $0.retryAt
            },
            budget: visitor.member(
                "budget", "The budget of requests, or null if their number is not limited."
            ) { $0.budget },
            nextFetch: visitor.member(
                "nextFetch",
                "The earliest time of a prefetch; a client that waits can cause a fetch before it.",
                as: .nullable(.time)
            ) { $0.nextFetch },
            given: visitor.member(
                "given", "Jokes since the start that entered the queue, or were shown at once.", as: .integer
            ) { $0.given },
            seen: visitor.member("seen", "Jokes since the start that had been seen.", as: .integer) {
                $0.seen
            },
            filtered: visitor.member(
                "filtered", "Jokes that the present filter rejected since the start, each once.", as: .integer
            ) { $0.filtered },
            reasons: visitor.member(
                "reasons", "The reasons, the most frequent first, or null if not requested."
            ) { $0.reasons },
            total: visitor.member(
                "total", "The jokes in its files that the filter admits, or null if not requested."
            ) { $0.total },
            unseen: visitor.member(
                "unseen", "Those of them that were neither shown nor decided about, or null if not requested."
            ) { $0.unseen })
    }
}

/// The result of `sources.categories`.
package struct CategoriesResponse: WireObject {
    package var items: [String]
    /// The number of jokes in each category, or nil if the source does not report it.
    package var counts: [Int]?
    package var total: Int

    package init(items: [String], counts: [Int]? = nil, total: Int) {
        (self.items, self.counts, self.total) = (items, counts, total)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            items: visitor.member("items", "The categories, in the order of the source.") { $0.items },
            counts: visitor.member(
                "counts", "The number of jokes in each category, or null if the source does not report it."
            ) { $0.counts },
            total: visitor.member("total") { $0.total })
    }
}

/// The result of `feed.page`.
package struct FeedPageResponse: FrequentWireObject {
    package var source: String
    /// The query, or nil for all jokes of the source.
    package var query: String?
    package var page: Int
    package var jokes: [Joke]
    /// Whether a later page is being fetched.
    package var isLoading: Bool
    package var hasMore: Bool
    /// The number of pages, or nil if the source does not report it.
    package var total: Int?
    /// The category of the jokes, or nil for all.
    package var category: String?
    /// The cursor of the next page, or nil if there is none or its number suffices.
    package var next: String?
    /// The ids of the jokes that are saved.
    package var saved: [String]

    package init(
        source: String, query: String?, page: Int, jokes: [Joke], isLoading: Bool, hasMore: Bool, total: Int?,
        category: String? = nil, next: String? = nil, saved: [String] = []
    ) {
        (self.source, self.query, self.page, self.jokes) = (source, query, page, jokes)
        (self.isLoading, self.hasMore, self.total) = (isLoading, hasMore, total)
        (self.category, self.next, self.saved) = (category, next, saved)
    }

    package static var schemaName: String? { "FeedPage" }
    package static var summary: String { "A page of a feed." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            source: visitor.member("source") { $0.source },
            query: visitor.member("query", "The query, or null for all jokes of the source.") { $0.query },
            page: visitor.member("page", "The requested page.") { $0.page },
            jokes: visitor.member("items", "The jokes in the order of the source; none after the last page.")
            { $0.jokes },
            isLoading: visitor.member("isLoading", "Whether a later page is being fetched.") { $0.isLoading },
            hasMore: visitor.member(
                "hasMore", "Whether there may be a page after the newest that is stored."
            ) { $0.hasMore },
            total: visitor.member("total", "The number of pages, or null if the source does not report it.") {
                $0.total
            },
            category: visitor.member("category", "The category of the jokes, or null for all.") {
                $0.category
            },
            next: visitor.member(
                "next", "The cursor of the next page, or null if there is none or its number suffices."
            ) { $0.next },
            saved: visitor.member("saved", "The ids of the `items` that are saved.", absent: []) { $0.saved })
    }
}
