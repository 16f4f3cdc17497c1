// SPDX-License-Identifier: MIT

extension Schema {
    /// The layout of version 0.2.0.
    ///
    /// - `undo` has one row for each step, because a step can be about a thousand jokes. `before` is the JSON text of
    ///   the status of each joke before the step.
    /// - `session` has the number of jokes in the saved list, and the collation of the sort keys. `history` is a JSON array
    ///   of ids; `history_position` is the index of the card, or null at the end.
    /// - `arrivals` has all jokes without a decision, and others: a decision does not remove its joke from it, which would
    ///   write a page; `StoreWriter.prune()` does.
    /// - `seen.position` has no index. `session.seen_position` is the greatest one.
    /// - `jokes.original` is the joke of the source as JSON text, or null if the user has not edited the joke.
    /// - `days` has the joke of each of the last 14 dates that had one. `number` grows in the order of the choices.
    /// - `staged_lines` has the lines of imports, numbered from 1 in each import, and `imports` those whose merge has
    ///   begun. The other lines are waiting for the last ones, or were left behind by a process that ended before those
    ///   came. `at` is in milliseconds since 1970; `method`, `client` and `connection` are the cause of the import.
    static let released02 = Step(
        10,
        """
        CREATE TABLE undo (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            before TEXT NOT NULL,
            was_on_card INTEGER NOT NULL
        ) STRICT;
        INSERT INTO undo (kind, before, was_on_card)
        SELECT coalesce(value ->> 'kind', ''), coalesce(value -> 'before', ''), coalesce(value ->> 'wasOnCard', 0)
        FROM session, json_each(iif(json_valid(session.undo), session.undo, '[]')) ORDER BY key;
        ALTER TABLE session DROP COLUMN undo;

        ALTER TABLE session ADD COLUMN unindexed TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE session ADD COLUMN saved_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN collation TEXT NOT NULL DEFAULT 'C';
        ALTER TABLE session ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
        UPDATE session SET (saved_count, collation, generation) = (SELECT count, collation, generation FROM library);
        DROP TRIGGER library_changes;
        DROP TRIGGER library_goes;
        DROP TABLE library;
        CREATE TABLE arrivals (number INTEGER PRIMARY KEY) STRICT;
        INSERT INTO arrivals
        SELECT number FROM jokes
        WHERE saved_at IS NULL AND deleted_at IS NULL AND buried_at IS NULL AND emptied = 0;
        DROP INDEX jokes_undecided;
        DROP INDEX jokes_changed;
        CREATE INDEX jokes_by_text ON jokes (text_class);

        ALTER TABLE session ADD COLUMN seen_position INTEGER NOT NULL DEFAULT 0;
        UPDATE session SET seen_position = (SELECT coalesce(max(position), 0) FROM seen);
        ALTER TABLE seen RENAME TO older_seen;
        CREATE TABLE seen (hash INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT;
        INSERT INTO seen SELECT hash, position FROM older_seen ORDER BY hash;
        DROP TABLE older_seen;

        ALTER TABLE session ADD COLUMN history TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE session ADD COLUMN history_position INTEGER;
        CREATE TABLE days (
            number INTEGER PRIMARY KEY,
            date TEXT NOT NULL UNIQUE,
            joke_id TEXT NOT NULL
        ) STRICT;
        ALTER TABLE jokes ADD COLUMN original TEXT;
        CREATE INDEX jokes_disliked ON jokes (buried_at) WHERE buried_at IS NOT NULL AND emptied = 0;
        CREATE TABLE staged_lines (
            import INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (import, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE imports (
            import INTEGER PRIMARY KEY,
            lines INTEGER NOT NULL,
            skipped INTEGER NOT NULL,
            at INTEGER NOT NULL,
            method TEXT NOT NULL,
            client TEXT NOT NULL,
            connection INTEGER NOT NULL,
            added INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            unchanged INTEGER NOT NULL
        ) STRICT;
        """)
}
