// SPDX-License-Identifier: MIT

/// How long a source rests after failures in a row: full jitter below an exponentially growing bound, so that
/// a fleet that failed together does not come back together.
package struct Backoff: Sendable, Hashable {
    package var base: Duration
    package var cap: Duration

    package init(base: Duration = .seconds(30), cap: Duration = .seconds(6 * 3600)) {
        self.base = base
        self.cap = cap
    }

    /// Between zero and `min(cap, base · 2ⁿ⁻¹)` after the n-th failure in a row; in the upper half of it where the
    /// circuit is open.
    package func delay(
        afterFailures failures: Int, isOpen: Bool = false, using generator: inout SeededGenerator
    ) -> Duration {
        let bound = min(cap, base * (1 << min(max(failures - 1, 0), 20))).nanoseconds
        return .nanoseconds(Int64.random(in: (isOpen ? bound / 2 : 0)...bound, using: &generator))
    }
}
