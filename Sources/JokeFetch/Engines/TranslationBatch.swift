// SPDX-License-Identifier: MIT

/// Many texts as one, and their translations out of one: each line is a paragraph of its own, and before each text stands
/// a number that no text has, so that one that comes out otherwise spoils no other.
package struct TranslationBatch {
    private let protected: [ProtectedText]
    /// The texts, and once more as they were those that names were taken out of.
    private let entries: [String]
    private let mark: Character

    package init(_ texts: [ProtectedText]) {
        protected = texts
        entries = texts.map(\.text) + texts.filter(\.isProtected).map(\.original)
        let entries = entries
        mark = "98765432".first { digit in !entries.contains { $0.contains("[\(digit)") } } ?? "1"
    }

    package init(plain texts: [String]) { self.init(texts.map { ProtectedText(plain: $0) }) }

    /// What the engine reads.
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

    /// What came out for each entry, line by line; nil where it does not fit together.
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

    /// As they came, one for each text.
    func outputs(of output: String) -> [String?] { lines(in: output).map { $0?.joined(separator: "\n") } }

    /// With the names in their places again, and mended for the language.
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

    /// The lines where those of the original are, blank ones included.
    private static func assembled(_ made: [String], like original: String, _ language: String) -> String? {
        var rest = made[...]
        let lines = original.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.allSatisfy(\.isWhitespace)
                ? "" : TranslationCleanup.cleanedUp(rest.removeFirst(), like: String(line), language)
        }
        return rest.isEmpty ? lines.joined(separator: "\n") : nil
    }
}
