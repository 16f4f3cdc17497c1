// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The tables `feeds` and `feed_pages`.
extension Database {
    /// Returns all feeds, least recently used first.
    func feeds() throws(SQLiteError) -> [FeedRecord] {
        try rows("SELECT source, query, page, has_more, total FROM feeds ORDER BY position") {
            FeedRecord(
                key: FeedKey(source: $0.text(0), query: $0.text(1)), page: $0.number(2),
                hasMore: $0.integer(3) != 0, total: $0.optionalInteger(4) == nil ? nil : $0.number(4))
        }
    }

    /// Inserts or updates a feed, which becomes the most recently used one.
    func upsertFeed(_ feed: FeedRecord) throws(SQLiteError) {
        try run(
            """
            INSERT INTO feeds (source, query, page, has_more, total, position)
            VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM feeds))
            ON CONFLICT (source, query) DO UPDATE SET
                page = excluded.page, has_more = excluded.has_more, total = excluded.total,
                position = excluded.position
            """, feed.key.source, feed.key.query ?? "", feed.page, feed.hasMore, feed.total)
    }

    /// Inserts or replaces a page of a feed. Does nothing if the feed is unknown.
    func setPage(_ page: Int, of feed: FeedKey, _ jokes: [Joke.ID]) throws(SQLiteError) {
        try run(
            """
            INSERT OR REPLACE INTO feed_pages (feed, page, jokes)
            SELECT number, ?3, ?4 FROM feeds WHERE source = ?1 AND query = ?2
            """, feed.source, feed.query ?? "", page, JSONText.list(jokes.map(\.rawValue)))
    }

    /// Deletes a feed and its pages.
    func deleteFeed(_ feed: FeedKey) throws(SQLiteError) {
        try run(
            "DELETE FROM feed_pages WHERE feed = (SELECT number FROM feeds WHERE source = ? AND query = ?)",
            feed.source, feed.query ?? "")
        try run("DELETE FROM feeds WHERE source = ? AND query = ?", feed.source, feed.query ?? "")
    }

    /// Returns the jokes of a page in order, without those that are missing. Empty if the page is not stored.
    func records(of feed: FeedKey, page: Int) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            let jokes = try first(
                """
                SELECT jokes FROM feed_pages
                WHERE feed = (SELECT number FROM feeds WHERE source = ? AND query = ?) AND page = ?
                """, feed.source, feed.query ?? "", page
            ) { $0.text(0) }
            var records: [JokeRecord] = []
            for id in JSONText.strings(jokes ?? "[]") {
                if let record = try record(Joke.ID(rawValue: id)) { records.append(record) }
            }
            return records
        }
    }

    /// A query of the ids of all jokes in pages, and of those of the last days, to be used with `IN`.
    static let idsInTables = """
        SELECT value FROM feed_pages, json_each(feed_pages.jokes) UNION ALL SELECT joke_id FROM days
        """
}
