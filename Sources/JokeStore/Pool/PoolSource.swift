// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol

/// A corpus as a source: gives jokes of it that are neither seen, saved nor buried; none when there are no more.
package final class PoolSource: JokeSource {
    private let corpus: any Corpus
    private let store: Store

    init(corpus: any Corpus, store: Store) {
        self.corpus = corpus
        self.store = store
    }

    package func fetch(
        _ order: FetchOrder, completion: @escaping @Sendable (Result<Delivery, SourceError>) -> Void
    ) {
        store.fetch(order, from: corpus) { jokes in completion(jokes.map { Delivery($0, requests: 0) }) }
    }
}

extension PoolSource: CategorizedSource {
    package func fetchCategories(
        completion: @escaping @Sendable (Result<CategoryList, SourceError>) -> Void
    ) {
        store.categories(of: corpus) { names in completion(names.map { CategoryList($0, requests: 0) }) }
    }
}
