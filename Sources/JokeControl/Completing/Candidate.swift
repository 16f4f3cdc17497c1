// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
package import JokeWire

/// A word that the shell may put in, and what it says about it.
package struct Candidate: Sendable, Hashable {
    package let word: String
    package let description: String

    package init(_ word: String, _ description: String = "") {
        self.word = word
        self.description = description
    }

    /// A joke by its id, with its beginning.
    package init(_ joke: Joke) { self.init(joke.id.rawValue, joke.text(translated: false)) }

    /// One line for the scripts: the word, a tab, the description.
    ///
    /// Nil where the word is not what it looks like: an id with a control character in it is not offered, since what is
    /// put in could not be the id.
    package var line: String? {
        guard !word.isEmpty, TerminalText.oneLine(word) == word else { return nil }
        return "\(word)\t\(Self.shortened(TerminalText.oneLine(description)))\n"
    }

    /// Says that names of files are wanted, which the shells know best.
    package static let files = "\t\n"

    private static let widest = 60

    private static func shortened(_ text: String) -> String {
        var (kept, width) = ("", 0)
        for character in text {
            width += DisplayWidth.of(character)
            guard width < widest else { return kept + "…" }
            kept.append(character)
        }
        return kept
    }
}
