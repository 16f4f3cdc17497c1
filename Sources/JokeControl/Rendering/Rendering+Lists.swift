// SPDX-License-Identifier: MIT
import JokeWire

extension Rendering {
    /// The saved jokes: on a terminal a short id, the date and the text; in a pipe the whole id, date, source, text.
    ///
    /// `total`: how many there are; where that is more, a short id may fit one that is not shown.
    package static func saved(_ items: [Saved], total: Int, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                items.map { item in
                    [
                        (item.joke.id.rawValue, .plain), (WireTime(item.savedAt).date, .plain),
                        (item.joke.source, .plain), (text(of: item.joke), .plain),
                    ]
                })
            return page
        }
        let isWhole = items.count >= total
        let ids = UniquePrefix.of(
            items.map(\.joke.id.rawValue), atLeast: (appearance.width ?? 80) < 40 ? 8 : 12)
        page.table(
            zip(ids, items).map { id, item in
                [(id, .heading), (WireTime(item.savedAt).date, .faint), (text(of: item.joke), .plain)]
            })
        guard !appearance.isQuiet else { return page }
        if total == 0 {
            page.paragraph("Nothing is saved yet; `jokectl like` saves the joke on the card.", .faint)
        } else if !isWhole {
            page.paragraph("\(items.count) of \(plural(total, "saved joke"))", .faint)
        }
        return page
    }

    package static func savedJoke(_ saved: Saved, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let facts =
            ["saved \(WireTime(saved.savedAt).date)"] + origin(of: saved.joke) + [saved.joke.id.rawValue]
        page.append(saved.joke, facts: facts)
        return page
    }

    package static func deletion(_ deletion: Deletion, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(deletion.deleted.map { [($0, .plain)] })
            return page
        }
        let jokes = plural(deletion.deleted.count, "joke")
        page.paragraph(
            "Deleted \(jokes); `jokectl undo` brings \(deletion.deleted.count == 1 ? "it" : "them") back.")
        return page
    }

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
