// SPDX-License-Identifier: MIT
package import JokeWire

/// How a source does, for people.
package struct SourceReport: Sendable, Hashable {
    /// In the order in which the first that holds is told.
    package enum State: String, Sendable, CaseIterable {
        case off
        case fetching
        /// The source asked not to be asked for a while.
        case limited
        /// The day's budget is used up.
        case spent
        /// It failed again and again: it gets one request at a time, after long rests.
        case open
        case failing
        /// It gave nothing but seen jokes.
        case exhausted
        /// It is left alone for now.
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
    package var weight: Double
    package var state: State
    package var trouble: CardState.ErrorInfo?
    package var budget: Budget?
    /// Not before then; nil where it is off, or can be asked now.
    package var nextFetch: WallTime?
    package var tally: SourceTally
}

extension Prefetch {
    func report(on source: Source, at now: Timestamp) -> SourceReport {
        SourceReport(
            name: source.settings.name, type: source.settings.type, isEnabled: source.isEnabled,
            weight: source.settings.weight, state: state(of: source, at: now),
            trouble: source.isEnabled ? source.trouble?.shown : nil,
            budget: source.settings.requestsPerDay.map {
                .init(limit: $0, used: source.requests(on: now.date), renewsAt: now.midnight)
            },
            nextFetch: nextFetch(from: source, at: now), tally: source.tally)
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
