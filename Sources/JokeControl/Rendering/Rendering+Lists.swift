// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders the jokes in the queue, the next one first.
    package static func queue(_ jokes: [Joke], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(jokes.map { row(of: $0, appearance) })
            return page
        }
        for joke in jokes { page.append(joke, reference: [joke.id.rawValue, joke.source]) }
        if jokes.isEmpty, !appearance.isQuiet {
            page.paragraph(localized("The queue is empty; `jokectl status` says how the sources do."), .faint)
        }
        return page
    }

    /// Renders the jokes that were on the card, with what was decided about them.
    package static func history(_ history: HistoryResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                history.items.map { item in
                    Page.Row(
                        [
                            (item.joke.id.rawValue, .plain), (decision(about: item)?.word ?? "", .plain),
                            (item.joke.source, .plain), (text(of: item.joke, appearance), .plain),
                        ] + creditCell(of: item.joke, appearance))
                })
            return page
        }
        for (index, item) in history.items.enumerated() {
            let facts = decision(about: item).map { ["\($0.text) \(WireTime($0.time).date)"] } ?? []
            page.append(
                item.joke,
                reference: [item.joke.id.rawValue] + facts
                    + (index == history.position ? [localized("current")] : []))
        }
        return page
    }

    /// Returns the newest decision about a joke: the word for a pipe, the text for people and the time. Nil if there is
    /// none.
    private static func decision(about item: SavedItem) -> (word: String, text: String, time: String)? {
        if let time = item.dislikedAt { return ("disliked", localized("disliked"), time) }
        if let time = item.deletedAt { return ("deleted", localized("deleted"), time) }
        return item.savedAt.map { ("saved", localized("saved"), $0) }
    }

    /// Returns a row for a pipe: the joke's id, source and text, then the credit of its translation.
    static func row(of joke: Joke, _ appearance: Appearance) -> Page.Row {
        Page.Row(
            [(joke.id.rawValue, .plain), (joke.source, .plain), (text(of: joke, appearance), .plain)]
                + creditCell(of: joke, appearance))
    }
}

extension Page {
    /// Adds a joke of a list, with its complete id, which `jokectl like` takes.
    fileprivate mutating func append(_ joke: Joke, reference: [String]) {
        paragraph(Rendering.text(of: joke, appearance))
        append(joke.credit(translated: appearance.showsTranslations))
        paragraph(Rendering.list(reference, separator: appearance.symbols.separator), .faint)
        blank()
    }
}

extension Rendering {
    /// Renders a page of a feed.
    package static func feed(_ feed: FeedPageResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                feed.jokes.map { row(of: $0, appearance) })
            return page
        }
        for joke in feed.jokes { page.append(joke, reference: [joke.id.rawValue] + joke.categories) }
        guard !appearance.isQuiet else { return page }
        page.paragraph(place(in: feed), .faint)
        return page
    }

    private static func place(in feed: FeedPageResponse) -> String {
        if feed.jokes.isEmpty, feed.page == 1, !feed.hasMore { return localized("No jokes found.") }
        if let total = feed.total, feed.page > total, feed.jokes.isEmpty {
            return localized("There is no page %1$s; the last one is page %2$s.", "\(feed.page)", "\(total)")
        }
        let page =
            feed.total.map { localized("page %1$s of %2$s", "\(feed.page)", "\($0)") }
            ?? localized("page %s", "\(feed.page)")
        return feed.hasMore ? page : localized("%s, the last one", page)
    }
}
