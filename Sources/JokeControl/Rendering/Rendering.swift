// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// Renders results as pages, with pure functions. Each file has one group of them.
package enum Rendering {
    /// Returns the origin of a joke: its source and its categories.
    static func origin(of joke: Joke) -> [String] {
        joke.categories.isEmpty ? [joke.source] : [joke.source, list(joke.categories)]
    }

    /// Joins the words.
    ///
    /// The first `joined(separator:)` in a process looks up conformances of its collection, which took a sixth of a
    /// whole run.
    static func list(_ words: [String], separator: String = ", ") -> String {
        var text = ""
        for (place, word) in words.enumerated() { text += place == 0 ? word : separator + word }
        return text
    }
}

// The language of jokes, and the credits of translations.
extension Rendering {
    static func text(of joke: Joke, _ appearance: Appearance) -> String {
        joke.text(translated: appearance.showsTranslations)
    }

    /// Returns the cell with the credit, which follows a joke's text in a pipe. Empty if there is no credit.
    static func creditCell(of joke: Joke, _ appearance: Appearance) -> [Page.Cell] {
        joke.credit(translated: appearance.showsTranslations).map { [($0.line, .plain)] } ?? []
    }

    /// Renders the joke after translations were switched on or off.
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

    func append(to page: inout Page) {
        for (reference, credit) in entries { page.append(credit, reference: reference) }
    }
}

extension Page {
    /// Adds the credit of a translation if there is one. The translator's name is a link if the terminal supports it;
    /// otherwise the link follows, shortened so that the credit is one line if it can be.
    mutating func append(_ credit: Credit?, reference: String = "") {
        guard let credit else { return }
        if appearance.hasHyperlinks, let link = WebLink(credit.url) {
            paragraph(reference + credit.text, .link(link))
        } else if let width = appearance.width {
            let lines = credit.lines(width: width - reference.count, ellipsis: appearance.symbols.ellipsis)
            for (place, line) in lines.enumerated() {
                paragraph((place == 0 ? reference : "") + line, .faint)
            }
        } else {
            paragraph(reference + credit.line, .faint)
        }
    }
}
