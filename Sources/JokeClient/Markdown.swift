// SPDX-License-Identifier: MIT
package import JokeWire

/// Writes jokes as Markdown (CommonMark 0.31) in which no part of a joke is markup.
package enum Markdown {
    /// Returns the saved jokes as a document: a list with each joke in its own language, and its translation below it.
    package static func document(of jokes: [Joke]) -> String {
        var text = "# Saved jokes\n"
        for joke in jokes {
            text += "\n" + block(lines(of: SharedJoke(joke, translated: false)), first: "- ", others: "  ")
            guard joke.translation != nil else { continue }
            // The item links the joke's page already.
            var translated = SharedJoke(joke, translated: true)
            translated.url = nil
            text += "\n" + block(lines(of: translated), first: "  > ", others: "  > ")
        }
        return text
    }

    /// Returns the joke as a quotation.
    package static func quotation(of joke: SharedJoke) -> String {
        block(lines(of: joke), first: "> ", others: "> ")
    }

    /// Returns the lines with their prefixes. A blank line gets its prefix without the trailing spaces.
    private static func block(_ lines: [String], first: String, others: String) -> String {
        var text = ""
        for (index, line) in lines.enumerated() {
            var prefix = index == 0 ? first : others
            while line.isEmpty, prefix.hasSuffix(" ") { prefix.removeLast() }
            text += prefix + line + "\n"
        }
        return text
    }

    private static func lines(of joke: SharedJoke) -> [String] {
        var lines: [String] = []
        for line in joke.value.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = trimmed(line)
            // A block must not begin with blank lines: a list item may have at most one.
            if !text.isEmpty || !lines.isEmpty { lines.append(Escaper.markdown.escaped(text)) }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        // A backslash at the end of a line is a line break, except at the end of a paragraph (section 6.7).
        for index in lines.indices.dropLast() where !lines[index].isEmpty && !lines[index + 1].isEmpty {
            lines[index] += "\\"
        }
        var links: [String] = []
        if let credit = joke.credit { links.append(link(credit.text, to: credit.url)) }
        if let url = joke.url { links.append(link("source", to: url)) }
        if !links.isEmpty { lines += ["", "— \(links.joined(separator: ", "))"] }
        return lines
    }

    /// Returns a link. If the address is not that of a web page, such as `javascript:…`, returns it as text.
    private static func link(_ text: String, to url: String) -> String {
        let text = Escaper.markdown.escaped(TerminalText.oneLine(text))
        guard let url = WebLink(url)?.url else {
            let address = Escaper.markdown.escaped(TerminalText.oneLine(url))
            return address.isEmpty ? text : "\(text) \(address)"
        }
        // Between angle brackets only angle brackets end the address (section 6.3), and they are percent-encoded.
        return "[\(text)](<\(url)>)"
    }

    /// Removes surrounding white space: four spaces at the beginning of a line would make it code.
    private static func trimmed(_ line: Substring) -> String {
        var line = line.drop(while: \.isWhitespace)
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }
}
