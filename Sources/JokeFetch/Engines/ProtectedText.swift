// SPDX-License-Identifier: MIT

/// A text in which placeholders replace the parts that must not be translated.
///
/// A placeholder is a name that the translation engine knows and does not change. It keeps the grammar of the sentence,
/// which a sign that is no word would not ("Chuck Norris's dog" becomes "el perro de Chuck Norris").
package struct ProtectedText {
    /// The text with all its parts.
    package let original: String
    /// The text with placeholders, to be translated.
    package let text: String
    private let replaced: [(placeholder: String, original: String)]

    /// Whether the text contains placeholders.
    package var isProtected: Bool { !replaced.isEmpty }

    /// Creates a text without placeholders.
    package init(plain text: String) { (original, self.text, replaced) = (text, text, []) }

    /// Creates a text with a placeholder for each part that must not be translated. When all placeholders of the
    /// lexicon are in use, the remaining parts stay as they are.
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

    /// Returns the translation with the original parts in place of the placeholders; or nil if a placeholder is missing
    /// or occurs too often.
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

/// The results of asking the translation engine which words it knows.
package struct Lexicon {
    /// Possible placeholders: names that many language pairs know.
    private static let names = [
        "Peter", "Robert", "Michael", "Thomas", "Martin", "Daniel", "Oscar", "Hugo", "Victor", "Arthur",
        "Walter",
    ]

    /// The names that the translation engine knows and does not change.
    private(set) var placeholders: [String] = []
    /// The words that the translation engine does not know.
    private(set) var unknown: Set<String> = []
    /// The words that the translation engine knows only with a capital letter: names, days, holidays. It translates
    /// them correctly, so they are not protected.
    private(set) var proper: Set<String> = []

    /// Creates an empty lexicon.
    package init() {}

    /// Creates the lexicon from the translations of single words.
    ///
    /// - Parameter answers: The translation of each question, or nil if it is missing. An asterisk marks an unknown
    ///   word.
    package init(questions: [String], answers: [String?]) {
        var former: String?
        for (question, answer) in zip(questions, answers) {
            guard let answer else { continue }
            if answer.hasPrefix("*") {
                unknown.insert(question)
                // The previous question was the same word with its capital.
                if let name = former, name.lowercased() == question, !unknown.contains(name) {
                    proper.insert(name)
                }
            }
            former = question
            if answer == question, Self.names.contains(question) { placeholders.append(question) }
        }
    }

    /// Returns the words to have translated: the possible placeholders, and each possible name with and without its
    /// capital. The list is empty if the texts contain nothing to protect.
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
