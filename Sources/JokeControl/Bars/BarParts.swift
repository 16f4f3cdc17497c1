// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// Cuts a joke into parts for a status bar that is narrower than the joke.
enum BarParts {
    /// Returns the parts of a text, each at most `width` columns wide: as many sentences as fit. A sentence that is too
    /// wide is cut between words.
    static func of(_ text: String, width: Int) -> [String] {
        var parts: [String] = []
        var current = ""
        for sentence in sentences(of: text) {
            let joined = current.isEmpty ? sentence : "\(current) \(sentence)"
            if DisplayWidth.of(joined) <= width {
                current = joined
                continue
            }
            if !current.isEmpty { parts.append(current) }
            let lines = WordWrap.lines(of: sentence, width: width)
            parts += lines.dropLast()
            current = lines.last ?? ""
        }
        return current.isEmpty && !parts.isEmpty ? parts : parts + [current]
    }

    /// Returns the sentences of a text, each on one line. A line break ends a sentence, too.
    private static func sentences(of text: String) -> [String] {
        var sentences: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var (start, isAtEnd) = (line.startIndex, false)
            for place in line.indices {
                let character = line[place]
                if isAtEnd, character == " " {
                    sentences.append(TerminalText.oneLine(String(line[start..<place])))
                    start = line.index(after: place)
                }
                isAtEnd = ".!?…。！？".contains(character) || isAtEnd && "\"'”’»)]".contains(character)
            }
            sentences.append(TerminalText.oneLine(String(line[start...])))
        }
        return sentences.filter { !$0.isEmpty }
    }
}
