// SPDX-License-Identifier: MIT
import JokeWire

/// The text of a desktop notification, as a server shows it.
package enum NotificationBody {
    /// The character that begins a new line on GNOME, which shows U+000A as a space. It is U+2029 (PARAGRAPH SEPARATOR), as
    /// seen with GNOME Shell 43.9 and 48.7.
    package static let lineBreakOfGNOME = "\u{2029}"

    /// Returns the text so that no part of it is markup or an escape sequence.
    ///
    /// - Parameters:
    ///   - readsMarkup: whether the server interprets the body as markup.
    ///   - lineBreak: the character that begins a new line there.
    package static func text(_ text: String, markup readsMarkup: Bool, lineBreak: String = "\n") -> String {
        let lines = (readsMarkup ? Escaper.brackets.escaped(text) : TerminalText.safe(text))
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.joined(separator: lineBreak)
    }
}
