// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// How a source does: Protocol.md, "Shapes".
struct SourceStatus: JSONWritable {
    let report: SourceReport
    /// Whether it says why jokes were filtered.
    let isExplained: Bool

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", report.name)
        writer.member("type", report.type)
        writer.member("enabled", report.isEnabled)
        writer.member("weight", report.weight)
        writer.member("state", report.state.rawValue)
        writer.member("error", report.trouble)
        writer.member("message", report.trouble?.message)
        writer.member("retryAt", report.trouble?.retryAt)
        writer.member("budget", report.budget)
        writer.member("nextFetch", report.nextFetch?.rfc3339)
        writer.member("given", report.tally.given)
        writer.member("seen", report.tally.seen)
        writer.member("filtered", report.tally.filteredCount)
        if isExplained { writer.member("reasons", reasons) } else { writer.member("reasons", nil as JSON?) }
        writer.endObject()
    }

    private var reasons: [Members] {
        report.tally.filtered
            .sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
            .map { reason, count in
                Members {
                    $0.member("reason", reason.kind.rawValue)
                    $0.member("what", reason.detail)
                    $0.member("count", count)
                }
            }
    }
}

extension SourceReport.Budget: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("limit", limit)
        writer.member("used", used)
        writer.member("left", left)
        writer.member("renewsAt", renewsAt.rfc3339)
        writer.endObject()
    }
}
