// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

/// Decides when which source is asked for how many jokes, and how a failure is handled (docs/architecture.md,
/// "Rate limits").
///
/// Deadlines are `Moment.uptime`. One order is in flight per source; every order ends, at the latest when the patience
/// with its last attempt is over.
package struct Prefetch: Sendable, Hashable {
    /// After which an attempt that takes one request has failed, whatever the source is doing.
    package static let timeout: Duration = .seconds(25)
    /// The longest that a source is left alone because it asked for that.
    package static let longestRest: Duration = .seconds(2 * 86_400)
    /// How long a source without an unseen joke is left alone.
    package static let rest: Duration = .seconds(24 * 3600)
    /// How many seen jokes in a row mean that a source has no other ones.
    package static let repeatsOfExhausted = 10
    /// How many failures in a row open the circuit.
    package static let circuitFailures = 5

    package struct InFlight: Sendable, Hashable {
        enum Attempt: Hashable {
            /// It would come too soon after another request. → `first` when the time has come.
            case waitingForFirst(at: Duration)
            case first(until: Duration)
            /// → `second` when the time has come.
            case waitingForSecond(at: Duration)
            case second(until: Duration)
        }

        /// What is asked for now, or next.
        package var order: FetchOrder
        var attempt: Attempt
    }

    package internal(set) var sources: [Source]
    package var inFlight: [InFlight] = []
    /// In the order in which they were given.
    var sideFlights: [SideFlight] = []
    var troubles = 0
    let backoff = Backoff()
    var spread: Duration
    private var ordered = 0
    /// Somebody wants a joke and there is none: nobody waits for a turn.
    private var isHurried = false
    /// When the day's budgets are renewed.
    private var midnight: Due?

    /// What messages call those that are asked.
    private let noun: String

    init(sources: [Settings.Source], spread: Duration, noun: String = "source") {
        self.noun = noun
        self.sources = sources.map(Source.init)
        self.spread = spread
    }

    package var isFetching: Bool { !inFlight.isEmpty || !sideFlights.isEmpty }
    /// The newest trouble of a source that is on and has not recovered.
    package var trouble: Trouble? {
        sources.filter(\.isEnabled).compactMap(\.trouble).max { $0.number < $1.number }
    }

    package subscript(name: String) -> Source? { sources.first { $0.settings.name == name } }

    package func isFetching(from source: String) -> Bool {
        order(inFlightFrom: source) != nil || sideFlights.contains { $0.order.source == source }
    }

    func order(_ id: FetchOrder.ID) -> FetchOrder? { inFlight.first { $0.order.id == id }?.order }

    func order(inFlightFrom source: String) -> FetchOrder? {
        inFlight.first { $0.order.source == source }?.order
    }

    func isLocal(_ source: String) -> Bool { self[source]?.settings.isLocal ?? false }

    mutating func update(_ name: String, _ change: (inout Source) -> Void) {
        guard let index = sources.firstIndex(where: { $0.settings.name == name }) else { return }
        change(&sources[index])
    }

    mutating func newID() -> FetchOrder.ID {
        ordered += 1
        return FetchOrder.ID(rawValue: ordered)
    }
}

// MARK: The fleet

extension Prefetch {
    /// Takes up what is remembered. A network's source gets a turn: machines that booted together do not ask together.
    mutating func begin(
        recalling memories: [SourceMemory], at now: Moment, using generator: inout SeededGenerator
    ) {
        for index in sources.indices {
            if let memory = memories.first(where: { $0.name == sources[index].settings.name }) {
                sources[index].recall(memory, at: now)
            }
            if !sources[index].settings.isLocal {
                sources[index].turn = now.after(Self.random(upTo: spread, using: &generator))
            }
        }
    }

    /// Somebody wants a joke and there is none: people do not come all in one second.
    mutating func hurry() { isHurried = true }

    /// Over which what a whole fleet does at the same moment is spread.
    var crowd: Duration { spread / 6 }

    /// To be called first with every input: budgets are renewed at midnight, but not used at that very moment by a whole
    /// time zone.
    mutating func turnPage(at now: Moment, using generator: inout SeededGenerator) {
        midnight = now.due(at: now.midnight)
        // Written to only where it changes: comparing the sources before and after costs nothing then.
        for index in sources.indices where sources[index].isBehind(now.date) {
            guard sources[index].turnPage(to: now.date) else { continue }
            let turn = now.after(Self.random(upTo: spread, using: &generator))
            sources[index].restsUntil = max(sources[index].restsUntil ?? turn, turn)
        }
    }

    static func random(upTo bound: Duration, using generator: inout SeededGenerator) -> Duration {
        .nanoseconds(Int64.random(in: 0...max(0, bound.nanoseconds), using: &generator))
    }
}

// MARK: Ordering

extension Prefetch {
    /// How many jokes are on their way.
    var expected: Int { inFlight.reduce(0) { $0 + $1.order.count } }

    /// Those of them that nothing holds up.
    var expectedLocally: Int {
        inFlight.reduce(0) { $0 + (isLocal($1.order.source) ? $1.order.count : 0) }
    }

    /// Orders for `missing` jokes in all, shared out among the sources that can be asked now, by preference. The share of a
    /// network's source waits for its turn: jokes may run low everywhere at once, where bars show the next one at the same
    /// second on all machines, and what is left lasts for a while.
    mutating func refill(
        missing: Int, at now: Moment, by preference: Preference, using generator: inout SeededGenerator
    ) -> [FetchOrder] {
        let free = sources.filter {
            mayBeAsked($0, at: now.uptime) && $0.owed == 0 && !isFetching(from: $0.settings.name)
        }
        guard !free.isEmpty else { return [] }
        var shares: [String: Int] = [:]
        for _ in 0..<missing {
            guard let source = Self.pick(free, by: preference, using: &generator) else { break }
            shares[source.settings.name, default: 0] += 1
        }
        return free.compactMap { source in
            guard let share = shares[source.settings.name] else { return nil }
            if source.settings.isLocal || isHurried {
                return place(source.settings.name, count: share, at: now)
            }
            let turn = now.after(Self.random(upTo: crowd, using: &generator))
            update(source.settings.name) { source in
                source.owed = share
                if source.turn.map({ $0.uptime <= now.uptime }) ?? true { source.turn = turn }
            }
            return nil
        }
    }

    /// Orders to local sources: what is on its way over the network may be long in coming, and the queue is not to run dry
    /// over it.
    mutating func bridge(
        missing: Int, at now: Moment, by preference: Preference, using generator: inout SeededGenerator
    ) -> [FetchOrder] {
        let free = sources.filter {
            $0.settings.isLocal && mayBeAsked($0, at: now.uptime) && !isFetching(from: $0.settings.name)
        }
        guard let source = Self.pick(free, by: preference, using: &generator) else { return [] }
        return [place(source.settings.name, count: missing, at: now)].compactMap { $0 }
    }

    /// Orders of the shares whose turn has come, for as much as there is room for.
    mutating func takeTurns(room: Int, at now: Moment) -> [FetchOrder] {
        defer { isHurried = false }
        var room = room
        var orders: [FetchOrder] = []
        for source in sources where source.owed > 0 && mayBeAsked(source, at: now.uptime) {
            // A side order goes first; the share stays.
            guard sideOrders(to: source.settings.name).isEmpty else { continue }
            guard isHurried || source.turn.map({ $0.uptime <= now.uptime }) ?? true else { continue }
            let name = source.settings.name
            let count = min(source.owed, room)
            guard count > 0, order(inFlightFrom: name) == nil else {
                update(name) { $0.owed = 0 }
                continue
            }
            room -= count
            if let order = place(name, count: count, at: now) { orders.append(order) }
        }
        return orders
    }

    /// How many jokes wait for their source's turn.
    var owed: Int { sources.reduce(0) { $0 + ($1.isAskedAtAll ? $1.owed : 0) } }

    /// An order, also while the source rests after a failure: somebody may wait for it.
    ///
    /// - Returns: nil where it begins later, so as not to come too soon after another request, or beside a side order's.
    mutating func place(
        _ source: String, count: Int, category: String? = nil, at now: Moment
    ) -> FetchOrder? {
        guard let asked = self[source] else { return nil }
        // One request brings at least one joke, so that no order costs more than its count.
        let count = max(1, min(asked.isOpen ? 1 : count, asked.budgetLeft ?? count))
        let order = FetchOrder(id: newID(), source: source, count: count, category: category)
        update(source) { source in
            source.reserve(count)
            (source.turn, source.owed) = (nil, 0)
        }
        let spaced = asked.spacedFrom.map { max($0.uptime, now.uptime) } ?? now.uptime
        if spaced > now.uptime || isAside(source) {
            inFlight.append(InFlight(order: order, attempt: .waitingForFirst(at: spaced)))
            return nil
        }
        let end = now.uptime + patience(with: order)
        inFlight.append(InFlight(order: order, attempt: .first(until: end)))
        update(source) { $0.askedAt = now.after(.zero) }
        return order
    }

    /// Attempts whose time has come.
    mutating func begun(at now: Moment) -> [FetchOrder] {
        var orders: [FetchOrder] = []
        for index in inFlight.indices {
            let order = inFlight[index].order
            guard !isAside(order.source) else { continue }
            let end = now.uptime + patience(with: order)
            switch inFlight[index].attempt {
            case .waitingForFirst(let time) where time <= now.uptime:
                inFlight[index].attempt = .first(until: end)
            case .waitingForSecond(let time) where time <= now.uptime:
                inFlight[index].attempt = .second(until: end)
            case .first, .second, .waitingForFirst, .waitingForSecond: continue
            }
            orders.append(order)
            update(order.source) { $0.askedAt = now.after(.zero) }
        }
        return orders
    }

    /// Why nobody may ask the source now, however long they would wait: its own word, or the budget.
    func obstacle(to source: String, at now: Moment) -> SourceError? {
        if let bar = bar(of: source, at: now) { return bar }
        guard let source = self[source], source.isSpent, let limit = source.settings.requestsPerDay else {
            return nil
        }
        return SourceError(
            .rateLimited,
            "The \(noun) '\(source.settings.name)' had its \(limit) requests of today (network.requestsPerDay); there are more tomorrow.",
            retryAt: now.midnight, requests: 0)
    }

    /// The source's own word that it wants no request now.
    func bar(of source: String, at now: Moment) -> SourceError? {
        guard let barred = self[source]?.barredUntil, barred.uptime > now.uptime else { return nil }
        return SourceError(
            .rateLimited, "The \(noun) '\(source)' asked not to be asked before \(barred.wall.rfc3339).",
            retryAt: barred.wall, requests: 0)
    }

    /// Until when it is left alone unless somebody waits for it; nil where it can be asked. The time between two requests
    /// does not count.
    func rest(of source: String, at now: Moment) -> Due? {
        guard let source = self[source] else { return nil }
        let ends = [source.restsUntil, source.isSpent ? midnight : nil].compactMap { $0 }
        return ends.max().flatMap { $0.uptime > now.uptime ? $0 : nil }
    }

    /// Why it is left alone: its last failure, else its budget.
    func whyResting(_ source: String, until end: Due) -> SourceError {
        self[source]?.trouble?.failure
            ?? SourceError(
                .rateLimited, "The \(noun) '\(source)' is left alone until \(end.wall.rfc3339).",
                retryAt: end.wall, requests: 0)
    }

    /// Why the attempts of an order ended that took too long: as many requests as it may have made.
    func lateness(of order: FetchOrder) -> SourceError { lateness(of: order.source, requests: order.count) }

    func lateness(of source: String, requests: Int = 1) -> SourceError {
        SourceError(.timedOut, "The \(noun) '\(source)' did not answer in time.", requests: requests)
    }

    /// How long an attempt may take: as many requests as jokes, so far apart, and a time-out for the last.
    package func patience(with order: FetchOrder) -> Duration {
        Self.timeout + (self[order.source]?.settings.spacing ?? .zero) * (order.count - 1)
    }

    /// All sources that are ever asked, those that are preferred likelier first.
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

    /// When a source that is on will be asked again if jokes are wanted; nil where it can be asked now.
    func nextFetch(from source: Source, at now: Moment) -> WallTime? {
        let times = [source.readyTime(midnight: midnight), source.turn].compactMap { $0 }
        guard source.isAskedAtAll, let ready = times.max(), ready.uptime > now.uptime else { return nil }
        return ready.wall
    }
}

// MARK: Deadlines

extension Prefetch {
    /// Orders whose attempt took too long.
    func overdue(at now: Duration) -> [FetchOrder] {
        inFlight.compactMap { flight in
            switch flight.attempt {
            case .first(let end), .second(let end): end <= now ? flight.order : nil
            case .waitingForFirst, .waitingForSecond: nil
            }
        }
    }

    /// When something has to be done: an attempt ends or begins or, where jokes are wanted, a rest is over.
    ///
    /// After `refill` it lies ahead: sources that can be asked were asked, or nothing is wanted.
    func deadline(wanting: Bool) -> Duration? {
        var times = inFlight.compactMap { flight -> Duration? in
            switch flight.attempt {
            // The end of the side order is an input of its own.
            case .waitingForFirst where isAside(flight.order.source): nil
            case .waitingForFirst(let time), .first(let time), .waitingForSecond(let time),
                .second(let time):
                time
            }
        }
        for source in sources where source.isAskedAtAll && !isFetching(from: source.settings.name) {
            let ready = source.readyTime(midnight: midnight)
            if source.owed > 0 {
                if let time = [ready, source.turn].compactMap({ $0 }).max() { times.append(time.uptime) }
            } else if wanting, let ready {
                times.append(ready.uptime)
            }
        }
        return times.min()
    }
}
