// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
package import JokeWire

/// A source on the page of sources.
package struct SourceRow: Sendable, Hashable {
    package let name: String
    package let isOn: Bool
    /// The state, the error and its cure, the time of the next attempt, and the requests of the day.
    package let facts: String
    package let isTrouble: Bool

    package init(_ source: SourceStatus) {
        name = source.name
        isOn = source.isEnabled
        isTrouble = source.isEnabled && source.message != nil
        var words = [source.isEnabled ? source.state ?? "on" : "off"]
        if let override = source.overrideNote { words.append(override) }
        if let message = source.message { words.append(TerminalText.trimmingFullStop(message)) }
        if let advice = source.advice { words.append(advice) }
        if let next = source.nextFetch ?? source.retryAt {
            words.append("next try: \(WireTime(next).minute)")
        }
        if let budget = source.budget {
            words.append("\(budget.used) of \(budget.limit) requests today")
        }
        facts = words.map { TerminalText.oneLine($0) }.joined(separator: " · ")
    }
}
