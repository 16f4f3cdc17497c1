// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A source on the page of sources.
package struct SourceRow: Sendable, Hashable {
    package let name: String
    package let isOn: Bool
    /// The position of the switch: what the user chose, until jokesd has done or refused it.
    package let isSwitchedOn: Bool
    /// The state, the error and its cure, the time of the next attempt, and the requests of the day.
    package let facts: String
    package let isTrouble: Bool

    /// - Parameter choice: what the user chose, or nil if jokesd has replied to it.
    package init(_ source: SourceStatus, choice: Bool? = nil) {
        name = source.name
        isOn = source.isEnabled
        isSwitchedOn = choice ?? isOn
        isTrouble = source.isEnabled && source.message != nil
        var words = [source.isEnabled ? SourceStatus.word(for: source.state) : localized("off")]
        if source.isOverridden {
            words.append(
                source.isEnabled
                    ? localized("turned on by you (the configuration says off)")
                    : localized("turned off by you (the configuration says on)"))
        }
        if let message = source.message { words.append(TerminalText.trimmingFullStop(message)) }
        if let advice = source.advice ?? source.hint { words.append(advice) }
        if let next = source.nextFetch ?? source.retryAt {
            words.append(localized("next try: %s", WireTime(next).minute))
        }
        if let budget = source.budget {
            words.append(localized("%1$s of %2$s requests today", budget.used.grouped, budget.limit.grouped))
        }
        facts = words.map { TerminalText.oneLine($0) }.joined(separator: " · ")
    }
}
