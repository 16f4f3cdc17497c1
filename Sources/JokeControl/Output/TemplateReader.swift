// SPDX-License-Identifier: MIT

/// Splits a template into text and the contents of double braces, which it splits into words at vertical bars.
struct TemplateReader {
    /// A word of a template, and its position.
    struct Word {
        let text: String
        /// The position in the template, in characters, counted from 1.
        let column: Int
    }

    enum Piece {
        case text(String)
        /// A name and the filters after it. Never empty.
        case member([Word])
    }

    private let characters: [Character]
    private var place = 0

    init(_ source: String) { characters = Array(source) }

    /// Returns the next piece, or nil at the end.
    mutating func next() throws(Template.TemplateError) -> Piece? {
        guard place < characters.count else { return nil }
        return isAt("{{") ? .member(try member()) : .text(text())
    }

    private mutating func text() -> String {
        var text = ""
        while place < characters.count, !isAt("{{") {
            text.append(characters[place] == "\\" ? escaped() : characters[place])
            place += 1
        }
        return text
    }

    /// Reads an escape sequence at a backslash. A backslash that begins none stands for itself.
    private mutating func escaped() -> Character {
        guard place + 1 < characters.count else { return "\\" }
        switch characters[place + 1] {
        case "n":
            place += 1
            return "\n"
        case "t":
            place += 1
            return "\t"
        case "\\":
            place += 1
            return "\\"
        default: return "\\"
        }
    }

    private mutating func member() throws(Template.TemplateError) -> [Word] {
        let start = place + 1
        place += 2
        var words: [Word] = []
        while true {
            words.append(word())
            guard place < characters.count else {
                throw .init(column: start, problem: "'{{' has no '}}'")
            }
            if isAt("}}") { break }
            place += 1
        }
        place += 2
        return words
    }

    /// Reads a word up to a vertical bar or the end of the braces. Surrounding blanks are ignored.
    private mutating func word() -> Word {
        while place < characters.count, characters[place] == " " { place += 1 }
        let column = place + 1
        var text = ""
        while place < characters.count, characters[place] != "|", !isAt("}}") {
            text.append(characters[place])
            place += 1
        }
        while text.last == " " { text.removeLast() }
        return Word(text: text, column: column)
    }

    private func isAt(_ mark: String) -> Bool {
        characters[place...].starts(with: mark)
    }
}
