// SPDX-License-Identifier: MIT
import JokeWire

/// The position of a dragged card, as `card.drag` takes it.
///
/// `predictedEndX` and `width` are in columns. The area is twice as wide as the card, and the resting card is in the
/// middle. So the predicted position is outside the area if it is at least one card's width away from the middle.
package struct DragReport: Sendable, Hashable {
    /// The card's shift, a fraction of its width.
    package var translation: Double
    /// The predicted position of the card's middle.
    package var predictedEndX: Double
    package var width: Double

    /// Creates a report of a drag by the mouse.
    ///
    /// - Parameters:
    ///   - shift: the current shift of the card from the middle, in columns.
    ///   - predicted: the predicted shift, in columns.
    init(shift: Double, predicted: Double, cardWidth: Int) {
        let card = Double(max(cardWidth, 1))
        translation = shift / card
        predictedEndX = card + predicted
        width = 2 * card
    }

    /// Creates a report of a drag by keys. Keys have no speed: if the card is dragged far enough to be decided, the
    /// predicted position is outside the area.
    package init(steps: Int, cardWidth: Int) {
        let card = Double(max(cardWidth, 1))
        let isDecisive = abs(steps) >= Self.decisiveSteps
        let shift = Double(steps) / Double(Self.stepsPerCard) * card
        self.init(
            shift: shift, predicted: isDecisive ? shift.sign == .minus ? -2 * card : 2 * card : shift,
            cardWidth: cardWidth)
        // Computed from the steps alone, so that rounding never makes it less than the threshold of a decision.
        translation = Double(steps) / Double(Self.stepsPerCard)
    }

    /// Returns the distance of the card from the middle in steps, even if another client dragged it.
    static func steps(of state: CardState) -> Int {
        Int((max(-1, min(1, state.cardTranslation)) * Double(stepsPerCard)).rounded())
    }

    /// Returns the parameters of `card.drag`. They have no effect if another joke has replaced `joke`.
    func parameters(for joke: String) -> JSONObject {
        [
            "translation": .number(translation), "predictedEndX": .number(predictedEndX),
            "width": .number(width), "ifJoke": .string(joke),
        ]
    }

    /// The number of steps in a card's width.
    static let stepsPerCard = 10
    static let decisiveSteps = 6
    /// The most steps from the middle. A card that is farther away is not visible.
    static let mostSteps = 10
}

/// A drag by the mouse: its start, and the recent moves, which determine its speed.
package struct DragGesture: Sendable, Hashable {
    private struct Move: Sendable, Hashable {
        let column: Int
        let time: Duration
    }

    private let start: Int
    private let cardWidth: Int
    private var moves: [Move]
    /// Whether the mouse has moved since the press. Otherwise a release is a click.
    private(set) var hasMoved = false

    /// The age of the oldest moves that count for the speed. Older ones belong to another movement.
    private static let memory: Duration = .milliseconds(100)
    /// The time, in seconds, for which the prediction continues the movement at its speed.
    private static let momentum = 0.25

    package init(from column: Int, cardWidth: Int, at time: Duration) {
        start = column
        self.cardWidth = cardWidth
        moves = [Move(column: column, time: time)]
    }

    package mutating func move(to column: Int, at time: Duration) {
        hasMoved = true
        moves.append(Move(column: column, time: time))
        let forgotten = moves.prefix { $0.time < time - Self.memory }.count
        // Keep the newest of the old moves: it is the start of the movement that the others continue.
        if forgotten > 1 { moves.removeFirst(forgotten - 1) }
    }

    package func report(at time: Duration) -> DragReport {
        let shift = Double((moves.last?.column ?? start) - start)
        return DragReport(
            shift: shift, predicted: shift + speed(at: time) * Self.momentum, cardWidth: cardWidth)
    }

    /// Returns the time at which the card counts as resting if no move follows, or nil if it rests already.
    package func movesUntil(after time: Duration) -> Duration? {
        speed(at: time) == 0 ? nil : moves.last.map { $0.time + Self.memory }
    }

    /// Returns the speed in columns per second.
    private func speed(at time: Duration) -> Double {
        guard let first = moves.first, let last = moves.last, time - last.time < Self.memory else { return 0 }
        // Moves that arrive together must not count as infinitely fast.
        let seconds = max((last.time - first.time).seconds, 0.01)
        return Double(last.column - first.column) / seconds
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
