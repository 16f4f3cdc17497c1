// SPDX-License-Identifier: MIT
package import JokeWire

extension CardState {
    /// A joke with a translation on a card that nobody drags.
    package static let sample = CardState {
        $0.fetching = false
        $0.joke = Joke(
            id: Joke.ID(rawValue: "j1"), value: "I told my cat a joke about dogs. She asked for a source.",
            categories: ["animals"], source: "builtin", language: "en",
            translation: Joke.Translation(
                language: "es", value: "Le conté a mi gata un chiste de perros. Me pidió la fuente.",
                machine: true,
                attribution: Joke.Attribution(
                    engine: "apertium", text: "Translated by Apertium.", url: "https://apertium.org")))
        ($0.backgroundColor, $0.decisionState, $0.showTranslation) = (.gray, .undecided, false)
        ($0.cardTranslation, $0.error, $0.online) = (0, nil, true)
        ($0.queue, $0.saved) = (.init(count: 9, capacity: 10), .init(count: 3))
    }

    /// Returns a copy with the change.
    package func with(_ change: (inout CardState) -> Void) -> CardState {
        var state = self
        change(&state)
        return state
    }
}
