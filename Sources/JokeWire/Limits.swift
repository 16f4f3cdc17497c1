// SPDX-License-Identifier: MIT

/// The limits of the protocol (Protocol.md, "Limits").
package enum Limits {
    /// The longest line of a request without its newline, in bytes.
    package static let requestLine = 65_536
    /// The most arrays and objects within each other.
    package static let nesting = 32
    /// The number of unanswered requests of one connection at which the daemon stops reading from it.
    package static let requestsInFlight = 64
    /// The most requests of all clients that wait for a source or a translation engine.
    package static let waits = 128
    /// The most requests in a batch.
    package static let batch = 1_000
    /// The most requests of a batch whose changes are one transaction.
    package static let batchTransaction = 32
    /// The most connections, unless the configuration sets another number.
    package static let connections = 512
    /// The most subscriptions of one connection.
    package static let subscriptions = 8
    /// The longest reply, in bytes.
    package static let reply = 1 << 20
    /// The number of unanswered requests with long replies at which the daemon stops reading from a connection.
    package static let longReplies = 4
    /// The largest reply to any other request, in bytes.
    package static let shortReply = 64 << 10
    /// The number of unsent bytes of one connection at which the daemon stops reading from it.
    package static let unsentReplies = 256 << 10
    /// The most unsent bytes of one connection, with the replies to requests in flight.
    package static let unsent =
        unsentReplies + longReplies * reply + (requestsInFlight - longReplies) * shortReply
    /// The limits of one iteration of the loop. `usualRequests` counts the `UsualRequest`s of one connection, and `bytes`
    /// the bytes of its replies. `requests` counts all other requests of all connections.
    package static let turn = (requests: 16, usualRequests: 128, bytes: 64 << 10)
    /// The time after which a connection that accepts none of its unsent bytes is closed, in seconds.
    package static let stuckSeconds = 30
    /// The longest text of a joke, in bytes of UTF-8.
    package static let jokeText = 4 << 10
    /// The longest id that a source gives a joke, in bytes.
    package static let jokeID = 128
    /// The longest id of a joke with the name of its source, in bytes.
    package static let namedID = 3 * name + 3 + jokeID
    /// The most categories of a joke.
    package static let categories = 16
    /// The longest name of a category, a source or a translator, in bytes.
    package static let name = 64
    /// The most combining marks that follow one another in a text.
    package static let marks = 128
    /// The longest word that the filter can reject, in bytes.
    package static let blockedWord = 256
    /// The longest link of a joke or a translation, in bytes.
    package static let link = 1 << 10
    /// The longest credit of a translation, in bytes.
    package static let credit = 256
    /// The largest state, in bytes.
    package static let state = 32 << 10
    /// The number of log events that are stored for clients that missed some.
    package static let logEvents = 256
    /// The number of feeds that are stored. The least recently used one is removed first.
    package static let feeds = 20
    /// The most pages of a feed that are stored.
    package static let feedPages = 100
    /// The greatest number of a page.
    package static let pages = 10_000
    /// The longest query of a feed, in bytes.
    package static let feedQuery = 256
    /// The longest query of a search in the saved jokes, in bytes: the text of a whole joke.
    package static let searchQuery = jokeText
    /// The longest cursor of a page, in bytes.
    package static let cursor = 32 << 10
    /// The number of jokes in the history.
    package static let history = 100
    /// The number of items on a page of a list: the default, and the most that a request may ask for.
    package static let page = (usual: 50, largest: 200)
    /// The most jokes that one request can delete by a query or by filters.
    package static let deletion = 1_000
    /// The most lines of an import that are merged in one transaction, and so all or none.
    package static let importTransaction = 500
    /// The most bytes of lines of an import that are merged in one transaction: 512 KiB.
    package static let importBytes = 512 << 10
    /// The farthest that a state says the card is dragged, in widths of the card.
    package static let shift = 1_000.0
    /// The categories of a service that are kept, and those of a pack that are listed.
    package static let (sourceCategories, packCategories) = (256, 4_096)
    /// The HTTP requests or program runs that one request to a source may take.
    package static let sourceRequests = 0...30
    /// 2⁵³. Integers up to this number are exact in every reader of JSON.
    package static let largestInteger = 1 << 53
    /// The counts, positions and sequence numbers that jokesd sends and stores. The sum of any two is still exact.
    package static let numbers = 0...(largestInteger / 2)
}
