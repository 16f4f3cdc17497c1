// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
import JokeWire

/// Decides when which source is asked for how many jokes, and how a failure is handled (docs/rate-limits.md).
/// Translation engines have one of their own.
///
/// Deadlines are `Timestamp.uptime`. Every request ends, at the latest with the time limit of its last attempt.
package struct Prefetch: Sendable, Hashable {
    /// The time limit of an attempt that takes one request, whatever the source is doing.
    package static let timeout: Duration = .seconds(25)
    /// The longest time that a source is left alone because it asked for that.
    package static let longestRest: Duration = .seconds(2 * 86_400)
    /// How long a source without an unseen joke is left alone.
    package static let rest: Duration = .seconds(24 * 3600)
    /// The number of consecutive seen jokes that means that a source has no others.
    package static let repeatsOfExhausted = 10
    /// The number of consecutive failures that opens the circuit.
    package static let circuitFailures = 5

    package internal(set) var sources: [Source]
    package internal(set) var inFlight = InFlight()
    var troubles = 0
    let backoff = Backoff()
    /// The time over which a fleet's first requests are spread, after a start and after midnight.
    var spread: Duration
    /// Somebody wants a joke and there is none: no source waits for its random moment.
    private var isJitterSkipped = false
    /// When the day's budgets are renewed.
    private var midnight: DueTime?

    /// What messages call a source.
    private let noun: String

    init(sources: [Settings.Source], spread: Duration, noun: String = "source") {
        self.noun = noun
        self.sources = sources.map(Source.init)
        self.spread = spread
    }

    package var isFetching: Bool { !inFlight.entries.isEmpty }
    /// The newest trouble of a source that is on and has not recovered.
    package var trouble: ErrorInfo? {
        sources.filter(\.isEnabled).compactMap(\.trouble).max { $0.number < $1.number }
    }

    package subscript(name: String) -> Source? { sources.first { $0.settings.name == name } }

    package func isFetching(from source: String) -> Bool {
        inFlight.entries.contains { $0.request.source == source }
    }

    func isLocal(_ source: String) -> Bool { self[source]?.settings.isLocal ?? false }

    mutating func update(_ name: String, _ change: (inout Source) -> Void) {
        guard let index = sources.firstIndex(where: { $0.settings.name == name }) else { return }
        change(&sources[index])
    }
}

// MARK: The fleet

extension Prefetch {
    /// Restores what is remembered. Delays sources on the network by a random time: machines that booted together do not ask
    /// together.
    mutating func begin(
        recalling memories: [PersistedSource], at now: Timestamp, using generator: inout SeededGenerator
    ) {
        for index in sources.indices {
            if let memory = memories.first(where: { $0.name == sources[index].settings.name }) {
                sources[index].recall(memory, at: now)
            }
            if !sources[index].settings.isLocal {
                sources[index].jitterUntil = now.after(Self.random(upTo: spread, using: &generator))
            }
        }
    }

    /// Somebody wants a joke and there is none: people do not come all in one second.
    mutating func skipJitter() { isJitterSkipped = true }

    /// The time over which requests are spread that a whole fleet would make at the same moment.
    var lowWaterJitter: Duration { spread / 6 }

    /// Renews budgets at midnight, but not all of a time zone at that very moment. Call this first with every input.
    mutating func renewBudgets(at now: Timestamp, using generator: inout SeededGenerator) {
        midnight = now.due(at: now.midnight)
        // Only sources that change are written: comparing the others before and after costs nothing then.
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
    /// The number of jokes that are on their way.
    var expected: Int { expected(from: { _ in true }) }

    /// The number of those that nothing holds up.
    var expectedLocally: Int { expected(from: isLocal) }

    private func expected(from isCounted: (String) -> Bool) -> Int {
        inFlight.entries.map(\.request).filter { !$0.isOnDemand && isCounted($0.source) }
            .reduce(0) { $0 + $1.count }
    }

    /// Requests `missing` jokes in all, shared among the sources that can be asked now, by preference.
    ///
    /// The share of a source on the network is deferred to a random moment: if bars show the next joke at the same second on
    /// all machines, jokes run low everywhere at once. What is left lasts for a while.
    mutating func refill(
        missing: Int, at now: Timestamp, by preference: Preference, using generator: inout SeededGenerator
    ) {
        let free = sources.filter {
            mayBeAsked($0, at: now.uptime) && $0.deferredCount == 0 && !isFetching(from: $0.settings.name)
        }
        guard !free.isEmpty else { return }
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
    }

    /// Requests jokes of a local source: what comes over the network may take long, and the queue must not run dry.
    mutating func refillFromLocalSources(
        missing: Int, at now: Timestamp, by preference: Preference, using generator: inout SeededGenerator
    ) {
        let free = sources.filter {
            $0.settings.isLocal && mayBeAsked($0, at: now.uptime) && !isFetching(from: $0.settings.name)
        }
        guard let source = Self.pick(free, by: preference, using: &generator) else { return }
        place(missing, from: source.settings.name, at: now)
    }

    /// Requests the deferred shares whose moment has come, for as much as there is room for.
    mutating func placeDeferred(room: Int, at now: Timestamp) {
        defer { isJitterSkipped = false }
        var room = room
        for source in sources where source.deferredCount > 0 && mayBeAsked(source, at: now.uptime) {
            let name = source.settings.name
            // A request on demand goes first; the share stays.
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

    /// The number of jokes that are deferred.
    var deferredCount: Int { sources.reduce(0) { $0 + ($1.isAskedAtAll ? $1.deferredCount : 0) } }

    /// Requests jokes, also while the source rests after a failure: somebody may wait for it.
    mutating func place(_ count: Int, of category: String? = nil, from source: String, at now: Timestamp) {
        guard let asked = self[source] else { return }
        // One request brings at least one joke, so that no request for jokes costs more than its count.
        let count = max(1, min(asked.isCircuitOpen ? 1 : count, asked.budgetLeft ?? count))
        place(.jokes(count: count, categories: category.map { [$0] } ?? []), to: source, at: now)
        update(source) { ($0.jitterUntil, $0.deferredCount) = (nil, 0) }
    }

    /// Places a request. Its cost is set aside from now on; `send(at:)` sends it.
    mutating func place(
        _ kind: SourceRequest.Kind, to source: String, language: String = "en",
        jobs: [TranslationScheduler.Job] = [], at now: Timestamp
    ) {
        let request = inFlight.place(kind, to: source, language: language, jobs: jobs, at: now.uptime)
        update(source) { $0.reserve(request.count) }
    }

    /// Begins the requests whose time has come, as far apart as their sources want them.
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

    /// When the next request to the source may be sent.
    private func spacedTime(of source: String) -> Duration {
        self[source]?.spacedFrom?.uptime ?? .zero
    }

    /// How long an attempt may take: as many requests as jokes, as far apart as the source wants them, and a time-out for the
    /// last.
    package func timeLimit(of request: SourceRequest) -> Duration {
        Self.timeout + (self[request.source]?.settings.spacing ?? .zero) * (request.count - 1)
    }

    /// All sources that are ever asked, those that are preferred more likely first.
    func namesInRandomOrder(
        by preference: Preference, using generator: inout SeededGenerator
    ) -> [String] {
        var left = sources.filter(\.isAskedAtAll)
        var names: [String] = []
        while let source = Self.pick(left, by: preference, using: &generator) {
            names.append(source.settings.name)
            left.removeAll { $0.settings.name == source.settings.name }
        }
        return names
    }

    private func mayBeAsked(_ source: Source, at now: Duration) -> Bool {
        source.isAskedAtAll && source.readyTime(midnight: midnight).map { $0.uptime <= now } ?? true
    }

    private static func pick(
        _ sources: [Source], by preference: Preference, using generator: inout SeededGenerator
    ) -> Source? {
        preference.choose(of: sources.map(\.settings), using: &generator).map { sources[$0] }
    }
}

// MARK: Why a source is not asked

extension Prefetch {
    /// Why nobody may ask the source now, however long they would wait: its own word, or the budget.
    func unavailability(of source: String, at now: Timestamp) -> SourceError? {
        if let error = retryAfterError(of: source, at: now) { return error }
        guard let source = self[source], source.isSpent, let limit = source.settings.requestsPerDay
        else {
            return nil
        }
        return SourceError(
            .rateLimited,
            "The \(noun) '\(source.settings.name)' had its \(limit) requests of today (network.requestsPerDay); there are more tomorrow.",
            retryAt: now.midnight, requests: 0)
    }

    /// The source's own word that it wants no request now.
    func retryAfterError(of source: String, at now: Timestamp) -> SourceError? {
        guard let end = self[source]?.retryAfter, end.uptime > now.uptime else { return nil }
        return SourceError(
            .rateLimited, "The \(noun) '\(source)' asked not to be asked before \(end.wall.rfc3339).",
            retryAt: end.wall, requests: 0)
    }

    /// Until when it is left alone unless somebody waits for it, or nil if it can be asked. The time between two requests does
    /// not count.
    func rest(of source: String, at now: Timestamp) -> DueTime? {
        guard let source = self[source] else { return nil }
        let ends = [source.backoffUntil, source.isSpent ? midnight : nil].compactMap { $0 }
        return ends.max().flatMap { $0.uptime > now.uptime ? $0 : nil }
    }

    /// Why it is left alone: its last failure, otherwise its budget.
    func backoffReason(of source: String, until end: DueTime) -> SourceError {
        self[source]?.trouble?.failure
            ?? SourceError(
                .rateLimited, "The \(noun) '\(source)' is left alone until \(end.wall.rfc3339).",
                retryAt: end.wall, requests: 0)
    }

    /// Why a request ended that took too long. It may have taken as many requests as it was allowed.
    func timeoutError(of request: SourceRequest) -> SourceError {
        SourceError(
            .timedOut, "The \(noun) '\(request.source)' did not answer in time.", requests: request.count)
    }

    /// When a source that is on will be asked again if jokes are wanted, or nil if it can be asked now.
    func nextFetch(from source: Source, at now: Timestamp) -> WallTime? {
        let times = [source.readyTime(midnight: midnight), source.jitterUntil].compactMap { $0 }
        guard source.isAskedAtAll, let ready = times.max(), ready.uptime > now.uptime else {
            return nil
        }
        return ready.wall
    }

    /// When something has to be done: an attempt ends or begins or, if jokes are wanted, a rest is over.
    ///
    /// After `refill` it lies ahead: sources that can be asked were asked, or nothing is wanted.
    func deadline(wanting: Bool) -> Duration? {
        var times = [inFlight.deadline(spacedTime: spacedTime)].compactMap { $0 }
        for source in sources where source.isAskedAtAll && !isFetching(from: source.settings.name) {
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
