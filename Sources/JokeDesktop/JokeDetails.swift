// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// The page with all that is known about a joke.
package struct JokeDetails: Sendable, Hashable {
    package struct Fact: Sendable, Hashable {
        package let name: String
        package let text: String
        /// The address of the page that a click on the text opens, or nil.
        package var link: String?
    }

    package let id: String
    /// The text that is shown. A punch line that is held back is left out.
    package let text: String
    /// The text in the joke's other language, or nil. It is also nil if a punch line is held back.
    package let otherText: String?
    package let facts: [Fact]

    package init(_ joke: Joke, translated isTranslated: Bool, revealed isRevealed: Bool = true) {
        let translation = joke.translation
        let isWhole = isRevealed || joke.punchline == nil
        id = joke.id.rawValue
        text = TerminalText.safe(joke.text(translated: isTranslated, revealed: isWhole))
        otherText =
            !isWhole ? nil : translation.map { TerminalText.safe(isTranslated ? joke.value : $0.value) }
        var facts = [Fact(name: localized("Source"), text: TerminalText.oneLine(joke.source))]
        if !joke.categories.isEmpty {
            let categories = joke.categories.map { TerminalText.oneLine($0) }
            facts.append(Fact(name: localized("Categories"), text: categories.joined(separator: ", ")))
        }
        facts.append(Fact(name: localized("Language"), text: TerminalText.oneLine(joke.language)))
        if let translation {
            facts.append(
                Fact(name: localized("Translation"), text: TerminalText.oneLine(translation.language)))
        }
        if let credit = joke.credit(translated: true, inDetails: true) {
            facts.append(Fact(name: localized("Credit"), text: credit.text, link: WebLink(credit.url)?.url))
        }
        if let link = joke.url.flatMap({ WebLink($0) }) {
            facts.append(
                Fact(name: localized("Address"), text: TerminalText.oneLine(link.url), link: link.url))
        }
        facts.append(Fact(name: localized("Id"), text: TerminalText.oneLine(joke.id.rawValue)))
        self.facts = facts
    }
}
