// SPDX-License-Identifier: MIT

/// Corrects what a rule-based translation engine gets wrong in a line: blanks, Spanish opening marks, the first capital
/// and the last full stop.
package enum TranslationCleanup {
    /// Returns the corrected translation of a line.
    package static func cleanedUp(_ line: String, like original: String, _ language: String) -> String {
        var text = squeezed(line)
        text = language == "es" ? opened(text) : text.filter { $0 != "¿" && $0 != "¡" }
        text = capitalized(text, like: original)
        if !hasSmallBeginning(original) { text = withCapitals(text) }
        if original.last == ".", let last = text.last, last.isLetter || last.isNumber { text.append(".") }
        return text
    }

    /// Returns the text with the lines of each sentence joined. Fortunes are wrapped, and half a sentence is translated
    /// badly.
    package static func unwrapped(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let next = trimmed(line)
            if let last = lines.last, let end = trimmed(last).last, !".!?:".contains(end),
                next.first?.isLowercase == true
            {
                lines[lines.count - 1] = trimmed(last) + " " + next
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the text without white space at its beginning and end.
    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Returns the text without repeated blanks and without blanks before closing and after opening punctuation.
    static func squeezed(_ text: String) -> String {
        var result: [Character] = []
        let characters = Array(trimmed(text))
        for (place, character) in characters.enumerated() {
            guard character == " " else {
                // A blank before a word such as `.NET` stays.
                let next = place + 1 < characters.count ? characters[place + 1] : " "
                if ".,;:!?…)”»".contains(character), result.last == " ", !next.isLetter, !next.isNumber {
                    result.removeLast()
                }
                result.append(character)
                continue
            }
            guard let last = result.last, last != " ", !"(“«¿¡".contains(last) else { continue }
            result.append(character)
        }
        return String(result)
    }

    /// Returns the text with `¿` or `¡` at the beginning of each sentence that ends in `?` or `!` and has none.
    static func opened(_ text: String) -> String {
        let characters = Array(text)
        var result: [Character] = []
        /// The index in `result` at which the current sentence begins.
        var start = 0
        var place = 0
        while place < characters.count {
            let character = characters[place]
            guard character == "?" || character == "!" else {
                result.append(character)
                place += 1
                if beginsSentence(behind: place - 1, in: characters) { start = result.count }
                continue
            }
            var end = place
            while end < characters.count, "?!".contains(characters[end]) { end += 1 }
            let marks = characters[place..<end]
            if isEnd(end, of: characters), !hasOpened(result[start...]) {
                open(&result, from: start, with: marks)
            }
            result += marks
            place = end
            start = result.count
        }
        return String(result)
    }

    private static func open(
        _ text: inout [Character], from start: Int, with marks: ArraySlice<Character>
    ) {
        var start = start
        while start < text.count, " \"'“‘«(—–-".contains(text[start]) { start += 1 }
        guard start < text.count else { return }
        let opening: [Character] = marks.contains("?") ? (marks.contains("!") ? ["¡", "¿"] : ["¿"]) : ["¡"]
        text.insert(contentsOf: opening, at: start)
    }

    private static func hasOpened(_ sentence: ArraySlice<Character>) -> Bool {
        sentence.contains("¿") || sentence.contains("¡")
    }

    /// Returns whether a sentence can end before this index. Marks within a URL or a program's text end no sentence.
    private static func isEnd(_ place: Int, of text: [Character]) -> Bool {
        place == text.count || !(text[place].isLetter || text[place].isNumber || "=&/".contains(text[place]))
    }

    /// Returns whether a sentence begins after this index: after a full stop, a colon, or an opening quotation mark or
    /// parenthesis.
    private static func beginsSentence(behind place: Int, in text: [Character]) -> Bool {
        switch text[place] {
        case "“", "«", "(": return true
        case "\"": return place == 0 || text[place - 1] == " "
        case "…", ":": return place + 1 == text.count || text[place + 1] == " "
        case ".":
            guard place + 1 == text.count || " \"”»".contains(text[place + 1]) else { return false }
            return !isAbbreviation(endingAt: place, in: text)
        default: return false
        }
    }

    /// Returns whether the full stop at this index ends an abbreviation such as `Sr.`, `Dra.` or `J.`
    private static func isAbbreviation(endingAt place: Int, in text: [Character]) -> Bool {
        var start = place
        while start > 0, text[start - 1].isLetter { start -= 1 }
        return start < place && place - start <= 3 && text[start].isUppercase
            && ["Sr", "Sra", "Srs", "Dr", "Dra", "Ud", "Uds", "St", "Mr", "Mrs", "Ms"].contains(
                String(text[start..<place]))
            || (place - start == 1 && text[start].isUppercase)
    }

    /// Returns whether a small letter follows a full stop, as after an abbreviation or in a style of the author's own.
    private static func hasSmallBeginning(_ text: String) -> Bool { withCapitals(text) != text }

    /// Returns the text with a capital after each full stop.
    private static func withCapitals(_ text: String) -> String {
        var characters = Array(text)
        for place in characters.indices.dropFirst(3)
        where characters[place].isLowercase && characters[place - 1] == " " && characters[place - 2] == "."
            && characters[place - 3].isLetter
        { characters[place] = characters[place].uppercased().first ?? characters[place] }
        return String(characters)
    }

    /// Returns the text with a capital at its beginning if the original has one.
    private static func capitalized(_ text: String, like original: String) -> String {
        guard let first = original.first(where: { $0.isLetter || $0.isNumber }), first.isUppercase,
            let place = text.firstIndex(where: { $0.isLetter || $0.isNumber }), text[place].isLowercase
        else { return text }
        return text[..<place] + text[place].uppercased() + text[text.index(after: place)...]
    }
}
