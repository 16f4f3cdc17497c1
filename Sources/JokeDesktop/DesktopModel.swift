// SPDX-License-Identifier: MIT
package import JokeCards
package import JokeClient
package import JokeWire

/// The state of the desktop card as one value. Inputs come from the window, the daemon and the clock. The results are
/// actions to perform, a ``Picture`` of what the window says, and a ``CardMotion`` of where the cards are.
///
/// Times count from any moment and never go back.
package struct DesktopModel: Sendable {
    package enum Input: Sendable {
        case command(CardCommand)
        /// The pointer dragged the card past the threshold of a click. Positions are in pixels.
        ///
        /// - Parameter time: when the pointer was there. Events of the pointer may arrive late.
        case press(at: Double, cardWidth: Double, time: Duration)
        case move(to: Double, time: Duration)
        /// The pointer let the card go.
        case letGo(time: Duration)
        /// The drag ended without a release, for example because the window closed.
        case cancel
        /// The user wants a copy of the joke.
        case copy
        case open(Page)
        /// Another program, such as a desktop notification, wants to show the joke with this id.
        case showJoke(String)
        /// The user leaves the page.
        case close
        case saved(SavedInput)
        case feed(FeedInput)
        /// The user wants to see the targets to which a joke can be shared.
        case readShareTargets
        /// The user shares the joke by the target of this name.
        case share(String)
        /// A link could not be opened, for this reason.
        case notOpened(String)
        /// The user wants a copy of the joke as a picture.
        case copyPicture
        /// The program has copied the picture, or no program reads it.
        case copiedPicture(Bool)
        /// The user saves the joke of the editor.
        case save(JokeDraft)
        /// The user turns a source on or off.
        case source(String, isOn: Bool)
        case connection(SocketEvent)
        /// The time that ``nextMoment(after:)`` returned has come.
        case moment
        /// The desktop turned animations on or off.
        case animations(Bool)
    }

    /// A page that replaces the card.
    package enum Page: Sendable, Hashable {
        case saved, feed, sources, taste
        /// The details of a joke, or of the one on the card if nil.
        case details(Joke?)
        /// A joke of the user's own, or a saved one that is edited.
        case editor(Joke?)
    }

    /// An input of the page of saved jokes.
    package enum SavedInput: Sendable {
        case search(String)
        case order(SavedQuery.Sort, reversed: Bool)
        /// A row is shown.
        case reached(row: Int)
        case delete([String])
        case copy([String])
        /// The user undoes the deletion.
        case restore
        case edit(String)
    }

    /// An input of the page with the jokes of a source.
    package enum FeedInput: Sendable {
        /// The user chooses a source by its name, or a category by its place in the list of them, all being the first.
        case source(String)
        case category(Int)
        case search(String)
        /// A row is shown.
        case reached(row: Int)
        /// The user tries again after a failure, or wants more pages after some without a joke.
        case goOn
        case like([String])
        case dislike([String])
        /// The user undoes the newest decision, and those made with it.
        case undo
        case copy([String])
    }

    package enum Action: Sendable, Hashable {
        case connection(SocketAction)
        /// Copy this text to the clipboard.
        case copy(String)
        /// Copy this picture, in SVG, to the clipboard.
        case copyPicture(String)
        /// Open this link of a web page or a mail.
        case open(String)
    }

    var session: CardSession
    package internal(set) var motion: CardMotion
    /// The saved jokes that the page of them shows.
    package internal(set) var saved = SavedList()
    /// The jokes of a source that the page of feeds shows.
    package internal(set) var feed = FeedList()
    var sources = PageValue<SourcesResponse>(.sourcesList)
    /// The switches of sources that the user has moved, until jokesd has replied.
    var sourceChoices: [String: Bool] = [:]
    var taste = PageValue<TasteResponse>(.tasteGet)
    var shareTargets: [ShareTarget] = []
    /// The id of the joke that another program wants to show, until it is found.
    var wantedJoke: String?
    /// Whether the undo that is pending also undoes the decisions that were made together with the newest one.
    var isUndoingTogether = false
    /// The number of decisions that it has undone.
    var undone = 0
    /// The id of the joke on the card whose translation is awaited, or nil.
    var awaitedTranslation: String?
    /// The parameters of an edit that waits for the present text of the joke, or nil.
    private var pendingEdit: JSONObject?
    /// A number that changes when the fields of the editor must be filled again.
    var draftNumber = 0
    /// The joke for which the editor was last opened, or nil if for a new one.
    private var draftJoke: Joke?
    /// The open pages. The last one is shown, and none if the card is.
    private(set) var pages: [Page] = []
    var page: Page? { pages.last }
    /// The card that leaves, while it does.
    var leaving: CardText?

    package init(
        isGreased: Bool = false, hasMotion: Bool = true,
        surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        session = CardSession(name: "jokesd-card", isGreased: isGreased, surroundings: surroundings)
        motion = CardMotion(isEnabled: hasMotion)
    }

    package mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        session.expireNotice(at: now)
        var actions: [Action] = []
        if !motion.isMoving { motion.start(at: now) }
        switch input {
        case .command(let command): session.perform(command, at: now)
        case .press(let position, let cardWidth, let time):
            session.press(
                at: position, cardWidth: cardWidth, translation: motion.pose.x, at: now, pressed: time)
        case .move(let position, let time):
            session.move(to: position, at: now, moved: time)
            followHand(at: time)
        case .letGo(let time): session.letGo(at: now, released: time)
        case .cancel: session.perform(.putBack, at: now)
        case .copy: actions = copy(at: now)
        case .open(let page): open(page, at: now)
        case .showJoke(let id):
            wantedJoke = id
            findJoke(at: now)
        case .close:
            session.forgetNotice()
            if !pages.isEmpty { pages.removeLast() }
        case .saved(let input): actions = handle(input, at: now)
        case .feed(let input): actions = handle(input, at: now)
        case .readShareTargets: session.request(.shareTargets, at: now)
        case .share(let name): actions = share(by: name, at: now)
        case .notOpened(let reason):
            session.say(localized("No program opens the link: %s.", reason), isTrouble: true, at: now)
        case .copyPicture:
            // Twice the size in pixels, for screens of high density.
            actions =
                sharedJoke.map {
                    [.copyPicture(SharedJoke($0, translated: isTranslated).svg(zoom: 2))]
                } ?? []
        case .copiedPicture(true): session.say(localized("Copied a picture of the joke."), at: now)
        case .copiedPicture(false):
            session.say(
                localized("The picture cannot be drawn; install librsvg2-common (Debian)."), isTrouble: true,
                at: now)
        case .save(let draft): save(draft, at: now)
        case .source(let name, let isOn):
            guard case .open = session.link else { break }
            sourceChoices[name] = isOn
            session.request(isOn ? .sourcesEnable : .sourcesDisable, ["source": .string(name)], at: now)
        case .connection(let event): session.handle(event, at: now)
        case .moment: session.timePassed(at: now)
        case .animations(let isOn): setAnimations(isOn)
        }
        while let event = session.nextEvent(at: now) { handle(event, at: now) }
        settle()
        return actions + session.takeActions().map { .connection($0) }
    }

    /// Returns the time at which the model must be called next with ``Input/moment``, or nil if it need not be.
    package func nextMoment(after now: Duration) -> Duration? { session.nextMoment(after: now) }

    /// Moves the cards on to the time of a frame.
    package mutating func advance(to now: Duration) {
        motion.advance(to: now)
        if motion.leaving == nil { leaving = nil }
    }

    /// Sets the distance from the middle, in widths of the card, at which a card is out of sight.
    package mutating func setReach(_ reach: Double) { motion.reach = reach }

    private mutating func followHand(at time: Duration) {
        guard case .pointer(let gesture, _) = session.hold else { return }
        motion.hold(at: gesture.translation, velocity: gesture.speed(at: time))
    }

    private mutating func setAnimations(_ isOn: Bool) {
        motion = CardMotion(isEnabled: isOn)
        leaving = nil
    }

    private mutating func copy(at now: Duration) -> [Action] { copy(sharedJoke.map { [$0] } ?? [], at: now) }

    /// The joke of the details, or the one on the card, or nil if there is none.
    private var sharedJoke: Joke? {
        if case .details(let joke?) = page { return joke }
        return session.state?.joke.isError == false ? session.state?.joke : nil
    }

    private mutating func share(by name: String, at now: Duration) -> [Action] {
        guard let joke = sharedJoke, let target = shareTargets.first(where: { $0.name == name }) else {
            return []
        }
        let shared = SharedJoke(joke, translated: isTranslated)
        let address = shared.url.flatMap { WebLink($0)?.url } ?? ""
        guard let link = target.link(text: shared.text, url: address) else {
            session.say(
                localized(
                    "The target “%s” is not a link to a web page or a mail. Correct it in `shareTargets`.",
                    name),
                isTrouble: true, at: now)
            return []
        }
        session.say(localized("Opened %s.", name), at: now)
        return [.open(link)]
    }

    private mutating func copy(_ jokes: [Joke], at now: Duration) -> [Action] {
        let texts = jokes.map { SharedJoke($0, translated: isTranslated).text }
        guard !texts.isEmpty else { return [] }
        session.say(localized("Copied the joke.", "Copied %s jokes.", count: texts.count), at: now)
        return [.copy(texts.joined(separator: "\n\n"))]
    }

    var isTranslated: Bool { session.state?.showTranslation ?? false }
}

// MARK: - Pages

extension DesktopModel {
    mutating func open(_ page: Page, at now: Duration) {
        session.forgetNotice()
        pages = page.isOnTop ? pages + [page] : [page]
        if case .editor(let joke) = page {
            // The editor keeps the user's text. Only another joke, or another text of the joke, replaces it.
            if joke?.id != draftJoke?.id || joke.map({ JokeDraft($0) }) != draftJoke.map({ JokeDraft($0) }) {
                draftNumber += 1
            }
            draftJoke = joke
        }
        session.forgetDrag()
        readPage(at: now)
    }

    /// Reads what the page shows, again after a lost connection.
    mutating func readPage(at now: Duration) {
        switch page {
        case .saved: request(saved.reload(), at: now)
        case .feed: request(feed.open(), at: now)
        case .sources: request(sources.reload(), at: now)
        case .taste: request(taste.reload(), at: now)
        case .details, .editor, nil: break
        }
    }

    private mutating func handle(_ input: SavedInput, at now: Duration) -> [Action] {
        switch input {
        case .search(let query): request(saved.search(query), at: now)
        case .order(let sort, let isReversed): request(saved.order(by: sort, reversed: isReversed), at: now)
        case .reached(let row): request(saved.reached(row: row), at: now)
        case .delete(let ids): request(saved.delete(ids), at: now)
        case .copy(let ids): return copy(saved.jokes.with(ids), at: now)
        case .restore: request(saved.restore(), at: now)
        case .edit(let id):
            if let joke = saved.jokes.with([id]).first { open(.editor(joke), at: now) }
        }
        return []
    }

    private mutating func handle(_ input: FeedInput, at now: Duration) -> [Action] {
        switch input {
        case .source(let name):
            session.forgetNotice()
            request(feed.choose(source: name), at: now)
        case .category(let place):
            let categories = feed.feed.categories
            let category = categories.indices.contains(place - 1) ? categories[place - 1] : nil
            request(feed.choose(category), at: now)
        case .search(let query): request(feed.search(query), at: now)
        case .reached(let row): request(feed.reached(row: row), at: now)
        case .goOn: request(feed.goOn(), at: now)
        case .like(let ids): request(feed.decide(.jokeLike, ids), at: now)
        case .dislike(let ids): request(feed.decide(.jokeDislike, ids), at: now)
        case .undo:
            isUndoingTogether = true
            session.perform(.undo, at: now)
        case .copy(let ids): return copy(feed.jokes.with(ids), at: now)
        }
        return []
    }

    private mutating func save(_ draft: JokeDraft, at now: Duration) {
        guard case .editor(let joke) = page else { return }
        guard !draft.isEmpty else {
            return session.say(localized("There is no joke yet. Write it first."), isTrouble: true, at: now)
        }
        guard let joke else { return session.request(.jokeAdd, draft.parameters(), at: now) }
        var params = draft.parameters(since: JokeDraft(joke))
        guard params != [:] else {
            closeEditor()
            return session.say(localized("The joke is as it was."), at: now)
        }
        params.append("joke", .string(joke.id.rawValue))
        guard params["value"] != nil || params["setup"] != nil else {
            return session.request(.savedEdit, params, at: now)
        }
        // Another client may have written another text meanwhile.
        pendingEdit = params
        session.request(.savedGet, ["joke": .string(joke.id.rawValue)], tag: Self.editTag, at: now)
    }

    /// The tag of the request for the present text of the joke in the editor.
    static let editTag = 1

    /// Sends the edit if the joke has the text that it had when the editor was opened.
    mutating func sendEdit(of present: Joke, at now: Duration) {
        guard case .editor(let joke?) = page, joke.id == present.id, let params = pendingEdit else { return }
        pendingEdit = nil
        guard present.hasText(of: joke) else {
            return session.say(
                localized("Another program has changed the joke. Copy your text and begin again."),
                isTrouble: true, at: now)
        }
        session.request(.savedEdit, params, at: now)
    }

    /// Closes the editor after its joke was saved.
    mutating func closeEditor() {
        guard case .editor = page else { return }
        draftNumber += 1
        pages.removeLast()
    }

    mutating func request(_ requests: [PageRequest], at now: Duration) {
        for request in requests {
            session.request(request.method, request.params, tag: request.tag, at: now)
        }
    }
}

// MARK: - A joke that another program wants to show

extension DesktopModel {
    /// Shows the wanted joke if it is on the card. Otherwise looks for it: first as the joke of the day, then among the
    /// last jokes of the card, then among the saved ones.
    mutating func findJoke(at now: Duration) {
        guard let wantedJoke, let state = session.state else { return }
        guard state.joke.id.rawValue == wantedJoke else { return session.request(.dailyGet, at: now) }
        (pages, self.wantedJoke) = ([], nil)
    }

    /// Shows the details of the wanted joke if it is one of these. Otherwise looks for it with the next method.
    mutating func findJoke(
        among jokes: [Joke], else next: Method, _ params: JSONObject = [:], at now: Duration
    ) {
        guard let wantedJoke else { return }
        guard let joke = jokes.first(where: { $0.id.rawValue == wantedJoke }) else {
            return session.request(next, params, at: now)
        }
        self.wantedJoke = nil
        pages = []
        open(.details(joke), at: now)
    }

    mutating func findSavedJoke(among jokes: [Joke], at now: Duration) {
        findJoke(among: jokes, else: .savedGet, ["joke": .string(wantedJoke ?? "")], at: now)
    }
}

extension DesktopModel.Page {
    /// Whether the user returns from the page to the one that was shown before.
    fileprivate var isOnTop: Bool {
        switch self {
        case .details, .editor: true
        case .saved, .feed, .sources, .taste: false
        }
    }
}

extension [Joke] {
    fileprivate func with(_ ids: [String]) -> [Joke] {
        let wanted = Set(ids)
        return filter { wanted.contains($0.id.rawValue) }
    }
}
