// SPDX-License-Identifier: MIT
import JokeWire

// Dragging and releasing the card: docs/rules.md, rules 1 and 2.
extension ViewModel {
    /// The time after the last report of a drag at which the card returns to the middle.
    package static let dragPatience: Duration = .seconds(5)

    /// Moves the card, and derives its color and decision from the position.
    mutating func drag(
        translation: Double, predictedEndX end: Double, width: Double, _ token: ReplyToken,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        try expectFinite(translation, "translation", token)
        try expectFinite(end, "predictedEndX", token)
        try expectFinite(width, "width", token)
        guard width > 0 else {
            throw .refused(.invalid(parameter: "width", expected: "a number above zero"), token)
        }
        cardTranslation = translation
        backgroundColor = Self.color(translation: translation)
        decisionState = Self.decision(translation: translation, predictedEndX: end, width: width)
        dragEnds = context.at.uptime + Self.dragPatience
        return .nothing
    }

    /// Makes the decision that the last report derived, or returns the card to the middle if it is undecided.
    mutating func release(_ token: ReplyToken, _ context: inout InputContext) throws(InputContext
        .Interruption) -> ChangeResult.Value
    {
        switch decisionState {
        case .undecided: reset()
        case .liked: try decideCard(.like, token, &context)
        case .disliked: try decideCard(.dislike, token, &context)
        }
    }

    /// Returns the card to the middle, gray and undecided.
    @discardableResult
    mutating func reset() -> ChangeResult.Value {
        cardTranslation = 0
        backgroundColor = .gray
        decisionState = .undecided
        dragEnds = nil
        return .nothing
    }

    static func color(translation: Double) -> CardState.BackgroundColor {
        if translation <= -0.5 { return .red }
        return translation >= 0.5 ? .green : .gray
    }

    /// Returns the decision for a position. A card that is held still is undecided, since its predicted end is within
    /// the bounds.
    static func decision(
        translation: Double, predictedEndX end: Double, width: Double
    ) -> CardState.DecisionState {
        if translation <= -0.6, end < 0 { return .disliked }
        return translation >= 0.6 && end >= width ? .liked : .undecided
    }

    private func expectFinite(
        _ value: Double, _ parameter: String, _ token: ReplyToken
    ) throws(InputContext.Interruption) {
        guard value.isFinite else {
            throw .refused(.invalid(parameter: parameter, expected: "a finite number"), token)
        }
    }
}
