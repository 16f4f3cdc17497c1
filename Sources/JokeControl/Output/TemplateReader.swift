// SPDX-License-Identifier: MIT

/// Takes a template apart: text, and what stands in double braces, at its bars.
struct TemplateReader {
    /// A part of a template, and where it begins.
    struct Word {
        let text: String
        /// From 1 on, in characters.
        let column: Int
    }

    enum Piece {
        case text(String)
        /// A name, and the filters behind it; never empty.
        case member([Word])
    }

    private let characters: [Character]
    private var place = 0

    init(_ source: String) { characters = Array(source) }

    /// Nil at the end.
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

    /// At a backslash; one that escapes nothing is one.
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

    /// Up to a bar or the end of the braces; blanks around it mean nothing.
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
