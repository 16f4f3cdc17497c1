// SPDX-License-Identifier: MIT
package import JokeWire

/// The condition of a source, as `sources.list` reports it.
package struct SourceReport: Sendable, Hashable {
    /// The condition in one word. If several apply, it is the first of them in this order.
    package enum State: String, Sendable, CaseIterable {
        case off
        case fetching
        /// The source asked for no requests until a time that is not over (Retry-After).
        case limited
        /// The requests of the day are used up.
        case spent
        /// The circuit is open after many failures: the source gets one request for one joke at a time, after long
        /// delays.
        case open
        /// The last request failed.
        case failing
        /// The source returned no new joke, and none of its jokes is in the queue.
        case exhausted
        /// The source is not asked yet, for another reason: spacing or jitter.
        case resting
        case ready
    }

    package struct Budget: Sendable, Hashable {
        package var limit: Int
        package var used: Int
        package var left: Int { max(0, limit - used) }
        package var renewsAt: WallTime

        package init(limit: Int, used: Int, renewsAt: WallTime) {
            self.limit = limit
            self.used = used
            self.renewsAt = renewsAt
        }
    }

    package var name: String
    package var type: String
    package var isEnabled: Bool
    /// Whether the configuration enables the source. The user's choice takes precedence.
    package var isConfigured: Bool
    package var weight: Double
    /// Whether the source can be browsed, page by page.
    package var hasPages: Bool
    package var state: State
    package var trouble: CardState.ErrorInfo?
    /// Which lines of its files were not read, or nil.
    package var warning: String?
    package var budget: Budget?
    /// The earliest time of the next fetch, or nil if it is possible now or the source is disabled.
    package var nextFetch: WallTime?
    package var tally: SourceTally
}

extension Prefetch {
    func report(on source: Source, at now: Timestamp) -> SourceReport {
        SourceReport(
            name: source.settings.name, type: source.settings.type, isEnabled: source.isEnabled,
            isConfigured: source.isConfigured, weight: source.settings.weight,
            hasPages: source.settings.hasPages,
            state: state(of: source, at: now),
            trouble: source.isEnabled ? source.trouble?.shown ?? pause(of: source, at: now) : nil,
            warning: source.isEnabled ? source.warning : nil,
            budget: source.settings.requestsPerDay.map {
                .init(limit: $0, used: source.requests(on: now.date), renewsAt: now.midnight)
            },
            nextFetch: nextFetch(from: source, at: now), tally: source.tally)
    }

    /// Returns why a source that has not failed accepts no request, or nil if it does. While it is being asked, its budget
    /// includes requests that may turn out to be needless.
    private func pause(of source: Source, at now: Timestamp) -> CardState.ErrorInfo? {
        guard !isFetching(from: source.settings.name) else { return nil }
        return unavailability(of: source.settings.name, at: now).map { $0.shown(retryAt: $0.retryAt) }
    }

    private func state(of source: Source, at now: Timestamp) -> SourceReport.State {
        if !source.isEnabled { return .off }
        if isFetching(from: source.settings.name) { return .fetching }
        if let end = source.retryAfter, end.uptime > now.uptime { return .limited }
        if source.isSpent, source.requests(on: now.date) > 0 { return .spent }
        if source.isCircuitOpen { return .open }
        if source.trouble != nil { return .failing }
        if nextFetch(from: source, at: now) == nil { return .ready }
        return source.isExhausted ? .exhausted : .resting
    }
}
