// SPDX-License-Identifier: MIT
package import JokeCards
import JokeClient
import JokeWire

// MARK: - The picture

extension DesktopModel {
    /// The words and the states that the window shows. The positions of the cards are in ``DesktopModel/motion``.
    package struct Picture: Sendable, Hashable {
        /// The joke, or nil before the first state.
        package var card: CardText?
        /// The card that leaves, or nil.
        package var leaving: CardText?
        package var isConnected = false
        package var isFetching = false
        package var isOffline = false
        /// Whether the card shows a translation.
        package var showsTranslation = false
        /// The code of the language that the button for translations names: that of the translation, or of the joke.
        package var otherLanguage = "…"
        /// The number of saved jokes, or nil if it is not known.
        package var saved: Int?
        package var message: CardSession.Message?
        /// The names of the targets to which a joke can be shared.
        package var shareTargets: [String] = []
        /// The page, or nil if the card is shown.
        package var page: PagePicture?
    }

    package enum PagePicture: Sendable, Hashable {
        case saved(SavedPicture)
        case feed(FeedPicture)
        case details(JokeDetails)
        /// The sources, or nil until they are known.
        case sources([SourceRow]?)
        case taste(TastePicture)
        /// The draft with which the editor begins, and a number that changes when its fields must be filled again.
        case editor(JokeDraft, number: Int, isNew: Bool)
    }

    /// The state of the page of saved jokes. The jokes themselves are in ``DesktopModel/saved``.
    package struct SavedPicture: Sendable, Hashable {
        /// The number of the list's state. The rows are shown again when it changes.
        package var revision: Int
        /// The sentence that the page shows instead of jokes, or nil if there are some.
        package var emptiness: String?
        /// The number of jokes that were deleted last and can be restored.
        package var deleted: Int
        /// Whether translations are shown.
        package var isTranslated: Bool
    }

    /// The state of the page of feeds. The jokes themselves are in ``DesktopModel/feed``.
    package struct FeedPicture: Sendable, Hashable {
        /// The number of the list's state. The rows are shown again when it changes.
        package var revision: Int
        /// The names of the sources that are on and have pages.
        package var sources: [String]
        /// The name of the chosen source, or nil if there is none.
        package var source: String?
        /// The categories of the source, after a word for all of them. None if the source has none.
        package var categories: [String]
        /// The place of the chosen category.
        package var category: Int
        package var query: String
        /// The sentence that the page shows instead of jokes, or nil if there are some.
        package var emptiness: String?
        /// The sentence below the jokes, or nil.
        package var ending: String?
        /// The word of the button that requests more jokes, or nil if they come by themselves.
        package var more: String?
        /// Whether translations are shown.
        package var isTranslated: Bool
    }

    package func picture(at now: Duration) -> Picture {
        var picture = Picture()
        picture.message = session.message(at: now, error: page == .feed ? feed.failure : nil)
        if picture.message == nil, isAwaitingTranslation {
            picture.message = CardSession.Message(
                text: localized("Fetching the translation…"), isTrouble: false)
        }
        picture.leaving = leaving
        picture.shareTargets = shareTargets.map(\.name)
        picture.page =
            switch page {
            case .saved: .saved(savedPicture)
            case .feed: .feed(feedPicture)
            case .sources:
                .sources(sources.value?.items.map { SourceRow($0, choice: sourceChoices[$0.name]) })
            case .editor(let joke):
                .editor(joke.map { JokeDraft($0) } ?? JokeDraft(), number: draftNumber, isNew: joke == nil)
            case .taste: .taste(TastePicture(taste.value))
            case .details(let joke):
                if let joke {
                    .details(JokeDetails(joke, translated: isTranslated))
                } else {
                    session.state.map {
                        .details(JokeDetails($0.joke, translated: isTranslated, revealed: $0.revealed))
                    }
                }
            case nil: nil
            }
        guard let state = session.state else { return picture }
        picture.card = CardText(of: state)
        picture.showsTranslation = state.showTranslation && state.joke.translation != nil
        picture.otherLanguage = state.joke.translation?.language ?? state.joke.language
        picture.saved = state.saved.count
        guard case .open = session.link else { return picture }
        picture.isConnected = true
        picture.isFetching = state.fetching
        picture.isOffline = !state.online
        return picture
    }

    /// Whether the translation of the joke that is shown is still made.
    var isAwaitingTranslation: Bool {
        guard page == nil, let state = session.state, state.showTranslation else { return false }
        return state.joke.translation == nil && state.joke.id.rawValue == awaitedTranslation
    }

    private var savedPicture: SavedPicture {
        var emptiness: String?
        if saved.jokes.isEmpty {
            emptiness =
                if saved.hasFailed {
                    localized("The saved jokes cannot be read.")
                } else if saved.total == nil {
                    localized("Reading the saved jokes…")
                } else if saved.query.text.isEmpty {
                    localized("No joke is saved yet. Throw a card to the right to save its joke.")
                } else {
                    localized("No saved joke matches “%s”.", saved.query.text)
                }
        }
        return SavedPicture(
            revision: saved.revision, emptiness: emptiness, deleted: saved.deleted.count,
            isTranslated: isTranslated)
    }

    private var feedPicture: FeedPicture {
        let feed = feed.feed
        let text = feedText
        return FeedPicture(
            revision: self.feed.revision, sources: feed.sources?.map(\.name) ?? [], source: feed.source,
            categories: feed.categories.isEmpty
                ? [] : [localized("All categories")] + feed.categories.map(\.words),
            category: feed.category.flatMap(feed.categories.firstIndex(of:)).map { $0 + 1 } ?? 0,
            query: feed.query, emptiness: self.feed.jokes.isEmpty ? text : nil,
            ending: self.feed.jokes.isEmpty ? nil : text,
            more: self.feed.failure?.retry ?? false
                ? localized("Try again")
                : self.feed.failure == nil && feed.isPaused && feed.hasMore ? localized("More") : nil,
            isTranslated: isTranslated)
    }

    /// Why there are no more jokes of the feed, or none at all, or nil if they come by themselves.
    private var feedText: String? {
        let feed = feed.feed
        // More jokes come without a word, because the line would appear and vanish with each page.
        if self.feed.isLoading, !self.feed.jokes.isEmpty { return nil }
        if self.feed.mustSearch, let source = feed.source {
            return localized("Press / to search %s.", TerminalText.oneLine(source))
        }
        if self.feed.isLoading || feed.sources == nil { return localized("Reading the jokes…") }
        if feed.source == nil { return localized("No source that is on has pages.") }
        if self.feed.failure != nil { return localized("The jokes cannot be read.") }
        if feed.isFull { return localized("These are %s jokes. Search for others.", "\(PagedFeed.most)") }
        if feed.isPaused, feed.hasMore { return localized("The last pages have no joke.") }
        guard self.feed.jokes.isEmpty else { return nil }
        return feed.query.isEmpty
            ? localized("There is no joke.") : localized("No joke matches “%s”.", feed.query)
    }
}

extension PagedFeed.Category {
    /// The name, and the number of jokes if it is known.
    fileprivate var words: String {
        let name = TerminalText.oneLine(name)
        return count.map { localized("%1$s (%2$s)", name, $0.grouped) } ?? name
    }
}
