// SPDX-License-Identifier: MIT
package import JokeWire

/// The position of a dragged card, as `card.drag` takes it.
///
/// The unit of `predictedEndX` and `width` is the card's width. The area is twice as wide as the card, and the resting
/// card is in the middle. So the predicted position is outside the area if it is at least one card's width away from
/// the middle.
package struct DragReport: Sendable, Hashable {
    /// The card's shift, a fraction of its width.
    package var translation: Double
    /// The predicted position of the card's middle.
    package var predictedEndX: Double
    package let width = 2.0

    /// Creates a report of a drag by a pointer.
    ///
    /// - Parameters:
    ///   - translation: the current shift of the card from the middle.
    ///   - predicted: the predicted shift.
    init(translation: Double, predicted: Double) {
        self.translation = translation
        predictedEndX = width / 2 + predicted
    }

    /// Creates a report of a drag by keys. Keys have no speed: if the card is dragged far enough to be decided, the
    /// predicted position is outside the area.
    package init(steps: Int) {
        let shift = Double(steps) / Double(Self.stepsPerCard)
        let isDecisive = abs(steps) >= Self.decisiveSteps
        self.init(translation: shift, predicted: isDecisive ? shift.sign == .minus ? -2 : 2 : shift)
    }

    /// Returns the distance of the card from the middle in steps, even if another client dragged it.
    package static func steps(of state: CardState) -> Int {
        Int((max(-1, min(1, state.cardTranslation)) * Double(stepsPerCard)).rounded())
    }

    /// Returns the parameters of `card.drag`. They have no effect if another joke has replaced `joke`.
    package func parameters(for joke: String) -> JSONObject {
        [
            "translation": .number(translation), "predictedEndX": .number(predictedEndX),
            "width": .number(width), "ifJoke": .string(joke),
        ]
    }

    /// The number of steps in a card's width.
    package static let stepsPerCard = 10
    package static let decisiveSteps = 6
    /// The most steps from the middle. A card that is farther away is not visible.
    package static let mostSteps = 10
}
