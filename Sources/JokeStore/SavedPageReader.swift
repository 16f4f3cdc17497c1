// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Reads a page of the saved list, of the trash, of the disliked jokes or of a search, in steps.
///
/// A step takes at most some milliseconds, in a transaction of its own. So other reads come between the steps, and the
/// write-ahead log can be checkpointed. A change that is made between two steps may or may not be in the page.
struct SavedPageReader {
    /// The work of the next step.
    private enum Stage {
        case begin
        case rows
        /// Counts all matches, if the rows do not show how many there are.
        case count
    }

    private let query: SavedQuery
    private let terms: SearchTerms
    private let listing: SavedQuerySQL
    private let stepTime: Duration
    private var stage = Stage.begin
    private var fingerprint: UInt64 = 0
    private var total = 0
    private var isTotalExact = true
    /// The keys after which the count continues, or nil at its start.
    private var countPosition: [Cursor.Key]?
    /// The number of jokes that were looked at for the count.
    private var countLooks = 0
    /// The rows so far: at most the limit and one more, which shows that there is another page.
    private var rows: [ListedRow] = []
    /// The keys after which the next step or page continues, or nil at the start and at the end.
    private var position: [Cursor.Key]?
    /// The number of jokes that were looked at for the rows.
    private var looks = 0

    /// The most rows that are counted, and the most jokes that are looked at for that.
    private static let (mostCounted, mostCountLooks) = (10_000, 50_000)
    /// The most jokes that a search looks at for a page. Then the page is short, although more may follow.
    private static let mostLooks = 200_000

    /// - Parameter stepTime: The time after which a step ends.
    init(_ query: SavedQuery, stepTime: Duration) {
        self.query = query
        self.stepTime = stepTime
        terms = SearchTerms(query.search ?? "")
        var listing = SavedQuerySQL(query, order: query.order)
        listing.add(terms)
        self.listing = listing
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
            return try read(&time, in: database)
        }
        guard let isComplete else { return .failure(.foreignCursor) }
        return isComplete ? .success(page()) : nil
    }

    /// Sets the position to that of the cursor. Returns false if the cursor belongs to another query.
    private mutating func acceptCursor() -> Bool {
        guard let text = query.cursor else { return true }
        guard let cursor = Cursor(text, of: fingerprint) else { return false }
        position = cursor.keys
        return cursor.keys.count == listing.columns.count
    }

    /// Looks for the rows of the page, then counts the matches. Returns whether the page is complete.
    private mutating func read(
        _ time: inout StepTime, in database: Database
    ) throws(SQLiteError) -> Bool {
        if stage != .count {
            stage = .rows
            let isOver = try database.look(through: listing, after: &position, &time) {
                number, keys throws(SQLiteError) in
                if let record = try database.record(number: number) {
                    rows.append(ListedRow(record: record, keys: keys))
                }
                return rows.count <= query.limit
            }
            looks += time.rows
            if isOver { position = nil }
            guard isOver || rows.count > query.limit || query.search != nil && looks >= Self.mostLooks
            else { return false }
            if query.isWhole {
                total = try database.savedCount()
                return true
            }
            if isOver, query.cursor == nil {
                total = rows.count
                return true
            }
            stage = .count
        }
        return try hasCounted(&time, in: database)
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

    private func page() -> SavedPage {
        let items = rows.prefix(query.limit).map(\.record)
        let last = rows.count > query.limit ? rows[query.limit - 1].keys : position
        return SavedPage(
            items: items, marks: query.search == nil ? [] : items.map { MatchRanges(terms, in: $0.joke) },
            next: last.map { Cursor(query: fingerprint, keys: $0).text },
            // The count may have looked at fewer jokes than the page.
            total: max(total, rows.count),
            isTotalExact: isTotalExact)
    }
}

extension ArchiveError {
    fileprivate static let foreignCursor = ArchiveError(
        .badCursor,
        "This cursor does not come from a page of the same query. Start without a cursor.")
}
