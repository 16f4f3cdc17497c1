// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// Selecting jokes.
extension Pool {
    /// Selected jokes, and the place of the last one, or nil if there is none.
    struct Draw {
        var jokes: [Joke] = []
        var place: Int64?
        /// Whether `isWanted` rejected a joke.
        var leavesOut = false
    }

    /// Selects the next jokes after the position of the source, and continues from the start after the last one. Skips
    /// jokes that `isWanted` rejects, and texts that were selected already.
    func draw(
        _ count: Int, of source: String, category: String?, where isWanted: (Joke) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Draw {
        var draw = Draw()
        let position = try database.first("SELECT position FROM corpora WHERE source = ?", source) {
            $0.integer(0)
        }
        guard let position, count > 0 else { return draw }
        for range in ["place > ?2", "place <= ?2"] where draw.jokes.count < count {
            try database.scan(
                """
                SELECT \(Joke.columns), place FROM jokes
                WHERE corpus = (SELECT number FROM corpora WHERE source = ?1) AND \(range)
                    AND (?3 IS NULL OR EXISTS (
                        SELECT 1 FROM json_each(categories) AS category
                        WHERE category.value = ?3 COLLATE NOCASE))
                ORDER BY place
                """, [source, position, category]
            ) { row throws(SQLiteError) in
                let place = row.integer(Joke.columnCount)
                let joke = row.joke()
                if place != draw.place {
                    if try isWanted(joke) {
                        draw.jokes.append(joke)
                        draw.place = place
                    } else {
                        draw.leavesOut = true
                    }
                }
                return draw.jokes.count < count
            }
        }
        return draw
    }

    /// Moves the position of the source to the last joke of `draw`, so that the next draw continues after it.
    func accept(_ draw: Draw, of source: String) throws(SQLiteError) {
        guard let place = draw.place else { return }
        try database.run("UPDATE corpora SET position = ? WHERE source = ?", place, source)
    }

    /// Returns the categories of the jokes of a source that `isWanted` accepts, by name, with the number of texts. Names
    /// that differ only in case are returned once.
    func categories(
        of source: String, where isWanted: (Joke) -> Bool
    ) throws(SQLiteError) -> [(name: String, count: Int)] {
        var categories: [String: (name: String, count: Int, place: Int64)] = [:]
        try database.scan(
            """
            SELECT \(Joke.columns), place FROM jokes
            WHERE corpus = (SELECT number FROM corpora WHERE source = ?) AND categories != '[]' ORDER BY place
            """, [source]
        ) { row throws(SQLiteError) in
            let (joke, place) = (row.joke(), row.integer(Joke.columnCount))
            guard isWanted(joke) else { return true }
            for name in joke.categories {
                let key = name.lowercased()
                let known = categories[key] ?? (name, 0, place)
                let isCounted = known.count > 0 && known.place == place
                categories[key] = (known.name, known.count + (isCounted ? 0 : 1), place)
            }
            return true
        }
        return categories.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.count) }
    }

    /// Returns a page of the jokes of a source that contain the query, each text once, in the order of their places.
    ///
    /// A place depends on the text alone. So a page that begins after the last place of the one before repeats and leaves
    /// out no joke, whatever is added to the files or deleted from them meanwhile.
    func page(
        _ number: Int, _ files: SourceRequest.FilePage, _ query: String, of source: String
    ) throws(SQLiteError) -> (jokes: [Joke], position: SourceResult.Page) {
        let size = SourceRequest.FilePage.size
        let matching = """
            FROM jokes WHERE corpus = (SELECT number FROM corpora WHERE source = ?1)
                AND (?2 IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(categories) AS category
                    WHERE category.value = ?2 COLLATE NOCASE))
                AND instr(lower(value || char(10) || coalesce(translation_value, '')), lower(?3))
            """
        let count = try database.first(
            "SELECT count(DISTINCT place) \(matching)", source, files.category, query
        ) { Int($0.integer(0)) }
        // One more joke than the page has shows whether another page follows.
        var rows = try database.rows(
            """
            SELECT \(Joke.columns), place \(matching) AND place > ?4 GROUP BY place ORDER BY place LIMIT ?5 OFFSET ?6
            """, source, files.category, query, files.after ?? Int64.min, size + 1,
            files.after == nil ? (number - 1) * size : 0
        ) { (joke: $0.joke(), place: $0.integer(Joke.columnCount)) }
        let hasMore = rows.count > size
        rows = Array(rows.prefix(size))
        var position = SourceResult.Page(
            number: number, hasMore: hasMore, total: count.map { max(1, ($0 + size - 1) / size) })
        position.next = hasMore ? rows.last?.place : nil
        return (rows.map(\.joke), position)
    }

    /// Returns all jokes of a source, each text once, in the order of their places, from the position of the source on.
    /// The position is random at first, so that not all users get the same jokes first.
    func jokes(of source: String) throws(SQLiteError) -> [Joke] {
        try database.rows(
            """
            SELECT \(Joke.columns) FROM jokes
            WHERE corpus = (SELECT number FROM corpora WHERE source = ?1) GROUP BY place
            ORDER BY place <= (SELECT position FROM corpora WHERE source = ?1), place
            """, source
        ) { $0.joke() }
    }
}
