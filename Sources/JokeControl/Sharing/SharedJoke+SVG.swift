// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

extension SharedJoke {
    /// The joke as an SVG picture of a card. It refers to no other file, font or script, and is legible in light and
    /// dark color schemes.
    package var svg: String {
        let lines = WordWrap.lines(of: value, width: Card.columns)
        let notes = credit.map { WordWrap.lines(of: $0.text, width: Card.noteColumns) } ?? []
        let height = Card.height(lines: lines.count, notes: notes.count)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Card.width)" height="\(height)" \
            viewBox="0 0 \(Card.width) \(height)" role="img" xml:lang="\(Markup.escaped(languageTag))">
              <title>\(Markup.escaped(value))</title>
              <style>
                .card { fill: #ffffff; stroke: #d0d7de; }
                .joke { fill: #1f2328; font: 20px system-ui, sans-serif; }
                .note { fill: #59636e; font: 13px system-ui, sans-serif; }
                @media (prefers-color-scheme: dark) {
                  .card { fill: #151b23; stroke: #3d444d; }
                  .joke { fill: #f0f6fc; }
                  .note { fill: #9198a1; }
                }
              </style>
              <rect class="card" x="0.5" y="0.5" width="\(Card.width - 1)" height="\(height - 1)" rx="12"/>

            """
        for (index, line) in lines.enumerated() where !line.isEmpty {
            svg += text(line, class: "joke", y: Card.baseline(line: index), isRightToLeft)
        }
        for (index, note) in notes.enumerated() {
            let line = text(note, class: "note", y: Card.baseline(note: index, below: lines.count), false)
            svg +=
                credit.flatMap { WebLink($0.url)?.url }.map {
                    "  <a href=\"\(Markup.escaped($0))\">\n  \(line)  </a>\n"
                } ?? line
        }
        return svg + "</svg>\n"
    }

    /// Returns a text element. If the text runs from right to left, `text-anchor: start` is its right edge (SVG 2,
    /// section 11.5).
    private func text(_ line: String, class name: String, y: Int, _ isRightToLeft: Bool) -> String {
        let place = isRightToLeft ? Card.width - Card.margin : Card.margin
        let direction = isRightToLeft ? " direction=\"rtl\"" : ""
        return "  <text class=\"\(name)\" x=\"\(place)\" y=\"\(y)\"\(direction) xml:space=\"preserve\">"
            + "\(Markup.escaped(line))</text>\n"
    }

    private var languageTag: String { language.utf8.allSatisfy { 0x61...0x7A ~= $0 } ? language : "und" }

    /// Whether the first letter of the text is of a script that runs from right to left (UAX #9, rule P2).
    private var isRightToLeft: Bool {
        value.unicodeScalars.first(where: \.properties.isAlphabetic).map(WritingDirection.isRightToLeft)
            ?? false
    }
}

/// The layout of the card, in CSS pixels.
private enum Card {
    static let width = 480
    static let margin = 28
    /// The columns per line. A column is about 11 px wide in the joke and 7 px wide in the note.
    static let columns = 38
    static let noteColumns = 58
    private static let lineHeight = 30
    private static let noteHeight = 20
    private static let gap = 12

    static func height(lines: Int, notes: Int) -> Int {
        2 * margin + lines * lineHeight + (notes == 0 ? 0 : gap + notes * noteHeight)
    }

    static func baseline(line: Int) -> Int { margin + line * lineHeight + 22 }

    static func baseline(note: Int, below lines: Int) -> Int {
        margin + lines * lineHeight + gap + note * noteHeight + 14
    }
}
