// SPDX-License-Identifier: MIT

extension Schema {
    /// The history, the jokes of the last days, the originals of edited jokes, an index of the disliked jokes, and
    /// imports.
    ///
    /// `jokes.original` is the joke of the source as JSON text, or null if the user has not edited the joke.
    ///
    /// `session.history` is a JSON array of ids. `history_position` is the index of the card, or null at the end.
    ///
    /// `days` has the joke of each of the last 14 dates that had one. `number` grows in the order of the choices.
    ///
    /// `staged_lines` has the lines of imports, numbered from 1 in each import, and `imports` those whose merge has
    /// begun. The other lines are waiting for the last ones, or were left behind by a process that ended before those
    /// came. `at` is in milliseconds since 1970; `method`, `client` and `connection` are the cause of the import.
    static let imports: Step = """
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
        """
}
