// SPDX-License-Identifier: MIT

/// What became of a source's jokes since the start.
package struct SourceTally: Sendable, Hashable {
    /// How many reasons are told apart; of more, only their kinds.
    private static let capacity = 32

    /// Came into the queue, or to who waited.
    package var given = 0
    /// Were seen before, or ready already.
    package var seen = 0
    /// By reason, why they were kept out.
    package private(set) var filtered: [Filter.Reason: Int] = [:]

    package init() {}

    package var filteredCount: Int { filtered.values.reduce(0, +) }

    package mutating func count(_ reason: Filter.Reason) {
        let isNew = filtered[reason] == nil
        let key = isNew && filtered.count >= Self.capacity ? Filter.Reason(reason.kind) : reason
        filtered[key, default: 0] += 1
    }
}

/// What an order's jokes were good for, in their order.
struct FetchEvaluation: Sendable, Hashable {
    enum Disposition: Sendable, Hashable {
        case fresh
        case repeated
        case keptOut(Filter.Reason)
    }

    var dispositions: [Disposition] = []

    var isEmpty: Bool { dispositions.isEmpty }
    var fresh: Int { dispositions.count { $0 == .fresh } }
    var repeated: Int { dispositions.count { $0 == .repeated } }
    var reasons: [Filter.Reason] {
        dispositions.compactMap { if case .keptOut(let reason) = $0 { reason } else { nil } }
    }
    var isAllKeptOut: Bool { !isEmpty && reasons.count == dispositions.count }
}
