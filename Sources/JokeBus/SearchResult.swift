// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A found joke as the desktops show it.
package struct SearchResult: Sendable, Hashable {
    /// The most characters of each text.
    private static let longest = 200

    package let id: String
    /// The setup, or the first line of a joke that has no setup, in one line.
    package let title: String
    /// The punch line, or the other lines, in one line. Nil if the title is the whole joke.
    package let rest: String?
    /// The joke in the markup of Qt's StyledText, in which KRunner shows what has several lines.
    package let styled: String
    /// The whole joke, for the clipboard.
    package let text: String

    package init(_ joke: Joke) {
        id = joke.id.rawValue
        text = TerminalText.safe(joke.text(translated: false))
        var lines = text.split(separator: "\n").map(String.init)
        var setup = lines.isEmpty ? "" : lines.removeFirst()
        var rest = lines.joined(separator: " ")
        if let punchline = joke.punchline {
            setup = TerminalText.oneLine(joke.parts(translated: false).setup)
            rest = TerminalText.oneLine(punchline)
        }
        title = Self.cut(setup)
        self.rest = rest.isEmpty ? nil : Self.cut(rest)
        styled = Escaper.brackets.escaped(Self.cut(text)).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .joined(separator: "<br>")
    }

    /// Returns at most ``longest`` characters. A shortened text ends in an ellipsis.
    private static func cut(_ text: String) -> String {
        text.count <= longest ? text : text.prefix(longest - 1) + "…"
    }
}
