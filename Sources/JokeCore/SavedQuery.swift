// SPDX-License-Identifier: MIT
package import JokeWire

/// What is wanted of the saved jokes: which ones, in which order, how many, and from where on.
package struct SavedQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, Hashable, CaseIterable {
        /// By the text, as the user's locale sorts it.
        case text
        /// By when it was saved, or deleted; the newest first.
        case date
        /// By the source, then by the text.
        case source
        /// By the first category, then by the text.
        case category
    }

    /// nil for the usual order: of a list by text, of a search by how well it fits, of the trash by date.
    package var sort: Sort?
    /// Against the usual direction of that order.
    package var isReversed = false
    package var source: String?
    /// Any of its categories.
    package var category: String?
    package var language: String?
    /// Saved then or later.
    package var since: WallTime?
    /// Saved before.
    package var until: WallTime?
    /// What people type to find something; see Protocol.md, "saved.search".
    package var search: String?
    /// The trash instead of the list.
    package var isDeleted = false
    package var limit: Int
    /// The `next` of the page before, of the same query.
    package var cursor: String?

    package init(limit: Int, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    /// What orders the answer; nil where it is how well a joke fits.
    package var order: Sort? { sort ?? (isDeleted ? .date : search == nil ? .text : nil) }

    /// Whether larger keys come first.
    package var isDescending: Bool { (order == .date) != isReversed }

    /// Whether it asks for all there are, whatever the order.
    package var isUnfiltered: Bool { search == nil && !hasFilters }

    /// Whether it asks for more than words.
    package var hasFilters: Bool {
        source != nil || category != nil || language != nil || since != nil || until != nil
    }
}
