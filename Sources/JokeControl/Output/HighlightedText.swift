// SPDX-License-Identifier: MIT

/// A text with highlighted ranges, which follow their text when it is sanitized and wrapped into lines.
///
/// Sanitizing and wrapping keep the order of the visible scalars, and add or remove only blanks. Each scalar that is
/// not a blank can therefore be found again by its position among them.
struct HighlightedText {
    /// The sanitized text, before it is wrapped.
    let text: String
    /// For each scalar of `text` that is not a blank, whether it is highlighted. Empty if nothing is highlighted.
    private var isFound: [Bool] = []
    /// The number of elements of ``isFound`` that ``takeLine(_:)`` has consumed.
    private var place = 0

    /// - Parameters:
    ///   - marks: the ranges of Unicode scalars of `text` to highlight, ascending and without overlap. Ranges beyond
    ///     its end are ignored.
    ///   - shown: sanitizes the text before it is wrapped.
    init(_ text: String, marks: [Range<Int>] = [], shown: (String) -> String) {
        self.text = shown(text)
        guard !marks.isEmpty else { return }
        var joined = ""
        for piece in Self.pieces(of: text, marks) {
            let content = shown(piece.text)
            joined += content
            for scalar in content.unicodeScalars where scalar != " " { isFound.append(piece.isFound) }
        }
        // If a piece changes when it is sanitized alone, the scalars cannot be matched. Highlight nothing then.
        if !joined.unicodeScalars.elementsEqual(self.text.unicodeScalars) { isFound = [] }
    }

    private static func pieces(of text: String, _ marks: [Range<Int>]) -> [Piece] {
        var scalars = text.unicodeScalars[...]
        var taken = 0
        var pieces: [Piece] = []
        func take(upTo end: Int, isFound: Bool) {
            guard end > taken else { return }
            pieces.append(Piece(text: String(scalars.prefix(end - taken)), isFound: isFound))
            scalars = scalars.dropFirst(end - taken)
            taken = end
        }
        for run in marks {
            take(upTo: run.lowerBound, isFound: false)
            take(upTo: run.upperBound, isFound: true)
        }
        take(upTo: .max, isFound: false)
        return pieces
    }

    struct Piece: Equatable {
        var text: String
        var isFound: Bool
    }

    /// Returns the next line in pieces. A character is highlighted if one of its scalars is, and blanks are highlighted
    /// between two highlighted characters.
    mutating func takeLine(_ line: String) -> [Piece] {
        guard !isFound.isEmpty else { return [Piece(text: line, isFound: false)] }
        var pieces: [Piece] = []
        var blanks = ""
        for character in line {
            guard character != " " else {
                blanks.append(character)
                continue
            }
            let count = character.unicodeScalars.count
            let isFound = isFound[place...].prefix(count).contains(true)
            place = min(place + count, self.isFound.count)
            let blanksAreFound = isFound && pieces.last?.isFound == true
            Self.append(blanks, isFound: blanksAreFound, to: &pieces)
            Self.append(String(character), isFound: isFound, to: &pieces)
            blanks = ""
        }
        Self.append(blanks, isFound: false, to: &pieces)
        return pieces
    }

    private static func append(_ text: String, isFound: Bool, to pieces: inout [Piece]) {
        guard !text.isEmpty else { return }
        if pieces.last?.isFound == isFound {
            pieces[pieces.count - 1].text += text
        } else {
            pieces.append(Piece(text: text, isFound: isFound))
        }
    }
}
