// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes of one text, whatever their ids: they are one joke of the library.
///
/// All of them are kept, so that libraries that were edited apart come to the same when they are merged, in whatever
/// order. Of the jokes that were decided about, the one that was changed last is the representative, and of several the
/// one with the greatest id, compared by its bytes. The decision about the representative holds for the group.
package enum DuplicateGroup {
    /// Returns the number of the group of a joke. A joke without text is alone in its group.
    package static func of(_ joke: Joke) -> UInt64 {
        joke.value.utf8.allSatisfy({ $0 <= 0x20 })
            ? TextHash.bytes("\u{0}\(joke.id.rawValue)".utf8) : TextHash.of(joke.value)
    }
}
