// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
package import JokeWire
import Synchronization

/// A source with pages that answers when a test says so.
package final class ScriptedPages: PagedSource {
    package typealias Completion = @Sendable (Result<FeedPage, SourceError>) -> Void

    private let pending = Mutex<[(FeedOrder, Completion)]>([])

    package init() {}

    /// Of pages, oldest first, that were not answered.
    package var orders: [FeedOrder] { pending.withLock { $0.map(\.0) } }

    /// It has jokes only by the page.
    package func fetch(
        _ order: FetchOrder, completion: @escaping @Sendable (Result<Delivery, SourceError>) -> Void
    ) {
        completion(.failure(SourceError(.empty, "There are only pages.")))
    }

    package func fetchPage(_ order: FeedOrder, completion: @escaping Completion) {
        pending.withLock { $0.append((order, completion)) }
    }

    /// Answers the oldest order.
    package func answer(_ result: Result<FeedPage, SourceError>) {
        pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.1(result)
    }

    package func answer(_ jokes: [Joke], hasMore: Bool = true) {
        answer(.success(FeedPage(Delivery(jokes), hasMore: hasMore)))
    }
}
