// SPDX-License-Identifier: MIT

/// The protocol's limits, as Protocol.md, "Limits", promises them.
package enum Limits {
    /// A request's line without its newline, in bytes.
    package static let requestLine = 65_536
    /// Arrays and objects within each other.
    package static let nesting = 32
    /// Requests of one connection that are not answered yet; past it, the connection is not read from.
    package static let requestsInFlight = 64
    /// Calls of one batch.
    package static let batch = 1_000
    /// Connections, unless configured.
    package static let connections = 512
    /// Subscriptions of one connection.
    package static let subscriptions = 8
    /// A reply, in bytes.
    package static let reply = 1 << 20
    /// Unsent bytes of one connection past which it is not read from.
    package static let unsentReplies = 256 << 10
    /// Seconds after which a reader that takes nothing is closed.
    package static let stuckSeconds = 30
    /// The text of a joke, in bytes of UTF-8.
    package static let jokeText = 4 << 10
    /// A joke's id, in bytes.
    package static let jokeID = 128
    /// A whole state, in bytes.
    package static let state = 32 << 10
    /// Events of the log that are kept for readers that fell behind.
    package static let logEvents = 256
    /// Feeds that are kept; those used longest ago go first.
    package static let feeds = 20
    /// Pages of a feed.
    package static let feedPages = 100
    /// A feed's query, in bytes.
    package static let feedQuery = 256
    /// Items of a list's page: unless asked for fewer or more, and at most.
    package static let page = (usual: 50, largest: 200)
    /// Jokes that one call deletes by what they fit.
    package static let deletion = 1_000
    /// 2⁵³: integers up to here are exact wherever JSON is read.
    package static let largestInteger = 1 << 53
}
