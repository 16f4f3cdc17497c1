// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

/// The text on a card, wrapped to its width.
struct CardFace: Sendable {
    let facts: String
    let lines: [String]
    /// The lines of the translation's credit with its required link. Empty if no translation is shown.
    let credit: [String]

    init(_ joke: Joke, showsTranslation: Bool, width: Int, _ display: DisplayOptions) {
        let translation = showsTranslation ? joke.translation : nil
        let facts =
            joke.isError ? [] : joke.categories + [joke.source, translation?.language ?? joke.language]
        self.facts = facts.joined(separator: display.symbols.separator)
        lines = WordWrap.lines(
            of: TerminalText.safe(joke.text(translated: showsTranslation)), width: width)
        credit =
            joke.credit(translated: showsTranslation).map {
                WordWrap.lines(of: TerminalText.oneLine($0), width: width)
            } ?? []
    }

    /// Returns the width of the longest word of the credit, its link, in columns.
    static func longestWord(of joke: Joke, _ showsTranslation: Bool) -> Int {
        guard let credit = joke.credit(translated: showsTranslation) else { return 0 }
        let words = TerminalText.oneLine(credit).split(separator: " ")
        return words.map { DisplayWidth.of(String($0)) }.max() ?? 0
    }
}

/// The size of the card, and its position when it is not dragged.
package struct CardGeometry: Sendable, Hashable {
    package let size: Size
    package let column: Int
    package let row: Int

    /// The rows above the card for the indicators, and below it for the message (two rows) and the keys.
    static let (above, below) = (1, 3)
    private static let widths = 28...64
    private static let heights = 11...19

    /// - Parameters:
    ///   - lines: the lines of text, including the credit.
    ///   - word: the columns of the longest word that must not be broken, a link. The card becomes that wide if the
    ///     screen allows it.
    package init(on screen: Size, lines: Int = 0, word: Int = 0) {
        // Leave space at both sides, so that the card is still visible when it is dragged far enough to be decided.
        let wanted = min(max(screen.columns * 3 / 5, Self.widths.lowerBound), Self.widths.upperBound)
        let columns = min(max(wanted, word + Self.sides), max(screen.columns, 1))
        let most = max(screen.rows - Self.above - Self.below, 3)
        let rows = min(max(lines + 6, Self.heights.lowerBound), Self.heights.upperBound, most)
        size = Size(columns: columns, rows: rows)
        column = (screen.columns - columns) / 2
        row = max((screen.rows - rows) / 2, Self.above)
    }

    /// The columns for text within the card.
    var textWidth: Int { max(size.columns - Self.sides, 8) }

    private static let sides = 6
}

/// The text on a card and the size that follows from it. Both stay the same while the card is dragged.
struct CardLayout: Sendable {
    let face: CardFace
    let place: CardGeometry

    init(of state: CardState, on screen: Size, _ display: DisplayOptions) {
        let word = CardFace.longestWord(of: state.joke, state.showTranslation)
        let width = CardGeometry(on: screen, word: word).textWidth
        face = CardFace(state.joke, showsTranslation: state.showTranslation, width: width, display)
        place = CardGeometry(on: screen, lines: face.lines.count + face.credit.count, word: word)
    }

    /// The number of lines of text that fit on the card.
    var room: Int { Self.room(in: place, for: face) }

    static func room(in place: CardGeometry, for face: CardFace) -> Int {
        max(place.size.rows - 6 - face.credit.count, 1)
    }
}
