// SPDX-License-Identifier: MIT

extension Schema {
    /// A layout in which a decision writes fewer pages.
    ///
    /// - `undo` has one row for each step, because a step can be about a thousand jokes. `before` is the JSON text of
    ///   the status of each joke before the step.
    /// - `session.unindexed` is a JSON array of the numbers of the listed jokes whose words are not in `library_text`
    ///   yet. `Database.indexWords()` adds many of them at once, which writes far fewer pages than one at a time.
    /// - `session` has the number of jokes in the saved list, and the collation of the sort keys.
    /// - `arrivals` has all jokes without a decision, and others: a decision does not remove its joke from it, which would
    ///   write a page; `StoreWriter.prune()` does.
    /// - `seen.position` has no index. `session.seen_position` is the greatest one.
    static let decisions = Step(
        sql: """
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
            CREATE TRIGGER library_changes AFTER UPDATE OF shown, value, translation_value ON jokes
            WHEN (old.shown = 1) <> (new.shown = 1) OR new.shown = 1 AND (\(textChanges))
            BEGIN
                INSERT INTO library_text (library_text, rowid, value, translation_value)
                SELECT 'delete', old.number, old.value, old.translation_value
                WHERE old.shown = 1 AND old.number NOT IN (\(unindexed));
                UPDATE session SET saved_count = saved_count + (new.shown = 1) - (old.shown = 1), unindexed = CASE
                    WHEN new.shown <> 1 THEN \(unindexedWithoutOld)
                    WHEN new.number IN (\(unindexed)) THEN unindexed
                    ELSE json_insert(unindexed, '$[#]', new.number) END;
            END;
            CREATE TRIGGER library_goes AFTER DELETE ON jokes WHEN old.shown = 1
            BEGIN
                INSERT INTO library_text (library_text, rowid, value, translation_value)
                SELECT 'delete', old.number, old.value, old.translation_value WHERE old.number NOT IN (\(unindexed));
                UPDATE session SET saved_count = saved_count - 1, unindexed = \(unindexedWithoutOld);
            END;

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
            """)

    private static let unindexed = "SELECT value FROM session, json_each(session.unindexed)"
    private static let unindexedWithoutOld = """
        (SELECT json_group_array(value) FROM json_each(unindexed) WHERE value <> old.number)
        """
}
