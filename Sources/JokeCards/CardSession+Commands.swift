// SPDX-License-Identifier: MIT
import JokeWire

/// A command for the card, by a key or a button.
package enum CardCommand: Sendable, Hashable {
    case like, dislike, next, previous, undo, toggleTranslation, reveal
    /// Drag the card by a tenth of its width to the right, or to the left.
    case right, left
    /// Let the dragged card go.
    case release
    /// Put the dragged card back.
    case putBack

    /// Creates the command of a key, or returns nil if the key has none.
    package init?(key: Character) {
        switch key {
        case " ": self = .reveal
        case "h": self = .left
        case "l": self = .right
        case "+": self = .like
        case "-": self = .dislike
        case "n": self = .next
        case "p": self = .previous
        case "u": self = .undo
        case "t": self = .toggleTranslation
        default: return nil
        }
    }
}

extension CardSession {
    package mutating func perform(_ command: CardCommand, at now: Duration) {
        switch command {
        case .like: decide(.jokeLike, at: now)
        case .dislike: decide(.jokeDislike, at: now)
        case .next:
            hold = nil
            request(.jokeNext, at: now)
        case .previous:
            hold = nil
            request(.jokePrevious, at: now)
        case .undo: undo(at: now)
        case .toggleTranslation: request(.translationShow, ["show": "toggle"], at: now)
        case .reveal: reveal(at: now)
        case .right: step(1, at: now)
        case .left: step(-1, at: now)
        case .release: release(at: now)
        case .putBack: putBack(at: now)
        }
    }

    private mutating func decide(_ method: Method, at now: Duration) {
        guard let state else { return }
        hold = nil
        request(method, ["ifJoke": .string(state.joke.id.rawValue)], at: now)
    }

    private mutating func reveal(at now: Duration) {
        guard let state, !state.revealed else { return }
        request(.jokeReveal, ["ifJoke": .string(state.joke.id.rawValue)], at: now)
    }
}
