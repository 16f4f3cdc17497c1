// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// Whether the joke is of the built-in pack. No other source can have its name.
    var isBuiltin: Bool { source == Joke.starter.source }

    /// Returns the joke with the known translation if it has none of its own and its text is the same.
    package func keepingTranslation(of known: Joke) -> Joke {
        guard translation == nil, value == known.value else { return self }
        var joke = self
        joke.translation = known.translation
        return joke
    }

    /// Returns the joke of before an edit, with the text that its source has given since.
    ///
    /// - Parameter known: The stored joke, which the edit made.
    package func keepingSource(of known: Joke) -> Joke {
        let given = known.original?.joke ?? known
        guard original != nil else { return given.keepingTranslation(of: self) }
        var joke = self
        joke.original = nil
        joke.original = joke == given ? nil : .joke(given)
        return joke
    }

    /// Returns the joke to store or to show in place of a stored one. The user's edit stays: the text of a source
    /// replaces only what was edited (`original`), and an older edit replaces nothing.
    package func keepingEdit(of known: Joke) -> Joke {
        guard original != nil || known.original != nil else { return self }
        var joke = known
        if original == nil {
            joke.original = .joke(keepingTranslation(of: known.original?.joke ?? known))
        } else if known.original != nil, value == known.value {
            (joke.original, joke.translation) = (original, translation ?? known.translation)
        }
        return joke
    }
}
