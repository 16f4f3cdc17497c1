// SPDX-License-Identifier: MIT
import JokeWire

/// A manual page in the format of man(7). All text is escaped here.
package struct Roff {
    /// The page so far.
    package private(set) var text = ""

    /// Creates a page with its header.
    ///
    /// - Parameters:
    ///   - name: The name of the page, in capitals by convention.
    ///   - date: The date for the footer.
    ///   - origin: The project and its version, for the footer.
    ///   - manual: The title of the manual, for the header.
    package init(_ name: String, section: Int, date: String, origin: String, manual: String) {
        // Without hyphens and aligned left, as scripts/man-pages.sh makes the other pages: names stay whole.
        text =
            ".nr HY 0\n.TH \(name) \(section) \(date) \"\(Escaper.roff.escaped(origin))\" \"\(Escaper.roff.escaped(manual))\"\n.ad l\n"
    }

    package mutating func section(_ title: String) { text += ".SH \(Escaper.roff.escaped(title))\n" }

    package mutating func subsection(_ title: String) { text += ".SS \(Escaper.roff.escaped(title))\n" }

    /// Appends a paragraph. Text in backquotes is typed by the user and becomes bold.
    package mutating func paragraph(_ words: String) {
        text += ".PP\n\(Self.line(words))\n"
    }

    /// Appends a term with its meaning. The term is bold, except words in capitals, which stand for values and are
    /// italic.
    package mutating func item(_ term: String, _ words: String) {
        text += ".TP\n\(Self.term(term))\n\(Self.line(words))\n"
    }

    /// Appends a term that is typed as it stands, such as a command line or the name of a file, with its meaning.
    package mutating func literal(_ term: String, _ words: String) {
        text += ".TP\n.B \"\(Escaper.roff.escaped(term))\"\n\(Self.line(words))\n"
    }

    /// Appends text to the current paragraph.
    package mutating func plain(_ words: String) { text += Self.line(words) + "\n" }

    package mutating func synopsis(_ program: String, _ words: String) {
        text += ".B \(program)\n\(Self.term(words))\n"
    }

    /// Appends a command with its arguments, options and examples.
    package mutating func append(_ command: CommandDescription) {
        subsection(command.usage)
        plain(command.summary + ".")
        for words in command.paragraphs { paragraph(words) }
        for argument in command.arguments { item(argument.name, argument.summary) }
        append(command.options)
        for example in command.examples { literal(example.line, example.summary) }
    }

    package mutating func append(_ options: [Option]) {
        for option in options { item(option.term, option.summary) }
    }
}

extension Roff {
    /// Returns the text in lines of at most 80 bytes. No line begins with a dot or an apostrophe, which would be a
    /// request.
    private static func line(_ words: String) -> String {
        var (result, width) = ("", 0)
        for word in marked(words).split(separator: " ") {
            let isFirst = width == 0
            if !isFirst, width + 1 + word.utf8.count > 80 {
                result += "\n"
                width = 0
            } else if !isFirst {
                result += " "
                width += 1
            }
            if width == 0, word.hasPrefix(".") || word.hasPrefix("'") {
                result += "\\&"
                width += 2
            }
            result += word
            width += word.utf8.count
        }
        return result
    }

    private static func marked(_ words: String) -> String {
        var (result, isTyped) = ("", false)
        for part in words.split(separator: "`", omittingEmptySubsequences: false) {
            result +=
                isTyped ? "\\fB\(Escaper.roff.escaped(String(part)))\\fR" : Escaper.roff.escaped(String(part))
            isTyped.toggle()
        }
        return result
    }

    private static func term(_ words: String) -> String {
        var result = ""
        for word in words.split(separator: " ") {
            if !result.isEmpty { result += " " }
            let isPlaceholder = word.contains { $0.isUppercase }
            result += isPlaceholder && !word.hasPrefix("-") ? "\\fI" : "\\fB"
            result += Escaper.roff.escaped(String(word)) + "\\fR"
        }
        return result
    }
}
