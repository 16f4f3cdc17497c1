// SPDX-License-Identifier: MIT

extension Limits {
    /// A limit with its name on the wire.
    package struct Named: Sendable, Hashable {
        package var name: String
        package var value: Int
        package var summary: String

        fileprivate init(_ name: String, _ value: Int, _ summary: String) {
            (self.name, self.value, self.summary) = (name, value, summary)
        }
    }

    /// Returns the limits in the result of `hello`, in their order there.
    ///
    /// - Parameter connections: The configured limit of connections.
    package static func advertised(connections: Int = Limits.connections) -> [Named] {
        [
            Named("requestLine", requestLine, "The longest line of a request, in bytes."),
            Named("nesting", nesting, "The most arrays and objects within each other."),
            Named(
                "requestsInFlight", requestsInFlight,
                "The unanswered requests of a connection at which the daemon stops reading from it."),
            Named("batch", batch, "The most requests in a batch."),
            Named("connections", connections, "The most connections."),
            Named("subscriptions", subscriptions, "The most subscriptions of a connection."),
            Named("reply", reply, "The longest reply, in bytes."),
            Named(
                "unsentReplies", unsentReplies,
                "The unsent bytes of a connection at which the daemon stops reading from it."),
            Named(
                "stuckSeconds", stuckSeconds,
                "The seconds after which a connection that reads nothing is closed."),
        ]
    }

    /// The limits that `hello` does not return: those of all clients together, and those of the values that are sent.
    package static var others: [Named] {
        [
            Named("waits", waits, "The most requests of all clients that wait for a source."),
            Named(
                "longReplies", longReplies,
                "The unanswered lists of a connection at which the daemon stops reading from it."),
            Named("unsent", unsent, "The most unsent bytes of a connection."),
            Named("turn", turn.requests, "The most requests of all clients in a turn of the loop."),
            Named(
                "batchTransaction", batchTransaction,
                "The most requests of a batch in one transaction, counted from a change."),
            Named("importTransaction", importTransaction, "The most lines imported in one transaction."),
            Named("importBytes", importBytes, "The most bytes of lines imported in one transaction."),
            Named("jokeText", jokeText, "The longest text of a joke, in bytes."),
            Named("jokeID", jokeID, "The longest id that a source gives a joke, in bytes."),
            Named("namedID", namedID, "The longest id of a joke with the name of its source, in bytes."),
            Named("categories", categories, "The most categories of a joke."),
            Named("name", name, "The longest name of a category, a source or a translator, in bytes."),
            Named("marks", marks, "The most combining marks that follow one another in a text."),
            Named("link", link, "The longest link of a joke, in bytes."),
            Named("credit", credit, "The longest credit of a translation, in bytes."),
            Named("searchQuery", searchQuery, "The longest query of a search, in bytes."),
            Named("state", state, "The largest state, in bytes."),
            Named("logEvents", logEvents, "The log events that are kept."),
            Named("feeds", feeds, "The feeds that are kept; the least recently used one is removed first."),
            Named("feedPages", feedPages, "The most pages of a feed that are kept."),
            Named("feedQuery", feedQuery, "The longest query of a feed, in bytes."),
            Named("cursor", cursor, "The longest cursor of a page, in bytes."),
        ]
    }
}
