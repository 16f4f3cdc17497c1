// SPDX-License-Identifier: MIT
import JokeWire

/// Reads saved jokes page by page: says what to ask next, until all that is wanted is there.
struct SavedPager {
    /// The pages so far, as one.
    private(set) var list = SavedPageResponse(items: [], next: nil, total: 0, isTotalExact: true)
    private let params: JSONObject
    private let limit: Int?
    private let mayHavePauses: Bool
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
        let wanted = limit.map { min($0 - list.items.count, Self.pageSize) } ?? Self.pageSize
        request.append("limit", .integer(wanted))
        if let cursor = list.next { request.append("cursor", .string(cursor)) }
        return request
    }

    /// The items of the page that are wanted.
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
