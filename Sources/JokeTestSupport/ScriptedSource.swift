// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
package import JokeWire
import Synchronization

/// A source that answers when a test says so.
package final class ScriptedSource: JokeSource {
    private let pending = Mutex<[(SourceRequest, Completion)]>([])

    package init() {}

    /// The requests that were not answered, oldest first.
    package var requests: [SourceRequest] { pending.withLock { $0.map(\.0) } }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        pending.withLock { $0.append((request, completion)) }
    }

    /// Answers the oldest request.
    package func answer(_ result: Result<SourceResult, SourceError>) {
        pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.1(result)
    }

    package func answer(_ jokes: [Joke]) { answer(.success(SourceResult(jokes))) }

    /// Answers the oldest request with a page.
    package func answer(_ jokes: [Joke], hasMore: Bool) { answer(.success(.page(jokes, hasMore: hasMore))) }
}

extension SourceResult {
    /// A page, of which nobody asks which one it is.
    package static func page(
        _ jokes: [Joke], hasMore: Bool, error: SourceError? = nil
    ) -> SourceResult {
        var result = SourceResult(jokes, error: error)
        result.page = Page(number: 1, hasMore: hasMore, total: nil)
        return result
    }

    /// Jokes of which the source warns, all in the same way.
    package init(_ jokes: [Joke], flags: [String]) {
        self.init()
        self.jokes = jokes.map { FetchedJoke($0, flags: flags) }
        requests = 1
    }
}
