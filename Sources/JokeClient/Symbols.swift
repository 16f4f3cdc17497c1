// SPDX-License-Identifier: MIT

/// The symbols that clients draw with, in Unicode or in ASCII.
package struct Symbols: Sendable, Hashable {
    /// Whether the terminal can show more than ASCII.
    package let isUnicode: Bool

    package init(isUnicode: Bool) { self.isUnicode = isUnicode }

    package var liked: String { isUnicode ? "🤣" : ":D" }
    package var disliked: String { isUnicode ? "👎" : ":(" }
    package var separator: String { isUnicode ? " · " : " - " }
    package var ellipsis: String { isUnicode ? "…" : "..." }

    /// The frames of the spinner, in order.
    package var spinner: [String] {
        isUnicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
    }

    /// Returns a bar that shows a fraction, which is clamped to 0...1.
    package func bar(_ fraction: Double, length: Int) -> String {
        let full = Int((min(max(fraction, 0), 1) * Double(length)).rounded(.toNearestOrAwayFromZero))
        let (mark, rest) = isUnicode ? ("█", "░") : ("#", ".")
        return String(repeating: mark, count: full) + String(repeating: rest, count: length - full)
    }
}
