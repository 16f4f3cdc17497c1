// SPDX-License-Identifier: MIT
package import JokeClient
import JokeWire

/// The meaning of a piece of text, which decides its style.
package enum Style: Sendable {
    case plain, liked, disliked, faint, heading, trouble, found
    /// A command line, which is not broken into lines, so that it can be copied.
    case command
    /// Faint text that is a hyperlink.
    case link(WebLink)

    /// The parameters of Select Graphic Rendition (ECMA-48), or nil for plain text.
    fileprivate var code: String? {
        switch self {
        case .plain, .command: nil
        case .liked: Self.code(of: .liked)
        case .disliked: Self.code(of: .disliked)
        case .faint, .link: Self.code(of: .faint)
        case .heading: "1"
        case .trouble: Self.code(of: .trouble)
        // Bold and underlined: colors are for decisions.
        case .found: "1;4"
        }
    }

    private static func code(of color: TextColor) -> String? { color.code.map { String($0) } }
}

/// The output of a command, rendered for one appearance. It sanitizes all text that is added.
///
/// The page is stored as bytes. Deallocating a long string looks a type up by its name, which took a twelfth of a whole
/// run.
package struct Page: Sendable {
    package let appearance: Appearance
    package private(set) var bytes: [UInt8] = []

    package init(_ appearance: Appearance) { self.appearance = appearance }

    /// The whole page, for tests.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds a paragraph, wrapped to the terminal's width and indented.
    package mutating func paragraph(_ content: String, _ style: Style = .plain, indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        append(
            HighlightedText(content, shown: shown), style, width: appearance.width.map { $0 - indent },
            after: margin, margin: indent)
    }

    package mutating func blank() { append("\n") }

    /// Adds another page below this one.
    package mutating func append(_ page: Page) { bytes += page.bytes }

    package typealias Cell = (text: String, style: Style)

    /// A row of a table. It is a type of its own, because a nested array type would be created at run time.
    package struct Row: Sendable, ExpressibleByArrayLiteral {
        fileprivate let cells: [Cell]
        fileprivate let marks: [Range<Int>]

        /// - Parameter marks: the ranges of Unicode scalars of the last cell's text to highlight on a terminal.
        package init(_ cells: [Cell], marks: [Range<Int>] = []) { (self.cells, self.marks) = (cells, marks) }
        package init(arrayLiteral cells: Cell...) { self.init(cells) }
    }

    /// Adds rows of cells. On a terminal the columns are aligned, and the last cell is wrapped. Otherwise tabs separate
    /// the cells.
    package mutating func table(_ rows: [Row]) {
        guard let width = appearance.width else {
            for row in rows { appendTabbed(row) }
            return
        }
        let leading = rows.map { row in
            row.cells.dropLast().map { (shownOnOneLine($0.text), $0.style) }
        }
        let widths = Self.widths(of: leading.map { $0.map(\.0) })
        let margin = widths.reduce(0) { $0 + $1 + Self.gutter.count }
        for (cells, row) in zip(leading, rows) {
            var start = ""
            for (cell, width) in zip(cells, widths) {
                start += styled(cell.0, cell.1)
                start += String(repeating: " ", count: width - DisplayWidth.of(cell.0)) + Self.gutter
            }
            guard let last = row.cells.last else { continue }
            let content = HighlightedText(last.text, marks: row.marks, shown: shownOnOneLine)
            if width - margin >= Self.narrowestCell || cells.isEmpty {
                append(content, last.style, width: width - margin, after: start, margin: margin)
            } else {
                // The terminal is too narrow for the last cell. Put it below the others.
                append(Self.trimmed(start) + "\n")
                let indent = Self.gutter.count
                append(
                    content, last.style, width: width - indent, after: Self.gutter, margin: indent)
            }
        }
    }

    private static let gutter = "  "
    private static let narrowestCell = 16

    private mutating func appendTabbed(_ row: Row) {
        for (column, cell) in row.cells.enumerated() {
            if column > 0 { append("\t") }
            append(styled(TerminalText.oneLine(cell.text), cell.style))
        }
        append("\n")
    }

    /// Adds text that is already sanitized and styled.
    mutating func append(_ text: String) { bytes += text.utf8 }

    private mutating func append(
        _ text: HighlightedText, _ style: Style, width: Int?, after start: String, margin: Int
    ) {
        for (index, line) in lines(of: text, style, width: width).enumerated() {
            let before = index == 0 ? start : String(repeating: " ", count: margin)
            append((line.plain.isEmpty ? Self.trimmed(before) : before + line.styled) + "\n")
        }
    }

    private static func widths(of rows: [[String]]) -> [Int] {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                let width = DisplayWidth.of(cell)
                if column < widths.count {
                    widths[column] = max(widths[column], width)
                } else {
                    widths.append(width)
                }
            }
        }
        return widths
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    private func shown(_ content: String) -> String {
        let safe = TerminalText.safe(content)
        return appearance.isTerminal && !appearance.isUnicode ? TerminalText.ascii(safe) : safe
    }

    private func shownOnOneLine(_ content: String) -> String { shown(TerminalText.oneLine(content)) }

    private struct Line {
        /// The line without styles, whose width can be measured.
        var plain: String
        var styled: String
    }

    /// Returns the text wrapped to `width`, or split at its line breaks if `width` is nil.
    private func lines(of text: HighlightedText, _ style: Style, width: Int?) -> [Line] {
        var text = text
        let width = if case .command = style { Int?.none } else { width }
        let lines =
            width.map { WordWrap.lines(of: text.text, width: $0, keepingCommands: true) }
            ?? text.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.map { line in
            let isAlone = width == nil || !appearance.isUnicode
            func isolated(_ line: String) -> String { isAlone ? line : WritingDirection.isolated(line) }
            let pieces = text.takeLine(line)
            guard pieces.contains(where: \.isFound) else {
                return Line(plain: line, styled: styled(isolated(line), style))
            }
            let all = pieces.reduce(into: "") { $0 += styled($1.text, $1.isFound ? .found : style) }
            return Line(plain: line, styled: isolated(all))
        }
    }

    /// Returns the line in its style. Each line is styled separately, so that a pager that splits the text keeps the
    /// colors.
    private func styled(_ line: String, _ style: Style) -> String {
        guard !line.isEmpty else { return line }
        var line = line
        if appearance.isColored, let code = style.code { line = "\u{1B}[\(code)m\(line)\u{1B}[0m" }
        // OSC 8, the hyperlink of terminals.
        if case .link(let link) = style { line = "\u{1B}]8;;\(link.url)\u{1B}\\\(line)\u{1B}]8;;\u{1B}\\" }
        return line
    }
}
