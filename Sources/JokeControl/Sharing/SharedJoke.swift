// SPDX-License-Identifier: MIT
import JokeTerminal
package import JokeWire

/// A joke as it is shared: in the language that is shown, with whoever translated it.
package struct SharedJoke: Sendable, Hashable {
    package let value: String
    /// Of ISO 639-1.
    package let language: String
    /// Where it comes from; nil where there is no such page.
    package let url: String?
    /// Required wherever a translation is shown; its text says, too, whether it was a machine.
    package let attribution: Joke.Attribution?

    package init(_ joke: Joke, translated isTranslated: Bool) {
        let translation = isTranslated ? joke.translation : nil
        value = Self.legible(translation?.value ?? Rendering.text(of: joke))
        language = translation?.language ?? joke.language
        url = joke.url.flatMap { Self.link($0) }
        attribution = translation.map { translation in
            var attribution = translation.attribution
            attribution.text = Rendering.creditText(of: translation, from: joke.language)
            return attribution
        }
    }

    /// As text, in lines without controls and marks that turn the direction of writing.
    package var text: String {
        guard let attribution else { return value }
        let words = [attribution.text, attribution.url].map { TerminalText.oneLine($0) }
        return value + "\n\n" + words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What can be followed from a page; whatever else a stranger calls a link is none.
    static func link(_ text: String) -> String? {
        guard ["https://", "http://"].contains(where: text.hasPrefix) else { return nil }
        return PercentEncoding.encode(text, keeping: PercentEncoding.reserved)
    }

    private static func legible(_ text: String) -> String {
        TerminalText.safe(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.map { $0 == "\t" ? " " : $0 }) }.joined(separator: "\n")
    }
}
