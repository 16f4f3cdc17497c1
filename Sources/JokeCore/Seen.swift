// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes that were shown, as hashes.
///
/// A joke becomes seen when it appears on the card or as the joke of the day: `ViewModel.writes(since:)` then writes
/// its fingerprints. `ArchiveQuery.unseen` compares them with those of fetched jokes before they enter the queue, and
/// `ArchiveQuery.fallback` with those of the local files.
package enum Seen {
    /// A hash, and the position of its last showing.
    ///
    /// A position is a time in milliseconds since 1970, or one more than that of the showing before it if the clock is not
    /// later. So positions grow, even if the clock was set back, and those of several machines can be compared.
    package struct Mark: Sendable, Hashable {
        package var hash: UInt64
        package var position: Int

        /// Creates a mark. A position that is out of range is clamped.
        package init(_ hash: UInt64, at position: Int) {
            (self.hash, self.position) = (hash, min(max(position, 0), Seen.lastPosition))
        }
    }

    /// The last position: the end of the year 9999. Showings after it have it, too.
    package static let lastPosition = Int(WallTime.last.milliseconds)

    /// The most hashes that are stored; the oldest ones beyond it are deleted.
    package static let capacity = 200_000

    /// Returns the two hashes of a joke: of its id at its source, and of its text (`TextHash`).
    ///
    /// A joke counts as seen if either of them is stored.
    package static func fingerprints(of joke: Joke) -> [UInt64] {
        [place(of: joke), TextHash.of(joke.value)]
    }

    /// Returns the hash of a joke's id at its source, whatever id the joke has in this library (`JokeKey`).
    static func place(of joke: Joke) -> UInt64 {
        TextHash.bytes("\(joke.source)\u{0}\(joke.key.id.rawValue)".utf8)
    }

    /// Returns the hash that is stored when a round of the jokes that a selection admits begins: each joke that was last
    /// seen before it was not shown in that round.
    package static func roundMark(of selection: ChangeRequest.Selection) -> UInt64 {
        let length = selection.maxLength.map { "\u{0}\($0)" } ?? ""
        return TextHash.bytes(
            "round\u{0}\(selection.source ?? "")\u{0}\(selection.category ?? "")\(length)".utf8)
    }
}
