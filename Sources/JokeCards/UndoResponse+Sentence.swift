// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension UndoResponse.Undone {
    /// The undone change as a sentence for the user of the card.
    package var sentence: String {
        if jokes.isEmpty, kind != "tasteReset" {
            return localized("Nothing was undone: sync or an import has replaced the joke since.")
        }
        return switch kind {
        case "liked": localized("Undone: the joke was liked.")
        case "disliked": localized("Undone: the joke was disliked.")
        case "deleted": localized("Undone: the deletion.")
        case "restored": localized("Undone: the joke was restored.")
        case "added": localized("Undone: the joke was added.")
        case "edited": localized("Undone: the joke was edited.")
        case "imported": localized("Undone: the jokes were imported.")
        case "tasteReset": localized("Undone: what jokesd has learned was deleted.")
        // A word of a later version.
        default: localized("Undone: the joke was %s.", kind)
        }
    }
}
