// SPDX-License-Identifier: MIT
import JokeTerminal

/// Columns and rows.
package struct Size: Sendable, Hashable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// One place of the terminal. It is small and plain, because a frame is some thousands of them.
package struct Cell: Sendable, Hashable {
    /// A character of one scalar and one column; `behind`; or the place of a cluster on its canvas, and `cluster`.
    fileprivate(set) var glyph: UInt32
    package fileprivate(set) var style: Style

    /// The second half of a wide character.
    fileprivate static let behind: UInt32 = 0
    fileprivate static let cluster: UInt32 = 1 << 31

    fileprivate static func blank(_ style: Style) -> Cell { Cell(glyph: 0x20, style: style) }

    var ascii: UInt8? { isBehind || glyph >= 0x80 ? nil : UInt8(glyph) }
    var isBehind: Bool { glyph == Self.behind }
    /// Whether any terminal moves on by just one column for it.
    var isSimple: Bool { glyph != Self.behind && glyph < Self.cluster }
}

/// A picture in cells. What is put on it is made harmless and, where need be, ASCII; what does not fit is cut off.
package struct Canvas: Sendable, Hashable {
    package let size: Size
    private let isUnicode: Bool
    private var cells: [Cell]
    /// What readers take for one character, and is more than one scalar or column.
    private var clusters: [String] = []

    package init(_ size: Size, isUnicode: Bool) {
        self.size = Size(columns: max(size.columns, 1), rows: max(size.rows, 1))
        self.isUnicode = isUnicode
        cells = Array(repeating: .blank(Style()), count: self.size.columns * self.size.rows)
    }

    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[(row * size.columns)..<((row + 1) * size.columns)]
    }

    /// What stands in a cell; nothing in the second half of a wide one.
    package func text(of cell: Cell) -> String {
        if cell.glyph >= Cell.cluster { return clusters[Int(cell.glyph & ~Cell.cluster)] }
        guard !cell.isBehind, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
        return String(scalar)
    }

    /// Whether both show the same in this row. Clusters are compared by what they are.
    func row(_ row: Int, isThatOf other: Canvas) -> Bool {
        zip(self.row(row), other.row(row)).allSatisfy { ours, theirs in
            guard ours.glyph >= Cell.cluster, theirs.glyph >= Cell.cluster else { return ours == theirs }
            return ours.style == theirs.style && text(of: ours) == other.text(of: theirs)
        }
    }

    /// Writes one line, of at most `limit` columns; `column` may lie outside.
    ///
    /// - Returns: the column behind it.
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
                // A mark that has no place of its own goes with its neighbour: a beginning with the next one.
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

    /// How many characters there are of ASCII, most of what is written: no graphemes have to be looked for. The last of
    /// a run may have marks behind it.
    private static func plainBeginning(of text: Substring) -> Int {
        var count = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return max(count - 1, 0) }
            count += 1
        }
        return count
    }

    /// Gives a run of cells a ground, and blanks them.
    package mutating func fill(row: Int, columns: Range<Int>, _ style: Style) {
        guard row >= 0, row < size.rows else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            release(row: row, column: column)
            cells[row * size.columns + column] = .blank(style)
        }
    }

    /// One of the program's own signs, which is one column wide: nothing has to be found out about it.
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
            // Half of a wide one is none.
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

    /// Blanks the other half of a wide character, of which one half is overwritten.
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
    /// What can be read on it, without the blanks at the ends of its rows: for tests.
    package var text: String {
        (0..<size.rows).map { row in
            let line = self.row(row).map { text(of: $0) }.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
