// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Finds the matches of a search in a few jokes, with a temporary index of these jokes alone.
///
/// The index of the whole library could highlight the matches of a page, but it looks the words up again for each joke.
/// With a million jokes, a common prefix would take tens of milliseconds.
final class MatchHighlighter {
    /// The tokenizer of both indexes: words consist of letters and digits, and case and accents do not matter (SQLite's
    /// manual, "Unicode61 Tokenizer").
    static let tokenizer = "unicode61 remove_diacritics 2"

    private let database: Database

    init() throws(SQLiteError) {
        database = try Database("", for: .memory)
        try database.script(
            "CREATE VIRTUAL TABLE texts USING fts5 (value, translation_value, tokenize = '\(Self.tokenizer)')"
        )
    }

    /// Returns the ranges of the matches in each item.
    ///
    /// - Parameters:
    ///   - words: An expression of FTS5.
    ///   - parts: Texts that are searched for literally.
    ///   - items: The jokes of the page.
    func marks(_ words: String, _ parts: [String], _ items: [JokeRecord]) throws(SQLiteError) -> [MatchRanges]
    {
        var marks = items.map { MatchRanges(parts, in: $0.joke) }
        try database.rolledBack { () throws(SQLiteError) in
            for (place, item) in items.enumerated() {
                try insert(Int64(place), item.joke.value, item.joke.translation?.value)
            }
            // SQLite's manual, highlight(): it inserts markers around the matches of each phrase.
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

    /// Returns the texts that match, with their relevance (SQLite's manual, bm25(): "the better the match, the
    /// numerically smaller the value").
    func ranks(
        _ words: String, _ texts: [(number: Int64, value: String, translation: String?)]
    ) throws(SQLiteError) -> [(number: Int64, rank: Double)] {
        try database.rolledBack { () throws(SQLiteError) in
            for text in texts { try insert(text.number, text.value, text.translation) }
            return try database.rows("SELECT rowid, rank FROM texts WHERE texts MATCH ?", words) {
                ($0.integer(0), $0.real(1))
            }
        }
    }

    private func insert(_ number: Int64, _ value: String, _ translation: String?) throws(SQLiteError) {
        try database.run(
            "INSERT INTO texts (rowid, value, translation_value) VALUES (?, ?, ?)", number, value, translation
        )
    }
}
