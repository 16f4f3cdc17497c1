// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders the current joke, without its punch line if that is held back. On a terminal, its status, the counts and an error follow. In a pipe there is only the
    /// joke.
    package static func card(_ state: CardState, _ appearance: Appearance) -> Page {
        var appearance = appearance
        appearance.showsTranslations = state.showTranslation
        var page = Page(appearance)
        page.paragraph(
            state.joke.text(translated: state.showTranslation, revealed: state.revealed), style(of: state))
        page.append(state.joke.credit(translated: state.showTranslation))
        guard appearance.isTerminal, !appearance.isQuiet else { return page }
        page.blank()
        page.paragraph(list(facts(of: state, appearance), separator: appearance.symbols.separator), .faint)
        if let error = state.error { page.paragraph(error.text, .trouble) }
        return page
    }

    /// Renders a single joke and its origin.
    package static func joke(_ joke: Joke, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.append(joke, facts: origin(of: joke))
        return page
    }

    package static func daily(_ daily: DailyResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.append(daily.joke, facts: [localized("joke of the day"), daily.date] + origin(of: daily.joke))
        return page
    }

    /// The hint below a joke whose punch line is held back.
    static var revealHint: String { localized("`jokectl reveal` tells the rest") }

    private static func style(of state: CardState) -> Style {
        if state.joke.isError { return .trouble }
        return switch state.backgroundColor {
        case .gray: .plain
        case .green: .liked
        case .red: .disliked
        }
    }

    private static func facts(of state: CardState, _ appearance: Appearance) -> [String] {
        var facts = origin(of: state.joke)
        switch state.decisionState {
        case .liked: facts.insert(appearance.symbols.liked, at: 0)
        case .disliked: facts.insert(appearance.symbols.disliked, at: 0)
        case .undecided: break
        }
        if !state.revealed { facts.insert(revealHint, at: 0) }
        facts.append(localized("saved %s", state.saved.count.grouped))
        if state.fetching { facts.append(localized("fetching")) }
        if !state.online { facts.append(localized("offline")) }
        return facts
    }
}

extension Page {
    /// Adds a joke, and on a terminal a gray line with facts about it.
    mutating func append(_ joke: Joke, facts: [String], inDetails: Bool = false) {
        paragraph(Rendering.text(of: joke, appearance), joke.isError ? .trouble : .plain)
        append(joke.credit(translated: appearance.showsTranslations, inDetails: inDetails))
        guard appearance.isTerminal, !appearance.isQuiet, !joke.isError else { return }
        blank()
        paragraph(Rendering.list(facts, separator: appearance.symbols.separator), .faint)
    }
}
