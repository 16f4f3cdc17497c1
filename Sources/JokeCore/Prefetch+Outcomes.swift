// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// What a request came to.
extension Prefetch {
    /// A prefetch ended with these jokes, for so many requests.
    mutating func ended(
        _ request: SourceRequest, _ evaluation: FetchEvaluation, cost: Int, at now: Timestamp
    ) {
        inFlight.remove(request.id)
        update(request.source) { source in
            source.settle(reserved: request.count, cost: cost)
            source.tally.count(evaluation)
            if source.failures > 0, !source.isExhausted { source.backoffUntil = nil }
            source.failures = 0
            source.trouble = nil
            source.retryAfter = nil
            // Nothing new of one category says nothing about the others.
            guard request.category == nil else { return }
            source.isExhausted = evaluation.isEmpty || source.repeatsItself(with: evaluation)
            if source.isExhausted { source.repeats = 0 }
            source.backoffUntil = source.isExhausted ? now.after(Self.rest) : nil
        }
    }

    /// Counts what came of a request that is told to have failed.
    mutating func tally(_ evaluation: FetchEvaluation, of source: String) {
        update(source) { $0.tally.count(evaluation) }
    }

    /// The attempt of a prefetch failed.
    ///
    /// - Returns: true if it is tried once more, false if the request has ended.
    mutating func failed(
        _ request: SourceRequest, _ error: SourceError, at now: Timestamp,
        using generator: inout SeededGenerator
    ) -> Bool {
        guard let entry = inFlight[request.id], let source = self[request.source] else { return false }
        update(request.source) { $0.settle(reserved: request.count, cost: error.requests) }
        let left = self[request.source]?.budgetLeft ?? request.count
        if error.isTransport, !source.isCircuitOpen, entry.isSent, !entry.isSecondAttempt, left > 0 {
            let count = min(request.count, left)
            update(request.source) { $0.reserve(count) }
            inFlight.retry(request.id, count: count, at: now.uptime + source.settings.spacing)
            return true
        }
        inFlight.remove(request.id)
        // That there is nothing of one category is no trouble of the source.
        if error.kind != .empty || request.category == nil {
            backOff(request.source, after: error, at: now, using: &generator)
        }
        return false
    }

    /// A request on demand ended. One that was not sent cost nothing.
    mutating func ended(onDemand request: SourceRequest, cost: Int) {
        guard let entry = inFlight.remove(request.id) else { return }
        update(request.source) { $0.settle(reserved: request.count, cost: entry.isSent ? cost : 0) }
    }

    /// Requests on demand that are not sent, and are not to be: their source has asked to be left alone since.
    func refusedOnDemand(at now: Timestamp) -> [(request: SourceRequest, error: SourceError)] {
        inFlight.entries.filter { $0.request.isOnDemand && !$0.isSent }.compactMap { entry in
            retryAfterError(of: entry.request.source, at: now).map { (entry.request, $0) }
        }
    }

    /// Withdraws a prefetch that waits for the end of a request on demand, and is not to begin after it.
    mutating func withdraw(prefetchFrom source: String) -> SourceRequest? {
        guard let request = inFlight.prefetch(from: source), let entry = inFlight[request.id], !entry.isSent,
            !entry.isSecondAttempt
        else { return nil }
        inFlight.remove(request.id)
        update(source) { $0.settle(reserved: request.count, cost: 0) }
        return request
    }

    /// The source has failed, though some jokes may have come.
    mutating func backOff(
        _ name: String, after failure: SourceError, at now: Timestamp, using generator: inout SeededGenerator
    ) {
        guard let source = self[name] else { return }
        troubles += 1
        let number = troubles
        let failures = source.failures + 1
        let isCircuitOpen = failures >= Self.circuitFailures
        let jitter = backoff.delay(afterFailures: failures, isOpen: isCircuitOpen, using: &generator)
        let asked = failure.retryAt.map { Self.rest(until: $0, at: now) }
        // What a service tells a whole fleet, that fleet must not obey to the second.
        let behind = asked.map { Self.random(upTo: max($0 / 10, lowWaterJitter), using: &generator) } ?? .zero
        let delay = max(jitter, (asked ?? .zero) + behind, source.settings.spacing)
        update(name) { source in
            source.failures = failures
            source.backoffUntil = now.after(delay)
            if let asked { source.retryAfter = now.after(asked) }
            let retryAt = asked.map { $0 >= jitter ? now.after($0) : now.after(delay) }
            source.trouble = ErrorInfo(
                failure: failure, retryAt: (retryAt ?? now.after(delay)).wall, number: number)
        }
    }

    /// What came can be kept again: the sources whose jokes were lost need no rest.
    mutating func storageRecovered() {
        for index in sources.indices where sources[index].trouble?.failure.kind == .storage {
            sources[index].trouble = nil
            sources[index].backoffUntil = nil
        }
    }

    /// What a source asks for is a stranger's word: within reason.
    private static func rest(until time: WallTime, at now: Timestamp) -> Duration {
        let end = min(max(time, now.wall), now.wall.advanced(by: longestRest))
        return .milliseconds(end.milliseconds - now.wall.milliseconds)
    }

    /// The user's word; what is under way from a source that is turned off is not waited for.
    ///
    /// - Returns: whether the source was not so before.
    mutating func enable(_ name: String, _ isEnabled: Bool) -> Bool {
        guard let source = self[name] else { return false }
        update(name) { $0.userOverride = isEnabled }
        if !isEnabled, let request = inFlight.prefetch(from: name) { inFlight.remove(request.id) }
        return source.isEnabled != isEnabled
    }
}

extension Prefetch.Source {
    /// Counts on; true where it has given too many seen jokes without a new one between.
    fileprivate mutating func repeatsItself(with evaluation: FetchEvaluation) -> Bool {
        for fate in evaluation.dispositions {
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
    fileprivate mutating func count(_ evaluation: FetchEvaluation) {
        given += evaluation.fresh
        seen += evaluation.repeated
        for reason in evaluation.reasons { count(reason) }
    }
}
