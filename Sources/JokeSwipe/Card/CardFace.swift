// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The text on a card, wrapped to its width.
struct CardFace: Sendable {
    let facts: String
    let lines: [String]
    /// The lines with the translation's credit, or none if none is needed.
    let credit: [String]

    init(
        _ joke: Joke, showsTranslation: Bool, revealed isRevealed: Bool, width: Int, _ display: DisplayOptions
    ) {
        let translation = showsTranslation ? joke.translation : nil
        let facts =
            joke.isError ? [] : joke.categories + [joke.source, translation?.language ?? joke.language]
        self.facts = facts.joined(separator: display.symbols.separator)
        lines = WordWrap.lines(
            of: TerminalText.safe(joke.text(translated: showsTranslation, revealed: isRevealed)), width: width
        )
        credit =
            joke.credit(translated: showsTranslation)?.lines(
                width: width, ellipsis: display.symbols.ellipsis) ?? []
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
    static let heights = 11...19

    /// - Parameter lines: the lines of text, including the credit.
    package init(on screen: Size, lines: Int = 0) {
        // Leave space at both sides, so that the card is still visible when it is dragged far enough to be decided.
        let wanted = min(max(screen.columns * 3 / 5, Self.widths.lowerBound), Self.widths.upperBound)
        let columns = min(wanted, max(screen.columns, 1))
        let most = max(screen.rows - Self.above - Self.below, 3)
        let rows = min(max(lines + 6, Self.heights.lowerBound), Self.heights.upperBound, most)
        size = Size(columns: columns, rows: rows)
        column = (screen.columns - columns) / 2
        row = max(min((screen.rows - rows) / 2, screen.rows - Self.below - rows), Self.above)
    }

    /// The columns for text within the card.
    var textWidth: Int { max(size.columns - 6, 8) }
}

/// The text on a card, and its rows. Both stay the same while the card is dragged.
struct CardLayout: Sendable {
    let face: CardFace
    let place: CardGeometry
    /// Whether the screen is too low for the facts and the margins. The joke then takes their rows.
    let isLow: Bool

    init(of state: CardState, on screen: Size, _ display: DisplayOptions) {
        let width = CardGeometry(on: screen).textWidth
        face = CardFace(
            state.joke, showsTranslation: state.showTranslation, revealed: state.revealed, width: width,
            display)
        let lines = face.lines.count + face.credit.count
        place = CardGeometry(on: screen, lines: lines)
        isLow = place.size.rows < min(lines + 6, CardGeometry.heights.lowerBound)
    }

    /// The rows of the card for the joke.
    var textRows: Range<Int> {
        let (first, below) = isLow ? (0, 1) : (3, 3)
        return first..<max(place.size.rows - below - face.credit.count, first + 1)
    }

    /// The row of the marks and of the hint that there are more lines. The credit is in the rows above it.
    var markRow: Int { place.size.rows - (isLow ? 1 : 2) }
}
