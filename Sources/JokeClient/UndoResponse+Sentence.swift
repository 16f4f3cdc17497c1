// SPDX-License-Identifier: MIT
package import JokeWire

extension UndoResponse.Undone {
    /// The undone change as a sentence.
    package var sentence: String {
        let count = jokes.count
        return switch kind {
        case "imported" where count == 0:
            localized(
                "Nothing was undone: an import of more than %s lines or %s KiB cannot be undone. The next undo is about "
                    + "the change before.", Limits.importTransaction.grouped, "\(Limits.importBytes >> 10)")
        case "tasteReset": localized("Undone: the deletion of what jokesd has learned.")
        case _ where count == 0:
            localized(
                "Nothing was undone: sync or an import has replaced the joke since. The next undo is about the change "
                    + "before.")
        case "liked": localized("Undone: the like.")
        case "disliked": localized("Undone: the dislike.")
        case "deleted":
            localized("Undone: the deletion of %s joke.", "Undone: the deletion of %s jokes.", count: count)
        case "restored":
            localized(
                "Undone: the restoration of %s joke.", "Undone: the restoration of %s jokes.", count: count)
        case "edited": localized("Undone: the edit.")
        case "added":
            localized("Undone: the addition of %s joke.", "Undone: the addition of %s jokes.", count: count)
        case "imported":
            localized("Undone: the import of %s joke.", "Undone: the import of %s jokes.", count: count)
        // A word of a later version.
        default:
            localized(
                "Undone: %1$s, %2$s joke.", "Undone: %1$s, %2$s jokes.", count: count, kind, count.grouped)
        }
    }
}
