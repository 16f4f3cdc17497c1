// SPDX-License-Identifier: MIT
import JokeWire

extension SharedJoke {
    /// The joke as an SVG picture of a card. It refers to no other file, font or script.
    ///
    /// - Parameters:
    ///   - isDark: whether its colors are dark; otherwise, they follow the color scheme of the viewer.
    ///   - zoom: the number of pixels of a CSS pixel.
    package func svg(isDark: Bool = false, zoom: Int = 1) -> String {
        let link = url.flatMap { WebLink($0)?.url }
        var notes: [(text: String, link: String?)] = (origin ?? link).map { [($0, link)] } ?? []
        if let credit { notes.append((credit.text, WebLink(credit.url)?.url)) }
        let card = Card(value, notes: notes)
        let (width, height) = (Card.width, card.height)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width * zoom)" height="\(height * zoom)" \
            viewBox="0 0 \(width) \(height)" role="img" xml:lang="\(Escaper.xml.escaped(languageTag))">
              <title>\(Escaper.xml.escaped(value))</title>
              <style>
                .joke { font: \(card.size)px system-ui, sans-serif; }
                .note { font: \(Card.noteSize)px system-ui, sans-serif; }
                .mark { font: 96px Georgia, serif; fill: #e3a008; }
            \(isDark ? Self.dark : Self.light)
              </style>
              <rect class="page" width="\(width)" height="\(height)"/>
              <rect class="card" x="16.5" y="16.5" width="\(width - 33)" height="\(height - 33)" rx="28"/>
              <text class="mark" x="\(isRightToLeft ? width - Card.margin - 40 : Card.margin - 4)" y="112">“</text>

            """
        for (index, line) in card.lines.enumerated() where !line.isEmpty {
            svg += text(line, class: "joke", y: card.baseline(line: index), isRightToLeft)
        }
        for (index, note) in card.notes.enumerated() {
            let line = text(note.text, class: "note", y: card.baseline(note: index), false)
            svg +=
                note.link.map {
                    "  <a href=\"\(Escaper.xml.escaped($0))\">\n  \(line)  </a>\n"
                } ?? line
        }
        return svg + "</svg>\n"
    }

    private static let dark = """
            .page { fill: #1b1a19; } .card { fill: #262422; stroke: #3a3733; }
            .joke { fill: #f4f1ec; } .note { fill: #a8a29a; }
        """
    private static let light = """
            .page { fill: #f1efec; } .card { fill: #ffffff; stroke: #e3dfd9; }
            .joke { fill: #1f1d1b; } .note { fill: #6b655e; }
            @media (prefers-color-scheme: dark) {
        \(dark)
            }
        """

    /// Returns a text element. If the text runs from right to left, `text-anchor: start` is its right edge (SVG 2,
    /// section 11.5).
    private func text(_ line: String, class name: String, y: Int, _ isRightToLeft: Bool) -> String {
        let place = isRightToLeft ? Card.width - Card.margin : Card.margin
        let direction = isRightToLeft ? " direction=\"rtl\"" : ""
        return "  <text class=\"\(name)\" x=\"\(place)\" y=\"\(y)\"\(direction) xml:space=\"preserve\">"
            + "\(Escaper.xml.escaped(line))</text>\n"
    }

    private var languageTag: String { language.utf8.allSatisfy { 0x61...0x7A ~= $0 } ? language : "und" }

    private var isRightToLeft: Bool { WritingDirection.beginsRightToLeft(value) }
}

/// The layout of the card, in CSS pixels.
private struct Card {
    static let width = 640
    static let margin = 64
    static let noteSize = 15
    private static let noteHeight = 24
    private static let top = 120
    private static let gap = 28

    /// The size of the joke's type. A short joke has a larger one.
    let size: Int
    let lines: [String]
    /// The lines at the foot of the card.
    let notes: [(text: String, link: String?)]

    init(_ text: String, notes: [(text: String, link: String?)]) {
        size = text.count <= 80 ? 32 : text.count <= 180 ? 26 : 22
        lines = Self.lines(of: text, size: size)
        self.notes = notes.flatMap { note in
            Self.lines(of: note.text, size: Self.noteSize).map { ($0, note.link) }
        }
    }

    private static func lines(of text: String, size: Int) -> [String] {
        WordWrap.lines(of: text, width: (width - 2 * margin) * 100 / size, measure: hundredths)
    }

    /// Returns the width of a character in hundredths of the size of the type, for the widest common font, DejaVu Sans.
    private static func hundredths(_ character: Character) -> Int {
        switch character {
        case "W", "M", "m", "w", "@", "%", "—", "…", "Œ", "œ", "Æ", "æ": 100
        default: DisplayWidth.of(character) * (character.isUppercase ? 80 : 60)
        }
    }

    var height: Int { Self.top + lines.count * lineHeight + Self.gap + notes.count * Self.noteHeight + 56 }
    private var lineHeight: Int { size * 29 / 20 }

    func baseline(line: Int) -> Int { Self.top + line * lineHeight + size }
    func baseline(note: Int) -> Int {
        Self.top + lines.count * lineHeight + Self.gap + note * Self.noteHeight + Self.noteSize
    }
}
