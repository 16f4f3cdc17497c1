// SPDX-License-Identifier: MIT

/// Breaks text into lines of a limited width.
package enum WordWrap {
    /// Returns the lines of `text`, each at most `width` columns wide.
    ///
    /// Lines break at blanks, and a word that is wider than a line is cut. A line that fits is unchanged, repeated
    /// blanks included.
    package static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            DisplayWidth.of(String(line)) <= width ? [String(line)] : broken(line, width: max(width, 2))
        }
    }

    private static func broken(_ line: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var taken = 0
        for word in line.split(separator: " ") {
            for (place, piece) in pieces(of: word, width: width).enumerated() {
                let length = DisplayWidth.of(piece)
                let blank = place == 0 ? 1 : 0
                if taken > 0, taken + blank + length > width {
                    lines.append(current)
                    (current, taken) = ("", 0)
                }
                if taken > 0, blank > 0 {
                    current += " "
                    taken += 1
                }
                current += piece
                taken += length
            }
        }
        return lines + [current]
    }

    /// Returns the parts of a word between which no line breaks. They are the characters of East Asian scripts without
    /// blanks, otherwise the whole word. A part that is too wide is cut.
    private static func pieces(of word: Substring, width: Int) -> [String] {
        var units: [Substring] = []
        var start = word.startIndex
        var former: Character?
        for place in word.indices {
            if let former, mayBreak(between: former, and: word[place]) {
                units.append(word[start..<place])
                start = place
            }
            former = word[place]
        }
        return (units + [word[start...]]).flatMap { cut($0, width: width) }
    }

    /// Returns whether a line may break between two characters. Closing marks and small kana do not begin a line, and
    /// opening marks do not end one (JIS X 4051).
    private static func mayBreak(between former: Character, and next: Character) -> Bool {
        guard DisplayWidth.of(former) == 2 || DisplayWidth.of(next) == 2 else { return false }
        return !"（「『【〔〈《([".contains(former)
            && !"、。，．！？：；）」』】〕〉》…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.!?:;)]".contains(next)
    }

    /// Returns the word in pieces that fill a line each, except the last one.
    private static func cut(_ word: Substring, width: Int) -> [String] {
        guard DisplayWidth.of(String(word)) > width else { return [String(word)] }
        var pieces: [String] = []
        var piece = ""
        var taken = 0
        for character in word {
            let length = DisplayWidth.of(character)
            if taken + length > width {
                pieces.append(piece)
                (piece, taken) = ("", 0)
            }
            piece.append(character)
            taken += length
        }
        return pieces + [piece]
    }
}
