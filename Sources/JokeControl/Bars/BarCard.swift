// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// The parts of the card that a status bar shows. They are safe for a terminal, but not yet escaped for a bar's format.
package struct BarCard: Sendable, Hashable {
    /// The status of the card, which decides its color.
    package enum Status: String, Sendable, CaseIterable {
        case undecided, liked, disliked
        /// The card shows an error instead of a joke.
        case error
        /// No jokesd can be reached.
        case offline
    }

    package let mood: Status
    /// The joke on one line, cut to the width in columns, or a part of it with its number; and the credit of its
    /// translation. If the punch line is held back, an ellipsis stands for it.
    package let text: String
    /// The number of parts in which the joke is shown.
    package let parts: Int
    /// A shorter form of ``text`` for narrow bars.
    package let shortText: String
    /// The lines of the tooltip: the joke, its credit and origin, the counts, and the error if there is one.
    package let tooltip: String
    /// The classes for the bar's style sheet.
    package let classes: [String]
    /// The fill level of the queue, from 0 to 100.
    package let percentage: Int

    /// The width of the joke, in columns, if none is given.
    package static let usualWidth = 60
    private static let shortWidth = 24

    /// - Parameter part: the number of the part to show, from 0 and beyond the last one again from the first, or nil to
    ///   cut the joke.
    package init(_ state: CardState, width: Int = usualWidth, part: Int? = nil) {
        let joke = state.joke
        let symbols = Symbols(isUnicode: true)
        let isTranslated = state.showTranslation
        let told = joke.text(translated: isTranslated, revealed: state.revealed)
        let whole = state.revealed ? told : "\(told) \(symbols.ellipsis)"
        mood = Self.mood(of: state)
        let mark =
            switch mood {
            case .liked: symbols.liked + " "
            case .disliked: symbols.disliked + " "
            case .undecided, .error, .offline: ""
            }
        let credit = joke.credit(translated: isTranslated).map { " [\($0.shortLine)]" }
        let parts = part.map { _ in BarParts.of(whole, width: width) } ?? [whole]
        self.parts = parts.count
        let place = (part ?? 0) % parts.count
        let number = parts.count > 1 ? " \(place + 1)/\(parts.count)" : ""
        text = mark + Self.cut(parts[place], to: width) + number + (credit ?? "")
        shortText = mark + Self.cut(parts[place], to: min(width, Self.shortWidth)) + number + (credit ?? "")
        var lines = [whole]
        if let credit = joke.credit(translated: isTranslated, inDetails: true) { lines.append(credit.line) }
        if !joke.isError { lines.append(Rendering.list(Rendering.origin(of: joke))) }
        lines.append(
            localized(
                "saved %1$s, queue %2$s/%3$s", state.saved.count.grouped, "\(state.queue.count)",
                "\(state.queue.capacity)"))
        if let error = state.error { lines.append(error.text) }
        tooltip = TerminalText.safe(Rendering.list(lines, separator: "\n"))
        classes = Self.classes(of: state, mood)
        percentage = state.queue.capacity > 0 ? state.queue.count * 100 / state.queue.capacity : 0
    }

    /// Creates a card for a jokesd that cannot be reached or understood.
    ///
    /// - Parameter reason: the error message, which becomes the tooltip.
    package init(offline reason: String) {
        mood = .offline
        text = localized("no jokesd")
        (shortText, parts) = (text, 1)
        tooltip = TerminalText.safe(reason)
        (classes, percentage) = ([Status.offline.rawValue], 0)
    }

    private static func mood(of state: CardState) -> Status {
        if state.joke.isError { return .error }
        return switch state.decisionState {
        case .undecided: .undecided
        case .liked: .liked
        case .disliked: .disliked
        }
    }

    private static func classes(of state: CardState, _ mood: Status) -> [String] {
        var classes = [mood.rawValue, state.backgroundColor.rawValue]
        if state.fetching { classes.append("fetching") }
        if state.showTranslation, state.joke.translation != nil { classes.append("translated") }
        if !state.revealed { classes.append("held") }
        if !state.online { classes.append("no-network") }
        if state.error != nil { classes.append("trouble") }
        return classes
    }

    private static func cut(_ text: String, to width: Int) -> String {
        Template.Filter.trunc(width).apply(to: TerminalText.oneLine(text))
    }
}
