// SPDX-License-Identifier: MIT
import JokeClient

extension Page {
    /// A framed text with a caption below it.
    package struct Card: Sendable, Hashable {
        package var text: String
        package var foot: String
        /// The ranges of Unicode scalars of the text to highlight.
        package var marks: [Range<Int>]

        package init(text: String, foot: String, marks: [Range<Int>] = []) {
            self.text = text
            self.foot = foot
            self.marks = marks
        }
    }

    /// Adds cards in rows. A row has as many cards of the same width as fit, all of the same height. If the page has no
    /// width, each card is one line.
    package mutating func grid(_ cards: [Card]) {
        guard let width = appearance.width else {
            return table(cards.map { [($0.foot, .plain), ($0.text, .plain)] })
        }
        let count = max(1, (width + Self.cardGap) / (Self.narrowestCard + Self.cardGap))
        let cardWidth = min(width, (width + Self.cardGap) / count - Self.cardGap)
        var place = 0
        while place < cards.count {
            let row = Array(cards[place..<min(place + count, cards.count)])
            appendRow(row, width: cardWidth)
            place += count
        }
    }

    private static let cardGap = 1
    private static let narrowestCard = 30

    private mutating func appendRow(_ cards: [Card], width: Int) {
        let inner = max(width - 4, 1)
        let texts = cards.map { card in
            lines(
                of: HighlightedText(card.text, marks: card.marks, shown: shownOnOneLine), .plain, width: inner
            )
        }
        let height = texts.reduce(0) { max($0, $1.count) }
        let frame = appearance.isUnicode ? Frame.unicode : Frame.ascii
        appendLine(cards.map { _ in frame.top(width) })
        for number in 0..<height {
            appendLine(
                texts.map { lines in frame.line(number < lines.count ? lines[number] : nil, inner) })
        }
        appendLine(
            cards.map { card in
                let foot = HighlightedText(card.foot, shown: shownOnOneLine)
                return frame.line(lines(of: foot, .faint, width: inner).first, inner)
            })
        appendLine(cards.map { _ in frame.bottom(width) })
    }

    /// Adds one line of cells, which consist of styled pieces.
    private mutating func appendLine(_ cells: [[Cell]]) {
        var line = ""
        for (place, cell) in cells.enumerated() {
            if place > 0 { line += String(repeating: " ", count: Self.cardGap) }
            for piece in cell { line += styled(piece.text, piece.style) }
        }
        append(line + "\n")
    }

    /// The characters of a card's frame.
    private struct Frame {
        var corners: [String]
        var horizontal: String
        var vertical: String

        static let unicode = Frame(corners: ["┌", "┐", "└", "┘"], horizontal: "─", vertical: "│")
        static let ascii = Frame(corners: ["+", "+", "+", "+"], horizontal: "-", vertical: "|")

        func top(_ width: Int) -> [Cell] { edge(width, corners[0], corners[1]) }
        func bottom(_ width: Int) -> [Cell] { edge(width, corners[2], corners[3]) }

        private func edge(_ width: Int, _ left: String, _ right: String) -> [Cell] {
            [(left + String(repeating: horizontal, count: max(width - 2, 0)) + right, .faint)]
        }

        func line(_ line: Line?, _ inner: Int) -> [Cell] {
            let space = String(repeating: " ", count: max(0, inner - DisplayWidth.of(line?.plain ?? "")))
            return [
                (vertical + " ", .faint), (line?.styled ?? "", .plain), (space + " " + vertical, .faint),
            ]
        }
    }
}
