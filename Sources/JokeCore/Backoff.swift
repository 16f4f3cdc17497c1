// SPDX-License-Identifier: MIT

/// The delay after consecutive failures of a source.
///
/// It is full jitter below an exponentially growing bound, so that machines that failed at the same moment do not all
/// retry at the same moment.
package struct Backoff: Sendable, Hashable {
    package var base: Duration
    package var cap: Duration

    package init(base: Duration = .seconds(30), cap: Duration = .seconds(6 * 3600)) {
        self.base = base
        self.cap = cap
    }

    /// Returns a random delay after the n-th consecutive failure, between zero and `min(cap, base · 2ⁿ⁻¹)`.
    ///
    /// - Parameter isOpen: Whether the circuit is open. If so, the delay is in the upper half of that range.
    package func delay(
        afterFailures failures: Int, isOpen: Bool = false, using generator: inout SeededGenerator
    ) -> Duration {
        let bound = min(cap, base * (1 << min(max(failures - 1, 0), 20))).nanoseconds
        return .nanoseconds(Int64.random(in: (isOpen ? bound / 2 : 0)...bound, using: &generator))
    }
}
