// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The SQL of a query: the conditions and the order of rows of `jokes`.
struct SavedQuerySQL {
    private(set) var conditions: [String]
    private(set) var values: [(any Bindable)?] = []
    private(set) var columns: [String]
    private(set) var isDescending: Bool

    /// - Parameter order: The order of the query, or the one to use if the query has none.
    init(_ query: SavedQuery, order: SavedQuery.Sort) {
        conditions = [
            query.isDeleted ? "shown = 2 AND deleted_at IS NOT NULL AND emptied = 0" : "shown = 1"
        ]
        columns =
            switch order {
            case .text: ["sort_key", "number"]
            case .date: [query.isDeleted ? "deleted_at" : "saved_at", "number"]
            case .source: ["source", "sort_key", "number"]
            case .category: ["category", "sort_key", "number"]
            }
        isDescending = (order == .date) != query.isReversed
        addFilters(of: query)
    }

    private mutating func addFilters(of query: SavedQuery) {
        if let source = query.source { add("source = ?", source) }
        if let language = query.language { add("language = ?", language) }
        if let since = query.since { add("saved_at >= ?", since.milliseconds) }
        if let until = query.until { add("saved_at < ?", until.milliseconds) }
        if let category = query.category {
            // Search the JSON text of the categories. The quotes prevent a match within another category, whose own
            // quotes are escaped.
            let element = JSONText.list([category]).dropFirst().dropLast()
            add("(instr(categories, ?) > 0 OR instr(categories, ?) > 0)", "[\(element)", ",\(element)")
        }
    }

    mutating func add(_ condition: String, _ more: any Bindable...) {
        conditions.append(condition)
        values += more
    }

    /// Orders the rows by the time when they were inserted, newest first.
    mutating func orderByNumber() { (columns, isDescending) = (["number"], true) }

    /// Returns queries whose results, one after the other, are the rows after these keys. The first one has the rows
    /// that differ from the keys only in the last column.
    ///
    /// A single comparison of row values would be slow: SQLite uses an index for it only as far as the index names the
    /// columns, and no index names `number`. With a hundred thousand jokes saved in the same millisecond, it would read
    /// all of them for each page.
    func parts(after keys: [SavedCursor.Key]) -> [SavedQuerySQL] {
        columns.indices.reversed().map { place in
            var part = self
            for column in columns[..<place].indices {
                part.conditions.append("\(columns[column]) = ?")
                part.values.append(keys[column].bindable)
            }
            part.conditions.append("\(columns[place]) \(isDescending ? "<" : ">") ?")
            part.values.append(keys[place].bindable)
            return part
        }
    }

    var condition: String { conditions.joined(separator: " AND ") }

    var order: String { columns.map { $0 + (isDescending ? " DESC" : "") }.joined(separator: ", ") }
}

extension Statement {
    /// Reads the sort keys from the columns that begin at `column`.
    func keys(of listing: SavedQuerySQL, at column: Int32) -> [SavedCursor.Key] {
        listing.columns.enumerated().map { place, name in
            let column = column + Int32(place)
            switch name {
            case "sort_key": return .bytes(bytes(column))
            case "source", "category": return .text(text(column))
            default: return .integer(integer(column))
            }
        }
    }
}

extension SavedQuery {
    /// Whether the query selects the whole saved list.
    var isWhole: Bool { isUnfiltered && !isDeleted }

    /// Returns a hash that identifies the query, without its page, and the collation of the sort keys.
    func fingerprint(_ collation: (name: String, generation: UInt8)) -> UInt64 {
        let parts = [
            order?.rawValue ?? "fit", isDescending ? "down" : "up", source, category, language,
            since.map { "\($0.milliseconds)" }, until.map { "\($0.milliseconds)" }, search,
            isDeleted ? "trash" : "list", collation.name, "\(collation.generation)",
        ]
        return TextHash.bytes(JSONText.list(parts.map { $0.map { "=\($0)" } ?? "" }).utf8)
    }
}

/// A row of a page and its sort keys.
struct ListedRow {
    var record: JokeRecord
    var keys: [SavedCursor.Key]
}

extension Database {
    /// Returns a page of the saved list or of the trash, or nil if the cursor belongs to another query.
    func page(_ query: SavedQuery, _ cursor: SavedCursor?) throws(SQLiteError) -> SavedPage? {
        try transaction(.deferred) { () throws(SQLiteError) in
            let fingerprint = query.fingerprint(try collation())
            if let cursor, cursor.query != fingerprint { return nil }
            if let search = query.search {
                return try found(SearchTerms(search), query, cursor?.keys, fingerprint)
            }
            let listing = SavedQuerySQL(query, order: query.order ?? .text)
            let (total, isExact) = query.isWhole ? (try savedCount(), true) : try count(listing)
            if let keys = cursor?.keys, keys.count != listing.columns.count { return nil }
            // One row more than the limit shows whether there is another page.
            let rows = try rows(of: listing, after: cursor?.keys, limit: query.limit + 1)
            let next = rows.count > query.limit ? rows[query.limit - 1].keys : nil
            return SavedPage(
                items: rows.prefix(query.limit).map(\.record),
                next: next.map { SavedCursor(query: fingerprint, keys: $0).text },
                total: total, isTotalExact: isExact)
        }
    }

    func rows(
        of listing: SavedQuerySQL, after keys: [SavedCursor.Key]?, limit: Int
    ) throws(SQLiteError) -> [ListedRow] {
        guard let keys else { return try rows(of: listing, limit: limit) }
        var rows: [ListedRow] = []
        for part in listing.parts(after: keys) where rows.count < limit {
            rows += try self.rows(of: part, limit: limit - rows.count)
        }
        return rows
    }

    func rows(of listing: SavedQuerySQL, limit: Int) throws(SQLiteError) -> [ListedRow] {
        var rows: [ListedRow] = []
        try scan(
            """
            SELECT \(JokeRecord.columns), \(listing.columns.joined(separator: ", ")) FROM jokes
            WHERE \(listing.condition) ORDER BY \(listing.order) LIMIT ?
            """, listing.values + [limit]
        ) { row in
            rows.append(
                ListedRow(record: row.record(), keys: row.keys(of: listing, at: JokeRecord.columnCount)))
            return true
        }
        return rows
    }

    /// Returns all jokes that match, in any order: at most one more than the limit.
    func allMatching(_ query: SavedQuery) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var listing = SavedQuerySQL(query, order: .date)
            if let search = query.search {
                let terms = SearchTerms(search)
                if terms.isEmpty { return [] }
                listing.add(terms)
            }
            return try rows(of: listing, limit: query.limit + 1).map(\.record)
        }
    }

    /// Counts the rows. Stops at `counted` rows or `countingSteps`; then the result is a lower bound and `isExact` is
    /// false.
    func count(_ listing: SavedQuerySQL) throws(SQLiteError) -> (count: Int, isExact: Bool) {
        var count = 0
        let isDone = try isDone(withinSteps: Self.countingSteps) { () throws(SQLiteError) in
            try scan(
                "SELECT 1 FROM jokes WHERE \(listing.condition) LIMIT ?", listing.values + [Self.counted + 1]
            ) { _ in
                count += 1
                return true
            }
        }
        return (min(count, Self.counted), isDone && count <= Self.counted)
    }

    /// The most rows that are counted.
    private static let counted = 10_000
    /// The most instructions of SQLite's virtual machine for a count, which take some milliseconds.
    private static let countingSteps: Int32 = 500_000
}
