// SPDX-License-Identifier: MIT
import JokeWire

/// Decides when which source is asked for how many jokes, and what becomes of a failure.
///
/// All times are `Moment.uptime`. One order is in flight per source; every order ends, at the latest `timeout`
/// after its last attempt began.
package struct Prefetch: Sendable, Hashable {
    /// After which an attempt has failed, whatever the source is doing.
    package static let timeout: Duration = .seconds(25)
    /// The longest that a source is left alone because it asked for that.
    package static let longestRest: Duration = .seconds(31 * 86_400)
    /// How long a source without an unseen joke is left alone.
    package static let rest: Duration = .seconds(24 * 3600)

    /// A source and how it fares.
    package struct Source: Sendable, Hashable {
        package let settings: Settings.Source
        /// In a row.
        package fileprivate(set) var failures = 0
        package fileprivate(set) var restsUntil: Duration?
        package fileprivate(set) var trouble: Trouble?
        /// Whether all that it had were seen jokes when it was last asked.
        package fileprivate(set) var isExhausted = false
        fileprivate var askedAt: Duration?
    }

    package struct Trouble: Sendable, Hashable {
        package var failure: FetchFailure
        package var retryAt: WallTime
        /// Later troubles have higher numbers.
        fileprivate var number: Int
    }

    struct InFlight: Sendable, Hashable {
        enum Attempt: Hashable {
            case first(until: Duration)
            /// → `second` when the time has come.
            case waitingForSecond(at: Duration)
            case second(until: Duration)
        }

        /// What is asked for now, or next.
        var order: FetchOrder
        var attempt: Attempt
    }

    package private(set) var sources: [Source]
    private(set) var inFlight: [InFlight] = []
    private var ordered = 0
    private var troubles = 0
    private let backoff = Backoff()

    init(sources: [Settings.Source]) {
        self.sources = sources.map { Source(settings: $0) }
    }

    package var isFetching: Bool { !inFlight.isEmpty }
    /// The newest trouble of a source that has not recovered.
    package var trouble: Trouble? { sources.compactMap(\.trouble).max { $0.number < $1.number } }

    func trouble(of source: String) -> Trouble? { sources.first { $0.settings.name == source }?.trouble }

    package func isFetching(from source: String) -> Bool { order(inFlightFrom: source) != nil }

    func order(_ id: FetchOrder.ID) -> FetchOrder? { inFlight.first { $0.order.id == id }?.order }

    func order(inFlightFrom source: String) -> FetchOrder? {
        inFlight.first { $0.order.source == source }?.order
    }

    func isLocal(_ source: String) -> Bool {
        sources.first { $0.settings.name == source }?.settings.isLocal ?? false
    }
}

// MARK: Ordering

extension Prefetch {
    /// How many jokes are on their way.
    var expected: Int { inFlight.reduce(0) { $0 + $1.order.count } }

    /// Orders for `missing` jokes in all, shared out among the sources that can be asked now, by weight.
    mutating func refill(missing: Int, at now: Duration, using generator: inout SeededGenerator)
        -> [FetchOrder]
    {
        let free = sources.filter { mayBeAsked($0, at: now) && order(inFlightFrom: $0.settings.name) == nil }
        guard !free.isEmpty else { return [] }
        var shares: [String: Int] = [:]
        for _ in 0..<missing {
            guard let source = Self.pick(free, using: &generator) else { break }
            shares[source.settings.name, default: 0] += 1
        }
        return sources.compactMap { source in
            shares[source.settings.name].map { place(source.settings.name, count: $0, at: now) }
        }
    }

    /// An order that somebody waits for; it goes through while the source rests after a failure.
    mutating func place(
        _ source: String, count: Int, category: String? = nil, at now: Duration
    ) -> FetchOrder {
        let order = FetchOrder(id: newID(), source: source, count: count, category: category)
        inFlight.append(InFlight(order: order, attempt: .first(until: now + Self.timeout)))
        update(source) { $0.askedAt = now }
        return order
    }

    private mutating func newID() -> FetchOrder.ID {
        ordered += 1
        return FetchOrder.ID(rawValue: ordered)
    }

    /// All sources that are ever asked, those of more weight likelier first.
    func namesInRandomOrder(using generator: inout SeededGenerator) -> [String] {
        var left = sources
        var names: [String] = []
        while let source = Self.pick(left, using: &generator) {
            names.append(source.settings.name)
            left.removeAll { $0.settings.name == source.settings.name }
        }
        return names
    }

    private func mayBeAsked(_ source: Source, at now: Duration) -> Bool {
        source.settings.weight > 0 && readyTime(of: source).map { $0 <= now } ?? true
    }

    private func readyTime(of source: Source) -> Duration? {
        let spaced = source.askedAt.map { $0 + source.settings.spacing }
        return [source.restsUntil, spaced].compactMap { $0 }.max()
    }

    private static func pick(_ sources: [Source], using generator: inout SeededGenerator) -> Source? {
        let total = sources.reduce(0) { $0 + $1.settings.weight }
        guard total > 0 else { return nil }
        var point = Double.random(in: 0..<total, using: &generator)
        for source in sources {
            point -= source.settings.weight
            if point < 0 { return source }
        }
        return sources.last { $0.settings.weight > 0 }
    }
}

// MARK: Outcomes

extension Prefetch {
    /// The order ended with so many jokes that nobody has seen.
    mutating func succeeded(_ order: FetchOrder, delivering count: Int, at now: Duration) {
        inFlight.removeAll { $0.order.id == order.id }
        update(order.source) { source in
            if source.failures > 0, !source.isExhausted { source.restsUntil = nil }
            source.failures = 0
            source.trouble = nil
            // Nothing new of one category says nothing about the others.
            guard order.category == nil else { return }
            source.isExhausted = count == 0
            source.restsUntil = count == 0 ? now + Self.rest : nil
        }
    }

    /// The attempt failed: true where it is tried once more, false where the order ended.
    mutating func failed(
        _ order: FetchOrder, _ failure: FetchFailure, at now: Moment, using generator: inout SeededGenerator
    ) -> Bool {
        guard let index = inFlight.firstIndex(where: { $0.order.id == order.id }) else { return false }
        if failure.isTransport, case .first = inFlight[index].attempt {
            let spacing = sources.first { $0.settings.name == order.source }?.settings.spacing ?? .zero
            inFlight[index] = InFlight(
                order: FetchOrder(
                    id: newID(), source: order.source, count: order.count, category: order.category),
                attempt: .waitingForSecond(at: now.uptime + spacing))
            return true
        }
        inFlight.remove(at: index)
        troubles += 1
        let number = troubles
        let failures = 1 + (sources.first { $0.settings.name == order.source }?.failures ?? 0)
        let jitter = backoff.delay(afterFailures: failures, using: &generator)
        let asked = failure.retryAt.map { Self.rest(until: $0, at: now.wall) } ?? .zero
        update(order.source) { source in
            let delay = max(jitter, asked, source.settings.spacing)
            source.failures = failures
            source.restsUntil = now.uptime + delay
            source.trouble = Trouble(
                failure: failure, retryAt: now.wall.advanced(by: delay), number: number)
        }
        return false
    }

    /// What came can be kept again: the sources whose jokes were lost need no rest.
    mutating func storageRecovered() {
        for index in sources.indices where sources[index].trouble?.failure.kind == .storage {
            sources[index].trouble = nil
            sources[index].restsUntil = nil
        }
    }

    /// What a source asks for is a stranger's word: within reason.
    private static func rest(until time: WallTime, at now: WallTime) -> Duration {
        let end = min(max(time, now), now.advanced(by: longestRest))
        return .milliseconds(end.milliseconds - now.milliseconds)
    }

    /// Second attempts whose time has come.
    mutating func retries(at now: Duration) -> [FetchOrder] {
        var orders: [FetchOrder] = []
        for index in inFlight.indices {
            guard case .waitingForSecond(let time) = inFlight[index].attempt, time <= now else { continue }
            inFlight[index].attempt = .second(until: now + Self.timeout)
            orders.append(inFlight[index].order)
            update(inFlight[index].order.source) { $0.askedAt = now }
        }
        return orders
    }

    /// Orders whose attempt took too long.
    func overdue(at now: Duration) -> [FetchOrder] {
        inFlight.compactMap { flight in
            switch flight.attempt {
            case .first(let end), .second(let end): end <= now ? flight.order : nil
            case .waitingForSecond: nil
            }
        }
    }

    /// When something has to be done: an attempt ends or begins or, where jokes are wanted, a rest is over.
    ///
    /// After `refill` it lies ahead: sources that can be asked were asked, or nothing is wanted.
    func deadline(wanting: Bool) -> Duration? {
        var times = inFlight.map { flight in
            switch flight.attempt {
            case .first(let time), .waitingForSecond(let time), .second(let time): time
            }
        }
        if wanting {
            times += sources.filter { $0.settings.weight > 0 && !isFetching(from: $0.settings.name) }
                .compactMap(readyTime)
        }
        return times.min()
    }

    private mutating func update(_ name: String, _ change: (inout Source) -> Void) {
        guard let index = sources.firstIndex(where: { $0.settings.name == name }) else { return }
        change(&sources[index])
    }
}
