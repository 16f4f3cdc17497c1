// SPDX-License-Identifier: MIT
package import JokeFetchProtocol

/// A source that can say which categories its jokes have.
package protocol CategorizedSource: JokeSource {
    /// Names them, or says why not; once, on any thread.
    func fetchCategories(completion: @escaping @Sendable (Result<CategoryList, SourceError>) -> Void)
}

/// Whose categories are wanted.
package struct CategoryOrder: Sendable, Hashable {
    package let id: FetchOrder.ID
    /// The configured name of the source.
    package let source: String

    package init(id: FetchOrder.ID, source: String) {
        self.id = id
        self.source = source
    }
}

/// The categories of a source.
package struct CategoryList: Sendable, Hashable {
    /// In the source's order.
    package var names: [String]
    /// How many requests it took.
    package var requests: Int

    package init(_ names: [String], requests: Int) {
        self.names = names
        self.requests = requests
    }
}
