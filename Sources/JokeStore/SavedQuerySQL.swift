// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The SQL of a query: the conditions and the order of rows of `jokes`.
struct SavedQuerySQL {
    /// Conditions, joined by AND, and the values of their parameters.
    struct Conditions {
        private(set) var terms: [String] = []
        private(set) var values: [(any Bindable)?] = []

        mutating func add(_ term: String, _ more: (any Bindable)?...) {
            terms.append(term)
            values += more
        }

        static func + (left: Self, right: Self) -> Self {
            var sum = left
            sum.terms += right.terms
            sum.values += right.values
            return sum
        }

        var sql: String { terms.isEmpty ? "1" : terms.joined(separator: " AND ") }
    }

    /// The conditions that the index of the order answers. All other ones are `filters`.
    private(set) var bounds = Conditions()
    /// The conditions that are checked for each row within the bounds. There may be none.
    var filters = Conditions()
    var conditions: Conditions { bounds + filters }
    private(set) var columns: [String]
    private(set) var isDescending: Bool
    let isOfSaved: Bool

    /// - Parameter order: The order of the query, or another one to count the rows.
    init(_ query: SavedQuery, order: SavedQuery.Sort) {
        isOfSaved = query.isOfSaved
        columns =
            switch order {
            case .text: ["sort_key", "number"]
            case .date:
                [query.isDisliked ? "buried_at" : query.isDeleted ? "deleted_at" : "saved_at", "number"]
            case .source: ["source", "sort_key", "number"]
            case .category: ["category", "sort_key", "number"]
            }
        isDescending = (order == .date) != query.isReversed
        if query.isDisliked {
            bounds.add("buried_at IS NOT NULL AND emptied = 0")
            filters.add("shown > 0")
        } else if query.isDeleted {
            bounds.add("deleted_at IS NOT NULL AND emptied = 0")
            filters.add("shown = \(Place.trash)")
        } else {
            bounds.add("shown = \(Place.saved)")
        }
        addFilters(of: query, order)
        // Only the order by date has an index of the trash.
        if query.isDeleted, order != .date { (bounds, filters) = (bounds + filters, Conditions()) }
    }

    private mutating func addFilters(of query: SavedQuery, _ order: SavedQuery.Sort) {
        if let source = query.source {
            let isBound = isOfSaved && (order == .text || order == .source)
            add("source = ?", source, isBound: isBound)
        }
        // The other one is a code with a region, which an older jokesd stored.
        if let language = query.language {
            filters.add("(language = ? OR language LIKE ? || '-%')", language, language)
        }
        let isDateBound = !query.isDeleted && order == .date
        let date = query.isDisliked ? "buried_at" : "saved_at"
        if let since = query.since { add("\(date) >= ?", since.milliseconds, isBound: isDateBound) }
        if let until = query.until { add("\(date) < ?", until.milliseconds, isBound: isDateBound) }
        if let category = query.category {
            // Search the JSON text of the categories. The quotes prevent a match within another category, whose own
            // quotes are escaped.
            let element = JSONText.list([category]).dropFirst().dropLast()
            filters.add(
                "(instr(categories, ?) > 0 OR instr(categories, ?) > 0)", "[\(element)", ",\(element)")
        }
    }

    private mutating func add(_ condition: String, _ value: any Bindable, isBound: Bool) {
        if isBound { bounds.add(condition, value) } else { filters.add(condition, value) }
    }

    /// Returns the bounds of queries whose results, one after the other, are the rows after these keys. The first one
    /// has the rows that differ from the keys only in the last column.
    ///
    /// A single comparison of row values would be slow: SQLite uses an index for it only as far as the index names the
    /// columns, and no index names `number`. With a hundred thousand jokes saved in the same millisecond, it would read
    /// all of them for each page.
    func bounds(after keys: [Cursor.Key]?) -> [Conditions] {
        guard let keys else { return [bounds] }
        return columns.indices.reversed().map { place in
            var part = bounds
            for column in columns[..<place].indices {
                part.add("\(columns[column]) = ?", keys[column].bindable)
            }
            part.add("\(columns[place]) \(isDescending ? "<" : ">") ?", keys[place].bindable)
            return part
        }
    }

    var order: String { columns.map { $0 + (isDescending ? " DESC" : "") }.joined(separator: ", ") }
}

extension Statement {
    /// Reads the sort keys from the columns that begin at `column`.
    func keys(of listing: SavedQuerySQL, at column: Int32) -> [Cursor.Key] {
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
    var isWhole: Bool { isUnfiltered && isOfSaved }

    /// Returns a hash that identifies the query, without its page, and the collation of the sort keys.
    func fingerprint(_ collation: (name: String, generation: UInt8)) -> UInt64 {
        let parts = [
            order.rawValue, isDescending ? "down" : "up", source, category, language,
            since.map { "\($0.milliseconds)" }, until.map { "\($0.milliseconds)" }, search,
            isDisliked ? "disliked" : isDeleted ? "trash" : "list", collation.name, "\(collation.generation)",
        ]
        return TextHash.bytes(JSONText.list(parts.map { $0.map { "=\($0)" } ?? "" }).utf8)
    }
}

/// A row of a page and its sort keys.
struct ListedRow {
    var record: JokeRecord
    var keys: [Cursor.Key]
}

/// The time of a step that looks at many rows.
struct StepTime {
    private let end: ContinuousClock.Instant
    /// The number of rows so far.
    private(set) var rows = 0

    init(_ duration: Duration) { end = .now + duration }

    /// Counts a row. Returns whether the step may look at another one.
    mutating func next() -> Bool {
        rows += 1
        return rows % 16 != 0 || .now < end
    }
}

extension Database {
    /// Looks at the rows after `position` in the order of the listing, and moves `position` to the last one. Calls
    /// `visit` with the number of each row that fits, until it returns false.
    ///
    /// - Returns: Whether all rows were looked at. Otherwise `visit` returned false, or the time is over.
    func look(
        through listing: SavedQuerySQL, after position: inout [Cursor.Key]?, _ time: inout StepTime,
        visit: (Int64, [Cursor.Key]) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Bool {
        var mayGoOn = true
        for bounds in listing.bounds(after: position) where mayGoOn {
            try scan(
                """
                SELECT \(listing.columns.joined(separator: ", ")), \(listing.filters.sql) FROM jokes
                WHERE \(bounds.sql) ORDER BY \(listing.order)
                """, listing.filters.values + bounds.values
            ) { row throws(SQLiteError) in
                let fits = row.integer(Int32(listing.columns.count)) != 0
                mayGoOn = time.next()
                guard fits || !mayGoOn else { return true }
                let keys = row.keys(of: listing, at: 0)
                if fits, try !visit(row.integer(Int32(listing.columns.count - 1)), keys) { mayGoOn = false }
                if !mayGoOn { position = keys }
                return mayGoOn
            }
        }
        return mayGoOn
    }

    /// Returns the record of the joke with this number.
    func record(number: Int64) throws(SQLiteError) -> JokeRecord? {
        try first("SELECT \(JokeRecord.columns) FROM jokes WHERE number = ?", number) { $0.record() }
    }

    /// Returns all jokes that match, in any order: at most one more than the limit.
    func allMatching(_ query: SavedQuery) throws(SQLiteError) -> [JokeRecord] {
        var listing = SavedQuerySQL(query, order: .date)
        if let search = query.search {
            let terms = SearchTerms(search)
            if terms.isEmpty { return [] }
            listing.add(terms)
        }
        let conditions = listing.conditions
        return try rows(
            "SELECT \(JokeRecord.columns) FROM jokes WHERE \(conditions.sql) LIMIT ?",
            binding: conditions.values + [query.limit + 1]
        ) { $0.record() }
    }
}

extension Cursor.Key {
    fileprivate var bindable: any Bindable {
        switch self {
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }
}
