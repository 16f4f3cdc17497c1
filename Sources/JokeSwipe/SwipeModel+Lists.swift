// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// The pages with lists of jokes, which replace the card.
extension SwipeModel {
    mutating func openSaved(searching: Bool, at now: Duration) -> [Action] {
        open(.saved, at: now) { $0.open(searching: searching) }
    }

    mutating func openFeed(at now: Duration) -> [Action] { open(.feed, at: now) { $0.open() } }

    private mutating func open(
        _ page: Page, at now: Duration, _ open: (inout JokeBrowser) -> [JokeBrowser.BrowserAction]
    ) -> [Action] {
        self.page = page
        session.forgetDrag()
        let showsTranslation = state?.showTranslation ?? false
        return inList(at: now) { list in
            list.showsTranslation = showsTranslation
            return open(&list)
        }
    }

    /// Changes the list that is shown, and performs the actions that it returns. Does nothing if none is shown.
    mutating func inList(
        at now: Duration, _ change: (inout JokeBrowser) -> [JokeBrowser.BrowserAction]
    ) -> [Action] {
        let actions =
            switch page {
            case .saved: ask(change(&saved), at: now)
            case .feed: ask(change(&feed), at: now)
            case .card, .help: [Action]()
            }
        if case .lost = session.link {
            // Its requests were not sent.
            saved.interrupt()
            feed.interrupt()
        }
        return actions
    }

    mutating func pressInList(_ key: Key, at now: Duration) -> [Action] {
        let actions = inList(at: now) { $0.press(key) }
        // A client that shows the whole joke on the card reveals it.
        guard let list, list.isReading, list.selectedJoke?.id == state?.joke.id else { return actions }
        return actions + perform(.reveal, at: now)
    }

    /// Performs the actions that a list returned.
    mutating func ask(_ wants: [JokeBrowser.BrowserAction], at now: Duration) -> [Action] {
        wants.flatMap { want -> [Action] in
            switch want {
            case .ask(let method, let params, let tag): ask(method, params, tag: tag, at: now)
            case .undo: perform(.undo, at: now)
            case .say(let text): report(text, at: now)
            case .share(let id): [.share(id)]
            case .write(let id): [.write(id)]
            case .leave: leaveList()
            case .help: openHelp()
            case .quit: [.quit]
            }
        }
    }

    /// Returns the beginning of the joke in quotation marks, for a message about it.
    func name(of joke: Joke?) -> String {
        guard let joke else { return localized("the joke") }
        let width = max(12, min(40, size.columns - 32))
        let isTranslated = state?.showTranslation ?? false
        return localized("\"%s\"", display.name(of: joke, translated: isTranslated, width: width))
    }

    private mutating func report(_ text: String, at now: Duration) -> [Action] {
        say(text, at: now)
        return []
    }

    private mutating func leaveList() -> [Action] {
        page = .card
        return []
    }
}
