// SPDX-License-Identifier: MIT
package import JokeWire

/// A joke of a library, as the choice of an id for another one needs it.
package struct StoredJoke: Sendable, Hashable {
    package var joke: Joke
    /// The duplicate group. The joke may have no text any more.
    package var group: UInt64
    /// Whether the text was removed with the trash.
    package var isEmptied: Bool
    /// Whether there was ever a decision about it. Then its line of an export has its source.
    package var hadDecision: Bool

    package init(_ joke: Joke, group: UInt64, isEmptied: Bool, hadDecision: Bool) {
        (self.joke, self.group) = (joke, group)
        (self.isEmptied, self.hadDecision) = (isEmptied, hadDecision)
    }
}

extension Joke {
    package var key: JokeKey { JokeKey(id, of: source) }

    /// The ids under which a library may have a joke of a source, or another joke whose id it may not take.
    package var possibleIDs: [Joke.ID] { [id] + key.localIDs.filter { $0 != id } }

    /// Returns a joke of a source with the id under which a library has it. If it has none, returns it with its own id,
    /// or with the name of its source if its own id belongs to another joke.
    ///
    /// - Parameter stored: The jokes of the library with the ids `possibleIDs`.
    package func identified(among stored: [StoredJoke]) -> Joke {
        if stored.isEmpty { return self }
        let ids = possibleIDs
        let others = ids.map { id in stored.first { $0.joke.id == id } }
        let same = others.compactMap { $0 }.filter { $0.joke.key == key }
        var joke = self
        if let known = same.first(where: \.hadDecision) ?? same.first {
            joke.id = known.joke.id
        } else if let place = others.firstIndex(where: { $0.map { !isOther(than: $0) } ?? true }) {
            joke.id = ids[place]
        }
        return joke
    }

    /// Whether a stored joke with the same id is another one: one of another source, with another text or none any more.
    private func isOther(than stored: StoredJoke) -> Bool {
        if key == stored.joke.key { return false }
        // Old imports have jokes without text whose source is not known.
        if stored.isEmptied, !stored.joke.source.isEmpty { return true }
        // An edit makes no joke another one: only the texts of the sources are compared.
        let known = stored.joke.original.map { DuplicateGroup.of($0.joke) } ?? stored.group
        return DuplicateGroup.of(original?.joke ?? self) != known
    }

    /// Whether the joke of a source takes the place of a stored one with the same id. A joke with a decision keeps its
    /// source.
    package func mayReplace(_ stored: StoredJoke) -> Bool {
        key == stored.joke.key
            || !isOther(than: stored) && (!stored.hadDecision || stored.joke.source.isEmpty)
    }

    /// Returns the joke that takes the place of a stored one with the same id. A joke with a decision keeps its source.
    package func inPlace(of stored: StoredJoke) -> Joke {
        stored.hadDecision && key != stored.joke.key ? named(id, of: stored.joke.source) : self
    }

    /// Returns the joke with an id and a source, which `original` gets, too.
    package func named(_ id: Joke.ID, of source: String) -> Joke {
        if original == nil, id == self.id, source == self.source { return self }
        var joke = self
        if var original = joke.original?.joke {
            let isSame = original.source == joke.source || JokeKey(joke.id, of: original.source) == key
            if isSame { original.source = source }
            original.id = id
            joke.original = .joke(original)
        }
        (joke.id, joke.source) = (id, source)
        return joke
    }
}
