// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Pages of what a search finds.
extension Database {
    /// nil where the keys are none of this query.
    func found(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        if terms.isEmpty { return SavedPage(items: [], next: nil, total: 0) }
        guard !query.isDeleted, let words = terms.words else {
            return query.order == nil
                ? try lookedThrough(terms, query, keys, fingerprint)
                : try listed(terms, query, keys, fingerprint)
        }
        let place = keys.flatMap(Search.ResumePoint.init)
        if keys != nil, place == nil { return nil }
        let found = try Search(terms: terms, words: words, query: query, database: self)
            .page(behind: place)
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

    /// In the order of a list: the trash, which is small, or parts of words where an order was asked for.
    private func listed(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        var listing = SavedQuerySQL(query, order: query.order ?? .date)
        listing.add(terms)
        let (total, isExact) = try count(listing)
        if let keys, keys.count != listing.columns.count { return nil }
        let rows = try rows(of: listing, behind: keys, limit: query.limit + 1)
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

    /// Parts of words stand in no index: the jokes are looked through, the newest first, only so many for one page.
    /// So a page may be short, or empty, and more may come.
    private func lookedThrough(
        _ terms: SearchTerms, _ query: SavedQuery, _ keys: [SavedCursor.Key]?, _ fingerprint: UInt64
    ) throws(SQLiteError) -> SavedPage? {
        var end = try first("SELECT max(number) FROM jokes") { $0.integer(0) + 1 } ?? 0
        if let keys {
            guard case .integer(let number)? = keys.first else { return nil }
            end = number
        }
        var items: [ListedRow] = []
        var left = Self.lookedThrough
        while items.count <= query.limit, end > 0, left > 0 {
            var listing = SavedQuerySQL(query, order: .date)
            listing.add("number < ? AND number >= ?", end, end - Self.lookedThroughAtOnce)
            listing.add(terms)
            listing.orderByNumber()
            items += try rows(of: listing, limit: query.limit + 1 - items.count)
            end -= Self.lookedThroughAtOnce
            left -= Self.lookedThroughAtOnce
        }
        let hasMore = items.count > query.limit
        let last = hasMore ? items[query.limit - 1].keys : [.integer(max(end, 0))]
        let isOver = !hasMore && end <= 0
        return page(
            of: items.prefix(query.limit).map(\.record), terms,
            next: isOver ? nil : SavedCursor(query: fingerprint, keys: last).text,
            min(items.count, query.limit), isOver && keys == nil)
    }

    private static let lookedThrough: Int64 = 200_000
    private static let lookedThroughAtOnce: Int64 = 10_000
}

extension MatchRanges {
    /// Where the parts stand, whatever the case of ASCII letters, as LIKE finds them.
    init(_ parts: [String], in joke: Joke) {
        self.init(
            value: Self.runs(of: parts, in: joke.value),
            translation: Self.runs(of: parts, in: joke.translation?.value ?? ""))
    }

    /// Compared byte by byte, as UTF-8 allows; counted in scalars.
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

    /// Of a scalar's bytes.
    private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// What stands between the signs 1 and 2; nothing where they are not the only difference, since a text has its own.
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

    /// In their order, those that touch or overlap as one.
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
