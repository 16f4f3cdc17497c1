// SPDX-License-Identifier: MIT
package import JokeWire

/// What the user has decided about a joke, and when.
///
/// The three dates are independent, so that undo can put back exactly what was there.
package struct JokeStatus: Sendable, Hashable {
    package var savedAt: WallTime?
    /// In the trash since then; the row of a saved joke stays until the trash is emptied.
    package var deletedAt: WallTime?
    /// Disliked, never to come again.
    package var dislikedAt: WallTime?

    package init(savedAt: WallTime? = nil, deletedAt: WallTime? = nil, dislikedAt: WallTime? = nil) {
        self.savedAt = savedAt
        self.deletedAt = deletedAt
        self.dislikedAt = dislikedAt
    }

    package static let undecided = JokeStatus()
    package var isSaved: Bool { savedAt != nil && deletedAt == nil }
    package var isDisliked: Bool { dislikedAt != nil }

    /// Saved now: an earlier saving date is kept, the trash and the grave are left.
    package func saved(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: isSaved ? savedAt : time)
    }

    /// Returns the status after a dislike now. A saved joke goes to the trash.
    ///
    /// - Parameter isListed: Whether this text is saved, under any id. If so, it goes to the trash.
    package func disliked(at time: WallTime, isListed: Bool) -> JokeStatus {
        let goes = isSaved || isListed
        return JokeStatus(
            savedAt: savedAt ?? (goes ? time : nil), deletedAt: goes ? time : deletedAt,
            dislikedAt: dislikedAt ?? time)
    }

    /// Out of the trash now: saved when it was.
    package func restored() -> JokeStatus { JokeStatus(savedAt: savedAt) }

    /// Deleted from the saved jokes now.
    package func deleted(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: savedAt, deletedAt: time, dislikedAt: dislikedAt)
    }
}

/// A joke with what the user has decided about it.
package struct JokeRecord: Sendable, Hashable {
    package var joke: Joke
    package var status: JokeStatus
    /// Whether the saved list has its text, under this id or another one (`DuplicateGroup`).
    package var isListed: Bool

    package init(joke: Joke, status: JokeStatus = .undecided, isListed: Bool? = nil) {
        self.joke = joke
        self.status = status
        self.isListed = isListed ?? status.isSaved
    }
}

extension JokeRecord {
    /// Takes over what is kept of this joke, but for its text: that is the one that was shown.
    mutating func adopt(_ kept: JokeRecord) {
        guard joke.id == kept.joke.id else { return }
        (status, isListed) = (kept.status, kept.isListed)
    }

    /// Takes over what was decided about this joke, or what that means for its text.
    mutating func adopt(_ status: JokeStatus, of other: Joke, isListed: Bool) {
        if joke.id == other.id { self.status = status }
        if joke.id == other.id || DuplicateGroup.of(joke) == DuplicateGroup.of(other) {
            self.isListed = isListed
        }
    }
}
