// SPDX-License-Identifier: MIT
import JokeWire

/// Removes the overstrikes that line printers needed. Underlined and doubled letters become plain ones, and a letter
/// printed over an accent becomes an accented letter.
///
/// Tabs become spaces up to the next multiple of eight columns, since a status bar has no tab stops.
enum Overstrike {
    static func removed(from text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x08 || $0 == 0x09 }) else { return text }
        var plain = String.UnicodeScalarView()
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.startIndex != text.startIndex { plain.append("\n") }
            if line.contains(where: { $0 == "\u{08}" || $0 == "\t" }) {
                plain.append(contentsOf: printed(line))
            } else {
                plain.append(contentsOf: line)
            }
        }
        return String(plain)
    }

    /// Returns the characters of a line after printing, one per column. Control characters take no column.
    private static func printed(_ line: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        var cells: [Unicode.Scalar] = []
        var head = 0
        for scalar in line {
            switch scalar {
            case "\u{08}": head = max(0, head - 1)
            case "\t":
                head = (head / 8 + 1) * 8
                while cells.count < head { cells.append(" ") }
            case _ where SanitizedText.isForbidden(scalar): continue
            default:
                if head < cells.count {
                    cells[head] = struck(cells[head], by: scalar)
                } else {
                    cells.append(scalar)
                }
                head += 1
            }
        }
        return cells
    }

    private static func struck(_ below: Unicode.Scalar, by above: Unicode.Scalar) -> Unicode.Scalar {
        if above == "_" || above == " " { return below }
        return accented[below]?[above] ?? accented[above]?[below] ?? above
    }

    /// Accented letters, by the character for the accent and the letter.
    private static let accented: [Unicode.Scalar: [Unicode.Scalar: Unicode.Scalar]] = [
        "'": ["a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú", "E": "É"],
        "`": ["a": "à", "e": "è", "i": "ì", "o": "ò", "u": "ù"],
        "^": ["a": "â", "e": "ê", "i": "î", "o": "ô", "u": "û"],
        "\"": ["a": "ä", "e": "ë", "i": "ï", "o": "ö", "u": "ü"],
        ",": ["c": "ç"],
    ]
}
