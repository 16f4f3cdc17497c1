// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A size in columns and rows.
package struct Size: Sendable, Hashable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// One cell of the terminal. It is a small value without references, because a frame has thousands of cells.
package struct Cell: Sendable, Hashable {
    /// One of three: a character of one scalar and one column; `behind`; or `cluster`, combined with an index into the
    /// clusters of the canvas.
    fileprivate(set) var glyph: UInt32
    package fileprivate(set) var style: Style

    /// The second half of a wide character.
    fileprivate static let behind: UInt32 = 0
    fileprivate static let cluster: UInt32 = 1 << 31

    fileprivate static func blank(_ style: Style) -> Cell { Cell(glyph: 0x20, style: style) }

    var ascii: UInt8? { isBehind || glyph >= 0x80 ? nil : UInt8(glyph) }
    var isBehind: Bool { glyph == Self.behind }
    /// Whether every terminal advances exactly one column for this cell.
    var isSimple: Bool { glyph != Self.behind && glyph < Self.cluster }
}

/// A grid of cells to draw on. Text is sanitized and, if needed, reduced to ASCII. Text that does not fit is cut off.
package struct Canvas: Sendable, Hashable {
    package let size: Size
    private let isUnicode: Bool
    private var cells: [Cell]
    /// The characters of more than one scalar or column.
    private var clusters: [String] = []

    package init(_ size: Size, isUnicode: Bool) {
        self.size = Size(columns: max(size.columns, 1), rows: max(size.rows, 1))
        self.isUnicode = isUnicode
        cells = Array(repeating: .blank(Style()), count: self.size.columns * self.size.rows)
    }

    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[(row * size.columns)..<((row + 1) * size.columns)]
    }

    /// Returns the text of a cell, which is empty for the second half of a wide character.
    package func text(of cell: Cell) -> String {
        if cell.glyph >= Cell.cluster { return clusters[Int(cell.glyph & ~Cell.cluster)] }
        guard !cell.isBehind, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
        return String(scalar)
    }

    /// Whether both canvases show the same in this row. Clusters are compared by their text, because their indices
    /// differ.
    func row(_ row: Int, isThatOf other: Canvas) -> Bool {
        zip(self.row(row), other.row(row)).allSatisfy { ours, theirs in
            guard ours.glyph >= Cell.cluster, theirs.glyph >= Cell.cluster else { return ours == theirs }
            return ours.style == theirs.style && text(of: ours) == other.text(of: theirs)
        }
    }

    /// Writes one line of at most `limit` columns. `column` may be outside the canvas.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func put(
        _ text: String, row: Int, column: Int, _ style: Style = Style(), limit: Int = .max
    ) -> Int {
        var text = TerminalText.oneLine(text)
        text = isUnicode ? WritingDirection.isolated(text) : TerminalText.ascii(text)
        var column = column
        let end = limit == .max ? Int.max : column + limit
        var rest = text[...]
        var prefix = ""
        while !rest.isEmpty {
            let plain = prefix.isEmpty ? Self.plainBeginning(of: rest) : 0
            for byte in rest.utf8.prefix(plain) {
                guard column < end else { return column }
                set(UInt32(byte), row: row, column: column, style)
                column += 1
            }
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: plain)...]
            guard let character = rest.popFirst() else { break }
            let width = DisplayWidth.of(character)
            guard width > 0 else {
                // A character without width joins its neighbor: the beginning of an isolate (U+2068) joins the next
                // character, any other the previous one.
                if character.unicodeScalars.first?.value == 0x2068 {
                    prefix.append(character)
                } else {
                    append(character, row: row, behind: column)
                }
                continue
            }
            guard column + width <= end else { break }
            set(prefix + String(character), width: width, row: row, column: column, style)
            prefix = ""
            column += width
        }
        return column
    }

    /// Returns the number of ASCII characters at the beginning, which need no search for grapheme clusters. Most text
    /// is ASCII.
    ///
    /// The last one of them does not count if other characters follow, because a combining mark may belong to it.
    private static func plainBeginning(of text: Substring) -> Int {
        var count = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return max(count - 1, 0) }
            count += 1
        }
        return count
    }

    /// Fills cells of a row with blanks of a style.
    package mutating func fill(row: Int, columns: Range<Int>, _ style: Style) {
        guard row >= 0, row < size.rows else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            release(row: row, column: column)
            cells[row * size.columns + column] = .blank(style)
        }
    }

    /// Writes a symbol that is known to be one column wide and safe.
    mutating func put(sign: Unicode.Scalar, row: Int, column: Int, _ style: Style) {
        set(sign.value, row: row, column: column, style)
    }

    private mutating func set(_ scalar: UInt32, row: Int, column: Int, _ style: Style) {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
        release(row: row, column: column)
        cells[row * size.columns + column] = Cell(glyph: scalar, style: style)
    }

    private mutating func set(_ text: String, width: Int, row: Int, column: Int, _ style: Style) {
        guard row >= 0, row < size.rows else { return }
        guard column >= 0, column + width <= size.columns else {
            // Half of a wide character cannot be shown. Leave blanks.
            return fill(row: row, columns: column..<(column + width), style)
        }
        let place = row * size.columns + column
        for behind in 0..<width { release(row: row, column: column + behind) }
        let scalars = text.unicodeScalars
        if width == 1, scalars.count == 1, let scalar = scalars.first {
            cells[place] = Cell(glyph: scalar.value, style: style)
        } else {
            cells[place] = Cell(glyph: Cell.cluster | UInt32(clusters.count), style: style)
            clusters.append(text)
        }
        if width == 2 { cells[place + 1] = Cell(glyph: Cell.behind, style: style) }
    }

    private mutating func append(_ mark: Character, row: Int, behind column: Int) {
        guard row >= 0, row < size.rows, (1...size.columns).contains(column) else { return }
        var place = row * size.columns + column - 1
        if cells[place].isBehind, column > 1 { place -= 1 }
        let text = text(of: cells[place]) + String(mark)
        cells[place].glyph = Cell.cluster | UInt32(clusters.count)
        clusters.append(text)
    }

    /// Replaces the other half of a wide character by a blank, because one half is about to be overwritten.
    private mutating func release(row: Int, column: Int) {
        let place = row * size.columns + column
        if cells[place].isBehind, column > 0 {
            cells[place - 1] = .blank(cells[place - 1].style)
        } else if column + 1 < size.columns, cells[place + 1].isBehind {
            cells[place + 1] = .blank(cells[place + 1].style)
        }
    }
}

extension Canvas {
    /// The text of the canvas without trailing blanks, for tests.
    package var text: String {
        (0..<size.rows).map { row in
            let line = self.row(row).map { text(of: $0) }.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
