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
        case "liked": localized("Undone: the like.")
        case "disliked": localized("Undone: the dislike.")
        case "deleted": localized("Undone: the deletion.")
        case "restored": localized("Undone: the restoration.")
        case "added": localized("Undone: the addition.")
        case "edited": localized("Undone: the edit.")
        case "imported": localized("Undone: the import.")
        case "tasteReset": localized("Undone: the deletion of what jokesd has learned.")
        // A word of a later version.
        default: localized("Undone: %s.", kind)
        }
    }
}
