// SPDX-License-Identifier: MIT
import JokeWire

/// Turns answers into text: pure functions, one family a file.
package enum Rendering {
    /// Where a joke comes from: its source and its categories.
    static func origin(of joke: Joke) -> [String] {
        joke.categories.isEmpty ? [joke.source] : [joke.source, list(joke.categories)]
    }

    /// The words with something between them.
    ///
    /// The first `joined(separator:)` in a process looks up how to walk its collection: a sixth of a whole run.
    static func list(_ words: [String], separator: String = ", ") -> String {
        var text = ""
        for (place, word) in words.enumerated() { text += place == 0 ? word : separator + word }
        return text
    }

    static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
