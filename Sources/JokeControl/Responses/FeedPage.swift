// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `feed.page`.
package struct FeedPage: Sendable, Hashable {
    package var page: Int
    package var jokes: [Joke]
    package var hasMore: Bool
    /// How many pages there are, where the source says so.
    package var total: Int?

    package init(page: Int, jokes: [Joke], hasMore: Bool, total: Int? = nil) {
        self.page = page
        self.jokes = jokes
        self.hasMore = hasMore
        self.total = total
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        page = try shape.integer("page")
        jokes = try shape.array("items", Joke.init(json:at:))
        hasMore = try shape.bool("hasMore")
        total = try shape.optionalInteger("total")
    }
}
