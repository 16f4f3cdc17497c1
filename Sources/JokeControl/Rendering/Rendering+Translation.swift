// SPDX-License-Identifier: MIT
package import JokeWire

// Which of a joke's two texts is shown, and who made the second one: the required link.
extension Rendering {
    static func translation(of joke: Joke, _ appearance: Appearance) -> Joke.Translation? {
        appearance.showsTranslations ? joke.translation : nil
    }

    static func text(of joke: Joke, _ appearance: Appearance) -> String {
        translation(of: joke, appearance)?.value ?? text(of: joke)
    }

    /// To be shown wherever the translation is.
    package static func credit(of translation: Joke.Translation, from language: String) -> String {
        "\(creditText(of: translation, from: language)) \(translation.attribution.url)"
    }

    /// The same without the link, for where that is followed otherwise.
    static func creditText(of translation: Joke.Translation, from language: String) -> String {
        let mark = translation.machine ? "Machine translation, \(language) to \(translation.language). " : ""
        return mark + translation.attribution.text
    }

    static func credit(of joke: Joke, _ appearance: Appearance) -> String? {
        translation(of: joke, appearance).map { credit(of: $0, from: joke.language) }
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

/// Who made the translations of a list: each named once, below it.
struct Credits {
    private var credits: [String] = []

    /// The text of a row, with a mark that leads to who translated it.
    mutating func text(of joke: Joke, _ appearance: Appearance) -> String {
        let text = Rendering.text(of: joke, appearance)
        guard let credit = Rendering.credit(of: joke, appearance) else { return text }
        let place = credits.firstIndex(of: credit) ?? credits.count
        if place == credits.count { credits.append(credit) }
        return "\(text) [\(place + 1)]"
    }

    func append(to page: inout Page) {
        for (place, credit) in credits.enumerated() { page.paragraph("[\(place + 1)] \(credit)", .faint) }
    }

    /// What a pipe gets behind the text: nothing where that is the joke's own.
    static func cell(of joke: Joke, _ appearance: Appearance) -> [Page.Cell] {
        Rendering.credit(of: joke, appearance).map { [($0, .plain)] } ?? []
    }
}
