// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

/// Draws one card: tilted by how far it is dragged, on the ground of its colour, with the mark of what it would become.
struct CardRenderer {
    let state: CardState
    let pose: Pose
    /// Lines of the text that are scrolled over.
    let scroll: Int
    let display: DisplayOptions
    /// What is written on it, and where; made anew where it is left out.
    var layout: CardLayout?

    func draw(on canvas: inout Canvas) {
        let layout = layout ?? CardLayout(of: state, on: canvas.size, display)
        let (face, place) = (layout.face, layout.place)
        let rows = place.size.rows
        // A card leans over to where it is pulled, by half a column a row when it is a width away.
        let lean = max(-1, min(1, pose.x)) * 0.5
        for row in 0..<rows {
            let height = Double(rows - 1) / 2 - Double(row)
            let shift = pose.x * Double(place.size.columns) + lean * height
            let screenRow = place.row + row + Int((pose.y * Double(canvas.size.rows)).rounded())
            // Nothing of it covers the lines around the stage.
            guard screenRow >= CardGeometry.above, screenRow < canvas.size.rows - CardGeometry.below else {
                continue
            }
            let edge = Edge(at: Double(place.column) + shift, width: place.size.columns)
            drawBackground(edge, row: row, of: rows, screenRow, on: &canvas)
            drawContent(row, of: face, place, at: edge.column, screenRow, on: &canvas)
        }
    }

    /// Where a row of the card begins, to half a column.
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
        _ edge: Edge, row: Int, of rows: Int, _ screenRow: Int, on canvas: inout Canvas
    ) {
        let inside = edge.column..<(edge.column + edge.width)
        canvas.fill(row: screenRow, columns: inside, Style(on: background))
        guard display.depth != .none, display.isUnicode else {
            return drawOutline(inside, row: row, of: rows, screenRow, on: &canvas)
        }
        guard edge.isHalf else { return }
        // The card's first half column is the screen's, and one more half is the card's behind its end.
        canvas.put(sign: "▐", row: screenRow, column: edge.column, Style(edgeOf: color))
        canvas.put(sign: "▌", row: screenRow, column: edge.column + edge.width, Style(edgeOf: color))
    }

    /// Without colours, the card is its outline: double where it is red or green.
    private func drawOutline(
        _ inside: Range<Int>, row: Int, of rows: Int, _ screenRow: Int, on canvas: inout Canvas
    ) {
        let isColored = color != .gray
        let signs = Array(
            display.isUnicode ? isColored ? "╔╗╚╝═║" : "╭╮╰╯─│" : isColored ? "++++=#" : "++++-|")
        let isEnd = row == 0 || row == rows - 1
        if isEnd {
            let line = String(repeating: signs[4], count: inside.count)
            canvas.put(line, row: screenRow, column: inside.lowerBound)
        }
        let corner = row == 0 ? 0 : 2
        canvas.put(String(signs[isEnd ? corner : 5]), row: screenRow, column: inside.lowerBound)
        canvas.put(String(signs[isEnd ? corner + 1 : 5]), row: screenRow, column: inside.upperBound - 1)
    }

    private func drawContent(
        _ row: Int, of face: CardFace, _ place: CardGeometry, at column: Int, _ screenRow: Int,
        on canvas: inout Canvas
    ) {
        let (width, left, rows) = (place.textWidth, column + 3, place.size.rows)
        func put(_ text: String, _ style: Style) {
            canvas.put(text, row: screenRow, column: left, style, limit: width)
        }
        let room = CardLayout.room(in: place, for: face)
        let shown = face.lines.dropFirst(scroll).prefix(room)
        let first = 3 + (room - shown.count) / 2
        switch row {
        case 1: put(face.facts, Style(.faint, on: background))
        case first..<(first + shown.count):
            let style: Style = Style(state.joke.isError ? .trouble : .plain, on: background, isBold: true)
            put(shown[shown.startIndex + row - first], style)
        case (rows - 2 - face.credit.count)..<(rows - 2):
            put(face.credit[row - (rows - 2 - face.credit.count)], Style(.link, on: background))
        case rows - 2:
            drawMarks(left..<(left + width), screenRow, on: &canvas)
            let hidden = face.lines.count - scroll - shown.count
            if hidden > 0, state.cardTranslation == 0 {
                put(
                    "\(hidden) more \(hidden == 1 ? "line" : "lines"): \(display.isUnicode ? "↓" : "Down")",
                    Style(.faint, on: background))
            }
        default: break
        }
    }

    /// 🤣 or 👎, the more strongly the farther the card is dragged, and on the side of it that is still to be seen then.
    private func drawMarks(_ columns: Range<Int>, _ row: Int, on canvas: inout Canvas) {
        let strength = self.strength
        guard strength != 0 else { return }
        let full = min(Int((abs(strength) * 5).rounded(.up)), 5)
        let (on, off) = display.isUnicode ? ("▮", "▯") : ("#", "-")
        let meter = String(repeating: on, count: full) + String(repeating: off, count: 5 - full)
        let isDecided = state.decisionState != .undecided
        if strength > 0 {
            let style = Style(.liked, on: background, isBold: color == .green)
            let text = "\(display.symbols.liked) \(meter)\(isDecided ? " liked" : "")"
            canvas.put(text, row: row, column: columns.lowerBound, style)
        } else {
            let style = Style(.disliked, on: background, isBold: color == .red)
            let text = "\(isDecided ? "disliked " : "")\(meter) \(display.symbols.disliked)"
            canvas.put(text, row: row, column: columns.upperBound - DisplayWidth.of(text), style)
        }
    }

    /// From -1, disliked, to 1, liked.
    private var strength: Double {
        switch state.decisionState {
        case .liked: 1
        case .disliked: -1
        case .undecided: max(-1, min(1, state.cardTranslation / 0.6))
        }
    }
}
