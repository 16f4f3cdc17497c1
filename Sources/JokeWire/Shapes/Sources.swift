// SPDX-License-Identifier: MIT

// The results of the methods for sources and their feeds.

/// The result of `sources.list`.
package struct SourcesResponse: Shape {
    package var items: [SourceStatus] = []

    package init() {}
    package init(items: [SourceStatus]) { self.items = items }

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &items)
    }
}

/// The status of a source, in `sources.list` and `daemon.status`. Times are RFC 3339.
///
/// jokesd sends all members. A member that is optional here but must not be null on the wire is nil if another daemon
/// left it out.
package struct SourceStatus: Shape {
    /// The requests of a local day: how many there may be, and how many there were.
    package struct Budget: Shape {
        package var limit = 0
        package var used = 0
        package var left: Int?
        package var renewsAt: String?

        package init() {}

        package static let name = "Budget", summary = "How many requests of a day are allowed, used and left."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("limit", &limit, "The requests that are allowed on a local day.")
            try v("used", &used)
            try v("left", &left, as: .integer)
            try v("renewsAt", &renewsAt, as: .time)
        }
    }

    /// The number of jokes that the filter rejected for one reason.
    package struct FilterReason: Shape {
        /// The reason: `category`, `flag`, `word`, `tooShort`, `tooLong`, `language`, or a word of a later version.
        package var reason = ""
        package var what: String?
        package var count = 0

        package init() {}
        package init(_ reason: String, _ what: String? = nil, count: Int) {
            (self.reason, self.what, self.count) = (reason, what, count)
        }

        package static let name = "FilterReason",
            summary = "How many jokes the filter rejected for one reason."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v(
                "reason", &reason,
                as: .words(["category", "flag", "word", "tooShort", "tooLong", "language"]))
            try v("what", &what, "The category, flag, word or language, or null.")
            try v("count", &count)
        }
    }

    /// The states, in the order in which they are checked: `state` is the first one that applies.
    package static let states = [
        "off", "fetching", "limited", "spent", "open", "failing", "exhausted", "resting", "ready",
    ]

    package var name = ""
    package var type: String?
    package var enabled: Bool?
    /// What the configuration says about `enabled`. The user's choice takes precedence.
    package var configured: Bool?
    package var weight: Double?
    package var pages: Bool?
    /// One of `states`, or a word of a later version.
    package var state: String?
    package var error: CardState.ErrorInfo?
    /// The message of `error`. Without one, which lines of the source's file were not read, or nil.
    package var message: String?
    package var retryAt: String?
    package var budget: Budget?
    package var nextFetch: String?
    package var given: Int?
    package var seen: Int?
    package var filtered: Int?
    package var reasons: [FilterReason]?
    package var total: Int?
    package var unseen: Int?

    package init() {}

    package var isEnabled: Bool { enabled ?? true }

    package static let name = "SourceStatus", summary = "The status of a source."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("name", &name)
        try v("type", &type, "The type of the source.", as: .string)
        try v("enabled", &enabled, as: .boolean)
        try v(
            "configured", &configured,
            "Whether the configuration enables it; the user's choice takes precedence.", as: .boolean)
        try v("weight", &weight, "How often it is chosen, relative to the others.", as: .number)
        try v("pages", &pages, "Whether feed.page can browse it.", as: .boolean)
        try v("state", &state, as: .words(Self.states))
        try v("error", &error, "Why it fails, or null.")
        try v(
            "message", &message,
            "The message of the error, or which lines of its file were not read, or null.")
        try v("retryAt", &retryAt, "The retryAt of the error.", as: .nullable(.time))
        try v("budget", &budget, "The budget of requests, or null if their number is not limited.")
        try v(
            "nextFetch", &nextFetch,
            "The earliest time of a prefetch; a client that waits can cause a fetch before it.",
            as: .nullable(.time))
        try v(
            "given", &given, "Jokes since the start that entered the queue, or were shown at once.",
            as: .integer)
        try v("seen", &seen, "Jokes since the start that had been seen.", as: .integer)
        try v(
            "filtered", &filtered, "Jokes that the present filter rejected since the start, each once.",
            as: .integer)
        try v("reasons", &reasons, "The reasons, the most frequent first, or null if not requested.")
        try v("total", &total, "The jokes in its files that the filter admits, or null if not requested.")
        try v(
            "unseen", &unseen,
            "Those of them that were neither shown nor decided about, or null if not requested.")
    }
}

/// The result of `sources.categories`.
package struct CategoriesResponse: Shape {
    package var items: [String] = []
    package var counts: [Int]?
    package var total = 0

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &items, "The categories, in the order of the source.")
        try v(
            "counts", &counts,
            "The number of jokes in each category, or null if the source does not report it.")
        try v("total", &total)
    }
}

/// The result of `feed.page`.
package struct FeedPageResponse: Shape {
    package var source = ""
    package var query: String?
    package var page = 0
    package var jokes: [Joke] = []
    package var isLoading = false
    package var hasMore = false
    package var total: Int?
    package var category: String?
    package var next: String?
    package var saved: [String] = []

    package init() {}

    package static let name = "FeedPage", summary = "A page of a feed."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("source", &source)
        try v("query", &query, "The query, or null for all jokes of the source.")
        try v("page", &page, "The requested page.")
        try v("items", &jokes, "The jokes in the order of the source; none after the last page.")
        try v("isLoading", &isLoading, "Whether a later page is being fetched.")
        try v("hasMore", &hasMore, "Whether there may be a page after the newest that is stored.")
        try v("total", &total, "The number of pages, or null if the source does not report it.")
        try v("category", &category, "The category of the jokes, or null for all.")
        try v("next", &next, "The cursor of the next page, or null if there is none or its number suffices.")
        try v("saved", &saved, "The ids of the `items` that are saved.", absent: [])
    }
}
