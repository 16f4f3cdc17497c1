// SPDX-License-Identifier: MIT
package import JokeWire

/// A query for saved jokes: conditions, order, and one page.
package struct SavedQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, Hashable, CaseIterable {
        /// By the text, in the order of the user's locale.
        case text
        /// By the time of saving, or else of the deletion or the dislike; newest first.
        case date
        /// By the source, then by the text.
        case source
        /// By the first category, then by the text.
        case category
    }

    /// The requested order, or nil for the default: by text for a list; by date for a search, the trash and disliked
    /// jokes.
    package var sort: Sort?
    /// Whether the order is reversed.
    package var isReversed = false
    package var source: String?
    /// A category that the joke must have, or nil for any.
    package var category: String?
    package var language: String?
    /// The earliest time of saving, or of the dislike for disliked jokes; or nil.
    package var since: WallTime?
    /// The end of these times (exclusive), or nil.
    package var until: WallTime?
    /// The search text as the user typed it, or nil (docs/methods.md, "saved.search").
    package var search: String?
    /// Whether the query is for the trash.
    package var isDeleted = false
    /// Whether the query is for the disliked jokes. Their only order is by date.
    package var isDisliked = false
    package var limit: Int
    /// The `next` cursor of the previous page of the same query, or nil for the first page.
    package var cursor: String?

    package init(limit: Int, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    /// The order of the result.
    package var order: Sort { sort ?? (isOfSaved && search == nil ? .text : .date) }

    /// Whether the query is for the saved list.
    package var isOfSaved: Bool { !isDeleted && !isDisliked }

    /// Whether larger sort keys come first.
    package var isDescending: Bool { (order == .date) != isReversed }

    /// Whether all jokes match.
    package var isUnfiltered: Bool { search == nil && !hasFilters }

    /// Whether there are conditions besides the search text.
    package var hasFilters: Bool {
        source != nil || category != nil || language != nil || since != nil || until != nil
    }
}
