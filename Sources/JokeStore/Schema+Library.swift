// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Schema {
    /// The library: columns and indexes of `jokes` for the saved list and the trash, and an index of words.
    ///
    /// - `changed_at` is the time of the last decision, or NULL if there never was one.
    /// - `text_class` is the duplicate group, `DuplicateGroup.of`.
    /// - `shown` is a ``Place``. Until `texts`, a joke that is neither in the saved list nor in the trash may have 0.
    /// - `sort_key` is `Collation.key` of a listed joke.
    /// - `category` is the first of `categories`.
    /// - `emptied` is 1 for a tombstone.
    ///
    /// Until `listing`, triggers keep the index of words and the count consistent with `shown`, whichever statement changes it.
    static let library = Step(
        sql: """
            ALTER TABLE jokes ADD COLUMN changed_at INTEGER;
            ALTER TABLE jokes ADD COLUMN text_class INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE jokes ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE jokes ADD COLUMN sort_key BLOB;
            ALTER TABLE jokes ADD COLUMN category TEXT NOT NULL DEFAULT '';
            ALTER TABLE jokes ADD COLUMN emptied INTEGER NOT NULL DEFAULT 0;
            DROP INDEX jokes_saved;
            DROP INDEX jokes_saved_at;
            CREATE INDEX library_by_text ON jokes (sort_key) WHERE shown = 1;
            CREATE INDEX library_by_date ON jokes (saved_at) WHERE shown = 1;
            CREATE INDEX library_by_source ON jokes (source, sort_key) WHERE shown = 1;
            CREATE INDEX library_by_category ON jokes (category, sort_key) WHERE shown = 1;
            CREATE INDEX jokes_deleted ON jokes (deleted_at) WHERE deleted_at IS NOT NULL AND emptied = 0;
            CREATE INDEX jokes_emptied ON jokes (changed_at) WHERE emptied = 1;
            CREATE INDEX jokes_changed ON jokes (text_class) WHERE changed_at IS NOT NULL;
            CREATE TABLE library (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                count INTEGER NOT NULL,
                collation TEXT NOT NULL,
                generation INTEGER NOT NULL
            ) STRICT;
            INSERT INTO library VALUES (1, 0, 'C', 1);
            CREATE VIRTUAL TABLE library_text USING fts5 (
                value, translation_value, content = 'jokes', content_rowid = 'number',
                tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
            );
            CREATE TRIGGER library_changes AFTER UPDATE OF shown, value, translation_value ON jokes
            WHEN (old.shown = 1) <> (new.shown = 1) OR new.shown = 1 AND (\(textChanges))
            BEGIN
                INSERT INTO library_text (library_text, rowid, value, translation_value)
                SELECT 'delete', old.number, old.value, old.translation_value WHERE old.shown = 1;
                INSERT INTO library_text (rowid, value, translation_value)
                SELECT new.number, new.value, new.translation_value WHERE new.shown = 1;
                UPDATE library SET count = count + (new.shown = 1) - (old.shown = 1);
            END;
            CREATE TRIGGER library_goes AFTER DELETE ON jokes WHEN old.shown = 1
            BEGIN
                INSERT INTO library_text (library_text, rowid, value, translation_value)
                VALUES ('delete', old.number, old.value, old.translation_value);
                UPDATE library SET count = count - 1;
            END;
            """
    ) { database throws(SQLiteError) in
        try database.fillLibraryColumns()
    }

    static let textChanges = """
        old.value IS NOT new.value COLLATE BINARY OR old.translation_value IS NOT new.translation_value
        """
}

extension Database {
    /// Fills the new columns for the rows of an older layout.
    fileprivate func fillLibraryColumns() throws(SQLiteError) {
        try run(
            """
            UPDATE jokes SET changed_at = max(coalesce(saved_at, 0), coalesce(deleted_at, 0), coalesce(buried_at, 0))
            WHERE coalesce(saved_at, deleted_at, buried_at) IS NOT NULL
            """)
        // Collect the numbers first, because a query must not read rows that are changed while it runs.
        for number in try rows("SELECT number FROM jokes ORDER BY number", read: { $0.integer(0) }) {
            guard
                let joke = try first(
                    "SELECT \(Joke.columns) FROM jokes WHERE number = ?", number, read: { $0.joke() })
            else { continue }
            try run(
                "UPDATE jokes SET text_class = ?2, category = ?3 WHERE number = ?1", number,
                Int64(bitPattern: DuplicateGroup.of(joke)), joke.categories.first ?? "")
        }
        let libraryIndex = LibraryIndex(collation: Collation(locale: "C"), generation: 1)
        let classes = try rows(
            "SELECT DISTINCT text_class FROM jokes WHERE changed_at IS NOT NULL", read: { $0.integer(0) })
        try run("UPDATE jokes SET shown = ? WHERE changed_at IS NOT NULL", Place.superseded)
        for textClass in classes {
            try promote(in: textClass) { libraryIndex.sortKey(of: $0, at: Place.saved) }
        }
    }
}
