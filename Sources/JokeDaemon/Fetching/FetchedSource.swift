// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
import JokeWire

/// A source that jokesd-fetch asks.
package final class FetchedSource: JokeSource {
    private let remote: Configuration.ExternalSource
    private let fetcher: Fetcher

    package init(_ remote: Configuration.ExternalSource, over fetcher: Fetcher) {
        self.remote = remote
        self.fetcher = fetcher
    }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        fetcher.post(remote.configured(request)) { [remote] result in
            completion(remote.result(result, of: request))
        }
    }
}

extension Configuration.ExternalSource {
    /// The request as jokesd-fetch gets it.
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

    /// The result as the core gets it.
    package func result(
        _ result: Result<SourceResult, SourceError>, of request: SourceRequest
    ) -> Result<SourceResult, SourceError> {
        switch result {
        case .success(var result):
            result.jokes = result.jokes.map(named)
            var known: Set<String> = []
            result.categories = result.categories?.filter { known.insert($0).inserted }
            return .success(result)
        // That there is none of the kind is no failure of the source, and an empty page ends a feed.
        case .failure(let error) where error.kind == .empty && request.kind != .categories:
            return .success(SourceResult([], requests: error.requests, error: error))
        case .failure: return result
        }
    }

    /// Gives the joke an id that is this source's own, whatever it calls itself, and the same whenever it comes again.
    package func named(_ fetched: FetchedJoke) -> FetchedJoke {
        var fetched = fetched
        fetched.joke.id = id(of: fetched)
        fetched.joke.source = name
        if fetched.joke.language.isEmpty { fetched.joke.language = language }
        return fetched
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
