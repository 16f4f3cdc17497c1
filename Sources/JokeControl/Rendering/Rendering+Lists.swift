// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Rendering {
    /// The jokes that come next, the first one first.
    package static func queue(_ queued: QueuedJokes, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        var credits = CreditList()
        page.table(
            queued.jokes.enumerated().map { index, joke in
                appearance.isTerminal
                    ? [
                        (String(index + 1), .faint), (joke.source, .faint),
                        (credits.text(of: joke, appearance), .plain),
                    ] : row(of: joke, appearance)
            })
        credits.append(to: &page)
        if queued.jokes.isEmpty, appearance.isTerminal, !appearance.isQuiet {
            page.paragraph("The queue is empty; `jokectl status` says how the sources do.", .faint)
        }
        return page
    }

    /// A joke of a list, in a pipe: who translated it stands behind its text.
    static func row(of joke: Joke, _ appearance: Appearance) -> Page.Row {
        Page.Row(
            [(joke.id.rawValue, .plain), (joke.source, .plain), (text(of: joke, appearance), .plain)]
                + creditCell(of: joke, appearance))
    }
}
