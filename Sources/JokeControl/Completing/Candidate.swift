// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A completion that the shell can insert, and its description.
package struct Candidate: Sendable, Hashable {
    package let word: String
    package let description: String

    package init(_ word: String, _ description: String = "") {
        self.word = word
        self.description = description
    }

    /// Creates the completion of a joke's id, with the joke's text as its description.
    package init(_ joke: Joke) { self.init(joke.id.rawValue, joke.text(translated: false)) }

    /// The line for the completion scripts: the word, a tab, the description.
    ///
    /// Nil if the word is empty or contains a control character. The shell could not insert such an id unchanged.
    package var line: String? {
        guard !word.isEmpty, TerminalText.oneLine(word) == word else { return nil }
        return
            "\(word)\t\(DisplayWidth.truncated(TerminalText.oneLine(description), to: 60, ellipsis: "…"))\n"
    }

    /// The line that makes the shell complete file names itself.
    package static let files = "\t\n"
}
