// SPDX-License-Identifier: MIT

// The params of events, without `subscription`, `topic`, `seq` and `event`.

/// The request that caused a change, and its client.
package struct EventCause: FrequentWireObject {
    package var method: String
    /// The name that the client gave in `hello`, or nil if it gave none.
    package var client: String?
    /// The number of the connection, as in the result of `state.subscribe`.
    package var connection: Int

    package init(method: String, client: String?, connection: Int) {
        (self.method, self.client, self.connection) = (method, client, connection)
    }

    package static var schemaName: String? { "Cause" }
    package static var summary: String { "The request that caused a change, and its client." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            method: visitor.member("method", "The method of the request.") { $0.method },
            client: visitor.member("client", "The name that the client gave in hello.") { $0.client },
            connection: visitor.member("connection", "The number of its connection.") { $0.connection })
    }
}

/// The params of an event of the topic `state`. The first event of a subscription has no cause.
package struct StateEventParams: FrequentWireObject {
    /// The names of the members that changed since the previous event.
    package var changed: [String]
    package var cause: EventCause?
    package var state: CardState

    package init(changed: [String], cause: EventCause?, state: CardState) {
        (self.changed, self.cause, self.state) = (changed, cause, state)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            changed: visitor.member("changed", "The members that changed since the previous event.") {
                $0.changed
            },
            cause: visitor.member("cause", "The request that made the change, or null if no client did.") {
                $0.cause
            },
            state: visitor.member("state", "The whole state after the change.") { $0.state })
    }
}

/// The params of an event of the topic `feed`: a feed without its jokes.
package struct FeedEventParams: WireObject {
    package var cause: EventCause?
    package var source: String
    /// The query, or nil for all jokes of the source.
    package var query: String?
    /// The number of the newest page that is stored, or 0 if none is.
    package var page: Int
    package var isLoading: Bool
    package var hasMore: Bool
    /// The number of pages, or nil if the source does not report it.
    package var total: Int?
    package var error: CardState.ErrorInfo?

    package init(
        cause: EventCause?, source: String, query: String?, page: Int, isLoading: Bool, hasMore: Bool,
        total: Int?, error: CardState.ErrorInfo?
    ) {
        (self.cause, self.source, self.query, self.page) = (cause, source, query, page)
        (self.isLoading, self.hasMore, self.total, self.error) = (isLoading, hasMore, total, error)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            cause: visitor.member("cause", "The request for the page; null when it has arrived or failed.") {
                $0.cause
            },
            source: visitor.member("source", "The name of the source.") { $0.source },
            query: visitor.member("query", "The query, or null for all jokes of the source.") { $0.query },
            page: visitor.member("page", "The number of the newest page that is stored, or 0 if none is.") {
                $0.page
            },
            isLoading: visitor.member("isLoading", "Whether the next page is being fetched.") {
                $0.isLoading
            },
            hasMore: visitor.member("hasMore", "Whether there may be a next page.") { $0.hasMore },
            total: visitor.member("total", "The number of pages, or null if the source does not report it.") {
                $0.total
            },
            error: visitor.member(
                "error", "Why the next page could not be fetched; null again when it is requested."
            ) { $0.error })
    }
}

/// The params of the event `gap`: the range of sequence numbers in which events of the log were missed.
package struct GapEventParams: WireObject {
    package var first: Int
    package var last: Int

    package init(first: Int, last: Int) { (self.first, self.last) = (first, last) }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            first: visitor.member("from") { $0.first },
            last: visitor.member("to") { $0.last })
    }
}
