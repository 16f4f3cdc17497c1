// SPDX-License-Identifier: MIT

/// What an order brought.
package struct SourceAnswer: Sendable, Hashable {
    /// Where a page stands among the others.
    package struct Page: Sendable, Hashable {
        package var number: Int
        package var hasMore: Bool
        /// Of all pages; nil where the service does not say.
        package var total: Int?

        package init(number: Int, hasMore: Bool, total: Int?) {
            self.number = number
            self.hasMore = hasMore
            self.total = total
        }
    }

    package var jokes: [FetchedJoke] = []
    package var categories: [String]?
    package var page: Page?
    package var translation: TranslationAnswer?
    /// How many requests it took (or runs of a command): what a budget counts.
    package var requests = 0
    /// Why there is less than was asked for.
    package var failure: SourceError?

    /// Whether more errands would bring nothing new.
    package var isComplete = false

    package init() {}

    /// Adds those that are not there yet: who asks for something random twice may get the same.
    package mutating func add(_ more: some Sequence<FetchedJoke>) {
        for joke in more
        where !jokes.contains(where: { $0.value == joke.value || ($0.id != nil && $0.id == joke.id) }) {
            jokes.append(joke)
        }
    }
}
