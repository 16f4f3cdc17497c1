// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Selecting jokes.
extension Pool {
    /// Selected jokes.
    struct Draw {
        var jokes: [Joke] = []
        /// The same as `SourceResult.isRemainder`.
        var isRemainder = false
        /// The place of the last joke that was not selected by rank, or nil if there is none.
        fileprivate var position: Int64?
        fileprivate var places: Set<Int64> = []
        /// The jokes whose mark of `passed` has to change, by their numbers.
        fileprivate var passed: [Int64] = []
        fileprivate var newAgain: [Int64] = []
    }

    /// Selects new jokes, each text once. The first half of them is in the order of their ranks, without those that the
    /// filter rejects. The others follow the position of the source in the order of their places, so that jokes of all
    /// ranks get a chance; the jokes that come last are not among them unless there is nothing else.
    ///
    /// Jokes stay new until they are shown or decided about, so each draw begins with the same ones until then.
    func draw(
        _ count: Int, of source: String, category: String?, filter: Filter?,
        where isNew: (Joke) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Draw {
        var draw = Draw()
        let position = try database.first("SELECT position FROM corpora WHERE source = ?", source) {
            $0.integer(0)
        }
        guard let position, count > 0 else { return draw }
        let ranked = (count + 1) / 2
        var reachesLast = false
        try scan(source, category, "passed = 0", "rank") { joke, row throws(SQLiteError) in
            if filter?.admits(joke) ?? true, !draw.places.contains(row.place) {
                if try isNew(joke) {
                    draw.jokes.append(joke)
                    draw.places.insert(row.place)
                    reachesLast = row.rank >= Rank.last
                } else {
                    draw.passed.append(row.number)
                }
            }
            return draw.jokes.count < ranked
        }
        // If too few are left, look at all others, too.
        var condition = ""
        if draw.jokes.count == ranked {
            condition = reachesLast ? " AND passed = 0" : " AND passed = 0 AND rank < \(Rank.last)"
        }
        var leavesOut = false
        func addOthers(admitted isWanted: Bool?) throws(SQLiteError) {
            for range in ["place > ?3", "place <= ?3"] where draw.jokes.count < count {
                try scan(source, category, range + condition, "place", position) {
                    joke, row throws(SQLiteError) in
                    guard !draw.places.contains(row.place) else { return true }
                    if let isWanted, filter?.admits(joke) != isWanted { return true }
                    if try isNew(joke) {
                        draw.jokes.append(joke)
                        draw.places.insert(row.place)
                        draw.position = row.place
                        if row.isPassed { draw.newAgain.append(row.number) }
                    } else {
                        leavesOut = true
                    }
                    return draw.jokes.count < count
                }
            }
            if leavesOut, draw.jokes.count < count { draw.isRemainder = true }
        }
        if filter != nil, draw.jokes.count < ranked {
            // Those that the filter admits come first, which shows whether there are others.
            try addOthers(admitted: true)
            try addOthers(admitted: false)
        } else {
            try addOthers(admitted: nil)
        }
        return draw
    }

    private typealias Row = (number: Int64, place: Int64, isPassed: Bool, rank: Int64)

    /// Calls `visit` with the jokes of a source in an order, until it returns false.
    private func scan(
        _ source: String, _ category: String?, _ condition: String, _ order: String, _ position: Int64? = nil,
        visit: (Joke, Row) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        let values: [(any Bindable)?] = [source, category] + (position.map { [$0] } ?? [])
        try database.scan(
            """
            SELECT \(Joke.columns), number, place, passed, rank FROM jokes
            WHERE corpus = (SELECT number FROM corpora WHERE source = ?1) AND \(condition)
                AND (?2 IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(categories) AS category
                    WHERE category.value = ?2 COLLATE NOCASE))
            ORDER BY \(order)
            """, values
        ) { row throws(SQLiteError) in
            let column = Joke.columnCount
            return try visit(
                row.joke(),
                (
                    row.integer(column), row.integer(column + 1), row.integer(column + 2) == 1,
                    row.integer(column + 3)
                ))
        }
    }

    /// Remembers what `draw` found, so that the next draw is faster and continues after its position.
    func accept(_ draw: Draw, of source: String) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            for number in draw.passed {
                try database.run("UPDATE jokes SET passed = 1 WHERE number = ?", number)
            }
            for number in draw.newAgain {
                try database.run("UPDATE jokes SET passed = 0 WHERE number = ?", number)
            }
            guard let position = draw.position else { return }
            try database.run("UPDATE corpora SET position = ? WHERE source = ?", position, source)
        }
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

    /// Calls `visit` with the jokes of a source, each text once, in the order of their ranks, until it returns false. Those
    /// that were not new when a draw came to them are the last ones.
    func jokes(
        of source: String, visit: (Joke) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        var places: Set<Int64> = []
        // The index has this order, so nothing is sorted.
        try scan(source, nil, "TRUE", "passed, rank") { joke, row throws(SQLiteError) in
            guard places.insert(row.place).inserted else { return true }
            return try visit(joke)
        }
    }
}
