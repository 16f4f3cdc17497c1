// SPDX-License-Identifier: MIT
package import JokeWire

/// Decides which source is asked for how many jokes and when, and how failures are handled (docs/rate-limits.md).
///
/// `TranslationScheduler` has a second value for the translation engines. Deadlines are `Timestamp.uptime`. Every
/// request ends, at the latest with the time limit of its last attempt.
package struct Prefetch: Sendable, Hashable {
    /// The time limit of an attempt that takes one request.
    package static let timeout: Duration = .seconds(25)
    /// The time within which every attempt ends, whatever it takes.
    static let longestAttempt = timeout * 4
    /// The longest time without requests that a source can ask for.
    package static let longestRest: Duration = .seconds(2 * 86_400)
    /// The time for which a source without an unseen joke is not asked.
    package static let rest: Duration = .seconds(24 * 3600)
    /// The number of consecutive seen jokes after which a source counts as exhausted.
    package static let repeatsOfExhausted = 10
    /// The number of consecutive failures that opens the circuit.
    package static let circuitFailures = 5

    package internal(set) var sources: [Source]
    package internal(set) var inFlight = InFlight()
    /// The number of failures of all sources since the start.
    var troubles = 0
    let backoff = Backoff()
    /// The time over which the requests of many machines are spread, after a start and after midnight.
    var spread: Duration
    /// Whether deferred requests are placed at once, because a client wanted a joke and the queue was empty.
    private var isJitterSkipped = false
    /// The time at which the budgets are renewed.
    private var midnight: DueTime?

    /// The word for a source in messages.
    private let noun: String

    init(sources: [Settings.Source], spread: Duration, noun: String = "source") {
        self.noun = noun
        self.sources = sources.map(Source.init)
        self.spread = spread
    }

    package var isFetching: Bool { !inFlight.entries.isEmpty }
    /// The newest failure of an enabled source that has not succeeded since.
    package var trouble: ErrorInfo? {
        sources.filter(\.isEnabled).compactMap(\.trouble).max { $0.number < $1.number }
    }

    package subscript(name: String) -> Source? { sources.first { $0.settings.name.hasBytes(of: name) } }

    package func isFetching(from source: String) -> Bool {
        inFlight.entries.contains { $0.request.source == source }
    }

    func isLocal(_ source: String) -> Bool { self[source]?.settings.isLocal ?? false }

    mutating func update(_ name: String, _ change: (inout Source) -> Void) {
        guard let index = sources.firstIndex(where: { $0.settings.name.hasBytes(of: name) }) else { return }
        change(&sources[index])
    }
}

// MARK: Jitter and budgets

extension Prefetch {
    /// Restores the stored state. Sources on the network get a random delay, so that machines that boot together do not
    /// all send requests together.
    mutating func begin(
        restoring persisted: [PersistedSource], at now: Timestamp, using generator: inout SeededGenerator
    ) {
        for index in sources.indices {
            if let entry = persisted.first(where: { $0.name.hasBytes(of: sources[index].settings.name) }) {
                sources[index].restore(entry, at: now)
            }
            if !sources[index].settings.isLocal {
                sources[index].jitterUntil = now.after(Self.random(upTo: spread, using: &generator))
            }
        }
    }

    /// Places deferred requests without waiting for their random time. Call this if a client wants a joke and the queue
    /// is empty: people do not all do that in the same second.
    mutating func skipJitter() { isJitterSkipped = true }

    /// The time over which requests are spread that many machines would make at the same moment.
    var lowWaterJitter: Duration { spread / 6 }

    /// Renews the budgets after midnight, with a random delay for sources whose budget was used up, so that the
    /// machines of a time zone do not all send requests at midnight. Call this first with every input.
    mutating func renewBudgets(at now: Timestamp, using generator: inout SeededGenerator) {
        midnight = now.due(at: now.midnight)
        // Without this check the loop would copy the sources each time, although none needs it.
        guard sources.contains(where: { $0.needsNewBudget(on: now.date) }) else { return }
        for index in sources.indices where sources[index].needsNewBudget(on: now.date) {
            guard sources[index].renewBudget(on: now.date) else { continue }
            let end = now.after(Self.random(upTo: spread, using: &generator))
            sources[index].backoffUntil = max(sources[index].backoffUntil ?? end, end)
        }
    }

    static func random(upTo bound: Duration, using generator: inout SeededGenerator) -> Duration {
        .nanoseconds(Int64.random(in: 0...max(0, bound.nanoseconds), using: &generator))
    }
}

// MARK: Placing requests

extension Prefetch {
    /// The number of jokes that are being fetched.
    var expected: Int { expected(from: { _ in true }) }

    /// The number of jokes that are being fetched from files, which answer at once.
    var expectedFromFiles: Int { expected { self[$0]?.settings.isFile ?? false } }

    private func expected(from isCounted: (String) -> Bool) -> Int {
        inFlight.entries.map(\.request).filter { !$0.isOnDemand && isCounted($0.source) }
            .reduce(0) { $0 + $1.count }
    }

    /// Requests `missing` jokes in all, shared among the sources that can be asked now, by preference.
    ///
    /// A source on the network gets its share after a random delay: status bars on many machines may show the next joke
    /// in the same second, and all queues become low at once. The jokes that are left in the queue last for that time.
    ///
    /// - Returns: Whether a source can be asked now. Otherwise another call does nothing.
    mutating func refill(
        missing: Int, at now: Timestamp, by preference: Preference, using generator: inout SeededGenerator
    ) -> Bool {
        let free = sources.filter {
            mayBeAsked($0, at: now.uptime) && $0.deferredCount == 0 && !isFetching(from: $0.settings.name)
        }
        guard !free.isEmpty else { return false }
        var shares: [String: Int] = [:]
        for _ in 0..<missing {
            guard let source = Self.pick(free, by: preference, using: &generator) else { break }
            shares[source.settings.name, default: 0] += 1
        }
        for source in free {
            guard let share = shares[source.settings.name] else { continue }
            if source.settings.isLocal || isJitterSkipped {
                place(share, from: source.settings.name, at: now)
                continue
            }
            let end = now.after(Self.random(upTo: lowWaterJitter, using: &generator))
            update(source.settings.name) { source in
                source.deferredCount = share
                if source.jitterUntil.map({ $0.uptime <= now.uptime }) ?? true { source.jitterUntil = end }
            }
        }
        return !shares.isEmpty
    }

    /// The name of a local source that is being asked for the first time, or nil.
    var firstAsked: String? {
        sources.first { source in
            source.settings.isLocal && source.tally == SourceTally()
                && inFlight.prefetch(from: source.settings.name) != nil
        }?.settings.name
    }

    /// Allows requests to files without an unseen joke, since new lines may have been added, and to files that could
    /// not be read, since they may be back.
    mutating func lookAgain() {
        for index in sources.indices
        where sources[index].settings.isFile && (sources[index].isExhausted || sources[index].failures > 0) {
            sources[index].backoffUntil = nil
        }
    }

    /// Clears the failure of a file, which was read for another request than one for jokes.
    mutating func fileWasRead(_ source: String) {
        guard self[source]?.settings.isFile == true else { return }
        update(source) { source in
            if source.failures > 0 { source.backoffUntil = nil }
            (source.failures, source.trouble) = (0, nil)
        }
    }

    /// Requests jokes from a file, so that the queue does not become empty while services and commands are slow.
    mutating func refillFromFiles(
        missing: Int, at now: Timestamp, by preference: Preference, using generator: inout SeededGenerator
    ) {
        let free = sources.filter {
            $0.settings.isFile && mayBeAsked($0, at: now.uptime) && !isFetching(from: $0.settings.name)
        }
        guard let source = Self.pick(free, by: preference, using: &generator) else { return }
        place(missing, from: source.settings.name, at: now)
    }

    /// Places the deferred requests whose random delay is over, for at most `room` jokes.
    mutating func placeDeferred(room: Int, at now: Timestamp) {
        defer { isJitterSkipped = false }
        var room = room
        for source in sources where source.deferredCount > 0 && mayBeAsked(source, at: now.uptime) {
            let name = source.settings.name
            // An on-demand request goes first; the share stays deferred.
            guard inFlight.onDemand(from: name).isEmpty else { continue }
            guard isJitterSkipped || source.jitterUntil.map({ $0.uptime <= now.uptime }) ?? true
            else { continue }
            let count = min(source.deferredCount, room)
            guard count > 0, inFlight.prefetch(from: name) == nil else {
                update(name) { $0.deferredCount = 0 }
                continue
            }
            room -= count
            place(count, from: name, at: now)
        }
    }

    /// The number of jokes whose requests are deferred.
    var deferredCount: Int { sources.reduce(0) { $0 + ($1.mayGetPrefetch ? $1.deferredCount : 0) } }

    /// Places a request for jokes, even during a backoff, since a client may wait for it.
    mutating func place(_ count: Int, of category: String? = nil, from source: String, at now: Timestamp) {
        guard let asked = self[source] else { return }
        // A request returns at least one joke, so no request for jokes costs more than its count.
        let count = max(1, min(asked.isCircuitOpen ? 1 : count, asked.budgetLeft ?? count))
        place(.jokes(count: count, categories: category.map { [$0] } ?? []), to: source, at: now)
        update(source) { ($0.jitterUntil, $0.deferredCount) = (nil, 0) }
    }

    /// Places a request and reserves its cost. `send(at:)` sends it.
    @discardableResult
    mutating func place(
        _ kind: SourceRequest.Kind, to source: String, language: String = "en",
        files: SourceRequest.FilePage? = nil, jobs: [TranslationScheduler.Job] = [], at now: Timestamp
    ) -> SourceRequest {
        let request = inFlight.place(
            kind, to: source, language: language, files: files, jobs: jobs, at: now.uptime)
        update(source) { $0.reserve(request.count) }
        return request
    }

    /// Marks the requests as sent whose time has come, with regard to spacing, and returns them.
    mutating func send(at now: Timestamp) -> [InFlight.Entry] {
        var sent: [InFlight.Entry] = []
        for entry in inFlight.entries where !entry.isSent {
            let request = entry.request
            guard spacedTime(of: request.source) <= now.uptime,
                inFlight.send(request.id, at: now.uptime, timeLimit: timeLimit(of: request))
            else { continue }
            update(request.source) { $0.askedAt = now.after(.zero) }
            sent.append(entry)
        }
        return sent
    }

    /// Returns the uptime from which the next request to a source may be sent.
    private func spacedTime(of source: String) -> Duration { self[source]?.spacedFrom?.uptime ?? .zero }

    /// Returns the time limit of an attempt. It allows as many requests as jokes, with the spacing of the source, and
    /// `timeout` for the last one.
    package func timeLimit(of request: SourceRequest) -> Duration {
        Self.timeout + (self[request.source]?.settings.spacing ?? .zero) * (request.count - 1)
    }

    /// Returns the names of all sources that may get a prefetch, in random order; preferred ones are more likely to be
    /// first.
    func namesInRandomOrder(
        by preference: Preference, using generator: inout SeededGenerator
    ) -> [String] {
        var left = sources.filter(\.mayGetPrefetch)
        var names: [String] = []
        while let source = Self.pick(left, by: preference, using: &generator) {
            names.append(source.settings.name)
            left.removeAll { $0.settings.name == source.settings.name }
        }
        return names
    }

    private func mayBeAsked(_ source: Source, at now: Duration) -> Bool {
        source.mayGetPrefetch && source.readyTime(midnight: midnight).map { $0.uptime <= now } ?? true
    }

    private static func pick(
        _ sources: [Source], by preference: Preference, using generator: inout SeededGenerator
    ) -> Source? {
        preference.choose(of: sources.map(\.settings), using: &generator).map { sources[$0] }
    }
}

// MARK: Reasons not to ask a source

extension Prefetch {
    /// Returns why a source cannot be asked even if a client waits, or nil if it can: it asked for no requests, or its
    /// budget is used up.
    func unavailability(of source: String, at now: Timestamp) -> SourceError? {
        retryAfterError(of: source, at: now) ?? self[source].flatMap { spentError(of: $0, at: now) }
    }

    /// Returns an error if the budget of the source is used up.
    func spentError(of source: Source, at now: Timestamp) -> SourceError? {
        guard source.isSpent, let limit = source.settings.requestsPerDay else { return nil }
        return SourceError(
            .rateLimited,
            "The \(noun) '\(source.settings.name)' has used its \(limit) requests of today "
                + "(network.requestsPerDay in the configuration). It is asked again after midnight.",
            retryAt: now.midnight, requests: 0)
    }

    /// Returns an error if the source asked for no requests until a time that is not over (Retry-After).
    func retryAfterError(of source: String, at now: Timestamp) -> SourceError? {
        guard let end = self[source]?.retryAfter, end.uptime > now.uptime else { return nil }
        return SourceError(
            .rateLimited, "The \(noun) '\(source)' accepts no request before \(end.wall.rfc3339).",
            retryAt: end.wall, requests: 0)
    }

    /// Returns the time before which the source is asked only if a client waits, or nil if it can be asked. Spacing
    /// does not count.
    func rest(of source: String, at now: Timestamp) -> DueTime? {
        guard let source = self[source] else { return nil }
        let ends = [source.backoffUntil, source.isSpent ? midnight : nil].compactMap { $0 }
        return ends.max().flatMap { $0.uptime > now.uptime ? $0 : nil }
    }

    /// Returns why the source is not asked: its last failure, otherwise its budget.
    func backoffReason(of source: String, until end: DueTime) -> SourceError {
        self[source]?.trouble?.failure
            ?? SourceError(
                .rateLimited, "The \(noun) '\(source)' is paused until \(end.wall.rfc3339).",
                retryAt: end.wall, requests: 0)
    }

    /// Returns the error of a request that exceeded its time limit. It counts as all the requests that it was allowed.
    func timeoutError(of request: SourceRequest) -> SourceError {
        SourceError(
            .timedOut, "The \(noun) '\(request.source)' did not reply in time.", requests: request.count)
    }

    /// Returns the earliest time of the next fetch from an enabled source, or nil if it is possible now.
    func nextFetch(from source: Source, at now: Timestamp) -> WallTime? {
        let times = [source.readyTime(midnight: midnight), source.jitterUntil].compactMap { $0 }
        guard source.mayGetPrefetch, let ready = times.max(), ready.uptime > now.uptime else { return nil }
        return ready.wall
    }

    /// Returns the next uptime at which something is due: an attempt times out or can be sent or, if jokes are wanted,
    /// a delay ends.
    ///
    /// After `refill` this time is in the future: each source that can be asked was asked, or no jokes are wanted.
    func deadline(wanting: Bool) -> Duration? {
        var times = [inFlight.deadline(spacedTime: spacedTime)].compactMap { $0 }
        for source in sources where source.mayGetPrefetch && !isFetching(from: source.settings.name) {
            let ready = source.readyTime(midnight: midnight)
            if source.deferredCount > 0 {
                if let time = [ready, source.jitterUntil].compactMap({ $0 }).max() {
                    times.append(time.uptime)
                }
            } else if wanting, let ready {
                times.append(ready.uptime)
            }
        }
        return times.min()
    }
}
