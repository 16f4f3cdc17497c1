// SPDX-License-Identifier: MIT
package import JokeWire

extension CardState {
    /// A joke with a translation on a card that nobody drags.
    package static let sample = CardState(
        fetching: false,
        joke: Joke(
            id: Joke.ID(rawValue: "j1"), value: "I told my cat a joke about dogs. She asked for a source.",
            categories: ["animals"], source: "builtin", language: "en",
            translation: Joke.Translation(
                language: "es", value: "Le conté a mi gata un chiste de perros. Me pidió la fuente.",
                machine: true,
                attribution: Joke.Attribution(
                    engine: "apertium", text: "Translated by Apertium.", url: "https://apertium.org"))),
        backgroundColor: .gray, decisionState: .undecided, showTranslation: false, cardTranslation: 0,
        error: nil, online: true, queue: .init(count: 9, capacity: 10), saved: .init(count: 3))

    /// Returns a copy with the change.
    package func with(_ change: (inout CardState) -> Void) -> CardState {
        var state = self
        change(&state)
        return state
    }
}
