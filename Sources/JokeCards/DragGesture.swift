// SPDX-License-Identifier: MIT

/// A drag by a pointer: its start, and the recent moves, which determine its speed.
package struct DragGesture: Sendable, Hashable {
    private struct Move: Sendable, Hashable {
        let position: Double
        let time: Duration
    }

    /// The position at which the card would be in the middle.
    private let middle: Double
    private let cardWidth: Double
    private var moves: [Move]
    /// Whether the pointer has moved since the press. Otherwise a release is a click.
    package private(set) var hasMoved = false

    /// The age of the oldest moves that count for the speed. Older ones belong to another movement.
    private static let memory: Duration = .milliseconds(100)
    /// The time, in seconds, for which the prediction continues the movement at its speed.
    private static let momentum = 0.25

    /// - Parameters:
    ///   - position: the horizontal position of the pointer, in any unit.
    ///   - cardWidth: the width of the card, in the same unit.
    ///   - translation: the card's shift at the press, a fraction of its width.
    package init(from position: Double, cardWidth: Double, translation: Double = 0, at time: Duration) {
        self.cardWidth = max(cardWidth, 1)
        middle = position - translation * self.cardWidth
        moves = [Move(position: position, time: time)]
    }

    package mutating func move(to position: Double, at time: Duration) {
        hasMoved = true
        moves.append(Move(position: position, time: time))
        let forgotten = moves.prefix { $0.time < time - Self.memory }.count
        // Keep the newest of the old moves: it is the start of the movement that the others continue.
        if forgotten > 1 { moves.removeFirst(forgotten - 1) }
    }

    /// The card's shift, a fraction of its width.
    package var translation: Double { ((moves.last?.position ?? middle) - middle) / cardWidth }

    package func report(at time: Duration) -> DragReport {
        DragReport(translation: translation, predicted: translation + speed(at: time) * Self.momentum)
    }

    /// Returns the time at which the card counts as resting if no move follows, or nil if it rests already.
    package func movesUntil(after time: Duration) -> Duration? {
        speed(at: time) == 0 ? nil : moves.last.map { $0.time + Self.memory }
    }

    /// Returns the speed in widths of the card per second.
    package func speed(at time: Duration) -> Double {
        guard let first = moves.first, let last = moves.last, time - last.time < Self.memory else { return 0 }
        // Moves that arrive together must not count as infinitely fast.
        let seconds = max((last.time - first.time).seconds, 0.01)
        return (last.position - first.position) / cardWidth / seconds
    }
}

extension Duration {
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
