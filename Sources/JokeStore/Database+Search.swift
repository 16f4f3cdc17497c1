// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A search in the index of words. The newest matches come first: by relevance, or in the order of the query if it has
/// one. The older matches follow, newest first.
///
/// Only the newest matches are ranked or sorted, because ranking or sorting all matches of a frequent word would take a
/// quarter of a second with a million jokes.
struct Search {
    let terms: SearchTerms
    /// The part of the terms that is looked up in the index: an FTS5 expression.
    let words: String
    let query: SavedQuery

    /// The most indexed matches that are ranked or sorted: the newest ones. They and the matches that wait for the index
    /// are called the window.
    private static let window = 2_000

    /// The position after which a page starts.
    ///
    /// Every page uses the window of the first page, extended by the matches that were added since then. So no match
    /// leaves the window while a client reads the pages.
    struct ResumePoint: Hashable {
        /// The number of the oldest joke in the window.
        var window: Int64
        /// The number of the last match before the page.
        var number: Int64
        /// The sort keys of that match in the window; empty if the match is older than the window.
        var keys: [SavedCursor.Key] = []
    }

    /// The number of a joke, and the relevance of its match.
    typealias RankedNumber = (number: Int64, rank: Double)

    private struct Match {
        var number: Int64
        var keys: [SavedCursor.Key]
    }

    /// Returns the first `count` rows in the window after `place`, and the number of matches. `next` is the place after
    /// which the older matches follow, or nil if there are none.
    func newest(
        after place: ResumePoint?, count: Int, in database: Database
    ) throws(SQLiteError) -> (rows: [ListedRow], next: ResumePoint?, total: Int, isExact: Bool) {
        let waiting = try database.unindexedMatches(words)
        let newest = try newestMatches(in: database)
        let total = min(newest.count, Self.window) + waiting.count
        let isExact = newest.oldest == 0
        if let place, place.keys.isEmpty { return ([], place, total, isExact) }
        let start = place?.window ?? newest.oldest
        let matches = try matches(from: start, and: waiting, in: database)
        let isCounted = query.hasFilters || !terms.parts.isEmpty
        var rows: [ListedRow] = []
        for match in rest(of: matches, after: place).prefix(count) {
            try add(match, start, to: &rows, in: database)
        }
        return (
            rows, start > 0 ? ResumePoint(window: start, number: start) : nil,
            isCounted ? matches.count : total, isExact
        )
    }

    /// Adds the next matches that are older than the window and than `place`, newest first, until there are `count`
    /// rows. Returns the place after which the next step continues, or nil if there are no more matches.
    func addOlder(
        after place: ResumePoint, to rows: inout [ListedRow], count: Int, _ time: inout StepTime,
        in database: Database
    ) throws(SQLiteError) -> ResumePoint? {
        let listing = listing(.date)
        let conditions = listing.bounds + listing.filters
        var next: ResumePoint?
        try database.scan(
            """
            SELECT number, \(conditions.sql)
            FROM library_text CROSS JOIN jokes ON number = library_text.rowid
            WHERE library_text MATCH ? AND library_text.rowid < ? ORDER BY library_text.rowid DESC
            """, conditions.values + [words, place.number]
        ) { row throws(SQLiteError) in
            let number = row.integer(0)
            if row.integer(1) != 0 {
                try add(Match(number: number, keys: []), place.window, to: &rows, in: database)
            }
            if time.next(), rows.count < count { return true }
            next = ResumePoint(window: place.window, number: number)
            return false
        }
        return next
    }

    private func add(
        _ match: Match, _ window: Int64, to rows: inout [ListedRow], in database: Database
    ) throws(SQLiteError) {
        guard let record = try database.record(number: match.number) else { return }
        let place = ResumePoint(window: window, number: match.number, keys: match.keys)
        rows.append(ListedRow(record: record, keys: place.cursorKeys))
    }

    /// Returns the number of indexed matches, at most one more than the window has, and the number of the oldest joke in
    /// the window. The latter is 0 if the window has all matches.
    private func newestMatches(in database: Database) throws(SQLiteError) -> (oldest: Int64, count: Int) {
        var (oldest, count): (Int64, Int) = (0, 0)
        try database.scan(
            "SELECT rowid FROM library_text WHERE library_text MATCH ? ORDER BY rowid DESC LIMIT ?",
            [words, Self.window + 1]
        ) { row in
            count += 1
            if count <= Self.window { oldest = row.integer(0) }
            return true
        }
        return count > Self.window ? (oldest, count) : (0, count)
    }

    /// Returns the matches in the window, in the order of the query.
    private func matches(
        from start: Int64, and waiting: [RankedNumber], in database: Database
    ) throws(SQLiteError) -> [Match] {
        guard let order = query.order else {
            return try rankedMatches(from: start, and: waiting, in: database)
        }
        let listing = listing(order)
        let conditions = listing.bounds + listing.filters
        return try database.rows(
            """
            SELECT number, \(listing.columns.joined(separator: ", "))
            FROM (
                SELECT rowid AS found FROM library_text WHERE library_text MATCH ? AND rowid >= ?
                UNION ALL SELECT value FROM json_each(?)
            ) CROSS JOIN jokes ON number = found
            WHERE \(conditions.sql) ORDER BY \(listing.order)
            """, binding: [words, start, JSONText.list(waiting.map(\.number))] + conditions.values
        ) { Match(number: $0.integer(0), keys: $0.keys(of: listing, at: 1)) }
    }

    /// Returns the matches in the window by relevance. Of two that are equally relevant, the newer one comes first.
    private func rankedMatches(
        from start: Int64, and waiting: [RankedNumber], in database: Database
    ) throws(SQLiteError) -> [Match] {
        let listing = listing(.date)
        let conditions = listing.bounds + listing.filters
        let isAny = !query.hasFilters && terms.parts.isEmpty
        let ranked = """
            SELECT rowid AS found, rank AS relevance FROM library_text WHERE library_text MATCH ? AND rowid >= ?
            UNION ALL SELECT value ->> 0, value ->> 1 FROM json_each(?)
            """
        let list = "[\(waiting.map { "[\($0.number),\($0.rank)]" }.joined(separator: ","))]"
        let matches = try database.rows(
            isAny
                ? ranked
                : """
                SELECT found, relevance FROM (\(ranked)) CROSS JOIN jokes ON number = found
                WHERE \(conditions.sql)
                """, binding: [words, start, list] + (isAny ? [] : conditions.values)
        ) { row in
            // A cursor keeps integers exactly.
            let rank = Int64(exactly: (row.real(1) * 1e9).rounded()) ?? 0
            return (rank: rank, number: row.integer(0))
        }
        let sorted = matches.sorted { ($0.rank, $1.number) < ($1.rank, $0.number) }
        return (query.isReversed ? sorted.reversed() : sorted).map {
            Match(number: $0.number, keys: [.integer($0.rank), .integer(0 &- $0.number)])
        }
    }

    /// Returns the matches after `place`. If the last match of the previous page is gone, returns those after its sort
    /// keys.
    private func rest(of matches: [Match], after place: ResumePoint?) -> ArraySlice<Match> {
        guard let place else { return matches[...] }
        if let index = matches.firstIndex(where: { $0.number == place.number }) {
            return matches[(index + 1)...]
        }
        let isDescending = query.order == nil ? query.isReversed : query.isDescending
        return matches.drop { match in
            let isBefore = match.keys.lexicographicallyPrecedes(place.keys)
            return match.keys == place.keys || isBefore != isDescending
        }
    }

    private func listing(_ order: SavedQuery.Sort) -> SavedQuerySQL {
        var listing = SavedQuerySQL(query, order: order)
        listing.add(parts: terms.parts)
        return listing
    }
}

extension Search.ResumePoint {
    /// Reads the keys of a cursor. Returns nil if they are not those of a search.
    init?(_ keys: [SavedCursor.Key]) {
        guard keys.count >= 2, case .integer(let window) = keys[0], case .integer(let number) = keys[1]
        else { return nil }
        self.init(window: window, number: number, keys: Array(keys.dropFirst(2)))
    }

    var cursorKeys: [SavedCursor.Key] { [.integer(window), .integer(number)] + keys }
}

extension SavedCursor.Key: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        default: false
        }
    }
}
