// SPDX-License-Identifier: MIT

/// Divides a text into pieces that are translated and pieces that are not, such as names and tags.
struct TextPieces {
    /// A part of the text.
    struct Piece: Equatable {
        var text: String
        var isProtected: Bool
    }

    /// A word with the punctuation around it, up to the next blank.
    private struct Word {
        var before: String
        var core: String
        /// The ending `'s` or `’s`, or an empty text.
        var genitive: String
        var after: String
        /// Whether the word may be the first one of a sentence.
        var isFirst: Bool

        /// Whether the word is written as a name: a capital and at least one small letter, with only letters and
        /// hyphens.
        var isName: Bool {
            guard let first = core.first, first.isUppercase, core.count > 1 else { return false }
            return core.allSatisfy { $0.isLetter || $0 == "-" } && core.contains(where: \.isLowercase)
        }

        /// Whether the word is a `#tag`, an `@account`, a URL, a mail address, a function or a variable.
        var isToken: Bool {
            let rest = core.dropFirst()
            if let first = core.first, "#@$%".contains(first) { return rest.first?.isLetter == true }
            return core.contains("://") || core.contains("()") || core.contains("_")
                || (core.contains("@") && core.contains("."))
        }
    }

    /// Returns the pieces of a text. Joined, they are the text.
    static func of(_ text: String, in language: String, _ lexicon: Lexicon) -> [Piece] {
        var pieces: [Piece] = []
        func add(_ text: String, protected isProtected: Bool = false) {
            guard !text.isEmpty else { return }
            if !isProtected, let last = pieces.last, !last.isProtected {
                pieces[pieces.count - 1].text += text
            } else {
                pieces.append(Piece(text: text, isProtected: isProtected))
            }
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if number > 0 { add("\n") }
            let words = words(of: line)
            var place = 0
            while place < words.count {
                let run = names(at: place, of: words)
                let chosen = chosen(run, of: words, in: language, lexicon)
                let end = max(run.upperBound, place + 1)
                for index in place..<end {
                    let word = words[index]
                    let isChosen = chosen.contains(index)
                    if index > 0, !isChosen || index == chosen.lowerBound { add(" ") }
                    if !isChosen {
                        add(word.before)
                        add(word.core, protected: word.isToken)
                    } else if index == chosen.lowerBound {
                        add(word.before)
                        add(words[chosen].map(\.core).joined(separator: " "), protected: true)
                    }
                    if !isChosen || index + 1 == chosen.upperBound { add(word.genitive + word.after) }
                }
                place = end
            }
        }
        return pieces
    }

    /// Returns the words that may be names.
    static func candidates(in text: String) -> [String] {
        text.split(separator: "\n").flatMap { words(of: $0) }.filter(\.isName).map(\.core)
    }

    /// Returns whether the text contains a tag, a URL or another token.
    static func hasTokens(_ text: String) -> Bool {
        text.split(separator: "\n").contains { words(of: $0).contains(where: \.isToken) }
    }

    /// Returns the range of the words from `place` on that may form one name, judged by their capitals.
    private static func names(at place: Int, of words: [Word]) -> Range<Int> {
        guard words[place].isName else { return place..<place }
        var end = place + 1
        while end < words.count, words[end].isName, words[end].before.isEmpty,
            words[end - 1].after.isEmpty, words[end - 1].genitive.isEmpty
        { end += 1 }
        return place..<end
    }

    /// Returns the part of `run` to protect; it is empty if the translation engine knows all its words.
    private static func chosen(
        _ run: Range<Int>, of words: [Word], in language: String, _ lexicon: Lexicon
    ) -> Range<Int> {
        var run = run
        // Every sentence begins with a capital, so the first word is not necessarily a name.
        if let first = run.first, words[first].isFirst, !mayBeginName(words[first].core, language) {
            run = (first + 1)..<run.upperBound
        }
        // The translation engine translates titles, days and the like correctly.
        while let first = run.first, isKnownAtItsBest(words[first].core, lexicon) {
            run = (first + 1)..<run.upperBound
        }
        while let last = run.last, lexicon.proper.contains(words[last].core) { run = run.lowerBound..<last }
        guard let first = run.first, let last = run.last else { return run }
        let isUnknown = words[run].contains { lexicon.unknown.contains($0.core) }
        let isAlone = run.count == 1
        let isPlain = isAlone && words[first].isFirst && words[last].genitive.isEmpty
        let isThing = isAlone && first > 0 && articles.contains(words[first - 1].core.lowercased())
        return isUnknown && !isPlain && !isThing ? run : run.lowerBound..<run.lowerBound
    }

    /// Returns whether the word needs no protection at the start of a name: it is a proper noun that the translation
    /// engine knows, or a title such as "Mrs".
    private static func isKnownAtItsBest(_ word: String, _ lexicon: Lexicon) -> Bool {
        lexicon.proper.contains(word) || titles.contains(word.lowercased())
    }

    private static let titles: Set = [
        "mr", "mrs", "ms", "miss", "dr", "doctor", "professor", "sir", "lady", "lord", "uncle", "aunt",
        "king",
        "queen", "saint", "st", "captain", "president", "señor", "señora", "don", "doña", "tío", "tía", "rey",
        "reina", "san", "santa", "profesor", "profesora", "doctora", "capitán", "presidente",
    ]

    private static let articles: Set = [
        "the", "a", "an", "el", "la", "los", "las", "un", "una", "this", "that",
    ]

    private static func mayBeginName(_ word: String, _ language: String) -> Bool {
        guard let common = beginnings[language] else { return false }
        return !common.contains(word.lowercased())
    }

    /// The words that often begin a sentence and never a name, by language.
    private static let beginnings: [String: Set<String>] = [
        "en": [
            "a", "about", "after", "all", "also", "although", "am", "an", "and", "another", "any", "are",
            "as", "at",
            "because", "before", "behind", "both", "but", "by", "can", "could", "dear", "did", "do", "does",
            "during",
            "each", "even", "every", "everyone", "few", "finally", "for", "found", "from", "had", "has",
            "have", "he",
            "her", "here", "his", "how", "if", "in", "inside", "is", "it", "its", "just", "last", "like",
            "maybe",
            "meanwhile", "most", "my", "near", "neither", "never", "next", "no", "nobody", "not", "now", "of",
            "off",
            "on", "once", "one", "only", "or", "our", "out", "over", "please", "said", "since", "so", "some",
            "sometimes", "still", "suddenly", "tell", "than", "that", "the", "their", "then", "there",
            "these", "they",
            "this", "those", "though", "three", "to", "today", "tomorrow", "tonight", "two", "under", "until",
            "was",
            "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whose", "why", "will",
            "with",
            "without", "would", "yes", "yesterday", "yet", "you", "your",
        ],
        "es": [
            "a", "al", "algunos", "antes", "aquel", "aquí", "ayer", "cada", "casi", "como", "con", "cuando",
            "cuándo", "cómo", "de", "del", "desde", "después", "donde", "dos", "durante", "el", "ella",
            "ellos", "en",
            "entonces", "entre", "era", "es", "esa", "ese", "esta", "este", "esto", "estoy", "está", "fue",
            "ha",
            "hasta", "hay", "he", "hoy", "la", "las", "le", "lo", "los", "luego", "mañana", "me", "mi",
            "mientras",
            "mis", "muchos", "no", "nos", "nuestra", "nuestro", "nunca", "o", "otra", "otro", "para", "pero",
            "por",
            "porque", "que", "qué", "quien", "quién", "se", "según", "si", "sin", "sobre", "solo", "su",
            "sus", "sí",
            "también", "te", "tengo", "todo", "todos", "tras", "tres", "tu", "un", "una", "unos", "y", "ya",
            "yo",
        ],
    ]
}

// Words.
extension TextPieces {
    private static func words(of line: Substring) -> [Word] {
        var words: [Word] = []
        var isFirst = true
        for chunk in line.split(separator: " ", omittingEmptySubsequences: false) {
            var core = chunk
            let before = core.prefix { "\"'“‘«(¿¡[—–-".contains($0) }
            core = core.dropFirst(before.count)
            var after = ""
            while let last = core.last, ".,;:!?…\"”’'»)]—–".contains(last), !core.hasSuffix("()") {
                after = String(last) + after
                core.removeLast()
            }
            var genitive = ""
            for ending in ["'s", "’s"] where core.hasSuffix(ending) {
                genitive = ending
                core.removeLast(2)
            }
            words.append(
                Word(
                    before: String(before), core: String(core), genitive: genitive, after: after,
                    isFirst: isFirst || !before.isEmpty))
            if !chunk.isEmpty { isFirst = after.contains { ".!?…:—".contains($0) } }
        }
        return words
    }
}
