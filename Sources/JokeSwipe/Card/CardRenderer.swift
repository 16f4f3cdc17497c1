// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

/// Draws one card in the color of its background: tilted by the distance that it is dragged, with a mark that shows the
/// decision.
struct CardRenderer {
    let state: CardState
    let pose: Pose
    /// The number of lines of text that are scrolled out at the top.
    let scroll: Int
    let display: DisplayOptions
    /// The layout of the card, or nil to compute it.
    var layout: CardLayout?

    func draw(on canvas: inout Canvas) {
        let layout = layout ?? CardLayout(of: state, on: canvas.size, display)
        let place = layout.place
        let rows = place.size.rows
        // A dragged card tilts: at a shift of its whole width, each row is shifted by half a column more than the one
        // below it.
        let lean = max(-1, min(1, pose.x)) * 0.5
        for row in 0..<rows {
            let height = Double(rows - 1) / 2 - Double(row)
            let shift = pose.x * Double(place.size.columns) + lean * height
            let screenRow = place.row + row + Int((pose.y * Double(canvas.size.rows)).rounded())
            // The rows above and below the card's area stay free.
            guard screenRow >= CardGeometry.above, screenRow < canvas.size.rows - CardGeometry.below else {
                continue
            }
            let edge = Edge(at: Double(place.column) + shift, width: place.size.columns)
            drawBackground(edge, row: row, layout, screenRow, on: &canvas)
            drawContent(row, layout, at: edge.column, screenRow, on: &canvas)
        }
    }

    /// The left edge of a row of the card, rounded to half a column.
    private struct Edge {
        let column: Int
        let isHalf: Bool
        let width: Int

        init(at exact: Double, width: Int) {
            let halves = Int((exact * 2).rounded())
            column = halves >> 1
            isHalf = halves & 1 == 1
            self.width = width
        }
    }

    private var color: CardState.BackgroundColor { state.backgroundColor }
    private var background: Style.Background { .card(color) }

    private func drawBackground(
        _ edge: Edge, row: Int, _ layout: CardLayout, _ screenRow: Int, on canvas: inout Canvas
    ) {
        let inside = edge.column..<(edge.column + edge.width)
        canvas.fill(row: screenRow, columns: inside, Style(on: background))
        guard display.depth != .none, display.isUnicode else {
            return drawOutline(inside, row: row, layout, screenRow, on: &canvas)
        }
        guard edge.isHalf else { return }
        // The row begins in the middle of a cell, which is half screen and half card. So is the cell after its last
        // full one.
        canvas.put(sign: "▐", row: screenRow, column: edge.column, Style(edgeOf: color))
        canvas.put(sign: "▌", row: screenRow, column: edge.column + edge.width, Style(edgeOf: color))
    }

    /// Draws the outline of a card on a terminal without colors. A red or green card has a double outline. A low card has
    /// no rows for its upper and lower edge.
    private func drawOutline(
        _ inside: Range<Int>, row: Int, _ layout: CardLayout, _ screenRow: Int, on canvas: inout Canvas
    ) {
        let isColored = color != .gray
        let signs = Array(
            display.isUnicode ? isColored ? "╔╗╚╝═║" : "╭╮╰╯─│" : isColored ? "++++=#" : "++++-|")
        let isEnd = !layout.isLow && (row == 0 || row == layout.place.size.rows - 1)
        if isEnd {
            let line = String(repeating: signs[4], count: inside.count)
            canvas.put(line, row: screenRow, column: inside.lowerBound)
        }
        let corner = row == 0 ? 0 : 2
        canvas.put(String(signs[isEnd ? corner : 5]), row: screenRow, column: inside.lowerBound)
        canvas.put(String(signs[isEnd ? corner + 1 : 5]), row: screenRow, column: inside.upperBound - 1)
    }

    private func drawContent(
        _ row: Int, _ layout: CardLayout, at column: Int, _ screenRow: Int, on canvas: inout Canvas
    ) {
        let (face, width, left) = (layout.face, layout.place.textWidth, column + 3)
        func put(_ text: String, _ style: Style) {
            canvas.put(text, row: screenRow, column: left, style, limit: width)
        }
        let room = layout.textRows.count
        let shown = face.lines.dropFirst(scroll).prefix(room)
        let first = layout.textRows.lowerBound + (room - shown.count) / 2
        let credits = (layout.markRow - face.credit.count)..<layout.markRow
        switch row {
        case 1 where !layout.isLow: put(face.facts, Style(.faint, on: background))
        case first..<(first + shown.count):
            let style: Style = Style(state.joke.isError ? .trouble : .plain, on: background, isBold: true)
            put(shown[shown.startIndex + row - first], style)
        case credits: put(face.credit[row - credits.lowerBound], Style(.link, on: background))
        case layout.markRow:
            drawMarks(left..<(left + width), screenRow, on: &canvas)
            let hidden = face.lines.count - scroll - shown.count
            guard state.cardTranslation == 0 else { break }
            if hidden > 0 {
                let key = display.isUnicode ? "↓" : localized("Down")
                put(
                    localized(
                        "%1$s more line: %2$s", "%1$s more lines: %2$s", count: hidden, "\(hidden)", key),
                    Style(.faint, on: background))
            } else if !state.revealed {
                put(localized("Space tells the rest"), Style(.faint, on: background))
            }
        default: break
        }
    }

    /// Draws 🤣 or 👎 with a meter of the distance that the card is dragged, on the side that stays visible longest.
    private func drawMarks(_ columns: Range<Int>, _ row: Int, on canvas: inout Canvas) {
        let strength = self.strength
        guard strength != 0 else { return }
        // One segment for each step of a drag by keys. The meter is full where the card can be decided.
        let segments = DragReport.decisiveSteps
        let full = Int((abs(strength) * Double(segments) + 0.001).rounded(.down))
        let (on, off) = display.isUnicode ? ("▮", "▯") : ("#", "-")
        let meter = String(repeating: on, count: full) + String(repeating: off, count: segments - full)
        let isDecided = state.decisionState != .undecided
        if strength > 0 {
            let style = Style(.liked, on: background, isBold: color == .green)
            let text = "\(display.symbols.liked) \(meter)\(isDecided ? " " + localized("liked") : "")"
            canvas.put(text, row: row, column: columns.lowerBound, style)
        } else {
            let style = Style(.disliked, on: background, isBold: color == .red)
            let text = "\(isDecided ? localized("disliked") + " " : "")\(meter) \(display.symbols.disliked)"
            canvas.put(text, row: row, column: columns.upperBound - DisplayWidth.of(text), style)
        }
    }

    /// The strength of the decision, from −1 (disliked) to 1 (liked).
    private var strength: Double {
        switch state.decisionState {
        case .liked: 1
        case .disliked: -1
        case .undecided: max(-1, min(1, state.cardTranslation / 0.6))
        }
    }
}
