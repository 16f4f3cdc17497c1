// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Marks what a search has found in the texts of one page, by an index of them alone.
///
/// The index of the whole library could do it, too, but looks its words up anew for each joke: the beginning of many words
/// takes it tens of milliseconds at a million jokes.
final class MatchHighlighter {
    /// Letters and digits make words; neither case nor accents matter. (SQLite's manual, "Unicode61 Tokenizer".)
    static let tokenizer = "unicode61 remove_diacritics 2"

    private let database: Database

    init() throws(SQLiteError) {
        database = try Database("", for: .memory)
        try database.script(
            "CREATE VIRTUAL TABLE texts USING fts5 (value, translation_value, tokenize = '\(Self.tokenizer)')"
        )
    }

    /// - Parameters:
    ///   - words: an expression of FTS5.
    ///   - parts: what is looked for as it is.
    func marks(_ words: String, _ parts: [String], _ items: [JokeRecord]) throws(SQLiteError) -> [MatchRanges]
    {
        var marks = items.map { MatchRanges(parts, in: $0.joke) }
        try database.rolledBack { () throws(SQLiteError) in
            for (place, item) in items.enumerated() {
                try database.run(
                    "INSERT INTO texts (rowid, value, translation_value) VALUES (?, ?, ?)", place,
                    item.joke.value, item.joke.translation?.value)
            }
            // SQLite's manual, highlight(): it sets marks around each phrase's matches.
            try database.scan(
                """
                SELECT rowid, highlight(texts, 0, char(1), char(2)), highlight(texts, 1, char(1), char(2))
                FROM texts WHERE texts MATCH ?
                """, [words]
            ) { row in
                let place = Int(row.integer(0))
                let (value, translation) = (
                    items[place].joke.value, items[place].joke.translation?.value ?? ""
                )
                marks[place].value = MatchRanges.union(
                    marks[place].value, MatchRanges.runs(in: row.text(1), of: value))
                marks[place].translation = MatchRanges.union(
                    marks[place].translation, MatchRanges.runs(in: row.text(2), of: translation))
                return true
            }
        }
        return marks
    }
}
