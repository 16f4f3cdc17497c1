// SPDX-License-Identifier: MIT
package import JokeWire

// The words that every client shows for a joke.
extension Joke {
    /// Whether this is the substitute that says why there is no joke.
    package var isError: Bool { id.rawValue == "error" }

    /// Returns the text to show.
    ///
    /// - Parameter isTranslated: whether the user reads translations. A joke without one is shown in its own language.
    package func text(translated isTranslated: Bool) -> String {
        if isTranslated, let translation { return translation.value }
        return value.isEmpty ? "N/A" : value
    }

    /// Returns the setup and the punch line. The punch line is nil if the joke has one part.
    ///
    /// A translation has no parts of its own. It is divided after as many lines as the setup has. If it has no more
    /// lines, the setup in the joke's own language comes before it.
    package func parts(translated isTranslated: Bool) -> (setup: String, punchline: String?) {
        let whole = text(translated: isTranslated)
        guard let setup else { return (whole, nil) }
        var lines = setup.utf8.count { $0 == 0x0A }
        var end = whole.startIndex
        while end < whole.endIndex {
            if whole[end].isNewline {
                if lines == 0 { return (String(whole[..<end]), String(whole[whole.index(after: end)...])) }
                lines -= 1
            }
            end = whole.index(after: end)
        }
        return (setup, whole)
    }

    /// Returns the text to show of a joke that is perhaps not revealed.
    package func text(translated isTranslated: Bool, revealed isRevealed: Bool) -> String {
        isRevealed ? text(translated: isTranslated) : parts(translated: isTranslated).setup
    }
}
