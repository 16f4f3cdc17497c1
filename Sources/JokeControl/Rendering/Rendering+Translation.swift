// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

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
