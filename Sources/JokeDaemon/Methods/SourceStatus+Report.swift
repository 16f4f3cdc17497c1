// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension SourceStatus {
    /// Creates the status of a source.
    ///
    /// - Parameter reasons: The most reasons why jokes were filtered, or nil to leave them out.
    init(_ report: SourceReport, reasons: Int?) {
        self.init(
            name: report.name, type: report.type, enabled: report.isEnabled,
            configured: report.isConfigured, weight: report.weight, pages: report.hasPages,
            state: report.state.rawValue,
            error: report.trouble, message: report.trouble?.message ?? report.warning,
            retryAt: report.trouble?.retryAt, budget: report.budget.map(Budget.init),
            nextFetch: report.nextFetch?.rfc3339, given: report.tally.given, seen: report.tally.seen,
            filtered: report.tally.filteredCount,
            reasons: reasons.map { Array(report.tally.reasons.prefix($0)) })
    }
}

extension SourceStatus.Budget {
    fileprivate init(_ budget: SourceReport.Budget) {
        self.init(
            limit: budget.limit, used: budget.used, left: budget.left, renewsAt: budget.renewsAt.rfc3339)
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
