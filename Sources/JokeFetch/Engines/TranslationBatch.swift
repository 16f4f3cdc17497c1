// SPDX-License-Identifier: MIT

/// Combines many texts into one input for a translation engine, and separates their translations.
///
/// Each line is a paragraph of its own. A number that occurs in no text precedes each text, so that a text with an
/// unexpected translation does not affect the others.
package struct TranslationBatch {
    private let texts: [String]
    /// The first digit of the numbers.
    private let mark: Character

    /// Creates a batch of texts.
    package init(_ texts: [String]) {
        self.texts = texts
        mark = "98765432".first { digit in !texts.contains { $0.contains("[\(digit)") } } ?? "1"
    }

    /// The input of the translation engine.
    package var input: String {
        var text = ""
        for (place, entry) in texts.enumerated() {
            text += sentinel(place) + "\n\n"
            for line in Self.lines(of: entry) { text += line + "\n\n" }
        }
        return text + sentinel(texts.count) + "\n"
    }

    private func sentinel(_ place: Int) -> String {
        let digits = String(place)
        return "[\(mark)" + String(repeating: "0", count: 5 - digits.count) + digits + "]"
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Returns the translation of each text, or nil if its number is missing or the number of its lines differs.
    package func translations(of output: String) -> [String?] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(Self.trimmed)
        var places: [String: [Int]] = [:]
        for (index, line) in lines.enumerated() where line.hasPrefix("[") {
            places[line, default: []].append(index)
        }
        return texts.enumerated().map { place, text in
            guard let start = places[sentinel(place)], let end = places[sentinel(place + 1)],
                start.count == 1, end.count == 1, start[0] < end[0]
            else { return nil }
            let found = lines[(start[0] + 1)..<end[0]].filter { !$0.isEmpty }
            return found.count == Self.lines(of: text).count ? Self.assembled(found[...], like: text) : nil
        }
    }

    /// Returns the translated lines joined as those of the original are, blank lines included.
    private static func assembled(_ made: ArraySlice<String>, like original: String) -> String {
        var rest = made
        return original.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.allSatisfy(\.isWhitespace) ? "" : rest.removeFirst() }.joined(separator: "\n")
    }

    /// Returns the line without white space at its beginning and end.
    private static func trimmed(_ line: Substring) -> String {
        var rest = line
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
