// SPDX-License-Identifier: MIT
import JokeWire

/// What is written on a card and how large that makes it. It stays the same while the card is dragged.
struct CardLayout: Sendable {
    let face: CardFace
    let place: CardPlace

    init(of state: CardState, on screen: Size, _ look: Look) {
        let word = CardFace.longestWord(of: state.joke, state.showTranslation)
        let width = CardPlace(on: screen, word: word).textWidth
        face = CardFace(state.joke, showsTranslation: state.showTranslation, width: width, look)
        place = CardPlace(on: screen, lines: face.lines.count + face.credit.count, word: word)
    }

    /// How many lines of the text the card has room for.
    var room: Int { Self.room(in: place, for: face) }

    static func room(in place: CardPlace, for face: CardFace) -> Int {
        max(place.size.rows - 6 - face.credit.count, 1)
    }
}
