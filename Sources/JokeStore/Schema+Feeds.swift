// SPDX-License-Identifier: MIT

extension Schema {
    /// The feeds that clients browsed, and their pages. An empty `query` is the whole feed. `position` grows with each
    /// use. `jokes` is a JSON array of ids.
    static let feeds: Step = """
        CREATE TABLE feeds (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            query TEXT NOT NULL,
            page INTEGER NOT NULL,
            has_more INTEGER NOT NULL,
            total INTEGER,
            position INTEGER NOT NULL,
            UNIQUE (source, query)
        ) STRICT;
        CREATE TABLE feed_pages (
            feed INTEGER NOT NULL,
            page INTEGER NOT NULL,
            jokes TEXT NOT NULL,
            PRIMARY KEY (feed, page)
        ) STRICT, WITHOUT ROWID;
        """
}
