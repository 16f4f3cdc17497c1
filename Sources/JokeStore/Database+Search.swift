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
    let database: Database

    /// The most matches that are ranked or sorted: the newest ones, called the window.
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

    private struct Match {
        var number: Int64
        var keys: [SavedCursor.Key]
    }

    func page(after place: ResumePoint?) throws(SQLiteError) -> (
        numbers: [Int64], next: ResumePoint?, total: Int, isExact: Bool
    ) {
        let newest = try newestMatches()
        let start = place?.window ?? newest.oldest
        var found: [Match] = []
        var total = min(newest.count, Self.window)
        if place?.keys.isEmpty != true {
            let matches = try matches(from: start)
            if query.hasFilters || !terms.parts.isEmpty { total = matches.count }
            found = Array(rest(of: matches, after: place).prefix(query.limit + 1))
        }
        if start > 0, found.count <= query.limit {
            let below = place.flatMap { $0.keys.isEmpty ? $0.number : nil } ?? start
            found += try olderMatches(than: below, limit: query.limit + 1 - found.count)
        }
        let last = found.count > query.limit ? found[query.limit - 1] : nil
        return (
            found.prefix(query.limit).map(\.number),
            last.map { ResumePoint(window: start, number: $0.number, keys: $0.keys) }, total,
            newest.oldest == 0
        )
    }

    /// Returns the number of matches, at most one more than the window, and the number of the oldest joke in the
    /// window. The latter is 0 if the window has all matches.
    private func newestMatches() throws(SQLiteError) -> (oldest: Int64, count: Int) {
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
    private func matches(from start: Int64) throws(SQLiteError) -> [Match] {
        guard let order = query.order else { return try rankedMatches(from: start) }
        let listing = listing(order)
        return try database.rows(
            """
            SELECT number, \(listing.columns.joined(separator: ", "))
            FROM library_text CROSS JOIN jokes ON number = library_text.rowid
            WHERE library_text MATCH ? AND library_text.rowid >= ? AND \(listing.condition)
            ORDER BY \(listing.order)
            """, binding: [words, start] + listing.values
        ) { Match(number: $0.integer(0), keys: $0.keys(of: listing, at: 1)) }
    }

    /// Returns the matches in the window by relevance. Of two that are equally relevant, the newer one comes first.
    private func rankedMatches(from start: Int64) throws(SQLiteError) -> [Match] {
        let listing = listing(.date)
        let isAny = !query.hasFilters && terms.parts.isEmpty
        let matches = try database.rows(
            isAny
                ? "SELECT rowid, rank FROM library_text WHERE library_text MATCH ? AND rowid >= ?"
                : """
                SELECT library_text.rowid, library_text.rank
                FROM library_text CROSS JOIN jokes ON number = library_text.rowid
                WHERE library_text MATCH ? AND library_text.rowid >= ? AND \(listing.condition)
                """, binding: [words, start] + (isAny ? [] : listing.values)
        ) { row in
            // A cursor keeps integers exactly.
            let rank = Int64((row.real(1) * 1e9).rounded())
            return (rank: rank, number: row.integer(0))
        }
        let sorted = matches.sorted { ($0.rank, $1.number) < ($1.rank, $0.number) }
        return (query.isReversed ? sorted.reversed() : sorted).map {
            Match(number: $0.number, keys: [.integer($0.rank), .integer(-$0.number)])
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

    /// Returns the matches older than a joke, newest first.
    private func olderMatches(than number: Int64, limit: Int) throws(SQLiteError) -> [Match] {
        let listing = listing(.date)
        return try database.rows(
            """
            SELECT number FROM library_text CROSS JOIN jokes ON number = library_text.rowid
            WHERE library_text MATCH ? AND library_text.rowid < ? AND \(listing.condition)
            ORDER BY library_text.rowid DESC LIMIT ?
            """, binding: [words, number] + listing.values + [limit]
        ) { Match(number: $0.integer(0), keys: []) }
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
