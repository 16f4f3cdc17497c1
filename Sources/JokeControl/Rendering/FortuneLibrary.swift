// SPDX-License-Identifier: MIT
package import JokeWire

/// Jokes as a fortune file, and its index as strfile(1) writes it.
package struct FortuneLibrary: Sendable, Hashable {
    package private(set) var text: [UInt8] = []
    /// All numbers are of 32 bits, the greatest byte first: version 2, how many there are, the longest and the shortest
    /// text, flags (none), the delimiter and three bytes of padding; then where each begins, and the end.
    package private(set) var index: [UInt8] = []

    package init(_ jokes: [Joke]) {
        var offsets: [Int] = []
        var (longest, shortest) = (0, Int(UInt32.max))
        for joke in jokes {
            let entry = Self.entry(joke)
            offsets.append(text.count)
            text += entry
            text += Array("%\n".utf8)
            (longest, shortest) = (max(longest, entry.count), min(shortest, entry.count))
        }
        for number in [2, jokes.count, longest, jokes.isEmpty ? 0 : shortest, 0] { append(number) }
        index += [UInt8(ascii: "%"), 0, 0, 0]
        for offset in offsets + [text.count] { append(offset) }
    }

    /// With a newline at its end. A line that would end it gets a blank before it.
    private static func entry(_ joke: Joke) -> [UInt8] {
        var entry: [UInt8] = []
        for line in Rendering.text(of: joke).split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "%" { entry.append(UInt8(ascii: " ")) }
            entry += line.utf8
            entry.append(UInt8(ascii: "\n"))
        }
        return entry
    }

    private mutating func append(_ number: Int) {
        for shift in [24, 16, 8, 0] { index.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

/// Jokes as a list in Markdown.
package enum MarkdownLibrary {
    package static func text(of jokes: [Joke]) -> String {
        var text = "# Saved jokes\n"
        for joke in jokes {
            text += "\n- \(item(Rendering.text(of: joke)))\n"
            guard let translation = joke.translation else { continue }
            text += "\n  > \(item(translation.value, prefix: "> "))\n  >\n"
            let credit = Rendering.creditText(of: translation, from: joke.language)
            text += "  > \(escaped(credit)) <\(address(translation.attribution.url))>\n"
        }
        return text
    }

    /// Its lines stay lines: a backslash ends each but the last (CommonMark, "Hard line breaks").
    private static func item(_ text: String, prefix: String = "") -> String {
        var item = ""
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
            if place > 0 { item += "\\\n  \(prefix)" }
            item += escaped(String(line))
        }
        return item
    }

    /// CommonMark, "Backslash escapes": any ASCII punctuation can be escaped. A tab or blanks at the beginning of a line
    /// would make it code.
    private static func escaped(_ line: String) -> String {
        var escaped = ""
        for scalar in line.unicodeScalars.drop(while: { $0 == " " || $0 == "\t" }) {
            if "\\`*_{}[]<>()#+-.!|~&$^=:".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// CommonMark, "Autolinks": without blanks, `<` and `>`.
    private static func address(_ url: String) -> String {
        String(url.filter { !$0.isWhitespace && $0 != "<" && $0 != ">" })
    }
}
