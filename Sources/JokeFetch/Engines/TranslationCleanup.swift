// SPDX-License-Identifier: MIT

/// Mends what a rule-based engine leaves behind in a line: blanks, marks that Spanish opens sentences with, the first
/// capital, the last full stop.
package enum TranslationCleanup {
    package static func cleanedUp(_ line: String, like original: String, _ language: String) -> String {
        var text = squeezed(line)
        text = language == "es" ? opened(text) : text.filter { $0 != "¿" && $0 != "¡" }
        text = capitalized(text, like: original)
        if !hasSmallBeginning(original) { text = withCapitals(text) }
        if original.last == ".", let last = text.last, last.isLetter || last.isNumber { text.append(".") }
        return text
    }

    /// With the lines of one sentence joined: fortunes are wrapped, and half a sentence is translated badly.
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

    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Without doubled blanks, and without those where none belong.
    static func squeezed(_ text: String) -> String {
        var result: [Character] = []
        let characters = Array(trimmed(text))
        for (place, character) in characters.enumerated() {
            guard character == " " else {
                // But not before `.NET`.
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

    /// With `¿` and `¡` where the sentence begins that ends with `?` or `!`.
    static func opened(_ text: String) -> String {
        let characters = Array(text)
        var result: [Character] = []
        /// Where in `result` the sentence has begun.
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

    /// Marks within an address or a program are no end of a sentence.
    private static func isEnd(_ place: Int, of text: [Character]) -> Bool {
        place == text.count || !(text[place].isLetter || text[place].isNumber || "=&/".contains(text[place]))
    }

    /// Whether a sentence begins behind this place: a full stop, a colon or an opening quotation mark is there.
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

    /// `Sr.`, `Dra.`, `J.`: short, and with a capital.
    private static func isAbbreviation(endingAt place: Int, in text: [Character]) -> Bool {
        var start = place
        while start > 0, text[start - 1].isLetter { start -= 1 }
        return start < place && place - start <= 3 && text[start].isUppercase
            && ["Sr", "Sra", "Srs", "Dr", "Dra", "Ud", "Uds", "St", "Mr", "Mrs", "Ms"].contains(
                String(text[start..<place]))
            || (place - start == 1 && text[start].isUppercase)
    }

    /// Whether something goes on in small letters behind a full stop: an abbreviation, or a style of its own.
    private static func hasSmallBeginning(_ text: String) -> Bool { withCapitals(text) != text }

    /// With a capital behind each full stop.
    private static func withCapitals(_ text: String) -> String {
        var characters = Array(text)
        for place in characters.indices.dropFirst(3)
        where characters[place].isLowercase && characters[place - 1] == " " && characters[place - 2] == "."
            && characters[place - 3].isLetter
        { characters[place] = characters[place].uppercased().first ?? characters[place] }
        return String(characters)
    }

    private static func capitalized(_ text: String, like original: String) -> String {
        guard let first = original.first(where: { $0.isLetter || $0.isNumber }), first.isUppercase,
            let place = text.firstIndex(where: { $0.isLetter || $0.isNumber }), text[place].isLowercase
        else { return text }
        return text[..<place] + text[place].uppercased() + text[text.index(after: place)...]
    }
}
