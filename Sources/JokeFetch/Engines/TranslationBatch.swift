// SPDX-License-Identifier: MIT

/// Combines many texts into one input for a translation engine, and separates their translations.
///
/// Each line is a paragraph of its own. A number that occurs in no text precedes each text, so that a text with an
/// unexpected translation does not affect the others.
package struct TranslationBatch {
    private let protected: [ProtectedText]
    /// The texts, then the originals of those with placeholders, which are used if a placeholder gets lost.
    private let entries: [String]
    /// The first digit of the numbers.
    private let mark: Character

    /// Creates a batch of texts.
    package init(_ texts: [ProtectedText]) {
        protected = texts
        entries = texts.map(\.text) + texts.filter(\.isProtected).map(\.original)
        let entries = entries
        mark = "98765432".first { digit in !entries.contains { $0.contains("[\(digit)") } } ?? "1"
    }

    /// Creates a batch of texts without placeholders.
    package init(plain texts: [String]) { self.init(texts.map { ProtectedText(plain: $0) }) }

    /// The input of the translation engine.
    package var input: String {
        var text = ""
        for (place, entry) in entries.enumerated() {
            text += sentinel(place) + "\n\n"
            for line in Self.lines(of: entry) { text += line + "\n\n" }
        }
        return text + sentinel(entries.count) + "\n"
    }

    private func sentinel(_ place: Int) -> String {
        let digits = String(place)
        return "[\(mark)" + String(repeating: "0", count: 5 - digits.count) + digits + "]"
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Returns the lines of each entry's translation, or nil if their number differs or the entry's number is missing.
    private func lines(in output: String) -> [[String]?] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map {
            TranslationCleanup.trimmed(String($0))
        }
        var places: [String: [Int]] = [:]
        for (index, line) in lines.enumerated() where line.hasPrefix("[") {
            places[line, default: []].append(index)
        }
        return entries.indices.map { place in
            guard let start = places[sentinel(place)], let end = places[sentinel(place + 1)],
                start.count == 1, end.count == 1, start[0] < end[0]
            else { return nil }
            let found = lines[(start[0] + 1)..<end[0]].filter { !$0.isEmpty }
            return found.count == Self.lines(of: entries[place]).count ? Array(found) : nil
        }
    }

    /// Returns the translation of each entry, with placeholders, or nil if it is missing.
    func outputs(of output: String) -> [String?] { lines(in: output).map { $0?.joined(separator: "\n") } }

    /// Returns the final translation of each text, or nil if it is missing. Placeholders are replaced and the text is
    /// cleaned up.
    package func translations(of output: String, into language: String) -> [String?] {
        let found = lines(in: output)
        var spare = protected.count
        return protected.enumerated().map { place, text in
            var plain: Int?
            if text.isProtected {
                plain = spare
                spare += 1
            }
            let whole = found[place].flatMap { Self.assembled($0, like: text.text, language) }
            if let whole, let restored = text.restored(whole) { return restored }
            return plain.flatMap { found[$0] }.flatMap { Self.assembled($0, like: text.original, language) }
        }
    }

    /// Returns the translated lines joined as those of the original are, blank lines included; or nil if there are too
    /// many.
    private static func assembled(_ made: [String], like original: String, _ language: String) -> String? {
        var rest = made[...]
        let lines = original.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.allSatisfy(\.isWhitespace)
                ? "" : TranslationCleanup.cleanedUp(rest.removeFirst(), like: String(line), language)
        }
        return rest.isEmpty ? lines.joined(separator: "\n") : nil
    }
}
