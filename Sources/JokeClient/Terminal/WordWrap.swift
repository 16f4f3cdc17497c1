// SPDX-License-Identifier: MIT

/// Breaks text into lines of a limited width.
package enum WordWrap {
    /// Returns the lines of `text`, each at most `width` columns wide.
    ///
    /// Lines break at blanks, and a word that is wider than a line is cut. A line that fits is unchanged, repeated
    /// blanks included.
    ///
    /// - Parameters:
    ///   - keepsCommands: Whether what is between back-quotes stays whole, even if it is wider than a line, so that it can
    ///     be copied from the terminal.
    ///   - measure: Returns the width of a character, in the unit of `width`.
    package static func lines(
        of text: String, width: Int, keepingCommands keepsCommands: Bool = false,
        measure: (Character) -> Int = DisplayWidth.of
    ) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            self.width(of: line, measure) <= width
                ? [String(line)] : broken(line, width: max(width, 2), keepsCommands, measure)
        }
    }

    private static func width(of text: some StringProtocol, _ measure: (Character) -> Int) -> Int {
        text.reduce(0) { $0 + measure($1) }
    }

    private static func broken(
        _ line: Substring, width: Int, _ keepsCommands: Bool, _ measure: (Character) -> Int
    ) -> [String] {
        let space = measure(" ")
        let isQuoted = keepsCommands && line.count { $0 == "`" }.isMultiple(of: 2)
        var isCommand = false
        var lines: [String] = []
        var current = ""
        var taken = 0
        let words = line.split { character in
            if isQuoted, character == "`" { isCommand.toggle() }
            return character == " " && !isCommand
        }
        for word in words {
            let isWhole = isQuoted && word.utf8.contains(UInt8(ascii: "`"))
            let pieces = isWhole ? [String(word)] : pieces(of: word, width: width, measure)
            for (place, piece) in pieces.enumerated() {
                let length = self.width(of: piece, measure)
                let blank = place == 0 ? space : 0
                if taken > 0, taken + blank + length > width {
                    lines.append(current)
                    (current, taken) = ("", 0)
                }
                if taken > 0, blank > 0 {
                    current += " "
                    taken += space
                }
                current += piece
                taken += length
            }
        }
        return lines + [current]
    }

    /// Returns the parts of a word between which no line breaks. They are the characters of East Asian scripts without
    /// blanks, otherwise the whole word. A part that is too wide is cut.
    private static func pieces(
        of word: Substring, width: Int, _ measure: (Character) -> Int
    ) -> [String] {
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
        return (units + [word[start...]]).flatMap { cut($0, width: width, measure) }
    }

    /// Returns whether a line may break between two characters. Closing marks and small kana do not begin a line, and
    /// opening marks do not end one (JIS X 4051).
    private static func mayBreak(between former: Character, and next: Character) -> Bool {
        guard DisplayWidth.of(former) == 2 || DisplayWidth.of(next) == 2 else { return false }
        return !"（「『【〔〈《([".contains(former)
            && !"、。，．！？：；）」』】〕〉》…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.!?:;)]".contains(next)
    }

    /// Returns the word in pieces that fill a line each, except the last one.
    private static func cut(
        _ word: Substring, width: Int, _ measure: (Character) -> Int
    ) -> [String] {
        guard self.width(of: word, measure) > width else { return [String(word)] }
        var pieces: [String] = []
        var piece = ""
        var taken = 0
        for character in word {
            let length = measure(character)
            if taken + length > width, taken > 0 {
                pieces.append(piece)
                (piece, taken) = ("", 0)
            }
            piece.append(character)
            taken += length
        }
        return pieces + [piece]
    }
}
