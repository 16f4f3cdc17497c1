// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Pages of search results.
extension Database {
    /// Returns a page of the jokes that match `terms`. Returns nil if the keys of the cursor do not fit the query.
    func found(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        if terms.isEmpty { return SavedPage(items: [], next: nil, total: 0) }
        guard !query.isDeleted, let words = terms.words else {
            return query.order == nil
                ? try scannedPage(terms, query, keys, fingerprint)
                : try listedPage(terms, query, keys, fingerprint)
        }
        let place = keys.flatMap(Search.ResumePoint.init)
        if keys != nil, place == nil { return nil }
        let found = try Search(terms: terms, words: words, query: query, database: self)
            .page(after: place)
        var items: [JokeRecord] = []
        for number in found.numbers {
            if let record = try record(number: number) { items.append(record) }
        }
        return SavedPage(
            items: items, marks: try MatchHighlighter().marks(words, terms.parts, items),
            next: found.next.map { SavedCursor(query: fingerprint, keys: $0.cursorKeys).text },
            total: found.total, isTotalExact: found.isExact)
    }

    private func record(number: Int64) throws(SQLiteError) -> JokeRecord? {
        try first("SELECT \(JokeRecord.columns) FROM jokes WHERE number = ?", number) { $0.record() }
    }

    /// Searches without the index of words, in the order of the list. Used for the trash, which is small, and for parts
    /// of words if the query has an order.
    private func listedPage(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        var listing = SavedQuerySQL(query, order: query.order ?? .date)
        listing.add(terms)
        let (total, isExact) = try count(listing)
        if let keys, keys.count != listing.columns.count { return nil }
        let rows = try rows(of: listing, after: keys, limit: query.limit + 1)
        let next = rows.count > query.limit ? rows[query.limit - 1].keys : nil
        return page(
            of: rows.prefix(query.limit).map(\.record), terms,
            next: next.map { SavedCursor(query: fingerprint, keys: $0).text }, total, isExact)
    }

    private func page(
        of items: [JokeRecord], _ terms: SearchTerms, next: String?, _ total: Int, _ isExact: Bool
    ) -> SavedPage {
        let parts = terms.words == nil ? terms.parts : terms.all
        return SavedPage(
            items: items, marks: items.map { MatchRanges(parts, in: $0.joke) }, next: next, total: total,
            isTotalExact: isExact)
    }

    /// Searches for parts of words, which no index has, by reading the jokes, newest first.
    ///
    /// A page reads at most `lookedThrough` jokes. So a page may be short or empty although more follow.
    private func scannedPage(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        var end = try first("SELECT max(number) FROM jokes") { $0.integer(0) + 1 } ?? 0
        if let keys {
            guard case .integer(let number)? = keys.first else { return nil }
            end = number
        }
        var items: [ListedRow] = []
        var left = Self.scanLimit
        while items.count <= query.limit, end > 0, left > 0 {
            var listing = SavedQuerySQL(query, order: .date)
            listing.add("number < ? AND number >= ?", end, end - Self.scanBatch)
            listing.add(terms)
            listing.orderByNumber()
            items += try rows(of: listing, limit: query.limit + 1 - items.count)
            end -= Self.scanBatch
            left -= Self.scanBatch
        }
        let hasMore = items.count > query.limit
        let last = hasMore ? items[query.limit - 1].keys : [.integer(max(end, 0))]
        let isOver = !hasMore && end <= 0
        return page(
            of: items.prefix(query.limit).map(\.record), terms,
            next: isOver ? nil : SavedCursor(query: fingerprint, keys: last).text,
            min(items.count, query.limit), isOver && keys == nil)
    }

    /// The most jokes that one page reads.
    private static let scanLimit: Int64 = 200_000
    /// The most jokes that one statement reads.
    private static let scanBatch: Int64 = 10_000
}

extension MatchRanges {
    /// Finds the parts in the texts of a joke. The case of ASCII letters does not matter, as in SQL's LIKE.
    init(_ parts: [String], in joke: Joke) {
        self.init(
            value: Self.runs(of: parts, in: joke.value),
            translation: Self.runs(of: parts, in: joke.translation?.value ?? ""))
    }

    /// Returns the ranges of the parts, counted in Unicode scalars. The comparison is by bytes, which UTF-8 allows.
    private static func runs(of parts: [String], in text: String) -> [Range<Int>] {
        let bytes = text.utf8.map(folded)
        var runs: [Range<Int>] = []
        for part in parts.map({ $0.utf8.map(folded) }) where !part.isEmpty {
            let length = part.count(where: isFirst)
            var (place, scalars) = (0, 0)
            while place + part.count <= bytes.count {
                if bytes[place] == part[0], bytes[place..<place + part.count].elementsEqual(part) {
                    runs.append(scalars..<scalars + length)
                    place += part.count
                    scalars += length
                } else {
                    scalars += isFirst(bytes[place]) ? 1 : 0
                    place += 1
                }
            }
        }
        return union(runs, [])
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether the byte is the first one of a Unicode scalar in UTF-8.
    private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// Returns the ranges between the characters U+0001 and U+0002 that highlight() inserted into `marked`. Returns
    /// none if `marked` differs from `text` in anything else, as when the text has such characters itself.
    static func runs(in marked: String, of text: String) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var plain = String.UnicodeScalarView()
        var (place, start) = (0, 0)
        for scalar in marked.unicodeScalars {
            switch scalar.value {
            case 1: start = place
            case 2: runs.append(start..<max(start, place))
            default:
                plain.append(scalar)
                place += 1
            }
        }
        return plain.elementsEqual(text.unicodeScalars) ? runs : []
    }

    /// Returns all ranges in order. Ranges that touch or overlap are merged.
    static func union(_ some: [Range<Int>], _ others: [Range<Int>]) -> [Range<Int>] {
        var union: [Range<Int>] = []
        for run in (some + others).sorted(by: { $0.lowerBound < $1.lowerBound }) where !run.isEmpty {
            if let last = union.last, run.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                union.append(run)
            }
        }
        return union
    }
}
