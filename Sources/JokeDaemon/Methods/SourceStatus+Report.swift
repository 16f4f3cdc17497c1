// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension SourceStatus {
    /// Creates the status of a source.
    ///
    /// - Parameter reasons: The most reasons why jokes were filtered, or nil to leave them out.
    init(_ report: SourceReport, reasons: Int?) {
        self.init()
        (name, type, weight, pages) = (report.name, report.type, report.weight, report.hasPages)
        (enabled, configured, state) = (report.isEnabled, report.isConfigured, report.state.rawValue)
        (error, retryAt) = (report.trouble, report.trouble?.retryAt)
        message = report.trouble?.message ?? report.warning
        (budget, nextFetch) = (report.budget.map(Budget.init), report.nextFetch?.rfc3339)
        let tally = report.tally
        (given, seen, filtered) = (tally.given, tally.seen, tally.filteredCount)
        self.reasons = reasons.map { Array(tally.reasons.prefix($0)) }
    }
}

extension SourceStatus.Budget {
    fileprivate init(_ budget: SourceReport.Budget) {
        self.init()
        (limit, used) = (budget.limit, budget.used)
        (left, renewsAt) = (budget.left, budget.renewsAt.rfc3339)
    }
}

extension SourceTally {
    /// The reasons, the most frequent first.
    fileprivate var reasons: [SourceStatus.FilterReason] {
        filtered
            .sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
            .map { SourceStatus.FilterReason($0.kind.rawValue, $0.detail, count: $1) }
    }
}
