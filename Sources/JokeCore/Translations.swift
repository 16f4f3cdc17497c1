// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// Decides which engine translates which jokes when, and what becomes of a failure. What an engine may be asked, it may
/// be as a source is: `Prefetch` has the manners of both.
///
/// A joke that is wanted in another language is a wish. It goes from engine to engine, best first, until one has
/// translated it; where none could, it is given up, for a while or until somebody asks.
struct Translations: Sendable {
    /// Of one order: a line to jokesd-fetch has at most 64 KiB.
    static let batch = (jokes: 20, bytes: 24 << 10)
    /// Jokes that were given up; of more, all are tried once more.
    private static let mostGivenUp = 2_000
    private static let mostExtras = 400
    /// Not before somebody asks.
    static let never: Duration = .seconds(Int64.max / 4)

    struct Wish: Sendable, Hashable {
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
        var retryAt: Due?
        /// Whether the failure stands in the log already.
        var isTold = false
    }

    /// Jokes that are with an engine.
    struct Flight: Sendable, Hashable {
        let pair: LanguagePair
        var wishes: [Wish]
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
    private(set) var waiting: [Wish] = []
    private(set) var flights: [String: Flight] = [:]
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
        _ settings: Settings.Translation, recalling memories: [SourceMemory], at now: Moment,
        using generator: inout SeededGenerator
    ) {
        self.settings = settings
        engines.configure(
            Settings(sources: settings.machines, spread: .zero), [], recalling: memories, at: now,
            using: &generator)
        dropUnasked()
        startAnew()
        let names = Set(settings.machines.map(\.name))
        for (engine, flight) in flights where !names.contains(engine) {
            flights[engine] = nil
            waiting += flight.wishes
        }
        for index in waiting.indices { waiting[index].untried.removeAll { !names.contains($0) } }
    }

    var isIdle: Bool { waiting.isEmpty && flights.isEmpty }

    func isPending(_ id: Joke.ID) -> Bool {
        waiting.contains { $0.joke.id == id }
            || flights.values.contains { $0.wishes.contains { $0.joke.id == id } }
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

// MARK: Wishing

extension Translations {
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
        of kept: [KeptTranslation], for joke: Joke, _ pair: LanguagePair
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
    private func isOutdated(_ kept: KeptTranslation) -> Bool {
        versions[kept.translation.attribution.engine].map { $0 != kept.version } ?? false
    }

    private func weight(_ kept: KeptTranslation) -> (Int, Int) {
        (settings.rank(kept.translation.attribution.engine), isOutdated(kept) ? 1 : 0)
    }

    mutating func wish(_ joke: Joke, _ pair: LanguagePair, engines: [String], isAsked: Bool = false) {
        waiting.append(
            Wish(joke: joke, pair: pair, untried: engines, isAsked: isAsked, failure: refusal(of: pair)))
    }

    /// Somebody waits for a joke that is wanted already.
    mutating func hurry(_ id: Joke.ID) {
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

// MARK: Ordering

extension Translations {
    /// Orders that go out now, and the wishes that no engine is left for.
    mutating func begin(at now: Moment) -> (orders: [TranslationOrder], hopeless: [Wish]) {
        var assigned: [String: [Wish]] = [:]
        var (left, hopeless) = ([Wish](), [Wish]())
        for var wish in waiting {
            skipResting(&wish, at: now)
            guard let engine = wish.untried.first else {
                hopeless.append(wish)
                continue
            }
            if flights[engine] == nil, fits(wish, into: assigned[engine] ?? []) {
                wish.untried.removeFirst()
                wish.engine = engine
                assigned[engine, default: []].append(wish)
            } else {
                left.append(wish)
            }
        }
        waiting = left
        var orders: [TranslationOrder] = []
        for (engine, wishes) in assigned.sorted(by: { $0.key < $1.key }) {
            flights[engine] = Flight(pair: wishes[0].pair, wishes: wishes)
            if let order = engines.place(engine, count: 1, at: now) { orders += translationOrders([order]) }
        }
        return (orders, hopeless)
    }

    /// Orders whose time has come.
    mutating func begun(at now: Moment) -> [TranslationOrder] { translationOrders(engines.begun(at: now)) }

    private func translationOrders(_ orders: [FetchOrder]) -> [TranslationOrder] {
        orders.compactMap { order in
            flights[order.source].map { flight in
                TranslationOrder(
                    id: order.id, engine: order.source, pair: flight.pair,
                    texts: flight.wishes.map(\.joke.value))
            }
        }
    }

    private func fits(_ wish: Wish, into batch: [Wish]) -> Bool {
        guard let first = batch.first else { return true }
        let bytes = batch.reduce(wish.joke.value.utf8.count) { $0 + $1.joke.value.utf8.count }
        return wish.pair == first.pair && batch.count < Self.batch.jokes && bytes <= Self.batch.bytes
    }

    /// Passes by the engines that may not be asked now: the next one is better than none.
    private func skipResting(_ wish: inout Wish, at now: Moment) {
        while let engine = wish.untried.first, flights[engine] == nil {
            let obstacle: SourceError?
            let end: Due?
            if wish.isAsked {
                obstacle = engines.obstacle(to: engine, at: now)
                end = obstacle?.retryAt.map(now.due(at:))
            } else {
                end = engines.rest(of: engine, at: now)
                obstacle = end.map { engines.whyResting(engine, until: $0) }
            }
            guard let obstacle else { return }
            wish.failure = obstacle
            if let end { wish.putOff(until: end) }
            wish.untried.removeFirst()
        }
    }
}

// MARK: What an order came to

extension Translations {
    /// The jokes of an order that is under way, which is over now.
    mutating func land(_ id: FetchOrder.ID, cost: Int, at now: Moment) -> Flight? {
        guard let order = engines.order(id), let flight = flights.removeValue(forKey: order.source) else {
            return nil
        }
        engines.ended(order, Harvest(fates: [.fresh]), cost: cost, at: now)
        return flight
    }

    /// The engine failed: nil where it is asked once more, or was not heard of.
    mutating func fail(
        _ id: FetchOrder.ID, _ failure: SourceError, at now: Moment, using generator: inout SeededGenerator
    ) -> [Wish]? {
        guard let order = engines.order(id), let flight = flights[order.source] else { return nil }
        let isRefusal = failure.kind == .unsupported
        if isRefusal {
            refusals[Refused(engine: order.source, pair: flight.pair)] = failure.untranslatable
            engines.ended(order, Harvest(fates: [.fresh]), cost: failure.requests, at: now)
        } else if engines.failed(order, failure, at: now, using: &generator) {
            return nil
        }
        flights[order.source] = nil
        return flight.wishes.map { wish in
            var wish = wish
            wish.failure = isRefusal ? failure.untranslatable : failure
            if let end = engines.rest(of: order.source, at: now), !isRefusal {
                wish.putOff(until: end)
                wish.isTold = true
            }
            return wish
        }
    }

    /// The next engine may do better.
    mutating func goOn(_ wish: Wish) { waiting.append(wish) }

    mutating func note(version: String, of engine: String) { versions[engine] = version }

    mutating func giveUp(_ wish: Wish, at now: Moment) {
        // An engine may have recovered while the others were asked.
        let soonest = now.uptime + .seconds(1)
        if givenUp.count >= Self.mostGivenUp { givenUp = [:] }
        givenUp[wish.joke.id] = wish.retryAt.map { max($0.uptime, soonest) } ?? Self.never
    }
}

extension Translations.Wish {
    /// The first of the engines that can be asked again decides.
    fileprivate mutating func putOff(until end: Due) {
        retryAt = retryAt.map { min($0, end) } ?? end
    }
}

extension SourceError {
    /// What an engine cannot do it never can, so that it does not count as its failure.
    fileprivate var untranslatable: SourceError {
        SourceError(.untranslatable, message, requests: requests)
    }
}
