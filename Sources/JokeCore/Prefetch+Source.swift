// SPDX-License-Identifier: MIT
package import JokeWire

extension Prefetch {
    /// A source with its failures, its budget and the times before which it is not asked.
    package struct Source: Sendable, Hashable {
        package internal(set) var settings: Settings.Source
        /// The user's choice, which takes precedence over the configuration, or nil if there is none.
        var userOverride: Bool?
        /// The number of consecutive failures.
        package internal(set) var failures = 0
        package internal(set) var trouble: ErrorInfo?
        /// Which lines of its files were not read, or nil.
        package internal(set) var warning: String?
        /// The time before which the source is asked only if a client waits, or nil.
        package internal(set) var backoffUntil: DueTime?
        /// The time before which the source wants no request at all (status 429 or 503), or nil. `Prefetch.longestRest`
        /// limits it.
        package internal(set) var retryAfter: DueTime?
        /// The random time before which the source gets no prefetch: after a start, and when the queue is low; or nil.
        var jitterUntil: DueTime?
        /// The number of jokes to request from the source after `jitterUntil`.
        var deferredCount = 0
        /// Whether the source seems to have no unseen joke: its last result was empty, or ended a long series of seen
        /// jokes.
        package internal(set) var isExhausted = false
        /// The number of consecutive seen jokes.
        var repeats = 0
        /// The time at which the last request was sent or, if it has ended, that of its end; nil if there was none.
        var askedAt: DueTime?
        /// The local date to which `requests` belongs.
        private var day: LocalDate?
        /// The number of requests of that date, including those reserved for requests in flight.
        package private(set) var requests = 0
        /// The numbers of jokes since the start.
        package internal(set) var tally = SourceTally()

        /// Whether the source may have jokes. The one with the user's own jokes has none until the first is saved.
        var mayHaveJokes: Bool

        init(_ settings: Settings.Source) {
            self.settings = settings
            mayHaveJokes = !settings.isOwn
        }

        package var isEnabled: Bool { userOverride ?? isConfigured }
        /// Whether the source is enabled without a choice by the user.
        var isConfigured: Bool { settings.isEnabled && mayHaveJokes }
        /// Whether the user's choice differs from the configuration.
        var isOverridden: Bool { isEnabled != isConfigured }
        /// Whether it may get a prefetch, apart from limits of time.
        var mayGetPrefetch: Bool { isEnabled && settings.weight > 0 }
        /// Whether the circuit is open: after many failures the source gets one request for one joke at a time, after
        /// long delays.
        package var isCircuitOpen: Bool { failures >= Prefetch.circuitFailures }
        /// The number of requests that are left today, or nil for no limit.
        package var budgetLeft: Int? { settings.requestsPerDay.map { max(0, $0 - requests) } }
        package var isSpent: Bool { budgetLeft == 0 }

        /// Returns the time before which the source gets no prefetch, apart from jitter, or nil if it can be asked. The
        /// time may be past.
        ///
        /// - Parameter midnight: The time at which the budget is renewed.
        func readyTime(midnight: DueTime?) -> DueTime? {
            [backoffUntil, spacedFrom, isSpent ? midnight : nil].compactMap { $0 }.max()
        }

        /// The end of the spacing after the last request, or nil if there was none.
        var spacedFrom: DueTime? {
            askedAt.map {
                DueTime(
                    uptime: $0.uptime + settings.spacing, wall: $0.wall.advanced(by: settings.spacing))
            }
        }
    }

    /// The last failure of a source.
    package struct ErrorInfo: Sendable, Hashable {
        package var failure: SourceError
        package var retryAt: WallTime
        /// A number that grows with each failure of any source.
        var number: Int
    }
}

// The budget.
extension Prefetch.Source {
    /// Returns whether the budget belongs to another date.
    func needsNewBudget(on date: LocalDate) -> Bool {
        day != date && (day != nil || settings.requestsPerDay != nil)
    }

    /// Starts the budget of a new date.
    ///
    /// - Returns: Whether the old budget was used up.
    mutating func renewBudget(on date: LocalDate) -> Bool {
        guard day != date else { return false }
        let wasSpent = isSpent && day != nil
        (day, requests) = (date, 0)
        return wasSpent
    }

    /// Returns the number of requests on a date, even if the budget was not renewed yet.
    func requests(on date: LocalDate) -> Int { day == date ? requests : 0 }

    /// Reserves requests before they are made, so that not even a crash exceeds the budget.
    mutating func reserve(_ count: Int) {
        guard settings.requestsPerDay != nil else { return }
        requests += count
    }

    /// Replaces reserved requests by the number that were made.
    mutating func settle(reserved: Int, cost: Int) {
        guard settings.requestsPerDay != nil else { return }
        requests = max(0, requests - reserved + max(0, cost))
    }
}

// The stored state.
extension Prefetch.Source {
    /// The state to store. For a local source it is only the user's choice, since requests to it have no limits.
    var persisted: PersistedSource {
        var entry = PersistedSource(name: settings.name)
        entry.isEnabled = userOverride
        if settings.isLocal { return entry }
        entry.day = requests > 0 ? day : nil
        entry.requests = requests
        entry.askedAt = askedAt?.wall
        entry.backoffUntil = backoffUntil?.wall
        entry.retryAfter = retryAfter?.wall
        entry.failures = failures
        entry.repeats = repeats
        entry.isExhausted = isExhausted
        return entry
    }

    /// Restores the stored state. No delay becomes longer than the longest possible one, even if the clock was set
    /// back.
    mutating func restore(_ entry: PersistedSource, at now: Timestamp) {
        userOverride = entry.isEnabled
        if settings.isLocal { return }
        (day, requests) = (entry.day, entry.requests)
        // A request that had not ended may have reached the service since.
        askedAt = entry.askedAt.map {
            let time = now.due(at: $0)
            return time.uptime + Prefetch.longestAttempt > now.uptime ? now.after(.zero) : time
        }
        let end = now.after(Prefetch.longestRest * 11 / 10)
        backoffUntil = entry.backoffUntil.map { min(now.due(at: $0), end) }
        retryAfter = entry.retryAfter.map { min(now.due(at: $0), now.after(Prefetch.longestRest)) }
        failures = entry.failures
        repeats = entry.repeats
        isExhausted = entry.isExhausted
    }
}
