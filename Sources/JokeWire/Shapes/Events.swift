// SPDX-License-Identifier: MIT

// The params of events, without `subscription`, `topic`, `seq` and `event`.

/// The request that caused a change, and its client.
package struct EventCause: Shape {
    package var method = ""
    package var client: String?
    package var connection = 0

    package init() {}
    package init(method: String, client: String?, connection: Int) {
        (self.method, self.client, self.connection) = (method, client, connection)
    }

    package static let name = "Cause", summary = "The request that caused a change, and its client."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("method", &method, "The method of the request.")
        try v("client", &client, "The name that the client gave in hello.")
        try v("connection", &connection, "The number of its connection.")
    }
}

/// The params of an event of the topic `state`. The first event of a subscription has no cause.
package struct StateEventParams: Shape {
    package var changed: [String] = []
    package var cause: EventCause?
    package var state = CardState()

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("changed", &changed, "The members that changed since the previous event.")
        try v("cause", &cause, "The request that made the change, or null if no client did.")
        try v("state", &state, "The whole state after the change.")
    }
}

/// The params of an event of the topic `feed`: a feed without its jokes.
package struct FeedEventParams: Shape {
    package var cause: EventCause?
    package var source = ""
    package var query: String?
    package var page = 0
    package var isLoading = false
    package var hasMore = false
    package var total: Int?
    package var error: CardState.ErrorInfo?

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("cause", &cause, "The request for the page; null when it has arrived or failed.")
        try v("source", &source, "The name of the source.")
        try v("query", &query, "The query, or null for all jokes of the source.")
        try v("page", &page, "The number of the newest page that is stored, or 0 if none is.")
        try v("isLoading", &isLoading, "Whether the next page is being fetched.")
        try v("hasMore", &hasMore, "Whether there may be a next page.")
        try v("total", &total, "The number of pages, or null if the source does not report it.")
        try v("error", &error, "Why the next page could not be fetched; null again when it is requested.")
    }
}

/// The params of the event `gap`: the range of sequence numbers in which events of the log were missed.
package struct GapEventParams: Shape {
    package var first = 0
    package var last = 0

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("from", &first)
        try v("to", &last)
    }
}
