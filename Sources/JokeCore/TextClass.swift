// SPDX-License-Identifier: MIT
package import JokeWire

/// Jokes of one text are one joke of the library, whatever their ids: what was decided last about any of them holds.
///
/// All of them are kept, so that libraries which were edited apart come to the same when they are merged, in whatever
/// order: what is listed is a function of what is kept.
package enum TextClass {
    /// Two jokes are of one class when these are equal. A joke without text stands alone.
    package static func of(_ joke: Joke) -> UInt64 {
        joke.value.utf8.allSatisfy({ $0 <= 0x20 })
            ? TextHash.bytes("\u{0}\(joke.id.rawValue)".utf8) : TextHash.of(joke.value)
    }

    /// The place of the member that stands for the class: of those that were decided about the one whose change came
    /// last, and of several the one with the greatest id; nil where none was.
    package static func governing(
        _ members: [(id: Joke.ID, standing: Standing, changedAt: WallTime)]
    ) -> Int? {
        members.indices.filter { members[$0].standing != .undecided }.max {
            let (left, right) = (members[$0], members[$1])
            if left.changedAt != right.changedAt {
                return left.changedAt.milliseconds < right.changedAt.milliseconds
            }
            // By their bytes; strings themselves are compared by their characters.
            return left.id.rawValue.utf8.lexicographicallyPrecedes(right.id.rawValue.utf8)
        }
    }
}
