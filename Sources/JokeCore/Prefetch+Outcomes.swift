// SPDX-License-Identifier: MIT
import JokeWire

// The results of requests.
extension Prefetch {
    /// Ends a prefetch that returned jokes, or a translation. `cost` is the number of requests that it took.
    mutating func ended(
        _ request: SourceRequest, _ evaluation: FetchEvaluation, cost: Int, at now: Timestamp
    ) {
        noteEnd(of: inFlight.remove(request.id), at: now)
        update(request.source) { source in
            source.settle(reserved: request.count, cost: cost)
            source.tally.count(evaluation)
            if source.failures > 0, !source.isExhausted { source.backoffUntil = nil }
            source.failures = 0
            source.trouble = nil
            source.retryAfter = nil
            // A category without new jokes says nothing about the other categories.
            guard request.category == nil else { return }
            source.isExhausted = evaluation.isEmpty || source.repeatsItself(with: evaluation)
            if source.isExhausted { source.repeats = 0 }
            source.backoffUntil = source.isExhausted ? now.after(Self.rest) : nil
        }
    }

    /// Begins the spacing again when a request ends: the service may have received it only now, since jokesd-fetch can be
    /// slow.
    private mutating func noteEnd(of entry: InFlight.Entry?, at now: Timestamp) {
        guard let entry, entry.isSent else { return }
        update(entry.request.source) { $0.askedAt = now.after(.zero) }
    }

    /// Counts jokes without ending their request: those of a page, or of a result that the filter rejected as a whole.
    mutating func tally(_ evaluation: FetchEvaluation, of source: String) {
        update(source) { $0.tally.count(evaluation) }
    }

    /// Handles a failed attempt of a prefetch or of a translation.
    ///
    /// - Returns: Whether a second attempt follows. If not, the request has ended.
    mutating func failed(
        _ request: SourceRequest, _ error: SourceError, at now: Timestamp,
        using generator: inout SeededGenerator
    ) -> Bool {
        guard let entry = inFlight[request.id], let source = self[request.source] else { return false }
        noteEnd(of: entry, at: now)
        update(request.source) { $0.settle(reserved: request.count, cost: error.requests) }
        let left = self[request.source]?.budgetLeft ?? request.count
        if error.isTransport, !source.isCircuitOpen, entry.isSent, !entry.isSecondAttempt, left > 0 {
            let count = min(request.count, left)
            update(request.source) { $0.reserve(count) }
            inFlight.retry(request.id, count: count, at: now.uptime + source.settings.spacing)
            return true
        }
        inFlight.remove(request.id)
        // A category that a client requested and the source does not have is no failure of the source.
        if request.category == nil || !error.isOfCategory {
            backOff(request.source, after: error, at: now, using: &generator)
        }
        return false
    }

    /// Ends an on-demand request. One that was not sent cost nothing.
    mutating func ended(onDemand request: SourceRequest, cost: Int, at now: Timestamp) {
        guard let entry = inFlight.remove(request.id) else { return }
        noteEnd(of: entry, at: now)
        update(request.source) { $0.settle(reserved: request.count, cost: entry.isSent ? cost : 0) }
        noteSpentBudget(of: request.source, at: now)
    }

    /// Returns the on-demand requests that must not be sent any more, because their source has since asked for no
    /// requests.
    func refusedOnDemand(at now: Timestamp) -> [(request: SourceRequest, error: SourceError)] {
        inFlight.entries.filter { $0.request.isOnDemand && !$0.isSent }.compactMap { entry in
            retryAfterError(of: entry.request.source, at: now).map { (entry.request, $0) }
        }
    }

    /// Removes a prefetch that was not sent yet, and returns it. Returns nil, and changes nothing, if there is none or
    /// if it waits for its second attempt.
    mutating func withdraw(prefetchFrom source: String) -> SourceRequest? {
        guard let request = inFlight.prefetch(from: source), let entry = inFlight[request.id], !entry.isSent,
            !entry.isSecondAttempt
        else { return nil }
        inFlight.remove(request.id)
        update(source) { $0.settle(reserved: request.count, cost: 0) }
        return request
    }

    /// Counts a failure of a source, and delays its next request. Jokes may have come all the same.
    mutating func backOff(
        _ name: String, after failure: SourceError, at now: Timestamp, using generator: inout SeededGenerator
    ) {
        guard let source = self[name] else { return }
        troubles += 1
        let number = troubles
        let failures = source.failures + 1
        let isCircuitOpen = failures >= Self.circuitFailures
        let jitter = backoff.delay(afterFailures: failures, isOpen: isCircuitOpen, using: &generator)
        let requested = failure.retryAt.map { Self.rest(until: $0, at: now) }
        // A service gives all machines the same time, so each one adds a random delay to it.
        let extraDelay =
            requested.map { Self.random(upTo: max($0 / 10, lowWaterJitter), using: &generator) } ?? .zero
        let delay = max(jitter, (requested ?? .zero) + extraDelay, source.settings.spacing)
        let retryAt = now.after(requested.map { $0 >= jitter ? $0 : delay } ?? delay).wall
        update(name) { source in
            source.failures = failures
            source.backoffUntil = now.after(delay)
            if let requested { source.retryAfter = now.after(requested) }
            source.trouble = ErrorInfo(failure: failure, retryAt: retryAt, number: number)
        }
        noteSpentBudget(of: name, at: now)
    }

    /// Adds to the failure of a source that its budget is used up, if that is so and delays the next request.
    private mutating func noteSpentBudget(of name: String, at now: Timestamp) {
        guard let source = self[name], var trouble = source.trouble,
            let spent = spentError(of: source, at: now), let renewed = spent.retryAt,
            renewed > trouble.retryAt
        else { return }
        trouble.retryAt = renewed
        if !trouble.failure.message.hasSuffix(spent.message) {
            // The messages of jokesd-fetch have no full stop.
            trouble.failure.message += trouble.failure.message.hasSuffix(".") ? " " : ". "
            trouble.failure.message += spent.message
        }
        update(name) { $0.trouble = trouble }
    }

    /// Clears the failures of sources whose jokes could not be stored, so that they can be asked at once. Files without an
    /// unseen joke can be asked again, too.
    mutating func storageRecovered() {
        for index in sources.indices where sources[index].trouble?.failure.kind == .storage {
            sources[index].trouble = nil
            sources[index].backoffUntil = nil
        }
        // Their index does not know the jokes that were shown while nothing could be stored.
        for index in sources.indices where sources[index].settings.isFile && sources[index].isExhausted {
            (sources[index].isExhausted, sources[index].backoffUntil) = (false, nil)
        }
    }

    /// Returns how long a source wants no requests, at most `longestRest`: a source must not disable itself for ever.
    private static func rest(until time: WallTime, at now: Timestamp) -> Duration {
        let end = min(max(time, now.wall), now.wall.advanced(by: longestRest))
        return .milliseconds(end.milliseconds - now.wall.milliseconds)
    }

    /// Sets the user's choice, or removes it with nil. Removes the prefetch from a source that is disabled by that.
    ///
    /// - Returns: The source as it is now, or nil if there is none with this name.
    mutating func enable(_ name: String, _ choice: Bool?) -> Source? {
        update(name) { $0.userOverride = choice }
        guard let source = self[name] else { return nil }
        if !source.isEnabled, let request = inFlight.prefetch(from: name) { inFlight.remove(request.id) }
        return source
    }
}

extension Prefetch.Source {
    /// Counts consecutive seen jokes. Returns whether they reach `Prefetch.repeatsOfExhausted`.
    fileprivate mutating func repeatsItself(with evaluation: FetchEvaluation) -> Bool {
        for disposition in evaluation.dispositions {
            switch disposition {
            case .fresh: repeats = 0
            case .repeated: repeats += 1
            case .rejected: break
            }
            if repeats >= Prefetch.repeatsOfExhausted { return true }
        }
        return false
    }
}

extension SourceTally {
    fileprivate mutating func count(_ evaluation: FetchEvaluation) {
        seen += evaluation.repeated
        for reason in evaluation.newReasons { count(reason) }
    }
}
