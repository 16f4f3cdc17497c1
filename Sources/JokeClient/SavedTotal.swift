// SPDX-License-Identifier: MIT
package import JokeWire

/// The number of jokes in a list of saved jokes, as far as its pages tell.
package struct SavedTotal: Sendable, Hashable {
    package let count: Int
    /// Whether there are no more.
    package let isExact: Bool

    /// - Parameter read: the number of jokes on this page and on those before it.
    package init(_ page: SavedPageResponse, read: Int) {
        count = page.isTotalExact ? page.total : max(page.total, read)
        isExact = page.isTotalExact || page.next == nil
    }

    /// The number, such as `12`, or `at least 12`.
    package var text: String { isExact ? count.grouped : localized("at least %s", count.grouped) }
}
