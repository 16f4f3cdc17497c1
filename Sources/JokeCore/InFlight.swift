// SPDX-License-Identifier: MIT
package import JokeWire

/// The requests to sources that have not ended, whatever they are for. `Prefetch` decides which source gets one, and
/// when.
///
/// A source gets one request at a time. An on-demand request also waits for every prefetch that was placed at its
/// source; a prefetch waits only for a request that was sent.
package struct InFlight: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        /// Not sent yet: it may be sent from this uptime on. It becomes `sent`, or is removed.
        case waiting(until: Duration)
        /// Sent: it times out at this uptime. It becomes `waiting` for its second attempt, or is removed.
        case sent(until: Duration)
    }

    package struct Entry: Sendable, Hashable {
        /// The request as it was placed. `ViewModel.offered(_:)` may change the one that is sent.
        package fileprivate(set) var request: SourceRequest
        fileprivate(set) var phase: Phase
        fileprivate(set) var isSecondAttempt = false
        /// The jobs whose translations the request asks for; empty for a source of jokes.
        let jobs: [TranslationScheduler.Job]

        package var isSent: Bool {
            if case .sent = phase { true } else { false }
        }
    }

    package private(set) var entries: [Entry] = []
    private var lastID = 0

    package init() {}

    package subscript(id: SourceRequest.ID) -> Entry? { entries.first { $0.request.id == id } }

    /// Returns the prefetch request to a source, sent or not.
    package func prefetch(from source: String) -> SourceRequest? {
        entries.first { $0.request.source == source && !$0.request.isOnDemand }?.request
    }

    /// Returns the on-demand requests to a source, sent or not.
    package func onDemand(from source: String) -> [SourceRequest] {
        entries.map(\.request).filter { $0.source == source && $0.isOnDemand }
    }

    package func isLoading(_ feed: FeedKey) -> Bool { entries.contains { $0.request.feed == feed } }

    func isListingCategories(of source: String) -> Bool {
        entries.contains { $0.request.source == source && $0.request.kind == .categories }
    }

    /// Returns whether the entry waits for another request to its source.
    private func isBlocked(_ entry: Entry) -> Bool {
        entries.contains { other in
            other.request.source == entry.request.source && other.request.id != entry.request.id
                && (other.isSent || (entry.request.isOnDemand && !other.request.isOnDemand))
        }
    }
}

// MARK: Lifecycle

extension InFlight {
    /// Places a request, which `send` sends later.
    package mutating func place(
        _ kind: SourceRequest.Kind, to source: String, language: String = "en",
        files: SourceRequest.FilePage? = nil, jobs: [TranslationScheduler.Job] = [], at now: Duration
    ) -> SourceRequest {
        var request = SourceRequest(id: nextID(), source: source, kind: kind, language: language)
        request.files = files
        entries.append(Entry(request: request, phase: .waiting(until: now), jobs: jobs))
        return request
    }

    /// Marks a request as sent if its time has come and its source is free. Returns whether it did.
    package mutating func send(_ id: SourceRequest.ID, at now: Duration, timeLimit: Duration) -> Bool {
        guard let index = index(of: id), case .waiting(let time) = entries[index].phase, time <= now,
            !isBlocked(entries[index])
        else { return false }
        entries[index].phase = .sent(until: now + timeLimit)
        return true
    }

    /// Prepares the second attempt after the first one failed: at most `count` jokes, from that uptime on.
    package mutating func retry(_ id: SourceRequest.ID, count: Int, at time: Duration) {
        guard let index = index(of: id) else { return }
        let id = nextID()
        entries[index].request.id = id
        if case .jokes(_, let categories) = entries[index].request.kind {
            entries[index].request.kind = .jokes(count: count, categories: categories)
        }
        (entries[index].phase, entries[index].isSecondAttempt) = (.waiting(until: time), true)
    }

    /// Removes a request that has ended, or whose result is no longer wanted.
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
    /// Returns the requests whose time limit has passed.
    package func overdue(at now: Duration) -> [SourceRequest] {
        entries.compactMap { entry in
            if case .sent(let end) = entry.phase, end <= now { entry.request } else { nil }
        }
    }

    /// Returns the next uptime at which a request times out or can be sent. A request that waits for another one has no
    /// time of its own.
    ///
    /// - Parameter spacedTime: Returns the uptime from which the next request to a source may be sent.
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
    /// The feed whose page is requested, or nil for other requests. Pages of local files are not stored, so they are in
    /// no feed.
    var feed: FeedKey? {
        if files == nil, case .page(_, let query) = kind {
            FeedKey(source: source, query: query)
        } else {
            nil
        }
    }
}
