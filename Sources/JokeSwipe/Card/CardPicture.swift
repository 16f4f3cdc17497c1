// SPDX-License-Identifier: MIT
import JokeTerminal
import JokeWire

/// Draws one card: tilted by how far it is dragged, on the ground of its colour, with the mark of what it would become.
struct CardPicture {
    let state: CardState
    let pose: Pose
    /// Lines of the text that are scrolled over.
    let scroll: Int
    let look: Look

    func draw(on canvas: inout Canvas) {
        let face = Self.face(of: state, on: canvas.size, look)
        let place = Self.place(of: face, on: canvas.size)
        let rows = place.size.rows
        // A card leans over to where it is pulled, by half a column a row when it is a width away.
        let lean = max(-1, min(1, pose.x)) * 0.5
        for row in 0..<rows {
            let height = Double(rows - 1) / 2 - Double(row)
            let shift = pose.x * Double(place.size.columns) + lean * height
            let screenRow = place.row + row + Int((pose.y * Double(canvas.size.rows)).rounded())
            // Nothing of it covers the lines around the stage.
            guard (CardPlace.above..<(canvas.size.rows - CardPlace.below)).contains(screenRow) else {
                continue
            }
            let edge = Edge(at: Double(place.column) + shift, width: place.size.columns)
            drawGround(edge, isEnd: row == 0 || row == rows - 1, screenRow, on: &canvas)
            drawContent(row, of: face, place, at: edge.column, screenRow, on: &canvas)
        }
    }

    static func face(of state: CardState, on screen: Size, _ look: Look) -> CardFace {
        let width = CardPlace(on: screen, lines: 0).textWidth
        return CardFace(state.joke, showsTranslation: state.showTranslation, width: width, look)
    }

    static func place(of face: CardFace, on screen: Size) -> CardPlace {
        CardPlace(on: screen, lines: face.lines.count + face.credit.count)
    }

    /// How many lines of the text a card has room for.
    static func room(in place: CardPlace, for face: CardFace) -> Int {
        max(place.size.rows - 6 - face.credit.count, 1)
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

    private var ground: Style.Ground {
        switch state.backgroundColor {
        case .gray: .gray
        case .green: .green
        case .red: .red
        }
    }

    private func drawGround(_ edge: Edge, isEnd: Bool, _ row: Int, on canvas: inout Canvas) {
        let inside = edge.column..<(edge.column + edge.width)
        canvas.fill(row: row, columns: inside, Style(on: ground))
        guard look.depth == .none || !look.isUnicode else {
            // Round corners, and half columns at the edges.
            let ink: Style.Ink = ground == .green ? .greenCard : ground == .red ? .redCard : .grayCard
            if edge.isHalf {
                canvas.put("▐", row: row, column: edge.column, Style(ink))
                canvas.put("▌", row: row, column: edge.column + edge.width, Style(ink))
            }
            return
        }
        drawOutline(inside, isEnd: isEnd, row, on: &canvas)
    }

    /// Without colours, the card is its outline: double where it is red or green.
    private func drawOutline(_ inside: Range<Int>, isEnd: Bool, _ row: Int, on canvas: inout Canvas) {
        let isColored = ground != .gray
        let side = look.isUnicode ? (isColored ? "║" : "│") : (isColored ? "#" : "|")
        let line = look.isUnicode ? (isColored ? "═" : "─") : (isColored ? "=" : "-")
        let corner = look.isUnicode ? line : "+"
        let style = Style(on: ground)
        if isEnd {
            canvas.put(
                String(repeating: line, count: inside.count), row: row, column: inside.lowerBound, style)
        }
        for column in [inside.lowerBound, inside.upperBound - 1] {
            canvas.put(isEnd ? corner : side, row: row, column: column, style)
        }
    }

    private func drawContent(
        _ row: Int, of face: CardFace, _ place: CardPlace, at column: Int, _ screenRow: Int,
        on canvas: inout Canvas
    ) {
        let (width, left, rows) = (place.textWidth, column + 3, place.size.rows)
        func put(_ text: String, _ style: Style) {
            canvas.put(text, row: screenRow, column: left, style, limit: width)
        }
        let room = Self.room(in: place, for: face)
        let shown = face.lines.dropFirst(scroll).prefix(room)
        let first = 3 + (room - shown.count) / 2
        switch row {
        case 1: put(face.facts, Style(.faint, on: ground))
        case first..<(first + shown.count):
            let style: Style = Style(isError ? .trouble : .plain, on: ground, isBold: true)
            put(shown[shown.startIndex + row - first], style)
        case (rows - 2 - face.credit.count)..<(rows - 2):
            put(face.credit[row - (rows - 2 - face.credit.count)], Style(.link, on: ground))
        case rows - 2:
            drawMarks(left..<(left + width), screenRow, on: &canvas)
            let hidden = face.lines.count - scroll - shown.count
            if hidden > 0, state.cardTranslation == 0 {
                put(
                    "\(hidden) more \(hidden == 1 ? "line" : "lines"): \(look.isUnicode ? "↓" : "Down")",
                    Style(.faint, on: ground))
            }
        default: break
        }
    }

    private var isError: Bool { state.joke.id.rawValue == "error" }

    /// 👎 at the left or 🤣 at the right: the more strongly, the farther the card is dragged.
    private func drawMarks(_ columns: Range<Int>, _ row: Int, on canvas: inout Canvas) {
        let strength = self.strength
        guard strength != 0 else { return }
        let full = min(Int((abs(strength) * 5).rounded(.up)), 5)
        let (on, off) = look.isUnicode ? ("▰", "▱") : ("#", "-")
        let meter = String(repeating: on, count: full) + String(repeating: off, count: 5 - full)
        if strength < 0 {
            let word = state.decisionState == .disliked ? " disliked" : ""
            let style = Style(.disliked, on: ground, isBold: ground == .red)
            canvas.put("\(look.dislikedMark) \(meter)\(word)", row: row, column: columns.lowerBound, style)
        } else {
            let word = state.decisionState == .liked ? "liked " : ""
            let style = Style(.liked, on: ground, isBold: ground == .green)
            let text = "\(word)\(meter) \(look.likedMark)"
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
