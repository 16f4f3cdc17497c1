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

    /// Returns the searchable texts of the listed jokes in a duplicate group.
    func listedTexts(of textClass: Int64) throws(SQLiteError) -> [ListedText] {
        try rows(
            "SELECT number, value, translation_value FROM jokes WHERE text_class = ? AND shown = ?",
            textClass, Place.saved
        ) { ListedText(number: $0.integer(0), value: $0.text(1), translation: $0.optionalText(2)) }
    }

    /// Updates the index of words and the number of saved jokes after a change of the listed jokes `before`, which are
    /// `after` now. Every statement that changes `jokes.shown`, or the text of a listed joke, needs this.
    func relist(_ before: [ListedText], as after: [ListedText]) throws(SQLiteError) {
        for text in before where !after.contains(text) {
            let isWaiting = try first(
                "SELECT 1 FROM session, json_each(session.unindexed) WHERE json_each.value = ?", text.number
            ) { _ in true }
            if isWaiting == nil {
                try run(
                    """
                    INSERT INTO library_text (library_text, rowid, value, translation_value) VALUES ('delete', ?, ?, ?)
                    """, text.number, text.value, text.translation)
            }
            try run(
                """
                UPDATE session SET saved_count = saved_count - 1, unindexed = (
                    SELECT json_group_array(value) FROM json_each(unindexed) WHERE value <> ?)
                WHERE only = 1
                """, text.number)
        }
        for text in after where !before.contains(text) {
            try run(
                """
                UPDATE session SET saved_count = saved_count + 1, unindexed = json_insert(unindexed, '$[#]', ?)
                WHERE only = 1
                """, text.number)
        }
    }

    private static let waiting = """
        FROM session, json_each(session.unindexed) AS waiting JOIN jokes ON number = waiting.value
        """
}

/// The text of a listed joke in which a search looks.
struct ListedText: Equatable {
    var number: Int64
    var value: String
    var translation: String?

    /// Compares bytes: other bytes may be other words, although they are the same characters.
    static func == (left: ListedText, right: ListedText) -> Bool {
        left.number == right.number && left.value.utf8.elementsEqual(right.value.utf8)
            && Array(left.translation?.utf8 ?? "".utf8) == Array(right.translation?.utf8 ?? "".utf8)
    }
}
