// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeFetchProtocol

// The orders of the view model go out, and what comes of them is handed in.
extension Engine {
    func fetch(_ order: FetchOrder) {
        guard let source = sources[order.source] else {
            let failure = SourceError(.unavailable, "There is no source '\(order.source)'.", requests: 0)
            return feed(.fetchFailed(order.id, failure))
        }
        source.fetch(
            order,
            completion: handingIn {
                .fetched(order.id, $0)
            } orElse: {
                .fetchFailed(order.id, $0)
            })
    }

    func fetchPage(_ order: FeedOrder) {
        guard let source = sources[order.feed.source] as? any PagedSource else {
            let message = "The source '\(order.feed.source)' has no pages."
            return feed(.sideOrderFailed(order.id, SourceError(.unavailable, message, requests: 0)))
        }
        source.fetchPage(
            order,
            completion: handingIn {
                .pageFetched(order.id, $0)
            } orElse: {
                .sideOrderFailed(order.id, $0)
            })
    }

    func fetchCategories(_ order: CategoryOrder) {
        guard let source = sources[order.source] as? any CategorizedSource else {
            let message = "The source '\(order.source)' does not say which categories it has."
            return feed(.sideOrderFailed(order.id, SourceError(.unavailable, message, requests: 0)))
        }
        source.fetchCategories(
            completion: handingIn {
                .categoriesFetched(order.id, $0)
            } orElse: {
                .sideOrderFailed(order.id, $0)
            })
    }

    func translate(_ order: TranslationOrder) {
        guard let translator else {
            let message = "There is no translation engine '\(order.engine)'."
            return feed(.translationFailed(order.id, SourceError(.unsupported, message, requests: 0)))
        }
        translator.translate(
            order,
            completion: handingIn {
                .translated(order.id, $0)
            } orElse: {
                .translationFailed(order.id, $0)
            })
    }

    /// From whatever thread it is called.
    private func handingIn<Success: Sendable>(
        _ event: @escaping @Sendable (Success) -> Input.Event,
        orElse failed: @escaping @Sendable (SourceError) -> Input.Event
    ) -> @Sendable (Result<Success, SourceError>) -> Void {
        { [loop, weak self] result in
            loop.post {
                switch result {
                case .success(let success): self?.feed(event(success))
                case .failure(let failure): self?.feed(failed(failure))
                }
            }
        }
    }
}
