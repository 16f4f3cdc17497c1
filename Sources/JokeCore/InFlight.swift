// SPDX-License-Identifier: MIT
package import JokeFetchProtocol

/// The requests that sources have not answered, whatever they are for. `Prefetch` decides who is asked, and how often.
///
/// A source gets one request at a time. One on demand goes before a prefetch that is placed after it is sent, and waits for
/// the end of a prefetch that was placed before.
package struct InFlight: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        /// Not before that time. → `sent`; an on-demand request may also be removed.
        case waiting(until: Duration)
        /// Sent, with a time limit. → `waiting` for the second attempt, or removed.
        case sent(until: Duration)
    }

    package struct Entry: Sendable, Hashable {
        /// The request as it was placed. The one that is sent may offer the source a choice (`ViewModel.send`).
        package fileprivate(set) var request: SourceRequest
        fileprivate(set) var phase: Phase
        fileprivate(set) var isSecondAttempt = false
        /// The translations that are expected.
        let jobs: [TranslationScheduler.Job]

        package var isSent: Bool {
            if case .sent = phase { true } else { false }
        }
    }

    package private(set) var entries: [Entry] = []
    private var lastID = 0

    package init() {}

    package subscript(id: SourceRequest.ID) -> Entry? { entries.first { $0.request.id == id } }

    /// Returns the prefetch request to the source, sent or not.
    package func prefetch(from source: String) -> SourceRequest? {
        entries.first { $0.request.source == source && !$0.request.isOnDemand }?.request
    }

    /// Returns the requests to the source that clients wait for, sent or not.
    package func onDemand(from source: String) -> [SourceRequest] {
        entries.map(\.request).filter { $0.source == source && $0.isOnDemand }
    }

    package func isLoading(_ feed: FeedKey) -> Bool { entries.contains { $0.request.feed == feed } }

    func isListingCategories(of source: String) -> Bool {
        entries.contains { $0.request.source == source && $0.request.kind == .categories }
    }

    /// Whether the source is busy with a request on demand.
    private func isBlocked(_ entry: Entry) -> Bool {
        entries.contains { other in
            other.request.source == entry.request.source && other.request.id != entry.request.id
                && (other.isSent || (entry.request.isOnDemand && !other.request.isOnDemand))
        }
    }
}

// MARK: Events

extension InFlight {
    /// A request is placed; `send` begins it.
    package mutating func place(
        _ kind: SourceRequest.Kind, to source: String, language: String = "en",
        jobs: [TranslationScheduler.Job] = [], at now: Duration
    ) -> SourceRequest {
        let request = SourceRequest(id: nextID(), source: source, kind: kind, language: language)
        entries.append(Entry(request: request, phase: .waiting(until: now), jobs: jobs))
        return request
    }

    /// Time has passed: a request is sent if its time has come and its source is free.
    package mutating func send(_ id: SourceRequest.ID, at now: Duration, timeLimit: Duration) -> Bool {
        guard let index = index(of: id), case .waiting(let time) = entries[index].phase, time <= now,
            !isBlocked(entries[index])
        else { return false }
        entries[index].phase = .sent(until: now + timeLimit)
        return true
    }

    /// The first attempt failed: the second one asks for `count` jokes at most, at that time.
    package mutating func retry(_ id: SourceRequest.ID, count: Int, at time: Duration) {
        guard let index = index(of: id) else { return }
        let id = nextID()
        entries[index].request.id = id
        if case .jokes(_, let categories) = entries[index].request.kind {
            entries[index].request.kind = .jokes(count: count, categories: categories)
        }
        (entries[index].phase, entries[index].isSecondAttempt) = (.waiting(until: time), true)
    }

    /// The request has ended, or nobody wants its result any more.
    @discardableResult
    package mutating func remove(_ id: SourceRequest.ID) -> Entry? {
        index(of: id).map { entries.remove(at: $0) }
    }

    private mutating func nextID() -> SourceRequest.ID {
        lastID += 1
        return SourceRequest.ID(rawValue: lastID)
    }

    private func index(of id: SourceRequest.ID) -> Int? { entries.firstIndex { $0.request.id == id } }
}

// MARK: Time

extension InFlight {
    /// The requests whose time limit is over.
    package func overdue(at now: Duration) -> [SourceRequest] {
        entries.compactMap { entry in
            if case .sent(let end) = entry.phase, end <= now { entry.request } else { nil }
        }
    }

    /// When a time limit is over, or a request can be sent. One that waits for another's end has no time of its own.
    ///
    /// - Parameter spacedTime: when the next request to a source may be sent.
    package func deadline(spacedTime: (String) -> Duration) -> Duration? {
        entries.compactMap { entry -> Duration? in
            switch entry.phase {
            case .sent(let end): end
            case .waiting(let time): isBlocked(entry) ? nil : max(time, spacedTime(entry.request.source))
            }
        }.min()
    }
}

extension SourceRequest {
    /// The feed of the page that it asks for.
    var feed: FeedKey? {
        if case .page(_, let query) = kind { FeedKey(source: source, query: query) } else { nil }
    }
}
