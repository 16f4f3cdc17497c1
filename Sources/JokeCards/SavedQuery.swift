// SPDX-License-Identifier: MIT
package import JokeWire

/// A list of saved jokes: the text to search for, and the order.
package struct SavedQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable { case date, text, source, category }

    /// The text to search for; empty for all jokes.
    package var text: String
    package var sort: Sort
    package var isReversed: Bool

    package init(text: String = "", sort: Sort = .date, isReversed: Bool = false) {
        (self.text, self.sort, self.isReversed) = (text, sort, isReversed)
    }

    /// Returns the request for a page.
    ///
    /// - Parameter cursor: The place of the page, or nil for the first one.
    package func page(after cursor: String?, limit: Int) -> (method: Method, params: JSONObject) {
        var params: JSONObject = ["limit": .integer(limit), "sort": .string(sort.rawValue)]
        // The default order of dates is descending.
        if isReversed { params.append("order", sort == .date ? "ascending" : "descending") }
        if let cursor { params.append("cursor", .string(cursor)) }
        guard !text.isEmpty else { return (.savedList, params) }
        params.append("query", .string(text))
        return (.savedSearch, params)
    }
}
