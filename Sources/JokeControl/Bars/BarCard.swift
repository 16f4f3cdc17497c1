// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
package import JokeWire

/// What a status bar shows of the card: a short line, and what there is to say about it. Nothing is escaped yet, but all
/// of it is harmless text.
package struct BarCard: Sendable, Hashable {
    /// What a bar colours by.
    package enum Status: String, Sendable, CaseIterable {
        case undecided, liked, disliked
        /// The card says why there is no joke.
        case error
        /// No jokesd can be asked.
        case offline
    }

    package let mood: Status
    /// On one line, within the width that was asked for.
    package let text: String
    /// Where there is little room.
    package let shortText: String
    /// Lines.
    package let tooltip: String
    /// For a style sheet.
    package let classes: [String]
    /// How full the queue is.
    package let percentage: Int

    /// The columns of a joke, unless something else is said.
    package static let usualWidth = 60
    private static let shortWidth = 24

    package init(_ state: CardState, width: Int = usualWidth) {
        let joke = state.joke
        let symbols = Symbols(isUnicode: true)
        let isTranslated = state.showTranslation
        let whole = joke.text(translated: isTranslated)
        mood = Self.mood(of: state)
        let mark =
            switch mood {
            case .liked: symbols.liked + " "
            case .disliked: symbols.disliked + " "
            case .undecided, .error, .offline: ""
            }
        // A translation is never shown without who made it.
        let credit = joke.creditText(translated: isTranslated).map { " [\(TerminalText.oneLine($0))]" }
        text = mark + Self.cut(whole, to: width) + (credit ?? "")
        shortText = mark + Self.cut(whole, to: min(width, Self.shortWidth)) + (credit ?? "")
        var lines = [whole]
        if let credit = joke.credit(translated: isTranslated) { lines.append(credit) }
        if !joke.isError { lines.append(Rendering.list(Rendering.origin(of: joke))) }
        lines.append(
            "saved \(state.saved.count), queue \(state.queue.count)/\(state.queue.capacity)")
        if let error = state.error { lines.append(error.text) }
        tooltip = TerminalText.safe(Rendering.list(lines, separator: "\n"))
        classes = Self.classes(of: state, mood)
        percentage = state.queue.capacity > 0 ? state.queue.count * 100 / state.queue.capacity : 0
    }

    /// Where no jokesd can be asked, or none that this jokectl understands.
    package init(offline reason: String) {
        mood = .offline
        (text, shortText) = ("no jokesd", "no jokesd")
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
        if state.showTranslation { classes.append("translated") }
        if !state.online { classes.append("no-network") }
        if state.error != nil { classes.append("trouble") }
        return classes
    }

    private static func cut(_ text: String, to width: Int) -> String {
        Template.Filter.trunc(width).apply(to: TerminalText.oneLine(text))
    }
}
