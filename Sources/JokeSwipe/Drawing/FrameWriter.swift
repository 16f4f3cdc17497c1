// SPDX-License-Identifier: MIT

/// Converts canvases into the bytes that make a terminal show them. After the first one it writes only the differences.
///
/// Terminals do not agree on the width of characters that have more than one scalar or column. A changed row that
/// contains one is written completely, and the cursor is positioned again after each of them.
package struct FrameWriter: Sendable {
    private let palette: Palette
    /// Whether the terminal supports synchronized output (DEC private mode 2026).
    package var isSynchronized = false
    private var shown: Canvas?
    private var output: [UInt8] = []
    private var style: Style?
    /// The escape sequences of the styles used so far, a few dozen at most.
    private var sequences: [(style: Style, bytes: [UInt8])] = []

    package init(_ display: DisplayOptions) { palette = Palette(depth: display.depth) }

    /// Forgets the terminal's content, because the terminal was resized or another program wrote to it.
    package mutating func forget() { shown = nil }

    /// Returns the bytes that make the terminal show the canvas. Empty if it shows the canvas already.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        let former = shown?.size == canvas.size ? shown : nil
        output.removeAll(keepingCapacity: true)
        style = nil
        for row in 0..<canvas.size.rows { write(row, of: canvas, over: former) }
        shown = canvas
        guard former == nil || !output.isEmpty else { return [] }
        let start = (isSynchronized ? "\u{1B}[?2026h" : "") + (former == nil ? "\u{1B}[0m\u{1B}[2J" : "")
        return Array(start.utf8) + output + Array("\u{1B}[0m\(isSynchronized ? "\u{1B}[?2026l" : "")".utf8)
    }

    private mutating func write(_ row: Int, of canvas: Canvas, over former: Canvas?) {
        let cells = canvas.row(row)
        var changed = cells.startIndex..<cells.endIndex
        if let former {
            guard !canvas.row(row, isThatOf: former) else { return }
            let others = former.row(row)
            if cells.allSatisfy({ $0.isSimple }), others.allSatisfy({ $0.isSimple }),
                let first = cells.indices.first(where: { cells[$0] != others[$0] }),
                let last = cells.indices.last(where: { cells[$0] != others[$0] })
            {
                changed = first..<(last + 1)
            }
        }
        var isPlaced = false
        for place in changed {
            let cell = cells[place]
            guard !cell.isBehind else { continue }
            if !isPlaced { append("\u{1B}[\(row + 1);\(place - cells.startIndex + 1)H") }
            if cell.style != style {
                output.append(contentsOf: sequence(for: cell.style))
                style = cell.style
            }
            if let ascii = cell.ascii { output.append(ascii) } else { append(canvas.text(of: cell)) }
            isPlaced = cell.isSimple
        }
    }

    private mutating func sequence(for style: Style) -> [UInt8] {
        if let known = sequences.first(where: { $0.style == style }) { return known.bytes }
        let bytes = Array(palette.sequence(for: style).utf8)
        sequences.append((style, bytes))
        return bytes
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}
