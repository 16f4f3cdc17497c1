// SPDX-License-Identifier: MIT
import JokeWire

/// Reads saved jokes page by page. It returns the next request until all requested jokes are read.
struct SavedPager {
    /// The pages that were read, combined into one.
    private(set) var list = SavedPageResponse(items: [], next: nil, total: 0, isTotalExact: true)
    private let params: JSONObject
    private let limit: Int?
    private let mayHavePauses: Bool
    private var isOver = false

    private static let pageSize = 200

    /// - Parameters:
    ///   - params: the parameters of each request, except `limit` and `cursor`.
    ///   - limit: the most jokes to read, or nil for all of them.
    ///   - mayHavePauses: whether more jokes may follow an empty page. Otherwise an empty page ends the list, even if
    ///     it has a cursor.
    init(params: JSONObject = [:], limit: Int?, mayHavePauses: Bool = false) {
        (self.params, self.limit, self.mayHavePauses) = (params, limit, mayHavePauses)
    }

    /// Whether a search or a filter selects some of the jokes.
    var isSelective: Bool {
        params.names.contains { !["sort", "order", "deleted", "disliked"].contains($0) }
    }

    /// The parameters of the next request, or nil if the list is complete.
    var nextRequest: JSONObject? {
        guard !isOver else { return nil }
        var request = params
        let wanted = limit.map { min($0 - list.items.count, Self.pageSize) } ?? Self.pageSize
        request.append("limit", .integer(wanted))
        if let cursor = list.next { request.append("cursor", .string(cursor)) }
        return request
    }

    /// Adds a page. Returns its items up to the limit.
    mutating func take(_ page: SavedPageResponse) -> [SavedItem] {
        let wanted = Array(page.items.prefix(limit.map { $0 - list.items.count } ?? page.items.count))
        let isStuck = page.items.isEmpty && (!mayHavePauses || page.next == list.next)
        list.items += wanted
        list.total = max(page.total, list.items.count)
        (list.next, list.isTotalExact) = (page.next, page.isTotalExact)
        isOver = page.next == nil || isStuck || list.items.count == limit
        return wanted
    }
}
