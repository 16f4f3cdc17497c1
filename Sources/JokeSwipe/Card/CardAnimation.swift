// SPDX-License-Identifier: MIT
import JokeCards
package import JokeWire

/// The position at which a card is drawn, relative to the middle of the screen.
package struct Pose: Sendable, Hashable {
    /// The shift to the right, in widths of the card.
    package var x: Double
    /// The shift downwards, in heights of the screen. Negative values are above the middle.
    package var y: Double

    package static let resting = Pose(x: 0, y: 0)
}

/// The animation between two states: a card springs back to the middle, or flies out while the next one drops in.
///
/// Only the animation is computed here. The daemon decides the position of a dragged card.
package struct CardAnimation: Sendable {
    private enum Phase {
        case still
        case springing(from: Double, since: Duration)
        case exchanging(old: CardState, from: Double, toward: Double, since: Duration)
    }

    private var phase = Phase.still
    private let isEnabled: Bool

    private static let spring = 0.45
    private static let flight = 0.26
    private static let drop = 0.30

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// Starts the animation from one state to the next.
    ///
    /// - Parameter cause: the method that changed the state, or nil if it is not known.
    package mutating func change(from old: CardState, to new: CardState, cause: String?, at now: Duration) {
        guard isEnabled else { return }
        if old.joke.id != new.joke.id {
            phase = .exchanging(
                old: old, from: old.cardTranslation, toward: Self.direction(of: old, cause), since: now)
        } else if new.cardTranslation != 0 {
            phase = .still
        } else if old.cardTranslation != 0 {
            phase = .springing(from: old.cardTranslation, since: now)
        }
    }

    /// Returns 1 if the old joke was liked, −1 if it was disliked, and 0 if it was not decided on.
    private static func direction(of old: CardState, _ cause: String?) -> Double {
        switch (old.decisionState, cause) {
        case (.liked, _), (_, Method.jokeLike.rawValue): 1
        case (.disliked, _), (_, Method.jokeDislike.rawValue): -1
        default: 0
        }
    }

    package func isMoving(at now: Duration) -> Bool {
        switch phase {
        case .still: false
        case .springing(_, let since): (now - since).seconds < Self.spring
        case .exchanging(_, _, _, let since): (now - since).seconds < Self.flight + Self.drop
        }
    }

    /// Returns the pose of the current card, and the previous card with its pose if it is still flying out.
    package func poses(
        of state: CardState, at now: Duration
    ) -> (card: Pose, leaving: (state: CardState, pose: Pose)?) {
        guard isMoving(at: now) else { return (Pose(x: state.cardTranslation, y: 0), nil) }
        switch phase {
        case .still: return (Pose(x: state.cardTranslation, y: 0), nil)
        case .springing(let from, let since):
            return (Pose(x: Self.spring(from, (now - since).seconds), y: 0), nil)
        case .exchanging(let old, let from, let toward, let since):
            let time = (now - since).seconds
            let card = Pose(x: state.cardTranslation, y: Self.height((time - Self.flight) / Self.drop))
            guard time < Self.flight else { return (card, nil) }
            let way = time / Self.flight
            let gone = way * way
            // A card that was not decided on sinks.
            let pose =
                toward == 0
                ? Pose(x: from * (1 - way), y: gone) : Pose(x: from + toward * 3 * gone, y: -0.1 * gone)
            return (card, (old, pose))
        }
    }

    /// Returns the shift of a card that springs back, a damped oscillation.
    private static func spring(_ from: Double, _ time: Double) -> Double {
        let way = min(time / spring, 1)
        return from * power(1 - way, 3) * cosine(way * 1.5)
    }

    /// Returns the height of a card that drops in from above the screen.
    private static func height(_ way: Double) -> Double {
        way <= 0 ? -1 : -power(1 - min(way, 1), 3)
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    /// Returns an approximate cosine of an angle in full circles. Each half of the wave is a parabola.
    private static func cosine(_ turns: Double) -> Double {
        let part = (turns + 0.25).truncatingRemainder(dividingBy: 1)
        let half = part < 0.5 ? part * 2 : (part - 0.5) * 2
        return (part < 0.5 ? 4 : -4) * half * (1 - half)
    }
}
