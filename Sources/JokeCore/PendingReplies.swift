// SPDX-License-Identifier: MIT
package import JokeWire

/// The requests of clients that wait for a source, in the order of their arrival.
package struct PendingReplies: Sendable, Hashable {
    /// The result that a client waits for.
    package enum Awaited: Sendable, Hashable {
        case next(PendingNext)
        case page(FeedKey)
        /// A page of local files.
        case filePage(SourceRequest.ID)
        case categories(source: String)
        case translation(Joke.ID)
    }

    package struct Entry: Sendable, Hashable {
        package let token: ReplyToken
        package let awaited: Awaited
        /// The uptime at which the client gets a reply, whatever is still tried.
        fileprivate let end: Duration

        fileprivate var next: PendingNext? { if case .next(let next) = awaited { next } else { nil } }
    }

    /// The longest time that a client waits, for all sources and attempts together.
    package static let timeLimit = Prefetch.timeout

    package private(set) var entries: [Entry] = []
    /// The number of answers to `next` requests that waited.
    private var answers = 0
    /// The number of the last answer to each connection that still had requests.
    private var lastAnswers: [Int: Int] = [:]

    package init() {}

    package mutating func add(_ awaited: Awaited, _ token: ReplyToken, at now: Duration) {
        entries.append(Entry(token: token, awaited: awaited, end: now + Self.timeLimit))
    }

    /// Adds a request, also one that has waited before, at the place of its arrival.
    mutating func add(_ next: PendingNext) {
        let token = next.request.token
        let place = entries.firstIndex { $0.token.number > token.number } ?? entries.count
        entries.insert(
            Entry(token: token, awaited: .next(next), end: next.began + Self.timeLimit), at: place)
    }

    /// Gives the next turns to other connections.
    mutating func answered(_ waiting: PendingNext) {
        answers += 1
        lastAnswers[waiting.request.token.cause.connection] = answers
    }

    /// The uptime at which the first wait ends, or nil if there is none.
    var deadline: Duration? { entries.lazy.map(\.end).min() }

    /// Removes and returns the first requests whose time is over.
    mutating func takeOverdue(at now: Duration, atMost count: Int) -> [Entry] {
        entries.take(atMost: count) { $0.end <= now }
    }

    /// Removes the requests that wait for a result, when it has arrived or can no longer arrive.
    ///
    /// - Returns: The tokens to reply to now.
    package mutating func take(_ awaited: Awaited) -> [ReplyToken] {
        entries.take { $0.awaited == awaited }.map(\.token)
    }

    /// Removes the requests that wait for an on-demand request, when it has ended.
    ///
    /// - Returns: The tokens to reply to now.
    package mutating func take(_ request: SourceRequest) -> [ReplyToken] {
        if request.files != nil { return take(.filePage(request.id)) }
        return take(request.feed.map(Awaited.page) ?? .categories(source: request.source))
    }

    /// Removes the requests of a connection that was closed, and returns their tokens.
    mutating func take(of connection: Int) -> [ReplyToken] {
        entries.take { $0.token.cause.connection == connection }.map(\.token)
    }

    /// Removes `next` requests that wait for a source, when a fetch from it has ended, or those without one.
    ///
    /// - Returns: The requests, each to be replied to or added again now. The connections take turns: the first request of
    ///   each one comes before the second one of any, and that of the connection whose last answer is oldest comes first.
    mutating func takeNext(from source: String?, atMost count: Int = .max) -> [PendingNext] {
        let connections = Set(entries.map(\.token.cause.connection))
        lastAnswers = lastAnswers.filter { connections.contains($0.key) }
        let waiting = entries.take { $0.next.map { $0.source == source } ?? false }.compactMap(\.next)
        var numbers: [Int: Int] = [:]
        let turns = waiting.map { next in
            let token = next.request.token
            defer { numbers[token.cause.connection, default: 0] += 1 }
            let number = numbers[token.cause.connection, default: 0]
            return (order: (number, lastAnswers[token.cause.connection] ?? 0, token.number), next: next)
        }
        let next = turns.sorted { $0.order < $1.order }.map(\.next)
        for later in next.dropFirst(count) { add(later) }
        return Array(next.prefix(count))
    }

    /// Removes and returns the newest request of the connection that has the most. Returns nil if it has at most one more
    /// than `connection`.
    mutating func takeNewest(insteadOf connection: Int) -> Entry? {
        let counts = entries.reduce(into: [:]) { $0[$1.token.cause.connection, default: 0] += 1 }
        guard let most = counts.values.max(), most > counts[connection, default: 0] + 1,
            let newest = entries.lastIndex(where: { counts[$0.token.cause.connection] == most })
        else { return nil }
        return entries.remove(at: newest)
    }

    /// Whether `next` requests wait that have no source.
    var hasUnassigned: Bool { entries.contains { $0.next.map { $0.source == nil } ?? false } }

    var next: [PendingNext] { entries.compactMap(\.next) }
}

/// A `next` request that waits for a fetch.
package struct PendingNext: Sendable, Hashable {
    let request: ChangeRequest
    let selection: ChangeRequest.Selection
    /// The uptime at which the wait began.
    let began: Duration
    /// The source whose fetch may bring the joke, or nil while none is chosen.
    package var source: String?
    /// The sources that were not asked for this request yet.
    var untried: [String]
    /// The last reason why a source failed or could not be asked, or nil.
    var failure: SourceError?
}
