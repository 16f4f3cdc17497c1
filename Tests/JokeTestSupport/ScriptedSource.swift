// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire
import Synchronization

/// A source whose results the test provides.
package final class ScriptedSource: JokeSource {
    private let pending = Mutex<[(SourceRequest, Completion)]>([])

    package init() {}

    /// The requests without a result, oldest first.
    package var requests: [SourceRequest] { pending.withLock { $0.map(\.0) } }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        pending.withLock { $0.append((request, completion)) }
    }

    /// Completes the oldest request.
    package func answer(_ result: Result<SourceResult, SourceError>) {
        pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.1(result)
    }

    package func answer(_ jokes: [Joke]) { answer(.success(SourceResult(jokes))) }

    /// Completes the oldest request with a page.
    package func answer(_ jokes: [Joke], hasMore: Bool) { answer(.success(.page(jokes, hasMore: hasMore))) }
}

extension SourceResult {
    /// Returns a result with a page, for tests in which the page's number does not matter.
    package static func page(
        _ jokes: [Joke], hasMore: Bool, error: SourceError? = nil
    ) -> SourceResult {
        var result = SourceResult(jokes, error: error)
        result.page = Page(number: 1, hasMore: hasMore, total: nil)
        return result
    }

    /// Creates a result with jokes that all have the same flags.
    package init(_ jokes: [Joke], flags: [String]) {
        self.init()
        self.jokes = jokes.map { FetchedJoke($0, flags: flags) }
        requests = 1
    }
}
