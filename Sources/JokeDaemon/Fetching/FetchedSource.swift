// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// An external source: one that jokesd-fetch asks.
package final class FetchedSource: JokeSource {
    private let source: Configuration.ExternalSource
    private let fetcher: Fetcher

    package init(_ source: Configuration.ExternalSource, using fetcher: Fetcher) {
        self.source = source
        self.fetcher = fetcher
    }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        fetcher.post(source.configured(request)) { [source] result in
            completion(source.result(result, of: request))
        }
    }
}

extension Configuration.ExternalSource {
    /// Returns the request with this source's settings, as jokesd-fetch needs it.
    package func configured(_ request: SourceRequest) -> SourceRequest {
        var request = request
        (request.language, request.settings) = (language, settings)
        if case .jokes(let count, let categories) = request.kind {
            request.kind = .jokes(
                count: min(max(count, 1), mostAtOnce),
                categories: categories.isEmpty ? self.categories : categories)
        }
        return request
    }

    /// Returns the result as the core needs it: with ids and names of this source.
    package func result(
        _ result: Result<SourceResult, SourceError>, of request: SourceRequest
    ) -> Result<SourceResult, SourceError> {
        switch result {
        case .success(var result):
            result.jokes = result.jokes.map(named)
            var known: Set<String> = []
            result.categories = result.categories?.filter { known.insert($0).inserted }
            return .success(result)
        // A service without a joke in the category has not failed. An empty page is the end of a feed. Of a failure
        // status, the core decides what it means: a service that is gone has one for every category.
        case .failure(let error)
        where error.kind == .empty && error.status == nil && request.kind != .categories:
            return .success(SourceResult([], requests: error.requests, error: error))
        case .failure: return result
        }
    }

    /// Returns the joke with the name of this source and an id that begins with that name. The same joke always gets
    /// the same id.
    package func named(_ fetched: FetchedJoke) -> FetchedJoke {
        var fetched = fetched
        fetched.joke.id = id(of: fetched)
        fetched.joke.source = name
        if fetched.joke.language.isEmpty { fetched.joke.language = language }
        return fetched
    }

    private func id(of joke: FetchedJoke) -> Joke.ID {
        let prefix = "\(name)-"
        if let id = joke.id.map({ Joke.ID(rawValue: $0.hasPrefix(prefix) ? $0 : prefix + $0) }),
            id.rawValue.utf8.count <= Limits.jokeID, !id.isReserved
        {
            return id
        }
        let hash = TextHash.id(prefix, of: joke.value)
        return hash.rawValue.utf8.count <= Limits.jokeID ? hash : TextHash.id("", of: joke.value)
    }
}
