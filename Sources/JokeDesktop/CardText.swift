// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// Returns whether a text of the card runs from right to left.
package func runsRightToLeft(_ text: String) -> Bool { WritingDirection.beginsRightToLeft(text) }

/// A joke in a row of a list.
package struct RowText: Sendable, Hashable {
    package let text: String
    package let facts: String

    /// - Parameter decision: what this client decided about the joke in the list.
    package init(
        _ joke: Joke, translated isTranslated: Bool, _ decision: CardState.DecisionState = .undecided
    ) {
        let mark =
            switch decision {
            case .undecided: ""
            case .liked: "🤣 "
            case .disliked: "👎 "
            }
        text = mark + TerminalText.safe(joke.text(translated: isTranslated))
        let credit = joke.credit(translated: isTranslated)?.line
        facts =
            (joke.categories + [joke.source]).map { TerminalText.oneLine($0) }.joined(separator: " · ")
            + (credit.map { "\n\($0)" } ?? "")
    }
}

/// The words on one card.
package struct CardText: Sendable, Hashable {
    package let id: String
    package let setup: String
    /// The punch line of a joke in two parts, or nil if there is none or it is held back.
    package let punchline: String?
    /// Whether the punch line is held back.
    package let isHeldBack: Bool
    package let isError: Bool
    /// The categories, the source and the language.
    package let facts: String
    /// The credit of the translation, or nil if none is needed.
    package let credit: Credit?

    package init(of state: CardState) {
        let (joke, isTranslated) = (state.joke, state.showTranslation)
        let parts = joke.parts(translated: isTranslated)
        id = joke.id.rawValue
        setup = TerminalText.safe(parts.setup)
        punchline = state.revealed ? parts.punchline.map { TerminalText.safe($0) } : nil
        isHeldBack = !state.revealed && parts.punchline != nil
        isError = joke.isError
        let translation = isTranslated ? joke.translation : nil
        let words = isError ? [] : joke.categories + [joke.source, translation?.language ?? joke.language]
        facts = words.map { TerminalText.oneLine($0) }.joined(separator: " · ")
        credit = joke.credit(translated: isTranslated)
    }

    /// The text as an assistive technology reads it.
    package var spoken: String { punchline.map { "\(setup)\n\($0)" } ?? setup }

    /// The size of the text: 0 for the shortest jokes to 3 for the longest.
    package var size: Int {
        let length = spoken.count
        return length <= 90 ? 0 : length <= 180 ? 1 : length <= 360 ? 2 : 3
    }
}
