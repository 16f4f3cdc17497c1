// SPDX-License-Identifier: MIT

/// A text in which runs are to stand out, and still do when it was made safe and broken into lines.
///
/// Neither touches the order of what is seen, only blanks come and go: so each scalar that is none is followed.
struct HighlightedText {
    /// As it is shown, whole.
    let text: String
    /// Of each scalar of `text` that is no blank, whether it was found; empty where nothing is to stand out.
    private var isFound: [Bool] = []
    /// How many of those were taken.
    private var place = 0

    /// - Parameters:
    ///   - marks: the runs of Unicode scalars of `text`, ascending and apart; what lies beyond its end is nothing.
    ///   - shown: what the text becomes before it is broken into lines.
    init(_ text: String, marks: [Range<Int>] = [], shown: (String) -> String) {
        self.text = shown(text)
        guard !marks.isEmpty else { return }
        var joined = ""
        for piece in Self.pieces(of: text, marks) {
            let content = shown(piece.text)
            joined += content
            for scalar in content.unicodeScalars where scalar != " " { isFound.append(piece.isFound) }
        }
        // What is one sign only as a whole cannot be followed.
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

    /// The next of the text's lines in pieces; a sign of which a part was found is found, and so is a blank between two.
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
