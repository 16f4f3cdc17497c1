// SPDX-License-Identifier: MIT
import JokeWire

/// Decides which translation engine translates which jokes and when, and how failures are handled. `Prefetch` limits
/// the requests to engines as it does those to sources.
///
/// A job is a joke that is wanted in another language. It goes from engine to engine, best first, until one has
/// translated it. If no engine can, the scheduler gives it up until an engine may be asked again, or until a client
/// asks.
package struct TranslationScheduler: Sendable {
    /// The limits of one request, which keep its line to jokesd-fetch below 64 KiB.
    static let batch = (jokes: 20, bytes: 24 << 10)
    /// The most jokes in `givenUp`. If there are more, all of them are tried once more.
    private static let mostGivenUp = 2_000
    /// The most jokes in `extras`; the oldest ones are removed.
    private static let mostExtras = 400
    /// The time of the next attempt for a job that only a client's request starts again.
    static let never: Duration = .seconds(Int64.max / 4)

    /// A joke that is wanted in another language.
    package struct Job: Sendable, Hashable {
        var joke: Joke
        let pair: LanguagePair
        /// The engines that are left to ask, best first.
        var untried: [String]
        /// Whether a client waits. If so, an engine is asked even during a backoff.
        var isOnDemand = false
        /// The error of the last engine that failed or could not be asked, or nil.
        var failure: SourceError?
        /// The engine that was asked last, or nil before the first one.
        var engine: String?
        /// The earliest time at which an engine that failed or was skipped can be asked again, or nil if there is none.
        var retryAt: DueTime?
        /// Whether the log has the failure already.
        var isLogged = false
    }

    private struct RefusedPair: Sendable, Hashable {
        let engine: String
        let pair: LanguagePair
    }

    /// The progress of the search for saved jokes without a translation.
    enum Scan: Sendable, Hashable {
        case after(Joke.ID?)
        case done
    }

    private(set) var settings: Settings.Translation
    var engines: Prefetch
    /// The jobs that are not in a request.
    private(set) var waiting: [Job] = []
    /// The jokes that were given up, with the uptime of the next attempt.
    private var givenUp: [Joke.ID: Duration] = [:]
    /// The pairs of languages that an engine cannot translate, with its error message.
    private var refusals: [RefusedPair: SourceError] = [:]
    /// The version of each engine, as its last result reported it.
    private var versions: [String: String] = [:]
    /// Jokes that a client has seen in a reply, but that are neither on the card nor in the queue.
    var extras: [Joke] = []
    var scan = Scan.after(nil)

    init(_ settings: Settings.Translation) {
        self.settings = settings
        engines = Prefetch(sources: settings.machines, spread: .zero, noun: "translation engine")
    }

    /// Applies other languages or engines. Requests to engines that are still configured continue; the jobs of other
    /// requests wait for the remaining engines.
    mutating func configure(
        _ settings: Settings.Translation, restoring persisted: [PersistedSource], at now: Timestamp,
        using generator: inout SeededGenerator
    ) {
        self.settings = settings
        let names = Set(settings.machines.map(\.name))
        let lost = engines.inFlight.entries.filter { !names.contains($0.request.source) }.flatMap(\.jobs)
        engines.configure(
            Settings(sources: settings.machines, spread: .zero), [], restoring: persisted, at: now,
            using: &generator)
        removeAutomaticJobs()
        retryAll()
        waiting += lost
        for index in waiting.indices { waiting[index].untried.removeAll { !names.contains($0) } }
    }

    var isIdle: Bool { waiting.isEmpty && !engines.isFetching }

    func isPending(_ id: Joke.ID) -> Bool {
        waiting.contains { $0.joke.id == id }
            || engines.inFlight.entries.contains { $0.jobs.contains { $0.joke.id == id } }
    }

    /// Returns the uptime of the next attempt for a joke that was given up, or nil for other jokes.
    func givenUp(_ id: Joke.ID) -> Duration? { givenUp[id] }

    /// Adds jokes that a client has seen, so that they are translated if that is on.
    mutating func addExtras(_ jokes: [Joke]) { extras = Array((extras + jokes).suffix(Self.mostExtras)) }

    /// Forgets all failures, so that every joke is tried again, and looks through the saved jokes once more.
    mutating func retryAll() {
        givenUp = [:]
        refusals = [:]
        scan = .after(nil)
    }

    /// Removes the jobs that no client waits for, and `extras`.
    mutating func removeAutomaticJobs() {
        waiting.removeAll { !$0.isOnDemand }
        extras = []
    }
}

// MARK: Adding jobs

extension TranslationScheduler {
    /// Returns the engines that are better than the one that made the joke's translation, or all if it has none. With
    /// `again`, also returns the engine that made it.
    func engines(for joke: Joke, _ pair: LanguagePair, again: Bool = false) -> [String] {
        let present = joke.translation.flatMap { $0.language == pair.to ? $0.attribution.engine : nil }
        return engines(for: pair, betterThan: present, again: again)
    }

    private func engines(for pair: LanguagePair, betterThan present: String?, again: Bool) -> [String] {
        let rank = present.map(settings.rank) ?? .max
        return settings.machines.map(\.name).filter { name in
            guard refusals[RefusedPair(engine: name, pair: pair)] == nil else { return false }
            return present == nil || settings.rank(name) < rank || (again && settings.rank(name) == rank)
        }
    }

    /// Returns whether the joke needs a translation, or a better one, that no job is for yet. The jokes of the built-in
    /// pack need none: machines spoil them.
    func needs(_ joke: Joke, at now: Duration) -> Bool {
        guard !joke.isBuiltin, let pair = settings.pair(for: joke), !isPending(joke.id),
            (givenUp[joke.id] ?? .zero) <= now
        else { return false }
        return joke.translation?.language != pair.to || !engines(for: joke, pair).isEmpty
    }

    /// Returns the best stored translation, or nil if the joke's own is as good, and the engines that could make a
    /// better one.
    func best(
        of kept: [StoredTranslation], for joke: Joke, _ pair: LanguagePair
    ) -> (translation: Joke.Translation?, better: [String]) {
        let known = kept.filter { settings.engines.contains($0.translation.attribution.engine) }
        guard let best = known.min(by: { weight($0) < weight($1) }) else {
            return (nil, engines(for: joke, pair))
        }
        let engine = best.translation.attribution.engine
        if let present = joke.translation, present.language == pair.to,
            settings.rank(present.attribution.engine) <= settings.rank(engine)
        {
            return (nil, engines(for: joke, pair))
        }
        return (best.translation, engines(for: pair, betterThan: engine, again: isOutdated(best)))
    }

    /// Returns whether the engine has reported another version since.
    private func isOutdated(_ kept: StoredTranslation) -> Bool {
        versions[kept.translation.attribution.engine].map { $0 != kept.version } ?? false
    }

    /// Returns a rank for comparison; a lower one is better.
    private func weight(_ kept: StoredTranslation) -> (Int, Int) {
        (settings.rank(kept.translation.attribution.engine), isOutdated(kept) ? 1 : 0)
    }

    mutating func add(_ joke: Joke, _ pair: LanguagePair, engines: [String], isOnDemand: Bool = false) {
        waiting.append(
            Job(joke: joke, pair: pair, untried: engines, isOnDemand: isOnDemand, failure: refusal(of: pair)))
    }

    /// Notes that a client waits for the joke of a job.
    mutating func prioritize(_ id: Joke.ID) {
        for index in waiting.indices where waiting[index].joke.id == id { waiting[index].isOnDemand = true }
    }

    /// Forgets the failures of a joke, so that every engine can be asked for it again.
    mutating func forgetFailures(of id: Joke.ID, _ pair: LanguagePair) {
        givenUp[id] = nil
        refusals = refusals.filter { $0.key.pair != pair }
    }

    /// Returns the error of an engine that cannot translate this pair of languages, or nil if there is none.
    private func refusal(of pair: LanguagePair) -> SourceError? {
        settings.machines.lazy.compactMap { refusals[RefusedPair(engine: $0.name, pair: pair)] }.first
    }

    /// Returns the error for a pair of languages that no engine can translate.
    func noEngineError(for pair: LanguagePair) -> SourceError {
        refusal(of: pair)
            ?? SourceError(
                .untranslatable,
                "No translation engine translates '\(pair.from)' into '\(pair.to)'; in the configuration, add "
                    + "\"apertium\" to translation.engines, or \"libretranslate\" and its url.",
                requests: 0)
    }
}

// MARK: Placing requests

extension TranslationScheduler {
    /// Places one request with waiting jobs at each engine that has none. `engines` sends the requests.
    ///
    /// - Returns: The jobs for which no engine is left.
    mutating func assign(at now: Timestamp) -> [Job] {
        var assigned: [String: [Job]] = [:]
        var (left, untranslatable) = ([Job](), [Job]())
        for var job in waiting {
            skipResting(&job, at: now)
            guard let engine = job.untried.first else {
                untranslatable.append(job)
                continue
            }
            if !engines.isFetching(from: engine), fits(job, into: assigned[engine] ?? []) {
                job.untried.removeFirst()
                job.engine = engine
                assigned[engine, default: []].append(job)
            } else {
                left.append(job)
            }
        }
        waiting = left
        for (engine, jobs) in assigned.sorted(by: { $0.key < $1.key }) {
            engines.place(
                .translation(jobs.map(\.joke.value), into: jobs[0].pair.to), to: engine,
                language: jobs[0].pair.from, jobs: jobs, at: now)
        }
        return untranslatable
    }

    private func fits(_ job: Job, into batch: [Job]) -> Bool {
        guard let first = batch.first else { return true }
        let bytes = batch.reduce(job.joke.value.utf8.count) { $0 + $1.joke.value.utf8.count }
        return job.pair == first.pair && batch.count < Self.batch.jokes && bytes <= Self.batch.bytes
    }

    /// Removes the engines that must not be asked now from the front of a job's list, since a translation by the next
    /// one is better than none.
    private func skipResting(_ job: inout Job, at now: Timestamp) {
        while let engine = job.untried.first, !engines.isFetching(from: engine) {
            let error: SourceError?
            let end: DueTime?
            if job.isOnDemand {
                error = engines.unavailability(of: engine, at: now)
                end = error?.retryAt.map(now.due(at:))
            } else {
                end = engines.rest(of: engine, at: now)
                error = end.map { engines.backoffReason(of: engine, until: $0) }
            }
            guard let error else { return }
            job.failure = error
            if let end { job.putOff(until: end) }
            job.untried.removeFirst()
        }
    }
}

// MARK: Results

extension TranslationScheduler {
    /// Ends a request that an engine has answered.
    ///
    /// - Returns: The jobs of the request, or none if the request has ended already.
    mutating func finish(_ id: SourceRequest.ID, cost: Int, at now: Timestamp) -> [Job] {
        guard let entry = engines.inFlight[id] else { return [] }
        engines.ended(entry.request, FetchEvaluation(dispositions: [.fresh]), cost: cost, at: now)
        return entry.jobs
    }

    /// Handles a failed attempt.
    ///
    /// - Returns: The jobs of the request, for other engines. None if a second attempt follows, or if the request has
    ///   ended already.
    mutating func fail(
        _ id: SourceRequest.ID, _ error: SourceError, at now: Timestamp,
        using generator: inout SeededGenerator
    ) -> [Job] {
        guard let entry = engines.inFlight[id] else { return [] }
        let request = entry.request
        let isRefusal = error.kind == .unsupported
        if isRefusal, let pair = entry.jobs.first?.pair {
            refusals[RefusedPair(engine: request.source, pair: pair)] = error.untranslatable
            engines.ended(request, FetchEvaluation(dispositions: [.fresh]), cost: error.requests, at: now)
        } else if engines.failed(request, error, at: now, using: &generator) {
            return []
        }
        return entry.jobs.map { job in
            var job = job
            job.failure = isRefusal ? error.untranslatable : error
            if let end = engines.rest(of: request.source, at: now), !isRefusal {
                job.putOff(until: end)
                job.isLogged = true
            }
            return job
        }
    }

    /// Returns a job to the waiting ones, so that its next engine is asked.
    mutating func requeue(_ job: Job) { waiting.append(job) }

    mutating func note(version: String, of engine: String) { versions[engine] = version }

    /// Gives up a joke until an engine that failed or was skipped can be asked again or, if there is none, until a
    /// client asks.
    mutating func giveUp(_ job: Job, at now: Timestamp) {
        // The retry time is past if an engine recovered while the others were asked.
        let soonest = now.uptime + .seconds(1)
        if givenUp.count >= Self.mostGivenUp { givenUp = [:] }
        givenUp[job.joke.id] = job.retryAt.map { max($0.uptime, soonest) } ?? Self.never
    }
}

extension TranslationScheduler.Job {
    /// Notes the end of an engine's delay. The earliest one of all engines counts.
    fileprivate mutating func putOff(until end: DueTime) { retryAt = retryAt.map { min($0, end) } ?? end }
}

extension SourceError {
    /// The error of an engine that does not support a pair of languages. It is not a failure of the engine.
    fileprivate var untranslatable: SourceError {
        SourceError(.untranslatable, message, requests: requests)
    }
}
