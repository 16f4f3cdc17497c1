// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// Decides which translation engine translates which jokes when, and how a failure is handled. An engine may be asked as
/// often as a source: `Prefetch` limits both.
///
/// A joke that is wanted in another language is a job. It goes from engine to engine, best first, until one has translated
/// it. If none can, it is given up, for a while or until somebody asks.
package struct TranslationScheduler: Sendable {
    /// The limits of one request: a line to jokesd-fetch has at most 64 KiB.
    static let batch = (jokes: 20, bytes: 24 << 10)
    /// Jokes that were given up; of more, all are tried once more.
    private static let mostGivenUp = 2_000
    private static let mostExtras = 400
    /// Not before somebody asks.
    static let never: Duration = .seconds(Int64.max / 4)

    /// A joke that is wanted in another language.
    package struct Job: Sendable, Hashable {
        var joke: Joke
        let pair: LanguagePair
        /// The engines that are left to ask, best first.
        var untried: [String]
        /// Somebody waits: no rest of an engine holds it up.
        var isAsked = false
        /// Of the newest engine that failed.
        var failure: SourceError?
        /// The one that was asked last.
        var engine: String?
        /// When an engine that is left alone can be asked; nil where none is.
        var retryAt: DueTime?
        /// Whether the failure stands in the log already.
        var isTold = false
    }

    private struct Refused: Sendable, Hashable {
        let engine: String
        let pair: LanguagePair
    }

    /// How far the saved jokes were looked through for those without a translation.
    enum Scan: Sendable, Hashable {
        case behind(Joke.ID?)
        case done
    }

    private(set) var settings: Settings.Translation
    var engines: Prefetch
    /// The jobs that no engine has.
    private(set) var waiting: [Job] = []
    /// Until when, in uptime.
    private var givenUp: [Joke.ID: Duration] = [:]
    /// What an engine cannot translate at all, with what it said.
    private var refusals: [Refused: SourceError] = [:]
    /// As each engine told it last.
    private var versions: [String: String] = [:]
    /// Jokes that are looked at by somebody, but neither on the card nor in the queue.
    var extras: [Joke] = []
    var scan = Scan.behind(nil)

    init(_ settings: Settings.Translation) {
        self.settings = settings
        engines = Prefetch(sources: settings.machines, spread: .zero, noun: "translation engine")
    }

    /// Other languages or engines; what an engine is translating still comes, but from one that is gone.
    mutating func configure(
        _ settings: Settings.Translation, recalling memories: [PersistedSource], at now: Timestamp,
        using generator: inout SeededGenerator
    ) {
        self.settings = settings
        let names = Set(settings.machines.map(\.name))
        let lost = engines.inFlight.entries.filter { !names.contains($0.request.source) }.flatMap(\.jobs)
        engines.configure(
            Settings(sources: settings.machines, spread: .zero), [], recalling: memories, at: now,
            using: &generator)
        dropUnasked()
        startAnew()
        waiting += lost
        for index in waiting.indices { waiting[index].untried.removeAll { !names.contains($0) } }
    }

    var isIdle: Bool { waiting.isEmpty && !engines.isFetching }

    func isPending(_ id: Joke.ID) -> Bool {
        waiting.contains { $0.joke.id == id }
            || engines.inFlight.entries.contains { $0.jobs.contains { $0.joke.id == id } }
    }

    /// Until when it was given up; nil where it was not.
    func givenUp(_ id: Joke.ID) -> Duration? { givenUp[id] }

    mutating func look(at jokes: [Joke]) {
        extras = Array((extras + jokes).suffix(Self.mostExtras))
    }

    /// Whatever failed so far is tried again.
    mutating func startAnew() {
        givenUp = [:]
        refusals = [:]
        scan = .behind(nil)
    }

    /// What nobody waits for is not wanted any more.
    mutating func dropUnasked() {
        waiting.removeAll { !$0.isAsked }
        extras = []
    }
}

// MARK: Adding jobs

extension TranslationScheduler {
    /// The engines that could do better than what the joke has; or as well, where it is to be translated `again`.
    func engines(for joke: Joke, _ pair: LanguagePair, again: Bool = false) -> [String] {
        let present = joke.translation.flatMap { $0.language == pair.to ? $0.attribution.engine : nil }
        return engines(for: pair, betterThan: present, again: again)
    }

    private func engines(for pair: LanguagePair, betterThan present: String?, again: Bool) -> [String] {
        let rank = present.map(settings.rank) ?? .max
        return settings.machines.map(\.name).filter { name in
            guard refusals[Refused(engine: name, pair: pair)] == nil else { return false }
            return present == nil || settings.rank(name) < rank || (again && settings.rank(name) == rank)
        }
    }

    /// Whether something should be done about the joke by itself.
    func needs(_ joke: Joke, at now: Duration) -> Bool {
        guard let pair = settings.pair(for: joke), !isPending(joke.id), (givenUp[joke.id] ?? .zero) <= now
        else { return false }
        return joke.translation?.language != pair.to || !engines(for: joke, pair).isEmpty
    }

    /// The best of what is kept, and the engines that are worth asking all the same.
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

    /// An engine of another version translates otherwise, as far as it was heard of.
    private func isOutdated(_ kept: StoredTranslation) -> Bool {
        versions[kept.translation.attribution.engine].map { $0 != kept.version } ?? false
    }

    private func weight(_ kept: StoredTranslation) -> (Int, Int) {
        (settings.rank(kept.translation.attribution.engine), isOutdated(kept) ? 1 : 0)
    }

    mutating func add(_ joke: Joke, _ pair: LanguagePair, engines: [String], isAsked: Bool = false) {
        waiting.append(
            Job(joke: joke, pair: pair, untried: engines, isAsked: isAsked, failure: refusal(of: pair)))
    }

    /// Somebody waits for a joke that is wanted already.
    mutating func prioritize(_ id: Joke.ID) {
        for index in waiting.indices where waiting[index].joke.id == id { waiting[index].isAsked = true }
    }

    /// Lets every engine be asked for the joke once more.
    mutating func forgetFailures(of id: Joke.ID, _ pair: LanguagePair) {
        givenUp[id] = nil
        refusals = refusals.filter { $0.key.pair != pair }
    }

    private func refusal(of pair: LanguagePair) -> SourceError? {
        settings.machines.lazy.compactMap { refusals[Refused(engine: $0.name, pair: pair)] }.first
    }

    /// Why nobody can be asked at all.
    func nobody(for pair: LanguagePair) -> SourceError {
        refusal(of: pair)
            ?? SourceError(
                .untranslatable,
                "Nothing here translates '\(pair.from)' into '\(pair.to)'; install Apertium with that pair, or configure LibreTranslate.",
                requests: 0)
    }
}

// MARK: Placing requests

extension TranslationScheduler {
    /// Gives the waiting jobs to engines that have none. `engines` sends the requests.
    ///
    /// - Returns: the jobs that no engine is left for.
    mutating func assign(at now: Timestamp) -> [Job] {
        var assigned: [String: [Job]] = [:]
        var (left, hopeless) = ([Job](), [Job]())
        for var job in waiting {
            skipResting(&job, at: now)
            guard let engine = job.untried.first else {
                hopeless.append(job)
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
        return hopeless
    }

    private func fits(_ job: Job, into batch: [Job]) -> Bool {
        guard let first = batch.first else { return true }
        let bytes = batch.reduce(job.joke.value.utf8.count) { $0 + $1.joke.value.utf8.count }
        return job.pair == first.pair && batch.count < Self.batch.jokes && bytes <= Self.batch.bytes
    }

    /// Passes by the engines that may not be asked now: the next one is better than none.
    private func skipResting(_ job: inout Job, at now: Timestamp) {
        while let engine = job.untried.first, !engines.isFetching(from: engine) {
            let error: SourceError?
            let end: DueTime?
            if job.isAsked {
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

// MARK: What a request came to

extension TranslationScheduler {
    /// An engine has answered.
    ///
    /// - Returns: the jobs of the request, or none if nobody expects it any more.
    mutating func finish(_ id: SourceRequest.ID, cost: Int, at now: Timestamp) -> [Job] {
        guard let entry = engines.inFlight[id] else { return [] }
        engines.ended(entry.request, FetchEvaluation(dispositions: [.fresh]), cost: cost, at: now)
        return entry.jobs
    }

    /// An engine has failed.
    ///
    /// - Returns: the jobs that are left to other engines, or none if it is asked once more, or nobody expects it any more.
    mutating func fail(
        _ id: SourceRequest.ID, _ error: SourceError, at now: Timestamp,
        using generator: inout SeededGenerator
    ) -> [Job] {
        guard let entry = engines.inFlight[id] else { return [] }
        let request = entry.request
        let isRefusal = error.kind == .unsupported
        if isRefusal, let pair = entry.jobs.first?.pair {
            refusals[Refused(engine: request.source, pair: pair)] = error.untranslatable
            engines.ended(request, FetchEvaluation(dispositions: [.fresh]), cost: error.requests, at: now)
        } else if engines.failed(request, error, at: now, using: &generator) {
            return []
        }
        return entry.jobs.map { job in
            var job = job
            job.failure = isRefusal ? error.untranslatable : error
            if let end = engines.rest(of: request.source, at: now), !isRefusal {
                job.putOff(until: end)
                job.isTold = true
            }
            return job
        }
    }

    /// The next engine may do better.
    mutating func goOn(_ job: Job) { waiting.append(job) }

    mutating func note(version: String, of engine: String) { versions[engine] = version }

    mutating func giveUp(_ job: Job, at now: Timestamp) {
        // An engine may have recovered while the others were asked.
        let soonest = now.uptime + .seconds(1)
        if givenUp.count >= Self.mostGivenUp { givenUp = [:] }
        givenUp[job.joke.id] = job.retryAt.map { max($0.uptime, soonest) } ?? Self.never
    }
}

extension TranslationScheduler.Job {
    /// The first of the engines that can be asked again decides.
    fileprivate mutating func putOff(until end: DueTime) {
        retryAt = retryAt.map { min($0, end) } ?? end
    }
}

extension SourceError {
    /// What an engine cannot do it never can, so that it does not count as its failure.
    fileprivate var untranslatable: SourceError {
        SourceError(.untranslatable, message, requests: requests)
    }
}
