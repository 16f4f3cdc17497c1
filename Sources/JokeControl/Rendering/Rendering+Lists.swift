// SPDX-License-Identifier: MIT
import JokeWire

extension Rendering {
    /// The jokes that come next, the first one first.
    package static func queue(_ queued: QueuedJokes, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.table(
            queued.jokes.enumerated().map { index, joke in
                appearance.isTerminal
                    ? [(String(index + 1), .faint), (joke.source, .faint), (text(of: joke), .plain)]
                    : [(joke.id.rawValue, .plain), (joke.source, .plain), (text(of: joke), .plain)]
            })
        if queued.jokes.isEmpty, appearance.isTerminal, !appearance.isQuiet {
            page.paragraph("The queue is empty; `jokectl status` says how the sources do.", .faint)
        }
        return page
    }
}
