// SPDX-License-Identifier: MIT
package import JokeWire

/// The jokes with the same text (`TextHash`), which the saved list shows as one joke.
///
/// A decision is about a text, whichever of them it names. All of them are stored, and decisions of other machines may
/// name others, so that libraries that were edited separately become equal when they are merged, in any order. The
/// decision about the text is that of the joke that was decided about last; of several with the same time, that of the
/// one with the greatest key (`JokeKey`).
package enum DuplicateGroup {
    /// Returns the number of a joke's group. A joke without text is alone in its group.
    package static func of(_ joke: Joke) -> UInt64 {
        joke.value.utf8.allSatisfy({ $0 <= 0x20 })
            ? TextHash.bytes("\u{0}\(joke.id.rawValue)".utf8) : TextHash.of(joke.value)
    }
}
