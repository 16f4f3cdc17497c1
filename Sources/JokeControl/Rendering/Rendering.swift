// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// Turns answers into text: pure functions, one family a file.
package enum Rendering {
    /// Where a joke comes from: its source and its categories.
    static func origin(of joke: Joke) -> [String] {
        joke.categories.isEmpty ? [joke.source] : [joke.source, list(joke.categories)]
    }

    /// The words with something between them.
    ///
    /// The first `joined(separator:)` in a process looks up how to walk its collection: a sixth of a whole run.
    static func list(_ words: [String], separator: String = ", ") -> String {
        var text = ""
        for (place, word) in words.enumerated() { text += place == 0 ? word : separator + word }
        return text
    }

    static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

// The language in which jokes are shown, and the credits of translations.
extension Rendering {
    static func text(of joke: Joke, _ appearance: Appearance) -> String {
        joke.text(translated: appearance.showsTranslations)
    }

    static func credit(of joke: Joke, _ appearance: Appearance) -> String? {
        joke.credit(translated: appearance.showsTranslations)
    }

    /// The cell that follows a joke's text in a pipe: the credit, if there is one.
    static func creditCell(of joke: Joke, _ appearance: Appearance) -> [Page.Cell] {
        credit(of: joke, appearance).map { [($0, .plain)] } ?? []
    }

    /// The joke in the text that is shown from now on.
    static func showing(_ joke: Joke, isShown: Bool, _ appearance: Appearance) -> Page {
        var appearance = appearance
        appearance.showsTranslations = isShown
        var page = Page(appearance)
        page.append(joke, facts: origin(of: joke))
        return page
    }
}

extension CreditList {
    /// Returns the text of a row, with a reference to its credit.
    mutating func text(of joke: Joke, _ appearance: Appearance) -> String {
        Rendering.text(of: joke, appearance)
            + reference(for: joke, translated: appearance.showsTranslations)
    }

    func append(to page: inout Page) { for line in lines { page.paragraph(line, .faint) } }
}
