// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// The requests of clients that wait for a source, in the order in which they came.
package struct PendingReplies: Sendable, Hashable {
    /// The result that a client waits for.
    package enum Awaited: Sendable, Hashable {
        case next(PendingNext)
        case page(FeedKey)
        case categories(source: String)
        case translation(Joke.ID)
    }

    package struct Entry: Sendable, Hashable {
        let token: ReplyToken
        package let awaited: Awaited
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    package mutating func add(_ awaited: Awaited, _ token: ReplyToken) {
        entries.append(Entry(token: token, awaited: awaited))
    }

    mutating func add(_ next: PendingNext) { add(.next(next), next.request.token) }

    /// The result is there, or will never be.
    ///
    /// - Returns: the tickets of those who wait for it, to be answered now.
    package mutating func take(_ awaited: Awaited) -> [ReplyToken] {
        entries.take { $0.awaited == awaited }.map(\.token)
    }

    /// The same for a request on demand.
    package mutating func take(_ request: SourceRequest) -> [ReplyToken] {
        take(request.feed.map(Awaited.page) ?? .categories(source: request.source))
    }

    /// A fetch from the source has ended.
    ///
    /// - Returns: each `next` that waits for it, to be answered now or added again.
    mutating func takeNext(from source: String) -> [PendingNext] {
        let found = next.filter { $0.source == source }
        entries.removeAll { entry in
            if case .next(let next) = entry.awaited { next.source == source } else { false }
        }
        return found
    }

    var next: [PendingNext] {
        entries.compactMap { if case .next(let next) = $0.awaited { next } else { nil } }
    }
}

/// A `next` that waits for a fetch.
package struct PendingNext: Sendable, Hashable {
    let request: ChangeRequest
    let selection: ChangeRequest.Selection
    /// The source whose fetch may bring its joke.
    package var source: String?
    /// The sources that were not asked for it yet.
    var untried: [String]
    /// Why a source could not be asked, or failed.
    var failure: SourceError?
}
