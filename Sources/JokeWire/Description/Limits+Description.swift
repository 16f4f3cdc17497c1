// SPDX-License-Identifier: MIT

extension Limits {
    /// A limit with its name on the wire.
    package struct Named: Sendable, Hashable {
        package var name: String
        package var value: Int
        package var summary: String
    }

    /// Returns the limits in the result of `hello`, in their order there.
    ///
    /// - Parameter connections: The configured limit of connections.
    package static func advertised(connections: Int = Limits.connections) -> [Named] {
        [
            Named(
                name: "requestLine", value: requestLine, summary: "The longest line of a request, in bytes."),
            Named(name: "nesting", value: nesting, summary: "The most arrays and objects within each other."),
            Named(
                name: "requestsInFlight", value: requestsInFlight,
                summary: "The unanswered requests of a connection at which the daemon stops reading from it."),
            Named(name: "batch", value: batch, summary: "The most requests in a batch."),
            Named(name: "connections", value: connections, summary: "The most connections."),
            Named(
                name: "subscriptions", value: subscriptions,
                summary: "The most subscriptions of a connection."),
            Named(name: "reply", value: reply, summary: "The longest reply, in bytes."),
            Named(
                name: "unsentReplies", value: unsentReplies,
                summary: "The unsent bytes of a connection at which the daemon stops reading from it."),
            Named(
                name: "stuckSeconds", value: stuckSeconds,
                summary: "The seconds after which a connection that reads nothing is closed."),
        ]
    }

    /// The limits that `hello` does not return: those of all clients together, and those of the values that are sent.
    package static var others: [Named] {
        [
            Named(
                name: "waits", value: waits,
                summary: "The most requests of all clients that wait for a source."),
            Named(
                name: "longReplies", value: longReplies,
                summary: "The unanswered lists of a connection at which the daemon stops reading from it."),
            Named(name: "unsent", value: unsent, summary: "The most unsent bytes of a connection."),
            Named(
                name: "turn", value: turn.requests,
                summary: "The most requests of all clients in a turn of the loop."),
            Named(
                name: "batchTransaction", value: batchTransaction,
                summary: "The most requests of a batch in one transaction, counted from a change."),
            Named(
                name: "importTransaction", value: importTransaction,
                summary: "The most lines imported in one transaction."),
            Named(
                name: "importBytes", value: importBytes,
                summary: "The most bytes of lines imported in one transaction."),
            Named(name: "jokeText", value: jokeText, summary: "The longest text of a joke, in bytes."),
            Named(
                name: "jokeID", value: jokeID, summary: "The longest id that a source gives a joke, in bytes."
            ),
            Named(
                name: "namedID", value: namedID,
                summary: "The longest id of a joke with the name of its source, in bytes."),
            Named(name: "categories", value: categories, summary: "The most categories of a joke."),
            Named(
                name: "name", value: name,
                summary: "The longest name of a category, a source or a translator, in bytes."),
            Named(
                name: "marks", value: marks,
                summary: "The most combining marks that follow one another in a text."),
            Named(name: "link", value: link, summary: "The longest link of a joke, in bytes."),
            Named(name: "credit", value: credit, summary: "The longest credit of a translation, in bytes."),
            Named(
                name: "searchQuery", value: searchQuery, summary: "The longest query of a search, in bytes."),
            Named(name: "state", value: state, summary: "The largest state, in bytes."),
            Named(
                name: "logEvents", value: logEvents,
                summary: "The log events that are kept."),
            Named(
                name: "feeds", value: feeds,
                summary: "The feeds that are kept; the least recently used one is removed first."),
            Named(name: "feedPages", value: feedPages, summary: "The most pages of a feed that are kept."),
            Named(name: "feedQuery", value: feedQuery, summary: "The longest query of a feed, in bytes."),
            Named(name: "cursor", value: cursor, summary: "The longest cursor of a page, in bytes."),
        ]
    }
}
