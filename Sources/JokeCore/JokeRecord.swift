// SPDX-License-Identifier: MIT
package import JokeWire

/// The decision about a text, whichever ids have it (`DuplicateGroup`). The three dates are independent, so that undo can
/// put back exactly what was there.
package struct JokeStatus: Sendable, Hashable {
    /// The time at which the joke was saved, or nil.
    package var savedAt: WallTime?
    /// The time since which the joke has been in the trash, or nil. Its text is removed after
    /// `ViewModel.trashRetention`.
    package var deletedAt: WallTime?
    /// The time of the dislike, or nil. A disliked joke is never chosen again.
    package var dislikedAt: WallTime?
    /// The like or dislike that the decision has added to the taste, or nil if it has added none.
    package var lesson: Taste.Lesson?

    package init(
        savedAt: WallTime? = nil, deletedAt: WallTime? = nil, dislikedAt: WallTime? = nil,
        lesson: Taste.Lesson? = nil
    ) {
        self.savedAt = savedAt
        // A saved joke that is disliked goes to the trash. A line of another program may say something else.
        self.deletedAt = savedAt == nil ? deletedAt : deletedAt ?? dislikedAt
        self.dislikedAt = dislikedAt
        self.lesson = lesson
    }

    package static let undecided = JokeStatus()

    /// The status of a joke whose import was undone. It is in the trash with equal dates, which no deletion leaves, so
    /// that the user can import it again.
    package static func takenBack(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: time, deletedAt: time)
    }
    package var isTakenBack: Bool { savedAt != nil && savedAt == deletedAt && !isDisliked }
    package var isSaved: Bool { savedAt != nil && deletedAt == nil }
    package var isDisliked: Bool { dislikedAt != nil }

    /// Whether a joke with this status does not come by itself: a disliked one, and one of the user's own that was deleted
    /// or whose addition was undone.
    package func excludes(_ id: Joke.ID) -> Bool { isDisliked || id.isOwn && !isSaved }

    /// Returns the status after a like. Keeps the date of a saved joke, and ends a deletion and a dislike.
    package func saved(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: isSaved ? savedAt : time, lesson: lesson)
    }

    /// Returns the status after a dislike. A saved joke goes to the trash.
    package func disliked(at time: WallTime) -> JokeStatus {
        JokeStatus(
            savedAt: savedAt, deletedAt: isSaved ? time : deletedAt, dislikedAt: dislikedAt ?? time,
            lesson: lesson)
    }

    /// Returns the status after a restoration: saved at the old date if it was saved, and not disliked. A dislike that
    /// ends has taught nothing.
    package func restored() -> JokeStatus { JokeStatus(savedAt: savedAt, lesson: isDisliked ? nil : lesson) }

    /// Returns the status after the deletion of a saved joke.
    package func deleted(at time: WallTime) -> JokeStatus {
        JokeStatus(savedAt: savedAt, deletedAt: time, dislikedAt: dislikedAt, lesson: lesson)
    }
}

/// A joke with the decision about its text.
package struct JokeRecord: Sendable, Hashable {
    package var joke: Joke
    package var status: JokeStatus
    /// The id of the joke that has the decision, or nil without one. It may be another one with the same text.
    package var decidedID: Joke.ID?

    package init(joke: Joke, status: JokeStatus = .undecided) {
        self.init(joke: joke, status: status, decidedID: status == .undecided ? nil : joke.id)
    }

    package init(joke: Joke, status: JokeStatus, decidedID: Joke.ID?) {
        (self.joke, self.status, self.decidedID) = (joke, status, decidedID)
    }
}

extension JokeRecord {
    /// Takes over the stored decision about the same joke, and an edit. Otherwise its text stays as clients show it.
    mutating func adopt(_ kept: JokeRecord) {
        guard joke.id == kept.joke.id else { return }
        (status, decidedID) = (kept.status, kept.decidedID)
        if joke.original != nil || kept.joke.original != nil { joke = kept.joke }
    }

    /// Takes over the new decision about its text, which the joke `other` has.
    mutating func adopt(_ status: JokeStatus, of other: Joke) {
        guard isDuplicate(of: other, in: DuplicateGroup.of(other)) else { return }
        (self.status, decidedID) = (status, status == .undecided ? nil : other.id)
    }

    /// Whether this is the same joke, or one of its duplicate group.
    func isDuplicate(of other: Joke, in group: UInt64? = nil) -> Bool {
        joke.id == other.id || DuplicateGroup.of(joke) == group ?? DuplicateGroup.of(other)
    }
}
