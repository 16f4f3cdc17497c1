// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Schema {
    /// A layout in which a decision is about a text.
    ///
    /// - `jokes.shown` says of each joke with a decision whether that is the decision about its text (`Place`).
    ///   Before, a disliked joke had 0, and so had each one whose decision did not count any more.
    /// - `jokes.lesson` is what the decision has taught (`Taste.Lesson`): twice the epoch, plus 1 for a like; or null.
    ///   In a decision that the undo of an import has put back, it is -2 minus that, or -1 for null.
    /// - A text is never saved and disliked at once. Earlier versions took that from a line of another program, and listed it.
    ///   `session.taste_epoch` is the epoch now. Earlier versions learned from each decision that was no addition.
    /// - `undo.taste` is what a reset of the taste has deleted, as JSON text.
    /// - `jokes.text_class` folds case and composes letters. Before, ß was not SS.
    static let texts = Step(
        12,
        """
        ALTER TABLE jokes ADD COLUMN lesson INTEGER;
        ALTER TABLE session ADD COLUMN taste_epoch INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE undo ADD COLUMN taste TEXT;
        DROP INDEX jokes_by_text;
        CREATE INDEX jokes_by_text ON jokes (text_class, shown);
        UPDATE jokes SET buried_at = NULL
        WHERE saved_at IS NOT NULL AND deleted_at IS NULL AND buried_at IS NOT NULL;
        UPDATE jokes SET shown = \(Place.superseded)
        WHERE shown = 0 AND changed_at IS NOT NULL AND \(Database.isDecided);
        """
    ) { database throws(SQLiteError) in
        try database.separateKeys()
        let texts = try database.rows("SELECT DISTINCT text_class FROM jokes WHERE shown < 0") {
            $0.integer(0)
        }
        for text in texts where try database.decision(about: text) == nil {
            // The jokes of a decision that counts now are neither in the list nor in the trash, so they need no sort key.
            try database.promote(in: text) { _ in nil }
        }
        try database.foldTexts()
        try database.run(
            """
            UPDATE jokes SET lesson = buried_at IS NULL
            WHERE shown IN (\(Place.saved), \(Place.trash), \(Place.disliked))
                AND NOT (\(Joke.ID.isOwnSQL))
            """)
    }
}

extension Database {
    /// Numbers the texts again whose hash folds case or composes letters. Of texts that become one by that, the newest
    /// decision counts. Texts that were removed keep their numbers.
    fileprivate func foldTexts() throws(SQLiteError) {
        let jokes = try rows(
            """
            SELECT number, text_class, value FROM jokes
            WHERE emptied = 0 AND length(value) < length(CAST(value AS BLOB))
            """
        ) { (number: $0.integer(0), text: $0.integer(1), new: Int64(bitPattern: TextHash.of($0.text(2)))) }
        var texts: Set<Int64> = []
        for joke in jokes where joke.text != joke.new {
            try run("UPDATE jokes SET text_class = ?2 WHERE number = ?1", joke.number, joke.new)
            try run("UPDATE OR IGNORE seen SET hash = ?2 WHERE hash = ?1", joke.text, joke.new)
            texts.formUnion([joke.text, joke.new])
        }
        let (name, generation) = try collation()
        let libraryIndex = LibraryIndex(collation: Collation(locale: name), generation: generation)
        for text in texts {
            let listed = try first(
                "SELECT count(*) FROM jokes WHERE text_class = ? AND shown = ?", text, Place.saved
            ) { $0.number(0) }
            try run(
                "UPDATE jokes SET shown = ?2, sort_key = NULL WHERE text_class = ?1 AND shown <> 0", text,
                Place.superseded)
            let counting = try promote(in: text) { libraryIndex.sortKey(of: $0, at: Place.saved) }
            try addToSavedCount((counting?.wantedPlace == Place.saved ? 1 : 0) - (listed ?? 0))
        }
    }

    /// Ends all but the newest of the decisions of jokes with one key. An older jokesd could store two of them, and their
    /// export had one of the decisions.
    fileprivate func separateKeys() throws(SQLiteError) {
        let keys = try rows("SELECT DISTINCT key_id, source FROM jokes WHERE key_id IS NOT NULL") {
            (id: $0.text(0), source: $0.text(1))
        }
        for key in keys {
            try run(
                """
                UPDATE jokes SET saved_at = NULL, deleted_at = NULL, buried_at = NULL, changed_at = NULL, shown = 0,
                    sort_key = NULL
                WHERE number IN (
                    SELECT number FROM jokes
                    WHERE source = ?2 AND (key_id = ?1 OR id = ?1 AND key_id IS NULL) AND changed_at IS NOT NULL
                    ORDER BY changed_at DESC, number LIMIT -1 OFFSET 1)
                """, key.id, key.source)
        }
    }
}
