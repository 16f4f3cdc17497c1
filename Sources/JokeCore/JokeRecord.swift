// SPDX-License-Identifier: MIT
package import JokeWire

/// The dates of the user's decisions about a joke. The three are independent, so that undo can put back exactly what
/// was there.
package struct JokeStatus: Sendable, Hashable {
    /// The time at which the joke was saved, or nil.
    package var savedAt: WallTime?
    /// The time since which the joke has been in the trash, or nil. Its text is removed after
    /// `ViewModel.trashRetention`.
    package var deletedAt: WallTime?
    /// The time of the dislike, or nil. A disliked joke is never chosen again.
    package var dislikedAt: WallTime?

    package init(savedAt: WallTime? = nil, deletedAt: WallTime? = nil, dislikedAt: WallTime? = nil) {
        self.savedAt = savedAt
        self.deletedAt = deletedAt
        self.dislikedAt = dislikedAt
    }

    package static let undecided = JokeStatus()
    package var isSaved: Bool { savedAt != nil && deletedAt == nil }
    package var isDisliked: Bool { dislikedAt != nil }

    /// Whether a joke with this status does not come by itself: a disliked one, and one of the user's own that was deleted
    /// or whose addition was undone.
    package func excludes(_ id: Joke.ID) -> Bool { isDisliked || id.isOwn && !isSaved }

    /// Returns the status after a like. Keeps the date of a saved joke, and ends a deletion and a dislike.
    package func saved(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: isSaved ? savedAt : time)
    }

    /// Returns the status after a dislike.
    ///
    /// - Parameter isListed: Whether the saved list has this text under any id. If so, the joke goes to the trash.
    package func disliked(at time: WallTime, isListed: Bool) -> JokeStatus {
        let goes = isSaved || isListed
        return JokeStatus(
            savedAt: savedAt ?? (goes ? time : nil), deletedAt: goes ? time : deletedAt,
            dislikedAt: dislikedAt ?? time)
    }

    /// Returns the status after a restoration: saved at the old date if it was saved, and not disliked.
    package func restored() -> JokeStatus { JokeStatus(savedAt: savedAt) }

    /// Returns the status after the deletion of a saved joke.
    package func deleted(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: savedAt, deletedAt: time, dislikedAt: dislikedAt)
    }
}

/// A joke with its status.
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
    /// Takes over the stored status of the same joke, and an edit. Otherwise its text stays as clients show it.
    mutating func adopt(_ kept: JokeRecord) {
        guard joke.id == kept.joke.id else { return }
        (status, isListed) = (kept.status, kept.isListed)
        if joke.original != nil || kept.joke.original != nil { joke = kept.joke }
    }

    /// Takes over the new status of the same joke. For a duplicate it takes over only whether the saved list has the
    /// text.
    mutating func adopt(_ status: JokeStatus, of other: Joke, isListed: Bool) {
        if joke.id == other.id { self.status = status }
        if isDuplicate(of: other, in: DuplicateGroup.of(other)) { self.isListed = isListed }
    }

    /// Whether this is the same joke, or one of its duplicate group.
    func isDuplicate(of other: Joke, in group: UInt64) -> Bool {
        joke.id == other.id || DuplicateGroup.of(joke) == group
    }
}
