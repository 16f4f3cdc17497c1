// SPDX-License-Identifier: MIT

/// Turns pictures into what a terminal has to be sent to show them: of one that follows another, the difference.
///
/// A row with anything but characters of one scalar and one column is written as a whole and placed anew behind each of
/// those: terminals do not agree on how wide they are.
package struct FrameWriter: Sendable {
    private let palette: Palette
    /// Whether the terminal shows what comes between two marks at once (DEC private mode 2026).
    package var isSynchronized = false
    private var shown: Canvas?
    private var output: [UInt8] = []
    private var style: Style?

    package init(_ look: Look) { palette = Palette(depth: look.depth) }

    /// From here on nothing is known of what the terminal shows: it was resized, or another program had it.
    package mutating func forget() { shown = nil }

    /// Empty where the terminal shows it already.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        let former = shown?.size == canvas.size ? shown : nil
        guard former != canvas else { return [] }
        output.removeAll(keepingCapacity: true)
        style = nil
        if isSynchronized { append("\u{1B}[?2026h") }
        if former == nil { append("\u{1B}[0m\u{1B}[2J") }
        for row in 0..<canvas.size.rows { write(canvas.row(row), over: former?.row(row), row: row) }
        append("\u{1B}[0m")
        if isSynchronized { append("\u{1B}[?2026l") }
        shown = canvas
        return output
    }

    private mutating func write(_ cells: ArraySlice<Cell>, over former: ArraySlice<Cell>?, row: Int) {
        var changed = cells.startIndex..<cells.endIndex
        if let former {
            guard let first = cells.indices.first(where: { cells[$0] != former[$0] }),
                let last = cells.indices.last(where: { cells[$0] != former[$0] })
            else { return }
            let isSimple = cells.allSatisfy(\.isSimple) && former.allSatisfy(\.isSimple)
            if isSimple { changed = first..<(last + 1) }
        }
        var isPlaced = false
        for place in changed {
            let cell = cells[place]
            guard !cell.text.isEmpty else { continue }
            if !isPlaced { append("\u{1B}[\(row + 1);\(place - cells.startIndex + 1)H") }
            if cell.style != style {
                append(palette.sequence(for: cell.style))
                style = cell.style
            }
            append(cell.text)
            isPlaced = cell.isSimple
        }
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}
