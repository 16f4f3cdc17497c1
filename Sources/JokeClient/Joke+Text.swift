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
}
