// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// The joke with the id that it gets if its own id belongs to a joke of another source: `SOURCE:ID`.
    package var namedAfterSource: Joke {
        var joke = self
        joke.id = Joke.ID(rawValue: "\(source):\(id.rawValue)")
        if joke.id.rawValue.utf8.count > Limits.jokeID {
            joke.id = TextHash.id("\(source):", of: joke.id.rawValue)
        }
        return joke
    }

    /// Returns the joke with its own id, or with the name of its source if it is stored so, or if its own id belongs to
    /// a joke of another source.
    func identified(among stored: [Joke]) -> Joke {
        let named = namedAfterSource
        let isNamed = stored.contains {
            $0.id == named.id && $0.source == source
                || $0.id == id && isOther(than: $0, in: DuplicateGroup.of($0))
        }
        return isNamed ? named : self
    }

    /// Whether a stored joke with the same id is another joke: one of another source, with another text.
    ///
    /// - Parameter group: The duplicate group of the stored joke, which may have no text any more.
    package func isOther(than stored: Joke, in group: UInt64) -> Bool {
        // Lines of an import may lack the source.
        guard source != stored.source, !["", Joke.importSource].contains(source), !stored.source.isEmpty
        else {
            return false
        }
        let groups = [group] + [stored.original].compactMap { $0.map { DuplicateGroup.of($0.joke) } }
        return ([self] + [original].compactMap { $0?.joke }).allSatisfy {
            !groups.contains(DuplicateGroup.of($0))
        }
    }
}
