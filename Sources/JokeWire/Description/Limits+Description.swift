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
            Named(name: "requestLine", value: requestLine, summary: "A request's line, in bytes."),
            Named(name: "nesting", value: nesting, summary: "Arrays and objects within each other."),
            Named(
                name: "requestsInFlight", value: requestsInFlight,
                summary: "Unanswered requests of a connection, which is not read from then."),
            Named(name: "batch", value: batch, summary: "Calls of a batch."),
            Named(name: "connections", value: connections, summary: "Connections, unless configured."),
            Named(name: "subscriptions", value: subscriptions, summary: "Subscriptions of a connection."),
            Named(name: "reply", value: reply, summary: "A reply, in bytes."),
            Named(
                name: "unsentReplies", value: unsentReplies,
                summary: "Unsent bytes of a connection, which is not read from then."),
            Named(
                name: "stuckSeconds", value: stuckSeconds,
                summary: "Seconds after which a reader that takes nothing is closed."),
        ]
    }

    /// The limits of the values that are sent.
    package static var ofValues: [Named] {
        [
            Named(name: "jokeText", value: jokeText, summary: "The text of a joke, in bytes."),
            Named(name: "jokeID", value: jokeID, summary: "The id of a joke, in bytes."),
            Named(name: "state", value: state, summary: "A state, in bytes."),
            Named(
                name: "logEvents", value: logEvents,
                summary: "Events of the log that are kept for those who fall behind."),
            Named(name: "feeds", value: feeds, summary: "Feeds that are kept; those used longest ago go."),
            Named(name: "feedPages", value: feedPages, summary: "Pages of a feed."),
            Named(name: "feedQuery", value: feedQuery, summary: "A feed's query, in bytes."),
        ]
    }
}
