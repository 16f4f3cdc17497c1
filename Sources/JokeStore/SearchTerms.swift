// SPDX-License-Identifier: MIT
import JokeWire

/// The terms of a search, parsed from the text that a user typed. Every text is valid.
///
/// Words are looked up in the index of words. Parts of words, and terms without letters and digits, are searched for in
/// the texts themselves.
struct SearchTerms: Hashable {
    /// The words as an expression of FTS5, or nil if there are none. SQLite's manual, "FTS5 Strings": a string in
    /// quotes is taken literally, with quotes in it doubled.
    private(set) var words: String?
    /// The terms that are searched for in the texts.
    private(set) var parts: [String] = []
    /// All terms, for searches without the index of words.
    private(set) var all: [String] = []

    var isEmpty: Bool { all.isEmpty }

    /// The most words of all terms; later ones are ignored. The index compares each word of a term with each word of a
    /// joke.
    private static let most = 16

    init(_ text: String) {
        var phrases: [String] = []
        var left = Self.most
        for var term in Self.split(text) {
            guard left > 0 else { break }
            left -= term.shorten(to: left)
            all.append(term.text)
            if term.isPart || !term.text.unicodeScalars.contains(where: Self.isOfWords) {
                parts.append(term.text)
            } else {
                let quoted = term.text.utf8.split(
                    separator: UInt8(ascii: "\""), omittingEmptySubsequences: false
                )
                .map { String(Substring($0)) }.joined(separator: "\"\"")
                phrases.append("\"\(quoted)\"" + (term.isPrefix ? "*" : ""))
            }
        }
        words = phrases.isEmpty ? nil : phrases.joined(separator: " ")
    }

    private struct Term {
        var text: String
        var isPrefix = false
        var isPart = false

        /// Removes the words after the first `count`, and returns the number of those that are left. A term without words
        /// counts as one.
        mutating func shorten(to count: Int) -> Int {
            var (words, isInWord) = (0, false)
            for (place, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
                // The tokenizer skips accents.
                if isInWord, 0x300...0x36F ~= scalar.value { continue }
                let wasInWord = isInWord
                isInWord = SearchTerms.isOfWords(scalar)
                guard isInWord, !wasInWord else { continue }
                guard words < count else {
                    (text, isPrefix) = (String(text[..<place]), false)
                    break
                }
                words += 1
            }
            return max(words, 1)
        }
    }

    /// Splits the text at quotes and white space, by scalars: a quote with an accent is a quote for FTS5. Text in quotes
    /// is one term; the last quote may be missing.
    private static func split(_ text: String) -> [Term] {
        var terms: [Term] = []
        // A zero byte would end the FTS5 expression.
        let pieces = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
            .unicodeScalars
            .split(separator: "\"", omittingEmptySubsequences: false)
        for (place, piece) in pieces.enumerated() {
            if place % 2 == 1 {
                terms.append(Term(text: String(piece)))
            } else {
                terms += piece.split(whereSeparator: \.properties.isWhitespace).map(term)
            }
        }
        return terms.filter { !$0.text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    }

    private static func term(_ word: Substring.UnicodeScalarView) -> Term {
        let (isPart, isPrefix) = (word.first == "*", word.last == "*")
        let text = word.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed()
        // A term of stars alone becomes empty, and is ignored.
        return Term(
            text: String(String.UnicodeScalarView(text)), isPrefix: isPrefix && !isPart, isPart: isPart)
    }

    /// Whether the tokenizer unicode61 makes the scalar part of a word.
    private static func isOfWords(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

extension SavedQuerySQL {
    /// Adds the condition that a joke matches all terms.
    ///
    /// - Parameter waiting: The matches whose words are not in the index yet.
    mutating func add(_ terms: SearchTerms, waiting: [Search.RankedNumber] = []) {
        if let words = terms.words, isOfSaved {
            filters.add(
                """
                number IN (
                    SELECT rowid FROM library_text WHERE library_text MATCH ?
                    UNION ALL SELECT value FROM json_each(?))
                """, words, JSONText.list(waiting.map(\.number)))
        }
        add(parts: isOfSaved ? terms.parts : terms.all)
    }

    /// Adds the condition that a joke contains all parts. In the trash, which the index of words does not contain,
    /// words are searched for in this way, too.
    mutating func add(parts: [String]) {
        for part in parts {
            let pattern = Escaper.like.escaped(part)
            // An unnecessary ESCAPE costs a twentieth of the time.
            let like = pattern == part ? "LIKE ?" : "LIKE ? ESCAPE '\\'"
            filters.add(
                "(jokes.value \(like) OR jokes.translation_value \(like))", "%\(pattern)%", "%\(pattern)%")
        }
    }
}
