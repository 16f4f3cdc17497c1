// SPDX-License-Identifier: MIT
import JokeWire

// The card under a finger: docs/rules.md, rules 1 and 2.
extension ViewModel {
    /// After which a drag that is neither continued nor released springs back.
    package static let dragPatience: Duration = .seconds(5)

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

    mutating func release(_ token: ReplyToken, _ context: inout InputContext) throws(InputContext
        .Interruption) -> ChangeResult.Value
    {
        switch decisionState {
        case .undecided: reset()
        case .liked: try decideCard(.like, token, &context)
        case .disliked: try decideCard(.dislike, token, &context)
        }
    }

    /// The card goes back to the middle, gray and undecided.
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

    /// Decided only where the predicted end lies outside: hovering decides nothing.
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
