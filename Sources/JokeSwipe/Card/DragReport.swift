// SPDX-License-Identifier: MIT
import JokeWire

/// Where a drag has the card, as `card.drag` reports it: in columns of a stage that is twice as wide as the card, which
/// rests in its middle. So it is outside when it would come to rest a whole card's width from there.
package struct DragReport: Sendable, Hashable {
    /// The card's shift, a fraction of its width.
    package var translation: Double
    /// Where the card's middle would come to rest.
    package var predictedEndX: Double
    package var width: Double

    /// - Parameter shifts: the card's shift now, and the one that it would come to rest at, in columns.
    init(shift: Double, predicted: Double, cardWidth: Int) {
        let card = Double(max(cardWidth, 1))
        translation = shift / card
        predictedEndX = card + predicted
        width = 2 * card
    }

    /// A drag by keys. They have no speed: who takes the card as far as it is decided means it.
    package init(steps: Int, cardWidth: Int) {
        let card = Double(max(cardWidth, 1))
        let isDecisive = abs(steps) >= Self.decisiveSteps
        let shift = Double(steps) / Double(Self.stepsPerCard) * card
        self.init(
            shift: shift, predicted: isDecisive ? shift.sign == .minus ? -2 * card : 2 * card : shift,
            cardWidth: cardWidth)
        // Not a hair less than the tenths that the rules are told in.
        translation = Double(steps) / Double(Self.stepsPerCard)
    }

    /// Returns the steps from the middle at which the card is, whoever dragged it there.
    static func steps(of state: CardState) -> Int {
        Int((max(-1, min(1, state.cardTranslation)) * Double(stepsPerCard)).rounded())
    }

    /// Returns the parameters of `card.drag` for a joke: if another one is on the card by then, nothing happens to it.
    func parameters(for joke: String) -> JSONObject {
        [
            "translation": .number(translation), "predictedEndX": .number(predictedEndX),
            "width": .number(width), "ifJoke": .string(joke),
        ]
    }

    /// A step is a tenth of the card's width.
    static let stepsPerCard = 10
    static let decisiveSteps = 6
    /// A card that is farther away cannot be seen.
    static let mostSteps = 10
}

/// The card under the mouse: from where it was taken, and how fast it moves.
package struct DragGesture: Sendable, Hashable {
    private struct Move: Sendable, Hashable {
        let column: Int
        let time: Duration
    }

    private let start: Int
    private let cardWidth: Int
    private var moves: [Move]

    /// Only these tell how fast it is: what was before is another movement.
    private static let memory: Duration = .milliseconds(100)
    /// How far it would go on.
    private static let momentum = 0.25

    package init(from column: Int, cardWidth: Int, at time: Duration) {
        start = column
        self.cardWidth = cardWidth
        moves = [Move(column: column, time: time)]
    }

    package mutating func move(to column: Int, at time: Duration) {
        moves.append(Move(column: column, time: time))
        let forgotten = moves.prefix { $0.time < time - Self.memory }.count
        // The newest of them stays: it says since when the hand moves.
        if forgotten > 1 { moves.removeFirst(forgotten - 1) }
    }

    package func report(at time: Duration) -> DragReport {
        let shift = Double((moves.last?.column ?? start) - start)
        return DragReport(
            shift: shift, predicted: shift + speed(at: time) * Self.momentum, cardWidth: cardWidth)
    }

    /// Until when it counts as moving, if nothing more comes; nil where it rests.
    package func movesUntil(after time: Duration) -> Duration? {
        speed(at: time) == 0 ? nil : moves.last.map { $0.time + Self.memory }
    }

    /// Columns a second.
    private func speed(at time: Duration) -> Double {
        guard let first = moves.first, let last = moves.last, time - last.time < Self.memory else { return 0 }
        // Reports that come at once are not infinitely fast.
        let seconds = max((last.time - first.time).seconds, 0.01)
        return Double(last.column - first.column) / seconds
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
