// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Schema {
    /// A layout for searches of parts of words. `jokes.folded` has the texts of a joke as searches compare them
    /// (``SearchText``), instead of an index of words.
    static let search = Step(
        13,
        """
        ALTER TABLE jokes ADD COLUMN folded TEXT NOT NULL DEFAULT '';
        ALTER TABLE session DROP COLUMN unindexed;
        DROP TABLE library_text;
        """
    ) { database throws(SQLiteError) in
        // Collect the numbers first, because a query must not read rows that are changed while it runs.
        for number in try database.rows("SELECT number FROM jokes WHERE emptied = 0", read: { $0.integer(0) })
        {
            let folded = try database.first(
                "SELECT value, translation_value FROM jokes WHERE number = ?", number,
                read: { SearchText.column($0.text(0), $0.optionalText(1)) })
            try database.run("UPDATE jokes SET folded = ?2 WHERE number = ?1", number, folded ?? "")
        }
    }
}
