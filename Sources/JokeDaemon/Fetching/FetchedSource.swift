// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
package import JokeWire

/// A source that jokesd-fetch asks.
package final class FetchedSource: JokeSource {
    private let remote: Configuration.Remote
    private let fetcher: Fetcher

    package init(_ remote: Configuration.Remote, over fetcher: Fetcher) {
        self.remote = remote
        self.fetcher = fetcher
    }

    package func fetch(
        _ order: FetchOrder, completion: @escaping @Sendable (Result<Delivery, SourceError>) -> Void
    ) {
        fetcher.post(remote.order(order)) { [remote] outcome in completion(remote.delivery(outcome)) }
    }
}

extension FetchedSource: PagedSource {
    package func fetchPage(
        _ order: FeedOrder, completion: @escaping @Sendable (Result<FeedPage, SourceError>) -> Void
    ) {
        fetcher.post(remote.order(order)) { [remote] outcome in completion(remote.page(outcome)) }
    }
}

extension FetchedSource: CategorizedSource {
    package func fetchCategories(
        completion: @escaping @Sendable (Result<CategoryList, SourceError>) -> Void
    ) {
        fetcher.post(remote.categoryOrder) { [remote] outcome in completion(remote.categories(outcome)) }
    }
}

extension Configuration.Remote {
    var categoryOrder: SourceOrder {
        SourceOrder(source: name, wish: .categories, language: language, settings: settings)
    }

    /// What came of it, as the core takes it; each name once.
    func categories(_ outcome: Result<SourceAnswer, SourceError>) -> Result<CategoryList, SourceError> {
        outcome.map { answer in
            var names: [String] = []
            for name in answer.categories ?? [] where !names.contains(name) { names.append(name) }
            return CategoryList(names, requests: answer.requests)
        }
    }

    /// What jokesd-fetch is told to do.
    package func order(_ order: FeedOrder) -> SourceOrder {
        SourceOrder(
            source: name, wish: .page(order.page, query: order.feed.query ?? ""), language: language,
            settings: settings)
    }

    /// What came of it, as the core takes it. A page that does not say where it stands is the last one.
    func page(_ outcome: Result<SourceAnswer, SourceError>) -> Result<FeedPage, SourceError> {
        switch outcome {
        case .success(let answer):
            return .success(
                FeedPage(
                    delivery(of: answer), hasMore: answer.page?.hasMore ?? false, total: answer.page?.total))
        // Nothing is found: an empty page ends a feed.
        case .failure(let error) where error.kind == .empty:
            return .success(FeedPage(Delivery([], requests: error.requests), hasMore: false))
        case .failure(let error): return .failure(error)
        }
    }

    /// What jokesd-fetch is told to do.
    package func order(_ order: FetchOrder) -> SourceOrder {
        SourceOrder(
            source: name,
            wish: .jokes(
                count: min(max(order.count, 1), mostAtOnce),
                categories: (order.category ?? order.leaning).map { [$0] } ?? categories),
            language: language, settings: settings)
    }

    /// What came of it, as the core takes it.
    package func delivery(_ outcome: Result<SourceAnswer, SourceError>) -> Result<Delivery, SourceError> {
        switch outcome {
        case .success(let answer): return .success(delivery(of: answer))
        // That there is none of the kind that was asked for says nothing of how the source fares.
        case .failure(let error) where error.kind == .empty:
            return .success(Delivery([], requests: error.requests, shortfall: error))
        case .failure(let error): return .failure(error)
        }
    }

    private func delivery(of answer: SourceAnswer) -> Delivery {
        let jokes = answer.jokes.map { (joke: joke($0), warnings: $0.warnings) }
        return Delivery(
            jokes.map(\.joke),
            flags: Dictionary(jokes.map { ($0.joke.id, $0.warnings) }, uniquingKeysWith: +),
            requests: answer.requests, shortfall: answer.failure)
    }

    /// With an id that is this source's own, whatever it calls itself, and the same whenever it comes again.
    package func joke(_ fetched: FetchedJoke) -> Joke {
        Joke(
            id: id(of: fetched), value: fetched.value, setup: fetched.setup, punchline: fetched.punchline,
            categories: fetched.categories, source: name,
            language: fetched.language ?? language, url: fetched.url)
    }

    private func id(of joke: FetchedJoke) -> Joke.ID {
        let own = "\(name)-"
        if let id = joke.id.map({ $0.hasPrefix(own) ? $0 : own + $0 }), id.utf8.count <= Limits.jokeID {
            return Joke.ID(rawValue: id)
        }
        let made = TextHash.id(own, of: joke.value)
        return made.rawValue.utf8.count <= Limits.jokeID ? made : TextHash.id("", of: joke.value)
    }
}

extension FetchedJoke {
    /// What its source warns of.
    fileprivate var warnings: [String] { flags + (isSafe == false ? ["unsafe"] : []) }
}
