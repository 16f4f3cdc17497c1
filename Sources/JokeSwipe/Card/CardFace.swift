// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

/// What is written on a card, in lines that fit it.
struct CardFace: Sendable {
    let facts: String
    let lines: [String]
    /// The required link; none where no translation is shown.
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

    /// Columns of the longest word of the credit: its link.
    static func longestWord(of joke: Joke, _ showsTranslation: Bool) -> Int {
        guard let credit = joke.credit(translated: showsTranslation) else { return 0 }
        let words = TerminalText.oneLine(credit).split(separator: " ")
        return words.map { DisplayWidth.of(String($0)) }.max() ?? 0
    }
}

/// How large the card is, and where it rests.
package struct CardGeometry: Sendable, Hashable {
    package let size: Size
    package let column: Int
    package let row: Int

    /// Rows for the indicators above, and for two lines of message and the keys below.
    static let (above, below) = (1, 3)
    private static let widths = 28...64
    private static let heights = 11...19

    /// - Parameters:
    ///   - lines: of text, credit included.
    ///   - word: the columns of one that is not to be broken, if there is room at all: a link.
    package init(on screen: Size, lines: Int = 0, word: Int = 0) {
        // Room at its sides, so that it is still there when it is dragged as far as it is decided.
        let wanted = min(max(screen.columns * 3 / 5, Self.widths.lowerBound), Self.widths.upperBound)
        let columns = min(max(wanted, word + Self.sides), max(screen.columns, 1))
        let most = max(screen.rows - Self.above - Self.below, 3)
        let rows = min(max(lines + 6, Self.heights.lowerBound), Self.heights.upperBound, most)
        size = Size(columns: columns, rows: rows)
        column = (screen.columns - columns) / 2
        row = max((screen.rows - rows) / 2, Self.above)
    }

    /// Columns for text within the card.
    var textWidth: Int { max(size.columns - Self.sides, 8) }

    private static let sides = 6
}

/// What is written on a card and how large that makes it. It stays the same while the card is dragged.
struct CardLayout: Sendable {
    let face: CardFace
    let place: CardGeometry

    init(of state: CardState, on screen: Size, _ display: DisplayOptions) {
        let word = CardFace.longestWord(of: state.joke, state.showTranslation)
        let width = CardGeometry(on: screen, word: word).textWidth
        face = CardFace(state.joke, showsTranslation: state.showTranslation, width: width, display)
        place = CardGeometry(on: screen, lines: face.lines.count + face.credit.count, word: word)
    }

    /// How many lines of the text the card has room for.
    var room: Int { Self.room(in: place, for: face) }

    static func room(in place: CardGeometry, for face: CardFace) -> Int {
        max(place.size.rows - 6 - face.credit.count, 1)
    }
}
