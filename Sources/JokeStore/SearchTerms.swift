// SPDX-License-Identifier: MIT

/// What somebody typed to find jokes, understood: every text means something, and none is an error.
///
/// Words stand in the index of words; a part of a word, and what has neither letters nor digits, is looked for in the
/// texts themselves.
struct SearchTerms: Hashable {
    /// An expression of FTS5; nil where no word is asked for. (SQLite's manual, "FTS5 Strings": what is quoted is taken
    /// as it is, with quotes doubled.)
    private(set) var words: String?
    private(set) var parts: [String] = []
    /// All of them, for where there is no index of words.
    private(set) var all: [String] = []

    var isEmpty: Bool { all.isEmpty }

    /// So many count; what is typed beyond them is left out.
    private static let most = 16

    init(_ text: String) {
        var phrases: [String] = []
        for term in Self.split(text).prefix(Self.most) {
            all.append(term.text)
            if term.isPart || !term.text.unicodeScalars.contains(where: Self.isOfWords) {
                parts.append(term.text)
            } else {
                let quoted = term.text.split(separator: "\"", omittingEmptySubsequences: false)
                    .joined(separator: "\"\"")
                phrases.append("\"\(quoted)\"" + (term.isPrefix ? "*" : ""))
            }
        }
        words = phrases.isEmpty ? nil : phrases.joined(separator: " ")
    }

    private struct Term {
        var text: String
        var isPrefix = false
        var isPart = false
    }

    /// Phrases stand in quotes, of which the last one may be missing; all else is parted by white space.
    private static func split(_ text: String) -> [Term] {
        var terms: [Term] = []
        // A zero byte would end the expression.
        let pieces = text.split(separator: "\u{0}").joined(separator: " ")
            .split(separator: "\"", omittingEmptySubsequences: false)
        for (place, piece) in pieces.enumerated() {
            if place % 2 == 1 {
                terms.append(Term(text: String(piece)))
            } else {
                terms += piece.split(whereSeparator: \.isWhitespace).map(term)
            }
        }
        return terms.filter { !$0.text.isEmpty && !$0.text.allSatisfy(\.isWhitespace) }
    }

    private static func term(_ word: Substring) -> Term {
        var word = word
        let (isPart, isPrefix) = (word.first == "*", word.last == "*")
        while word.first == "*" { word.removeFirst() }
        while word.last == "*" { word.removeLast() }
        // Stars alone are looked for as they are: nobody means everything.
        return Term(text: String(word), isPrefix: isPrefix && !isPart, isPart: isPart)
    }

    /// What the tokenizer unicode61 makes words of: letters, marks on them and digits.
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
    /// Only what the terms find.
    mutating func add(_ terms: SearchTerms) {
        if let words = terms.words, !isOfTrash {
            add("number IN (SELECT rowid FROM library_text WHERE library_text MATCH ?)", words)
        }
        add(parts: isOfTrash ? terms.all : terms.parts)
    }

    /// Of the trash there is no index of words: there they are looked for as parts.
    mutating func add(parts: [String]) {
        for part in parts {
            let pattern = part.reduce(into: "") { $0 += "%_\\".contains($1) ? "\\\($1)" : "\($1)" }
            // An escape that nobody needs costs a twentieth of the time.
            let like = pattern == part ? "LIKE ?" : "LIKE ? ESCAPE '\\'"
            add(
                "(jokes.value \(like) OR jokes.translation_value \(like))", "%\(pattern)%", "%\(pattern)%")
        }
    }

    private var isOfTrash: Bool { conditions[0] != "shown = 1" }
}
