// SPDX-License-Identifier: MIT

// The index of words, `library_text`. Listed jokes wait in `session.unindexed` until there are enough of them.
extension Database {
    /// The number of waiting jokes at which their words are added to the index.
    ///
    /// One joke at a time writes six pages. A search also reads the texts of the jokes that wait.
    static let indexedTogether = 64

    /// Adds the words of the waiting jokes to the index if there are enough of them. Returns how many more there must be
    /// before the next call adds any.
    @discardableResult
    func indexWords() throws(SQLiteError) -> Int {
        let count = try first("SELECT json_array_length(unindexed) FROM session") { Int($0.integer(0)) }
        let waiting = count ?? 0
        guard waiting >= Self.indexedTogether else { return Self.indexedTogether - waiting }
        try run(
            """
            INSERT INTO library_text (rowid, value, translation_value)
            SELECT number, jokes.value, translation_value \(Self.waiting)
            """)
        try run("UPDATE session SET unindexed = '[]'")
        return Self.indexedTogether
    }

    /// Returns the waiting jokes that match an FTS5 expression, each with a rank as in the index.
    ///
    /// They rank before all indexed jokes, because ranks in indexes of different sizes cannot be compared.
    func unindexedMatches(_ words: String) throws(SQLiteError) -> [Search.RankedNumber] {
        let texts = try rows("SELECT number, jokes.value, translation_value \(Self.waiting)") {
            (number: $0.integer(0), value: $0.text(1), translation: $0.optionalText(2))
        }
        guard !texts.isEmpty else { return [] }
        return try MatchHighlighter().ranks(words, texts).map { ($0.number, $0.rank - 1_000) }
    }

    private static let waiting = """
        FROM session, json_each(session.unindexed) AS waiting JOIN jokes ON number = waiting.value
        """
}
