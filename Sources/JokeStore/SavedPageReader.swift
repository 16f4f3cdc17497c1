// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Reads a page of the saved list, of the trash, of the disliked jokes or of a search, in steps.
///
/// A step takes at most some milliseconds, in a transaction of its own. So other reads come between the steps, and the
/// write-ahead log can be checkpointed. A change that is made between two steps may or may not be in the page.
struct SavedPageReader {
    /// The way in which the rows are found.
    private enum Method {
        /// By looking at the jokes in the order of the query.
        case listing(SavedQuerySQL)
        /// With the index of words.
        case index(Search)
    }

    /// The work of the next step.
    private enum Stage {
        case begin
        /// Counts the matches of a listing.
        case count
        case rows
    }

    private let query: SavedQuery
    private let terms: SearchTerms
    private let method: Method
    private let stepTime: Duration
    private var stage = Stage.begin
    private var fingerprint: UInt64 = 0
    private var total = 0
    private var isTotalExact = true
    /// The keys after which the count continues, or nil at its start.
    private var countPosition: [SavedCursor.Key]?
    /// The number of jokes that were looked at for the count.
    private var countLooks = 0
    /// The rows so far: at most the limit and one more, which shows that there is another page.
    private var rows: [ListedRow] = []
    /// The keys after which the next step or page continues, or nil at the start and at the end.
    private var position: [SavedCursor.Key]?
    /// The number of jokes that were looked at for the rows.
    private var looks = 0

    /// The most rows that are counted, and the most jokes that are looked at for that.
    private static let (mostCounted, mostCountLooks) = (10_000, 50_000)
    /// The most jokes that a search for parts of words looks at. Then the page is short, although more may follow.
    private static let mostLooksForParts = 200_000

    /// - Parameter stepTime: The time after which a step ends.
    init(_ query: SavedQuery, stepTime: Duration) {
        self.query = query
        self.stepTime = stepTime
        terms = SearchTerms(query.search ?? "")
        if query.search != nil, query.isOfSaved, let words = terms.words {
            method = .index(Search(terms: terms, words: words, query: query))
        } else {
            method = .listing(SavedQuerySQL(query, terms))
        }
    }

    /// Performs the next step. Returns nil if another one has to follow.
    mutating func step(in database: Database) throws(SQLiteError) -> Result<SavedPage, ArchiveError>? {
        if query.search != nil, terms.isEmpty { return .success(SavedPage(items: [], next: nil, total: 0)) }
        var time = StepTime(stepTime)
        let isComplete = try database.transaction(.deferred) { () throws(SQLiteError) -> Bool? in
            if stage == .begin {
                fingerprint = query.fingerprint(try database.collation())
                guard acceptCursor() else { return nil }
            }
            switch method {
            case .index(let search): return try read(search, &time, in: database)
            case .listing(let listing): return try read(listing, &time, in: database)
            }
        }
        guard let isComplete else { return .failure(.foreignCursor) }
        return isComplete ? .success(try page()) : nil
    }

    /// Sets the position to that of the cursor. Returns false if the cursor belongs to another query.
    private mutating func acceptCursor() -> Bool {
        guard let text = query.cursor else { return true }
        guard let cursor = try? SavedCursor(text), cursor.query == fingerprint else { return false }
        position = cursor.keys
        return switch method {
        case .listing(let listing): cursor.keys.count == listing.columns.count
        case .index: Search.ResumePoint(cursor.keys) != nil
        }
    }

    /// Reads rows with the index of words: those of the window in the first step. Returns whether the page is complete.
    private mutating func read(
        _ search: Search, _ time: inout StepTime, in database: Database
    ) throws(SQLiteError) -> Bool {
        let place = position.flatMap(Search.ResumePoint.init)
        let next: Search.ResumePoint?
        if stage == .begin {
            let newest = try search.newest(after: place, count: query.limit + 1, in: database)
            (rows, next, total, isTotalExact) = (newest.rows, newest.next, newest.total, newest.isExact)
            stage = .rows
        } else {
            next = try place.flatMap { place throws(SQLiteError) in
                try search.addOlder(
                    after: place, to: &rows, count: query.limit + 1, &time, in: database)
            }
        }
        position = next?.cursorKeys
        return position == nil || rows.count > query.limit
    }

    /// Counts the matches, then looks for the rows of the page. Returns whether the page is complete.
    private mutating func read(
        _ listing: SavedQuerySQL, _ time: inout StepTime, in database: Database
    ) throws(SQLiteError) -> Bool {
        if stage == .begin {
            if query.isWhole { total = try database.savedCount() }
            stage = query.isWhole || listing.isByNumber ? .rows : .count
        }
        if stage == .count {
            if try !hasCounted(&time, in: database) { return false }
            stage = .rows
        }
        let earlierLooks = time.rows
        let isOver = try database.look(through: listing, after: &position, &time) {
            number, keys throws(SQLiteError) in
            if let record = try database.record(number: number) {
                rows.append(ListedRow(record: record, keys: keys))
            }
            return rows.count <= query.limit
        }
        looks += time.rows - earlierLooks
        if isOver { position = nil }
        if listing.isByNumber {
            (total, isTotalExact) = (min(rows.count, query.limit), isOver && query.cursor == nil)
            if looks >= Self.mostLooksForParts { return true }
        }
        return isOver || rows.count > query.limit
    }

    /// Continues to count the matches. Returns whether the count is complete.
    private mutating func hasCounted(
        _ time: inout StepTime, in database: Database
    ) throws(SQLiteError) -> Bool {
        // The order in which an index finds the rows.
        let order: SavedQuery.Sort = query.source != nil && query.isOfSaved ? .text : .date
        var listing = SavedQuerySQL(query, order: order)
        listing.add(terms)
        let isOver = try database.look(through: listing, after: &countPosition, &time) { _, _ in
            total += 1
            return total <= Self.mostCounted
        }
        countLooks += time.rows
        isTotalExact = isOver
        guard total > Self.mostCounted else { return isOver || countLooks >= Self.mostCountLooks }
        total = Self.mostCounted
        return true
    }

    private func page() throws(SQLiteError) -> SavedPage {
        let items = rows.prefix(query.limit).map(\.record)
        let last = rows.count > query.limit ? rows[query.limit - 1].keys : position
        return SavedPage(
            items: items, marks: try marks(of: items),
            next: last.map { SavedCursor(query: fingerprint, keys: $0).text }, total: total,
            isTotalExact: isTotalExact)
    }

    private func marks(of items: [JokeRecord]) throws(SQLiteError) -> [MatchRanges] {
        guard query.search != nil else { return [] }
        if case .index(let search) = method {
            return try MatchHighlighter().marks(search.words, terms.parts, items)
        }
        let parts = terms.words == nil ? terms.parts : terms.all
        return items.map { MatchRanges(parts, in: $0.joke) }
    }
}
