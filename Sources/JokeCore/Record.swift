// SPDX-License-Identifier: MIT
package import JokeWire

/// What the user has decided about a joke, and when.
///
/// The three dates are independent, so that undo can put back exactly what was there.
package struct Standing: Sendable, Hashable {
    package var savedAt: WallTime?
    /// In the trash since then; the row of a saved joke stays until the trash is emptied.
    package var deletedAt: WallTime?
    /// Disliked, never to come again.
    package var buriedAt: WallTime?

    package init(savedAt: WallTime? = nil, deletedAt: WallTime? = nil, buriedAt: WallTime? = nil) {
        self.savedAt = savedAt
        self.deletedAt = deletedAt
        self.buriedAt = buriedAt
    }

    package static let undecided = Standing()
    package var isSaved: Bool { savedAt != nil && deletedAt == nil }
    package var isBuried: Bool { buriedAt != nil }

    /// Saved now: an earlier saving date is kept, the trash and the grave are left.
    package func saved(at time: WallTime) -> Standing {
        Standing(savedAt: isSaved ? savedAt : time)
    }

    /// Disliked now: what was saved goes to the trash.
    ///
    /// - Parameter isListed: whether its text is saved, were it under another id: then it is found in the trash, too.
    package func buried(at time: WallTime, isListed: Bool) -> Standing {
        let goes = isSaved || isListed
        return Standing(
            savedAt: savedAt ?? (goes ? time : nil), deletedAt: goes ? time : deletedAt,
            buriedAt: buriedAt ?? time)
    }

    /// Out of the trash now: saved when it was.
    package func restored() -> Standing { Standing(savedAt: savedAt) }

    /// Deleted from the saved jokes now.
    package func deleted(at time: WallTime) -> Standing {
        Standing(savedAt: savedAt, deletedAt: time, buriedAt: buriedAt)
    }
}

/// A joke with what the user has decided about it.
package struct Record: Sendable, Hashable {
    package var joke: Joke
    package var standing: Standing
    /// Whether the saved list has its text, under this id or another one (`DuplicateGroup`).
    package var isListed: Bool

    package init(joke: Joke, standing: Standing = .undecided, isListed: Bool? = nil) {
        self.joke = joke
        self.standing = standing
        self.isListed = isListed ?? standing.isSaved
    }
}

extension Record {
    /// Takes over what is kept of this joke, but for its text: that is the one that was shown.
    mutating func adopt(_ kept: Record) {
        guard joke.id == kept.joke.id else { return }
        (standing, isListed) = (kept.standing, kept.isListed)
    }

    /// Takes over what was decided about this joke, or what that means for its text.
    mutating func adopt(_ standing: Standing, of other: Joke, isListed: Bool) {
        if joke.id == other.id { self.standing = standing }
        if joke.id == other.id || DuplicateGroup.of(joke) == DuplicateGroup.of(other) {
            self.isListed = isListed
        }
    }
}
