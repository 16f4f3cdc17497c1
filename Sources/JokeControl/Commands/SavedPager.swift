// SPDX-License-Identifier: MIT
import JokeWire

/// Reads saved jokes page by page: says what to ask next, until all that is wanted is there.
struct SavedPager {
    private(set) var items: [Saved] = []
    private(set) var total = 0
    private(set) var isTotalExact = true
    private let params: JSONObject
    private let limit: Int?
    private let mayHavePauses: Bool
    private var cursor: String?
    private var isOver = false

    private static let pageSize = 200

    /// - Parameters:
    ///   - params: of each request, beside `limit` and `cursor`.
    ///   - mayHavePauses: whether more may come behind an empty page; else that ends the list, whatever its cursor says.
    init(params: JSONObject = [:], limit: Int?, mayHavePauses: Bool = false) {
        (self.params, self.limit, self.mayHavePauses) = (params, limit, mayHavePauses)
    }

    /// Nil when the list is read.
    var nextRequest: JSONObject? {
        guard !isOver else { return nil }
        var request = params
        let wanted = limit.map { min($0 - items.count, Self.pageSize) } ?? Self.pageSize
        request.append("limit", .integer(wanted))
        if let cursor { request.append("cursor", .string(cursor)) }
        return request
    }

    /// The items of the page that are wanted.
    mutating func take(_ page: SavedPage) -> [Saved] {
        let wanted = Array(page.items.prefix(limit.map { $0 - items.count } ?? page.items.count))
        items += wanted
        total = max(page.total, items.count)
        isTotalExact = page.isTotalExact
        let isStuck = page.items.isEmpty && (!mayHavePauses || page.next == cursor)
        cursor = page.next
        isOver = cursor == nil || isStuck || items.count == limit
        return wanted
    }
}
