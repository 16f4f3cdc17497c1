// SPDX-License-Identifier: MIT

/// The numbers of a source's jokes since the start, by what happened to them.
package struct SourceTally: Sendable, Hashable {
    /// The most reasons that are counted separately. Further ones are counted by their kind alone.
    private static let capacity = 32

    /// The jokes that entered the queue, or were shown to a client that waited.
    package var given = 0
    /// The jokes that had been seen, or were in the queue already.
    package var seen = 0
    /// The rejected jokes, by reason.
    package internal(set) var filtered: [Filter.Reason: Int] = [:]

    package init() {}

    package var filteredCount: Int { filtered.values.reduce(0, +) }

    package mutating func count(_ reason: Filter.Reason) {
        let isNew = filtered[reason] == nil
        let key = isNew && filtered.count >= Self.capacity ? Filter.Reason(reason.kind) : reason
        filtered[key, default: 0] += 1
    }
}

/// The disposition of each joke of a result, in their order.
struct FetchEvaluation: Sendable, Hashable {
    enum Disposition: Sendable, Hashable {
        case fresh
        case repeated
        /// `isCounted` says that it was counted before.
        case rejected(Filter.Reason, isCounted: Bool)
    }

    var dispositions: [Disposition] = []
    /// Whether the result also had jokes of a file that are in the queue, which have no disposition.
    var hasQueued = false

    /// Whether the result had nothing new: no joke, or beside those of the queue rejected ones only.
    var isEmpty: Bool { dispositions.isEmpty || hasQueued && reasons.count == dispositions.count }
    var fresh: Int { dispositions.count { $0 == .fresh } }
    var repeated: Int { dispositions.count { $0 == .repeated } }
    var reasons: [Filter.Reason] {
        dispositions.compactMap { if case .rejected(let reason, _) = $0 { reason } else { nil } }
    }
    var newReasons: [Filter.Reason] {
        dispositions.compactMap {
            if case .rejected(let reason, isCounted: false) = $0 { reason } else { nil }
        }
    }
    var isAllRejected: Bool { !isEmpty && reasons.count == dispositions.count }
}
