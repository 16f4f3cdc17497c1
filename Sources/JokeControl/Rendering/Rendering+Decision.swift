// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders a decision. If `showsCard` is true, the joke that is shown now follows.
    package static func decision(
        _ decision: DecisionResponse, liked: Bool, showsCard: Bool, _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        if let decided = decision.decided {
            let verb =
                switch (liked, decision.isChanged) {
                case (true, true): "Saved"
                case (true, false): "Already saved"
                case (false, true): "Disliked"
                case (false, false): "Already disliked"
                }
            let mark = liked ? appearance.symbols.liked : appearance.symbols.disliked
            page.paragraph(
                (appearance.isTerminal ? "\(mark) " : "") + "\(verb): \(text(of: decided, appearance))",
                liked ? .liked : .disliked)
            page.append(decided.credit(translated: appearance.showsTranslations))
        } else {
            page.paragraph("There is no joke to \(liked ? "like" : "dislike").")
        }
        guard showsCard, !appearance.isQuiet else { return page }
        page.blank()
        page.append(decision.joke, facts: origin(of: decision.joke))
        return page
    }

    /// Renders a joke that the user has written, after a word for what happened to it.
    static func written(_ joke: Joke?, _ what: String, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard let joke else { return page }
        let mark = appearance.isTerminal ? "\(appearance.symbols.liked) " : ""
        page.paragraph(
            "\(mark)\(what): \(joke.text(translated: false))", .liked)
        if appearance.isTerminal, !appearance.isQuiet {
            page.paragraph(
                list([joke.source, joke.id.rawValue], separator: appearance.symbols.separator), .faint)
        }
        return page
    }

    /// Renders the result of an undo.
    package static func undo(_ undo: UndoResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let undone = undo.undone
        let jokes = plural(undone.jokes.count, "joke")
        switch undone.kind {
        case "liked": page.paragraph("Undone: the like.")
        case "disliked": page.paragraph("Undone: the dislike.")
        case "deleted": page.paragraph("Undone: the deletion of \(jokes).")
        case "restored": page.paragraph("Undone: the restoration of \(jokes).")
        case "edited": page.paragraph("Undone: the edit.")
        case "added": page.paragraph("Undone: the addition of \(jokes).")
        default: page.paragraph("Undone: \(undone.kind), \(jokes).")
        }
        guard ["liked", "disliked"].contains(undone.kind), !appearance.isQuiet else { return page }
        page.blank()
        page.append(undo.joke, facts: origin(of: undo.joke))
        return page
    }
}
