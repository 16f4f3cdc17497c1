// SPDX-License-Identifier: MIT

/// Breaks text into lines that fit.
package enum WordWrap {
    /// The lines of `text`, each at most `width` columns, broken at blanks; a word that is longer than a line is
    /// broken where it must. A line that fits stays as it is, its inner blanks included.
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

    /// What is not parted: a word or, where East Asian scripts write on without blanks, about a character.
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

    /// Closing marks and small letters do not begin a line, opening marks do not end one (JIS X 4051).
    private static func mayBreak(between former: Character, and next: Character) -> Bool {
        guard DisplayWidth.of(former) == 2 || DisplayWidth.of(next) == 2 else { return false }
        return !"（「『【〔〈《([".contains(former)
            && !"、。，．！？：；）」』】〕〉》…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.!?:;)]".contains(next)
    }

    /// Cut where it is longer than a line. All its pieces but the last fill one.
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
