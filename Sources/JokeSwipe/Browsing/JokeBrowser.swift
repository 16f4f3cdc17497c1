// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

/// A list of jokes in the full-screen program: the saved ones, or those of a source. It requests pages shortly before
/// they are visible.
struct JokeBrowser: Sendable {
    enum Content: Sendable { case saved, feed }
    enum Layout: Sendable { case list, grid }

    /// An action for the model to perform.
    enum BrowserAction: Sendable {
        /// Make a request. The tag of a page is the number of the list: its result goes to `add`, an error to `fail`.
        /// That of a deletion or decision is a number for `takePending`.
        case ask(Method, JSONObject = [:], tag: Int = 0)
        case undo
        case say(String)
        case share(String)
        /// Open the editor with this joke, or without one if nil.
        case write(String?)
        case leave, help, quit
    }

    let content: Content
    var size = Size(columns: 80, rows: 24)
    var showsTranslation = false
    private(set) var sort = SavedQuery.Sort.date
    private(set) var isReversed = false
    private(set) var query = ""
    /// Whether keys are typed into the query.
    private(set) var isTyping = false
    private(set) var layout = Layout.list
    /// Whether the complete text of the selected joke is shown.
    private(set) var isReading = false
    private(set) var jokes: [Joke] = []
    private(set) var total: SavedTotal?
    /// The index of the selected joke in `jokes`.
    private(set) var selected = 0
    /// Whether another client deleted the selected joke. If so, no joke is selected until the next arrow key.
    private(set) var isSelectionLost = false
    /// The first visible row, in rows of the layout.
    private(set) var top = 0
    /// The source, the category and the pages of a feed.
    private(set) var feed = PagedFeed()

    private var loading = PageLoading()
    /// The number of the list with the first page of the chosen source, which a reply with its categories must have.
    private var firstListOfSource = 0
    private var cursor: String?
    /// Whether `jokes` is still the previous list, which is shown until `fresh` is complete.
    private var isStale = false
    /// The pages received so far of the list that is being read again. They replace `jokes` once they contain the
    /// selected joke.
    private var fresh: [Joke] = []
    /// The joke that was just restored, which the new list shows if it fits beside the selected one, or nil.
    private var wanted: String?
    /// Whether to read the new list until it contains the selected joke. Otherwise its first joke is selected.
    private var followsSelection = false
    /// The jokes whose deletion or decision has no reply yet, by the number of the request.
    private var pending: [Int: Joke] = [:]
    private var newestNumber = 0
    /// The ids of jokes that this client deleted and can restore, the newest last.
    private var deletions: [String] = []
    /// Whether another client has made a change since the first of `deletions`. An undo could revert that change
    /// instead.
    private var othersHaveChanged = false

    /// The number of jokes per page of saved jokes.
    private var limit = page
    private static let page = 50
    /// The largest page that the daemon returns, used if the selected joke is far down the list.
    private static let largePage = 200
    /// The number of jokes up to which the End key reads further pages, or 0 after another key. It stops there so that
    /// one key does not read a whole library into memory.
    private var endLimit = 0
    private static let mostToEnd = 2_000

    init(_ content: Content) { self.content = content }

    mutating func open(searching: Bool = false) -> [BrowserAction] {
        (isTyping, isReading) = (searching, false)
        if searching { query = "" }
        return reload()
    }

    /// Reads the list of saved jokes again. The selected joke stays selected, even if its position changes. A feed stays
    /// as it was read, unless its source is no longer on.
    mutating func reload() -> [BrowserAction] {
        content == .saved ? restart(following: !jokes.isEmpty) : [.ask(.sourcesList)]
    }

    /// Forgets the pending requests of a lost connection.
    mutating func interrupt() {
        loading.interrupt()
        pending = [:]
    }

    private mutating func restart(following: Bool) -> [BrowserAction] {
        loading.restart()
        (cursor, isStale) = (nil, true)
        (fresh, followsSelection) = ([], following)
        limit = following && selected >= Self.page ? Self.largePage : Self.page
        return nextPage()
    }

    private mutating func nextPage() -> [BrowserAction] {
        guard hasMore else { return [] }
        if content == .feed {
            guard let params = feed.nextPage, loading.begin() else { return [] }
            return [.ask(.feedPage, params, tag: loading.list)]
        }
        guard loading.begin() else { return [] }
        let saved = SavedQuery(text: query, sort: sort, isReversed: isReversed)
        let page = saved.page(after: cursor, limit: limit)
        return [.ask(page.method, page.params, tag: loading.list)]
    }
}

// MARK: - Replies

extension JokeBrowser {
    mutating func add(_ page: SavedPageResponse, to list: Int) -> [BrowserAction] {
        guard loading.end(list) else { return [] }
        let growth = max(0, page.total - (total?.count ?? 0))
        cursor = page.next
        let read = (isStale ? fresh : jokes).count + page.items.count
        return add(page.items.map(\.joke), total: SavedTotal(page, read: read), growth: growth)
    }

    mutating func add(_ page: FeedPageResponse, to list: Int) -> [BrowserAction] {
        guard loading.end(list) else { return [] }
        feed.take(page)
        return add(page.jokes, total: nil, growth: 0)
    }

    private mutating func add(_ page: [Joke], total: SavedTotal?, growth: Int) -> [BrowserAction] {
        guard isStale else {
            self.total = total
            let isGoingToEnd = jokes.count < endLimit
            jokes += page
            guard isGoingToEnd else { return filled() }
            let actions = move(by: jokes.count)
            guard jokes.count >= endLimit, hasMore, let total else { return actions }
            let text = localized(
                "This is joke %1$s of %2$s; press End again to go on.", jokes.count.grouped, total.text)
            return actions + [.say(text)]
        }
        fresh += page
        let place = placeInFresh(newest: page.count)
        // The selected joke is gone if it is not found within the distance that additions of other clients could have
        // moved it.
        guard place != nil || cursor == nil || fresh.count > selected + growth + Self.largePage else {
            return nextPage()
        }
        self.total = total
        takeFresh(selecting: place)
        return filled()
    }

    /// Returns the index of the selected joke among the last `count` jokes of `fresh`, or nil if it is not there.
    /// Returns 0 if the selection is not kept.
    private func placeInFresh(newest count: Int) -> Int? {
        guard followsSelection, jokes.indices.contains(selected) else { return 0 }
        let id = jokes[selected].id
        return fresh.indices.suffix(count).first { fresh[$0].id == id }
    }

    /// The index in `fresh` of the first joke after the selected one that still exists, or nil if there is none.
    private var placeOfNextInFresh: Int? {
        let places = Dictionary(zip(fresh.map(\.id), fresh.indices)) { first, _ in first }
        return jokes.dropFirst(selected + 1).lazy.compactMap { places[$0.id] }.first
    }

    /// Replaces `jokes` by `fresh`, and keeps the selection in the same row of the screen.
    private mutating func takeFresh(selecting place: Int?) {
        let row = selected / columns
        if place == nil {
            (isSelectionLost, isReading) = (!fresh.isEmpty, false)
        } else if !followsSelection {
            isSelectionLost = false
        }
        selected = max(0, min(place ?? placeOfNextInFresh ?? selected, fresh.count - 1))
        top = max(0, top + selected / columns - row)
        if let place = fresh.firstIndex(where: { $0.id.rawValue == wanted }) {
            top = min(top, place / columns)
        }
        (jokes, fresh, isStale, wanted) = (fresh, [], false, nil)
    }

    /// Removes jokes that this client deleted. If the selected joke is among them, the next one is selected.
    mutating func remove(_ ids: [String]) -> [BrowserAction] {
        deletions += ids
        let isRemoved = jokes.map { ids.contains($0.id.rawValue) }
        let before = isRemoved.prefix(selected).count { $0 }
        jokes = zip(jokes, isRemoved).filter { !$1 }.map(\.0)
        selected = max(0, min(selected - before, jokes.count - 1))
        return reload()
    }

    /// Returns the joke of a deletion or decision that has its reply, or nil if the connection was lost meanwhile.
    mutating func takePending(_ number: Int) -> Joke? { pending.removeValue(forKey: number) }

    /// Updates the list after these jokes were restored, or a decision about them was undone.
    mutating func restored(_ ids: [String]) -> [BrowserAction] {
        deletions.removeAll(where: ids.contains)
        if deletions.isEmpty { othersHaveChanged = false }
        feed.forgetDecisions(on: ids)
        wanted = ids.first
        return content == .saved ? reload() : []
    }

    /// Forgets the deletions of this client after they cannot be restored by id any more, because another client
    /// restored them or the trash was emptied.
    mutating func forgetDeletions() -> [BrowserAction] { restored(deletions) }

    /// Notes that another client has made a change that can be undone.
    mutating func noteForeignChange() { othersHaveChanged = !deletions.isEmpty }

    /// Notes what this client decided about a joke of a feed.
    mutating func note(_ decision: CardState.DecisionState, on joke: Joke) { feed.note(decision, on: joke) }

    mutating func fail(_ list: Int, because error: WireError) { loading.fail(list, because: error) }

    /// Requests pages until the visible rows and one more screen are filled.
    mutating func filled() -> [BrowserAction] {
        keepVisible()
        let seen = (top + 2 * visibleRows) * columns
        guard failure == nil, !feed.isPaused else { return [] }
        return isStale || jokes.count < seen ? nextPage() : []
    }
}

// MARK: - The source of a feed

extension JokeBrowser {
    /// Takes the sources. If another one is chosen now, reads its feed.
    mutating func take(_ sources: SourcesResponse) -> [BrowserAction] {
        // The categories may be others since they were read.
        feed.take(sources) ? readSource() : askCategories() + filled()
    }

    /// Takes the categories of the source, if it is still the chosen one.
    mutating func take(_ categories: CategoriesResponse, for list: Int) {
        if list == firstListOfSource { feed.take(categories) }
    }

    /// Reads the feed of a source that was chosen.
    private mutating func readSource() -> [BrowserAction] {
        query = ""
        let actions = reordered()
        firstListOfSource = loading.list
        return actions + askCategories()
    }

    private func askCategories() -> [BrowserAction] {
        feed.categoriesRequest.map { [.ask(.sourcesCategories, $0, tag: firstListOfSource)] } ?? []
    }

    private mutating func changeCategory(by distance: Int) -> [BrowserAction] {
        feed.changeCategory(by: distance) ? reordered() + askCategories() : []
    }

    private mutating func decide(_ method: Method) -> [BrowserAction] {
        guard let joke = selectedJoke, !pending.values.contains(where: { $0.id == joke.id }) else {
            return []
        }
        return [.ask(method, ["joke": .string(joke.id.rawValue)], tag: number(joke))]
    }

    /// Returns the number of a new request about the joke.
    private mutating func number(_ joke: Joke) -> Int {
        newestNumber += 1
        pending[newestNumber] = joke
        return newestNumber
    }
}

// MARK: - Keys and the mouse

extension JokeBrowser {
    mutating func press(_ key: Key) -> [BrowserAction] {
        endLimit = 0
        if isTyping { return type(key) }
        if isReading, key == .escape || key == .enter {
            isReading = false
            return []
        }
        switch key {
        case .up: return move(by: -columns)
        case .down: return move(by: columns)
        case .left: return move(by: -1)
        case .right: return move(by: 1)
        case .pageUp: return move(by: -columns * visibleRows)
        case .pageDown: return move(by: columns * visibleRows)
        case .home: return move(by: -jokes.count)
        case .end:
            (endLimit, limit) = (jokes.count + Self.mostToEnd, Self.largePage)
            return move(by: jokes.count)
        case .enter: isReading = selectedJoke != nil
        case .delete where content == .saved: return delete()
        case .escape: return query.isEmpty ? [.leave] : search("")
        case .character(let letter): return press(letter)
        default: break
        }
        return []
    }

    private mutating func press(_ letter: Character) -> [BrowserAction] {
        switch letter {
        case "u": return deletions.last.flatMap { othersHaveChanged ? [restoring($0)] : nil } ?? [.undo]
        case "t": return [.ask(.translationShow, ["show": "toggle"])]
        case "g":
            layout = layout == .list ? .grid : .list
            top = 0
            return filled()
        case "/": (isTyping, isReading) = (true, false)
        case "?": return [.help]
        case "q": return [.quit]
        default: return content == .saved ? pressInSaved(letter) : pressInFeed(letter)
        }
        return []
    }

    private mutating func pressInSaved(_ letter: Character) -> [BrowserAction] {
        switch letter {
        case "d": return delete()
        case "c": return selectedJoke.map { [.share($0.id.rawValue)] } ?? []
        case "a": return [.write(nil)]
        case "e": return selectedJoke.map { [.write($0.id.rawValue)] } ?? []
        case "o":
            let sorts = SavedQuery.Sort.allCases
            sort = sorts[((sorts.firstIndex(of: sort) ?? 0) + 1) % sorts.count]
            return reordered()
        case "r":
            isReversed.toggle()
            return reordered()
        case "s": return [.leave]
        default: return []
        }
    }

    private mutating func pressInFeed(_ letter: Character) -> [BrowserAction] {
        switch letter {
        case "+": return decide(.jokeLike)
        case "-": return decide(.jokeDislike)
        case "o": return feed.changeSource(by: 1) ? readSource() : []
        case "O": return feed.changeSource(by: -1) ? readSource() : []
        case "k": return changeCategory(by: 1)
        case "K": return changeCategory(by: -1)
        case "f": return [.leave]
        default: return []
        }
    }

    mutating func paste(_ text: String) -> [BrowserAction] { isTyping ? edit(query + text) : [] }

    mutating func mouse(_ mouse: MouseReport) -> [BrowserAction] {
        endLimit = 0
        switch mouse.kind {
        case .wheelUp: return move(by: -columns)
        case .wheelDown: return move(by: columns)
        case .press:
            guard let place = BrowserRenderer.place(at: mouse, in: self), jokes.indices.contains(place) else {
                return []
            }
            isReading = place == selected && !isReading && !isSelectionLost
            isSelectionLost = false
            return move(by: place - selected)
        case .drag, .release: return []
        }
    }

    private mutating func type(_ key: Key) -> [BrowserAction] {
        switch key {
        case .character(let character): return edit(query + String(character))
        case .backspace: return edit(String(query.dropLast()))
        case .control("u"): return edit("")
        case .escape:
            isTyping = false
            return query.isEmpty && feed.query.isEmpty ? [] : search("")
        case .enter:
            isTyping = false
            return content == .saved || query == feed.query ? [] : search(query)
        case .up: return move(by: -columns)
        case .down: return move(by: columns)
        default: break
        }
        return []
    }

    /// Changes the query while it is typed. Saved jokes are searched at once. A page of a feed may cost a request to a
    /// service, so it waits for Enter.
    private mutating func edit(_ query: String) -> [BrowserAction] {
        guard content == .feed else { return search(query) }
        self.query = query
        return []
    }

    private mutating func search(_ query: String) -> [BrowserAction] {
        self.query = query
        feed.restart(query: query)
        return reordered()
    }

    private mutating func reordered() -> [BrowserAction] {
        (selected, top, isSelectionLost) = (0, 0, false)
        if content == .feed { (jokes, isReading) = ([], false) }
        return restart(following: false)
    }

    private mutating func delete() -> [BrowserAction] {
        isReading = false
        guard let joke = selectedJoke, !pending.values.contains(where: { $0.id == joke.id }) else {
            return []
        }
        return [.ask(.savedDelete, ["jokes": [.string(joke.id.rawValue)]], tag: number(joke))]
    }

    /// Restores a deleted joke by its id, because an undo could revert a later change of another client.
    private func restoring(_ id: String) -> BrowserAction { .ask(.savedRestore, ["jokes": [.string(id)]]) }

    private mutating func move(by distance: Int) -> [BrowserAction] {
        // The next joke took the place of the deleted one, so that the down key selects it.
        let first = isSelectionLost && distance > 0 ? selected - 1 : selected
        isSelectionLost = false
        selected = max(0, min(first + distance, jokes.count - 1))
        loading.forgetFailure()
        feed.resume()
        return filled()
    }
}

// MARK: - Layout

extension JokeBrowser {
    var selectedJoke: Joke? { !isSelectionLost && jokes.indices.contains(selected) ? jokes[selected] : nil }
    var isLoading: Bool { loading.isActive }
    /// Whether the list was not read.
    var isUnread: Bool { isStale && jokes.isEmpty }
    /// Why the last request for a page failed, or nil.
    var failure: WireError? { loading.failure }
    var hasMore: Bool { isStale || (content == .feed ? feed.hasMore : cursor != nil) }

    /// The number of jokes per row.
    var columns: Int { layout == .list ? 1 : max(size.columns / BrowserRenderer.gridCell.columns, 1) }

    /// The number of rows of the layout that fit the screen.
    var visibleRows: Int {
        let lines = max(size.rows - BrowserRenderer.above - BrowserRenderer.below, 1)
        return layout == .list ? lines : max(lines / BrowserRenderer.gridCell.rows, 1)
    }

    private mutating func keepVisible() {
        let row = selected / columns
        // Below the last joke there is one more cell, for the loading indicator, an error or the end.
        let last = selected == jokes.count - 1 && (hasMore || feed.isFull) ? (selected + 1) / columns : row
        top = max(min(top, row), last - visibleRows + 1, 0)
    }
}
