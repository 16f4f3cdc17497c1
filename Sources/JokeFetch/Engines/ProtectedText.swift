// SPDX-License-Identifier: MIT

/// A text in which stand-ins have taken the place of what must not be translated.
///
/// A stand-in is a name that the engine knows and leaves as it is: so a sentence keeps its grammar, as with no sign that
/// is no word ("Chuck Norris's dog" becomes "el perro de Chuck Norris").
package struct ProtectedText {
    package let original: String
    /// What is to be translated.
    package let text: String
    private let replaced: [(placeholder: String, original: String)]

    package var isProtected: Bool { !replaced.isEmpty }

    package init(plain text: String) { (original, self.text, replaced) = (text, text, []) }

    package init(_ text: String, in language: String, _ lexicon: Lexicon) {
        original = text
        var free = lexicon.placeholders.filter { !text.contains($0) }
        var replaced: [(placeholder: String, original: String)] = []
        var result = ""
        for piece in TextPieces.of(text, in: language, lexicon) {
            guard piece.isProtected else {
                result += piece.text
                continue
            }
            if let known = replaced.first(where: { $0.original == piece.text }) {
                result += known.placeholder
            } else if free.isEmpty {
                result += piece.text
            } else {
                let placeholder = free.removeFirst()
                replaced.append((placeholder, piece.text))
                result += placeholder
            }
        }
        (self.text, self.replaced) = (result, replaced)
    }

    /// With what was taken out in its place again; nil where a stand-in got lost, or came twice.
    package func restored(_ translation: String) -> String? {
        var result = translation
        for (placeholder, original) in replaced {
            guard Self.count(placeholder, in: text) == Self.count(placeholder, in: result) else { return nil }
            result = result.split(separator: placeholder, omittingEmptySubsequences: false)
                .joined(separator: original)
        }
        return result
    }

    private static func count(_ word: String, in text: String) -> Int {
        text.split(separator: word, omittingEmptySubsequences: false).count - 1
    }
}

/// What the engine knows of the words in question.
package struct Lexicon {
    /// Names that many pairs of languages have in common.
    private static let names = [
        "Peter", "Robert", "Michael", "Thomas", "Martin", "Daniel", "Oscar", "Hugo", "Victor", "Arthur",
        "Walter",
    ]

    private(set) var placeholders: [String] = []
    /// Words that it has never heard of.
    private(set) var unknown: Set<String> = []
    /// Words that it knows as names, days or feasts: with their capital alone. It translates them better than nobody.
    private(set) var proper: Set<String> = []

    package init() {}

    /// - Parameter answers: the questions as the engine translates them, with an asterisk before what it does not know.
    package init(questions: [String], answers: [String?]) {
        var former: String?
        for (question, answer) in zip(questions, answers) {
            guard let answer else { continue }
            if answer.hasPrefix("*") {
                unknown.insert(question)
                // The question before was the same word with its capital.
                if let name = former, name.lowercased() == question, !unknown.contains(name) {
                    proper.insert(name)
                }
            }
            former = question
            if answer == question, Self.names.contains(question) { placeholders.append(question) }
        }
    }

    /// Nothing where the texts have nothing to protect.
    static func questions(of texts: [String], in language: String) -> [String] {
        var words: [String] = []
        var hasTokens = false
        for text in texts {
            for word in TextPieces.candidates(in: text) where !words.contains(word) { words.append(word) }
            hasTokens = hasTokens || TextPieces.hasTokens(text)
        }
        guard !words.isEmpty || hasTokens else { return [] }
        return names + words.filter { !names.contains($0) }.flatMap { [$0, $0.lowercased()] }
    }
}
