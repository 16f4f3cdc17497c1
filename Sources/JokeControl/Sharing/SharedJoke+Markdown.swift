// SPDX-License-Identifier: MIT
import JokeTerminal
import JokeWire

extension SharedJoke {
    /// As a quotation in Markdown (CommonMark), in which nothing of the joke is markup.
    package var markdown: String {
        var lines = value.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Self.escaped(Self.trimmed(line))
        }
        // A backslash at the end of a line breaks it (section 6.7), but for the last one of a paragraph.
        for index in lines.indices.dropLast() where !lines[index].isEmpty && !lines[index + 1].isEmpty {
            lines[index] += "\\"
        }
        var links: [String] = []
        if let attribution {
            links.append(Self.link(attribution.text, to: attribution.url))
        }
        if let url { links.append(Self.link("source", to: url)) }
        if !links.isEmpty { lines += ["", "— " + links.joined(separator: ", ")] }
        return lines.map { $0.isEmpty ? ">\n" : "> \($0)\n" }.joined()
    }

    private static func link(_ text: String, to url: String) -> String {
        let text = escaped(TerminalText.oneLine(text))
        guard let url = link(url) else { return text }
        // Between pointed brackets (section 6.3) only those themselves would end it, and they are encoded.
        return "[\(text)](<\(url)>)"
    }

    /// Section 2.4: "any ASCII punctuation character may be backslash-escaped", and then is itself. Those stay bare that
    /// mean nothing anywhere; a full stop does behind a number, and behind `www`.
    private static func escaped(_ line: String) -> String {
        var result = ""
        for character in line {
            switch character {
            case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "#", "+", "-", "!", "|", "~",
                "&",
                ":", "=", "@", "$", "^":
                result += "\\"
            case "." where result.allSatisfy(\.isNumber) || result.lowercased().hasSuffix("www"):
                result += "\\"
            default: break
            }
            result.append(character)
        }
        return result
    }

    /// Four blanks before it would make it code.
    private static func trimmed(_ line: Substring) -> String {
        var line = line.drop(while: \.isWhitespace)
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }
}
