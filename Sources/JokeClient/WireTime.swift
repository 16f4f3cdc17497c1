// SPDX-License-Identifier: MIT
package import JokeWire

/// A time as the daemon sends it (RFC 3339 with a time zone), shortened for people. The zone is that of the daemon,
/// which is also the user's.
package struct WireTime: Sendable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// The date, such as `2026-11-21`, or the whole text if it is not a time.
    package var date: String { isTime ? String(text.prefix(10)) : text }

    /// The date and the time to the minute, such as `2026-11-21 10:42`, or the whole text if it is not a time.
    package var minute: String { isTime ? "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))" : text }

    private var isTime: Bool {
        text.count >= 20
            && zip(text, "0000-00-00T00:00").allSatisfy {
                $1 == "0" ? $0.isWholeNumber : $0 == $1 || $1 == "T"
            }
    }
}

extension CardState.ErrorInfo {
    /// The message, which says what to do, and the time of the next attempt if there is one.
    package var text: String {
        guard let retryAt else { return message }
        return localized(
            "%1$s (next try: %2$s)", TerminalText.trimmingFullStop(message), WireTime(retryAt).minute)
    }
}
