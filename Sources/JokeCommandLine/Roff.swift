// SPDX-License-Identifier: MIT

/// A page in the language of man(7), for `man` to typeset. All text is escaped here.
package struct Roff {
    package private(set) var text = ""

    /// - Parameters:
    ///   - name: The name of the page in capitals, as tradition has it.
    ///   - origin: The project and its version, for the foot.
    package init(_ name: String, section: Int, date: String, origin: String, manual: String) {
        text = ".TH \(name) \(section) \(date) \"\(Self.escaped(origin))\" \"\(Self.escaped(manual))\"\n"
    }

    package mutating func section(_ title: String) { text += ".SH \(Self.escaped(title))\n" }

    package mutating func subsection(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

    /// In the running text, what stands in backquotes is what one types: bold.
    package mutating func paragraph(_ words: String) {
        text += ".PP\n\(Self.line(words))\n"
    }

    /// A term, and what it is; the term is bold, but for capitals, which stand for something else.
    package mutating func item(_ term: String, _ words: String) {
        text += ".TP\n\(Self.term(term))\n\(Self.line(words))\n"
    }

    /// An example: a command line and its effect.
    package mutating func example(_ line: String, _ words: String) {
        text += ".TP\n.B \(Self.quoted(line))\n\(Self.line(words))\n"
    }

    package mutating func plain(_ words: String) { text += Self.line(words) + "\n" }

    package mutating func synopsis(_ program: String, _ words: String) {
        text += ".B \(program)\n\(Self.term(words))\n"
    }

    /// A command with all that its description has.
    package mutating func append(_ command: CommandDescription) {
        subsection(command.usage)
        plain(command.summary + ".")
        for words in command.paragraphs { paragraph(words) }
        for argument in command.arguments { item(argument.name, argument.summary) }
        append(command.options)
        for line in command.examples { example(line.line, line.summary) }
    }

    package mutating func append(_ options: [Option]) {
        for option in options { item(option.term, option.summary) }
    }
}

extension Roff {
    private static func quoted(_ words: String) -> String {
        // An argument of a macro in quotes has two of them for each.
        var result = "\""
        for character in escaped(words) { result += character == "\"" ? "\"\"" : String(character) }
        return result + "\""
    }

    /// The words, in lines of no more than 80 bytes, none of which begins as a request does.
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
            result += isTyped ? "\\fB\(escaped(String(part)))\\fR" : escaped(String(part))
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
            result += escaped(String(word)) + "\\fR"
        }
        return result
    }

    /// Hyphens are minus signs, as typed; what is not ASCII is named by its code.
    private static func escaped(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return result
    }
}
