// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// What an order came to.
extension Prefetch {
    /// The order ended with these jokes, for so many requests.
    mutating func ended(
        _ order: FetchOrder, _ harvest: Harvest, cost: Int, at now: Moment
    ) {
        inFlight.removeAll { $0.order.id == order.id }
        update(order.source) { source in
            source.settle(reserved: order.count, cost: cost)
            source.tally.count(harvest)
            if source.failures > 0, !source.isExhausted { source.restsUntil = nil }
            source.failures = 0
            source.trouble = nil
            source.barredUntil = nil
            // Nothing new of one category says nothing about the others.
            guard order.category == nil else { return }
            source.isExhausted = harvest.isEmpty || source.repeatsItself(with: harvest)
            if source.isExhausted { source.repeats = 0 }
            source.restsUntil = source.isExhausted ? now.after(Self.rest) : nil
        }
    }

    /// Counts what came of an order that is told to have failed.
    mutating func tally(_ harvest: Harvest, of source: String) { update(source) { $0.tally.count(harvest) } }

    /// The attempt failed: true where it is tried once more, false where the order ended.
    mutating func failed(
        _ order: FetchOrder, _ failure: SourceError, at now: Moment, using generator: inout SeededGenerator
    ) -> Bool {
        guard let index = inFlight.firstIndex(where: { $0.order.id == order.id }),
            let source = self[order.source]
        else { return false }
        update(order.source) { $0.settle(reserved: order.count, cost: failure.requests) }
        let left = self[order.source]?.budgetLeft ?? order.count
        if failure.isTransport, !source.isOpen, case .first = inFlight[index].attempt, left > 0 {
            let second = FetchOrder(
                id: newID(), source: order.source, count: min(order.count, left), category: order.category)
            update(order.source) { $0.reserve(second.count) }
            inFlight[index] = InFlight(
                order: second, attempt: .waitingForSecond(at: now.uptime + source.settings.spacing))
            return true
        }
        inFlight.remove(at: index)
        // That there is nothing of one category is no trouble of the source.
        if failure.kind != .empty || order.category == nil {
            letRest(order.source, after: failure, at: now, using: &generator)
        }
        return false
    }

    /// The source has failed, though some jokes may have come.
    mutating func letRest(
        _ name: String, after failure: SourceError, at now: Moment, using generator: inout SeededGenerator
    ) {
        guard let source = self[name] else { return }
        troubles += 1
        let number = troubles
        let failures = source.failures + 1
        let isOpen = failures >= Self.circuitFailures
        let jitter = backoff.delay(afterFailures: failures, isOpen: isOpen, using: &generator)
        let asked = failure.retryAt.map { Self.rest(until: $0, at: now) }
        // What a service tells a whole fleet, that fleet must not obey to the second.
        let behind = asked.map { Self.random(upTo: max($0 / 10, crowd), using: &generator) } ?? .zero
        let delay = max(jitter, (asked ?? .zero) + behind, source.settings.spacing)
        update(name) { source in
            source.failures = failures
            source.restsUntil = now.after(delay)
            if let asked { source.barredUntil = now.after(asked) }
            let retryAt = asked.map { $0 >= jitter ? now.after($0) : now.after(delay) }
            source.trouble = Trouble(
                failure: failure, retryAt: (retryAt ?? now.after(delay)).wall, number: number)
        }
    }

    /// What came can be kept again: the sources whose jokes were lost need no rest.
    mutating func storageRecovered() {
        for index in sources.indices where sources[index].trouble?.failure.kind == .storage {
            sources[index].trouble = nil
            sources[index].restsUntil = nil
        }
    }

    /// What a source asks for is a stranger's word: within reason.
    private static func rest(until time: WallTime, at now: Moment) -> Duration {
        let end = min(max(time, now.wall), now.wall.advanced(by: longestRest))
        return .milliseconds(end.milliseconds - now.wall.milliseconds)
    }

    /// The user's word; what is under way from a source that is turned off is not waited for.
    ///
    /// - Returns: whether the source was not so before.
    mutating func enable(_ name: String, _ isEnabled: Bool) -> Bool {
        guard let source = self[name] else { return false }
        update(name) { $0.wish = isEnabled }
        if !isEnabled { inFlight.removeAll { $0.order.source == name } }
        return source.isEnabled != isEnabled
    }
}

extension Prefetch.Source {
    /// Counts on; true where it has given too many seen jokes without a new one between.
    fileprivate mutating func repeatsItself(with harvest: Harvest) -> Bool {
        for fate in harvest.fates {
            switch fate {
            case .fresh: repeats = 0
            case .repeated: repeats += 1
            case .keptOut: break
            }
            if repeats >= Prefetch.repeatsOfExhausted { return true }
        }
        return false
    }
}

extension SourceTally {
    fileprivate mutating func count(_ harvest: Harvest) {
        given += harvest.fresh
        seen += harvest.repeated
        for reason in harvest.reasons { count(reason) }
    }
}
