// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Rendering {
    /// A page of a feed. The ids are whole: `jokectl like` takes them.
    package static func feed(_ feed: FeedPage, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                feed.jokes.map { row(of: $0, appearance) })
            return page
        }
        for joke in feed.jokes {
            page.paragraph(text(of: joke, appearance))
            if let credit = credit(of: joke, appearance) { page.paragraph(credit, .faint) }
            page.paragraph(
                ([joke.id.rawValue] + joke.categories).joined(separator: appearance.symbols.separator), .faint
            )
            page.blank()
        }
        guard !appearance.isQuiet else { return page }
        page.paragraph(place(in: feed), .faint)
        return page
    }

    private static func place(in feed: FeedPage) -> String {
        if feed.jokes.isEmpty, feed.page == 1, !feed.hasMore { return "There is nothing of that." }
        let page = "page \(feed.page)" + (feed.total.map { " of \($0)" } ?? "")
        return feed.hasMore ? page : "\(page), the last one"
    }
}
