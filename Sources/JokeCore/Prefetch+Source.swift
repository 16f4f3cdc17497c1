// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

extension Prefetch {
    /// A source and how it fares.
    package struct Source: Sendable, Hashable {
        package internal(set) var settings: Settings.Source
        /// What the user said over the configuration; nil where that counts.
        var userOverride: Bool?
        /// In a row.
        package internal(set) var failures = 0
        package internal(set) var trouble: ErrorInfo?
        /// Until when it is left alone unless somebody waits for it.
        package internal(set) var backoffUntil: DueTime?
        /// Until when it wants no request at all (429, 503), as far as that is within reason.
        package internal(set) var retryAfter: DueTime?
        /// The random moment before which it is not asked: after a start, and when jokes run low.
        var jitterUntil: DueTime?
        /// Its share of the jokes that are wanted, which waits for that moment.
        var deferredCount = 0
        /// Whether all that it had were seen jokes when it was last asked.
        package internal(set) var isExhausted = false
        /// Seen jokes in a row.
        var repeats = 0
        var askedAt: DueTime?
        /// The local day that `requests` were made on.
        private var day: LocalDate?
        /// Made, or set aside for what is under way.
        package private(set) var requests = 0
        /// Since the start.
        package internal(set) var tally = SourceTally()

        init(_ settings: Settings.Source) { self.settings = settings }

        package var isEnabled: Bool { userOverride ?? settings.isEnabled }
        var isAskedAtAll: Bool { isEnabled && settings.weight > 0 }
        /// Whether it failed so often that it gets but one request at a time, after a longer rest.
        package var isCircuitOpen: Bool { failures >= Prefetch.circuitFailures }
        /// How many requests it may still get today; nil for as many as one likes.
        package var budgetLeft: Int? { settings.requestsPerDay.map { max(0, $0 - requests) } }
        package var isSpent: Bool { budgetLeft == 0 }

        /// When it may be asked for the queue's sake; nil for at once.
        ///
        /// - Parameter midnight: when its budget is renewed.
        func readyTime(midnight: DueTime?) -> DueTime? {
            [backoffUntil, spacedFrom, isSpent ? midnight : nil].compactMap { $0 }.max()
        }

        /// From when on a request is not too soon after the one before.
        var spacedFrom: DueTime? {
            askedAt.map {
                DueTime(
                    uptime: $0.uptime + settings.spacing, wall: $0.wall.advanced(by: settings.spacing))
            }
        }
    }

    package struct ErrorInfo: Sendable, Hashable {
        package var failure: SourceError
        package var retryAt: WallTime
        /// Later troubles have higher numbers.
        var number: Int
    }
}

// The budget.
extension Prefetch.Source {
    func needsNewBudget(on date: LocalDate) -> Bool {
        day != date && (day != nil || settings.requestsPerDay != nil)
    }

    /// A new day has a new budget.
    ///
    /// - Returns: whether there was one that had been used up.
    mutating func renewBudget(on date: LocalDate) -> Bool {
        guard day != date else { return false }
        let wasSpent = isSpent && day != nil
        (day, requests) = (date, 0)
        return wasSpent
    }

    /// The budget may not have been renewed yet.
    func requests(on date: LocalDate) -> Int { day == date ? requests : 0 }

    /// Sets requests aside before they are made, so that not even a crash spends more than the budget.
    mutating func reserve(_ count: Int) {
        guard settings.requestsPerDay != nil else { return }
        requests += count
    }

    /// What was set aside, and what it came to.
    mutating func settle(reserved: Int, cost: Int) {
        guard settings.requestsPerDay != nil else { return }
        requests = max(0, requests - reserved + max(0, cost))
    }
}

// What is kept.
extension Prefetch.Source {
    /// Local sources cost nobody anything: of them it is only kept what the user said.
    var memory: PersistedSource {
        var memory = PersistedSource(name: settings.name)
        memory.isEnabled = userOverride
        if settings.isLocal { return memory }
        memory.day = requests > 0 ? day : nil
        memory.requests = requests
        memory.askedAt = askedAt?.wall
        memory.backoffUntil = backoffUntil?.wall
        memory.retryAfter = retryAfter?.wall
        memory.failures = failures
        memory.repeats = repeats
        memory.isExhausted = isExhausted
        return memory
    }

    /// A clock that was set back makes no rest longer than it could have been.
    mutating func recall(_ memory: PersistedSource, at now: Timestamp) {
        userOverride = memory.isEnabled
        if settings.isLocal { return }
        (day, requests) = (memory.day, memory.requests)
        askedAt = memory.askedAt.map { min(now.due(at: $0), now.after(.zero)) }
        let end = now.after(Prefetch.longestRest * 11 / 10)
        backoffUntil = memory.backoffUntil.map { min(now.due(at: $0), end) }
        retryAfter = memory.retryAfter.map { min(now.due(at: $0), now.after(Prefetch.longestRest)) }
        failures = memory.failures
        repeats = memory.repeats
        isExhausted = memory.isExhausted
    }
}
