// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders a decision. If `showsCard` is true, the joke that is shown now follows.
    package static func decision(
        _ decision: DecisionResponse, liked: Bool, showsCard: Bool, _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        guard !appearance.isQuiet else { return page }
        if let decided = decision.decided {
            let text = text(of: decided, appearance)
            let sentence =
                switch (liked, decision.isChanged) {
                case (true, true): localized("Saved: %s", text)
                case (true, false): localized("Already saved: %s", text)
                case (false, true): localized("Disliked: %s", text)
                case (false, false): localized("Already disliked: %s", text)
                }
            let mark = liked ? appearance.symbols.liked : appearance.symbols.disliked
            page.paragraph(
                (appearance.isTerminal ? "\(mark) " : "") + sentence, liked ? .liked : .disliked)
            page.append(decided.credit(translated: appearance.showsTranslations))
        } else {
            page.paragraph(
                liked ? localized("There is no joke to like.") : localized("There is no joke to dislike."))
        }
        guard showsCard else { return page }
        page.blank()
        page.append(decision.joke, facts: origin(of: decision.joke))
        return page
    }

    /// The outcome for a joke that the user has written.
    enum Writing { case added, wasAdded, edited, restored, unchanged }

    /// Renders a joke that the user has written, after a word for what happened to it.
    static func written(_ joke: Joke?, _ what: Writing, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard let joke, !appearance.isQuiet else { return page }
        let mark = appearance.isTerminal ? "\(appearance.symbols.liked) " : ""
        let text = joke.text(translated: false)
        let sentence =
            switch what {
            case .added: localized("Added: %s", text)
            case .wasAdded: localized("Already added: %s", text)
            case .edited: localized("Edited: %s", text)
            case .restored: localized("Restored: %s", text)
            case .unchanged: localized("Unchanged: %s", text)
            }
        page.paragraph(mark + sentence, .liked)
        if appearance.isTerminal {
            page.paragraph(
                list([joke.source, joke.id.rawValue], separator: appearance.symbols.separator), .faint)
        }
        return page
    }

    /// Renders the result of an undo.
    package static func undo(_ undo: UndoResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard !appearance.isQuiet else { return page }
        let undone = undo.undone
        guard undo.isChanged else {
            page.paragraph(
                undone.kind == "imported"
                    ? localized(
                        "Nothing was undone: an import of more than %s lines or %s KiB cannot be undone. The next "
                            + "`jokectl undo` is about the change before.", "\(Limits.importTransaction)",
                        "\(Limits.importBytes >> 10)")
                    : localized(
                        "Nothing was undone: sync or an import has replaced the joke since. The next `jokectl undo` is "
                            + "about the change before."))
            return page
        }
        page.paragraph(sentence(for: undone, appearance))
        guard undo.isCardChanged else { return page }
        page.blank()
        page.append(undo.joke, facts: origin(of: undo.joke))
        return page
    }

    /// The most columns of the joke's text in the sentence about an undo.
    private static let undoneWidth = 60

    private static func sentence(for undone: UndoResponse.Undone, _ appearance: Appearance) -> String {
        let count = undone.jokes.count
        if let text = undone.text {
            let text = DisplayWidth.truncated(
                TerminalText.oneLine(text), to: undoneWidth, ellipsis: appearance.symbols.ellipsis)
            switch undone.kind {
            case "liked": return localized("Undone: the like of “%s”.", text)
            case "disliked": return localized("Undone: the dislike of “%s”.", text)
            case "deleted": return localized("Undone: the deletion of “%s”.", text)
            case "restored": return localized("Undone: the restoration of “%s”.", text)
            case "edited": return localized("Undone: the edit of “%s”.", text)
            case "added": return localized("Undone: the addition of “%s”.", text)
            default: break
            }
        }
        return sentence(for: undone.kind, count: count)
    }

    private static func sentence(for kind: String, count: Int) -> String {
        switch kind {
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
        case "tasteReset": localized("Undone: the deletion of what jokesd has learned.")
        default:
            localized("Undone: %1$s, %2$s joke.", "Undone: %1$s, %2$s jokes.", count: count, kind, "\(count)")
        }
    }
}
