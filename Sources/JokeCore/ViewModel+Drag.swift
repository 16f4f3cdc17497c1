// SPDX-License-Identifier: MIT
import JokeWire

// The card under a finger: docs/rules.md, rules 1 and 2.
extension ViewModel {
    /// After which a drag that is neither continued nor released springs back.
    package static let dragPatience: Duration = .seconds(5)

    mutating func drag(
        translation: Double, predictedEndX end: Double, width: Double, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product {
        try expectFinite(translation, "translation", ticket)
        try expectFinite(end, "predictedEndX", ticket)
        try expectFinite(width, "width", ticket)
        guard width > 0 else {
            throw .refused(.invalid(parameter: "width", expected: "a number above zero"), ticket)
        }
        cardTranslation = translation
        backgroundColor = Self.color(translation: translation)
        decisionState = Self.decision(translation: translation, predictedEndX: end, width: width)
        dragEnds = turn.at.uptime + Self.dragPatience
        return .nothing
    }

    mutating func release(_ ticket: Ticket, _ turn: inout Turn) throws(Turn.Interruption) -> Outcome.Product {
        switch decisionState {
        case .undecided: reset()
        case .liked: try decideCard(.like, ticket, &turn)
        case .disliked: try decideCard(.dislike, ticket, &turn)
        }
    }

    /// The card goes back to the middle, gray and undecided.
    @discardableResult
    mutating func reset() -> Outcome.Product {
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
        _ value: Double, _ parameter: String, _ ticket: Ticket
    ) throws(Turn.Interruption) {
        guard value.isFinite else {
            throw .refused(.invalid(parameter: parameter, expected: "a finite number"), ticket)
        }
    }
}
