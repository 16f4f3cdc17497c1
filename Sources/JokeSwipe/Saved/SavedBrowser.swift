// SPDX-License-Identifier: MIT
import JokeWire

/// The saved jokes as somebody leafs through them: pages are asked for as they come near, what is typed is looked for at once.
struct SavedBrowser: Sendable {
    enum Sort: String, Sendable, CaseIterable { case text, date, source, category }
    enum Layout: Sendable { case list, grid }

    /// What it needs of whoever talks with the daemon.
    enum BrowserAction: Sendable {
        /// The answer goes to `add`, with the number of the list, or to `fail`.
        case page(list: Int, Method, JSONObject)
        /// The answer is that of `takeDeletion` with this number; what was deleted goes to `remove`.
        case delete(number: Int, String)
        /// Take a deletion back by its joke's id; a decision of another client may have come since.
        case restore(String)
        case undo, toggleTranslation
        case share(String)
        case leave, quit
    }

    var size = Size(columns: 80, rows: 24)
    var showsTranslation = false
    private(set) var sort = Sort.text
    private(set) var isReversed = false
    private(set) var query = ""
    /// Whether keys go into the query.
    private(set) var isTyping = false
    private(set) var layout = Layout.list
    /// Whether the selected joke is shown whole.
    private(set) var isReading = false
    private(set) var jokes: [Joke] = []
    private(set) var total: Int?
    private(set) var isLoading = false
    /// Whether the last page that was asked for did not come.
    private(set) var hasFailed = false
    /// The place of the selected joke among `jokes`.
    private(set) var selected = 0
    /// Whether another client deleted the selected joke. Then none is selected until an arrow is pressed.
    private(set) var isSelectionLost = false
    /// The first row of the screen, in rows of the layout.
    private(set) var top = 0

    /// Answers to questions of an older list are dropped.
    private var list = 0
    private var cursor: String?
    /// Whether the jokes are those of the list before, shown until `fresh` is complete.
    private var isStale = false
    /// The pages so far of the list that is read anew. They take the place of `jokes` when the selected one is among them.
    private var fresh: [Joke] = []
    /// Whether the list is read anew until it has the selected joke; otherwise its first one is selected.
    private var followsSelection = false
    /// Jokes whose deletion was asked for and not answered yet, by the number of the request.
    private var deleting: [Int: Joke] = [:]
    private var newestDeletion = 0
    /// Deletions of this client that can be taken back, the newest last.
    private var deletions: [String] = []
    /// Whether another client has changed something since the first of `deletions`: undo may mean that.
    private var othersHaveChanged = false

    /// How many jokes each page of this list has.
    private var limit = page
    private static let page = 50
    /// As large as the daemon makes them: for a selection that is far down.
    private static let largePage = 200

    mutating func open(searching: Bool) -> [BrowserAction] {
        (isTyping, isReading) = (searching, false)
        if searching { query = "" }
        return reload()
    }

    /// Reads the list anew. The selected joke stays selected, wherever it is by then.
    mutating func reload() -> [BrowserAction] { restart(following: !jokes.isEmpty) }

    /// The connection is gone, and with it whatever was under way.
    mutating func interrupt() {
        isLoading = false
        deleting = [:]
    }

    private mutating func restart(following: Bool) -> [BrowserAction] {
        list += 1
        (cursor, isStale, isLoading, hasFailed) = (nil, true, false, false)
        (fresh, followsSelection) = ([], following)
        limit = following && selected >= Self.page ? Self.largePage : Self.page
        return nextPage()
    }

    private mutating func nextPage() -> [BrowserAction] {
        guard !isLoading, isStale || cursor != nil else { return [] }
        (isLoading, hasFailed) = (true, false)
        var params: JSONObject = ["limit": .integer(limit), "sort": .string(sort.rawValue)]
        // Dates descend by themselves.
        if isReversed { params.append("order", sort == .date ? "ascending" : "descending") }
        if let cursor { params.append("cursor", .string(cursor)) }
        guard !query.isEmpty else { return [.page(list: list, .savedList, params)] }
        params.append("query", .string(Self.beginnings(query)))
        return [.page(list: list, .savedSearch, params)]
    }

    /// The last word is still being typed: what begins so is meant.
    static func beginnings(_ query: String) -> String {
        guard let last = query.last, last.isLetter || last.isNumber else { return query }
        return query + "*"
    }
}

// MARK: - What the daemon answers

extension SavedBrowser {
    mutating func add(_ page: SavedPageResponse, to list: Int) -> [BrowserAction] {
        guard list == self.list else { return [] }
        let growth = max(0, page.total - (total ?? 0))
        (cursor, isLoading) = (page.next, false)
        guard isStale else {
            total = page.total
            jokes += page.items.map(\.joke)
            return filled()
        }
        fresh += page.items.map(\.joke)
        let place = placeInFresh(newest: page.items.count)
        // Beyond the place where others' jokes can have moved it, it is gone.
        guard place != nil || cursor == nil || fresh.count > selected + growth + Self.largePage else {
            return nextPage()
        }
        total = page.total
        takeFresh(selecting: place)
        return filled()
    }

    /// Where the selection is among the pages that have come; nil if it is not there yet.
    private func placeInFresh(newest count: Int) -> Int? {
        guard followsSelection, jokes.indices.contains(selected) else { return 0 }
        let id = jokes[selected].id
        return fresh.indices.suffix(count).first { fresh[$0].id == id }
    }

    /// Where the first of the jokes after the selected one is that are still there.
    private var placeOfNextInFresh: Int? {
        let places = Dictionary(zip(fresh.map(\.id), fresh.indices)) { first, _ in first }
        return jokes.dropFirst(selected + 1).lazy.compactMap { places[$0.id] }.first
    }

    /// Shows the list that was read anew, and the selection where it was on the screen.
    private mutating func takeFresh(selecting place: Int?) {
        let row = selected / columns
        if place == nil {
            (isSelectionLost, isReading) = (!fresh.isEmpty, false)
        } else if !followsSelection {
            isSelectionLost = false
        }
        selected = max(0, min(place ?? placeOfNextInFresh ?? selected, fresh.count - 1))
        top = max(0, top + selected / columns - row)
        (jokes, fresh, isStale) = (fresh, [], false)
    }

    /// These were deleted, as this client asked. The one after the selected joke is selected if that was deleted.
    mutating func remove(_ ids: [String]) -> [BrowserAction] {
        deletions += ids
        let isRemoved = jokes.map { ids.contains($0.id.rawValue) }
        let before = isRemoved.prefix(selected).count { $0 }
        jokes = zip(jokes, isRemoved).filter { !$1 }.map(\.0)
        selected = max(0, min(selected - before, jokes.count - 1))
        return reload()
    }

    /// Returns the joke whose deletion is answered, unless the connection was lost meanwhile.
    mutating func takeDeletion(_ number: Int) -> Joke? { deleting.removeValue(forKey: number) }

    /// These are saved again.
    mutating func restored(_ ids: [String]) -> [BrowserAction] {
        deletions.removeAll(where: ids.contains)
        if deletions.isEmpty { othersHaveChanged = false }
        return reload()
    }

    /// What was deleted here cannot be taken back by its id any more: another client did so, or the trash was emptied.
    mutating func forgetDeletions() -> [BrowserAction] { restored(deletions) }

    /// Another client has changed something that could be taken back.
    mutating func noteForeignChange() { othersHaveChanged = !deletions.isEmpty }

    mutating func fail(_ list: Int) {
        guard list == self.list else { return }
        (isLoading, hasFailed) = (false, true)
    }

    /// As far as is seen, and a screen beyond.
    mutating func filled() -> [BrowserAction] {
        keepVisible()
        let seen = (top + 2 * visibleRows) * columns
        return !hasFailed && (isStale || jokes.count < seen) ? nextPage() : []
    }
}

// MARK: - Keys and the mouse

extension SavedBrowser {
    mutating func press(_ key: Key) -> [BrowserAction] {
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
        case .end: return move(by: jokes.count)
        case .enter: isReading = selectedJoke != nil
        case .delete: return delete()
        case .escape: return query.isEmpty ? [.leave] : search("")
        case .character(let letter): return press(letter)
        default: break
        }
        return []
    }

    private mutating func press(_ letter: Character) -> [BrowserAction] {
        switch letter {
        case "d": return delete()
        case "u": return deletions.last.flatMap { othersHaveChanged ? [.restore($0)] : nil } ?? [.undo]
        case "t": return [.toggleTranslation]
        case "c": return selectedJoke.map { [.share($0.id.rawValue)] } ?? []
        case "g":
            layout = layout == .list ? .grid : .list
            top = 0
            return filled()
        case "o":
            let sorts = Sort.allCases
            sort = sorts[((sorts.firstIndex(of: sort) ?? 0) + 1) % sorts.count]
            return reordered()
        case "r":
            isReversed.toggle()
            return reordered()
        case "/": (isTyping, isReading) = (true, false)
        case "s": return [.leave]
        case "q": return [.quit]
        default: break
        }
        return []
    }

    mutating func paste(_ text: String) -> [BrowserAction] { isTyping ? search(query + text) : [] }

    mutating func mouse(_ mouse: MouseReport) -> [BrowserAction] {
        switch mouse.kind {
        case .wheelUp: return move(by: -columns)
        case .wheelDown: return move(by: columns)
        case .press:
            guard let place = SavedRenderer.place(at: mouse, in: self), jokes.indices.contains(place) else {
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
        case .character(let character): return search(query + String(character))
        case .backspace: return search(String(query.dropLast()))
        case .control("u"): return search("")
        case .escape:
            isTyping = false
            return query.isEmpty ? [] : search("")
        case .enter: isTyping = false
        case .up: return move(by: -columns)
        case .down: return move(by: columns)
        default: break
        }
        return []
    }

    private mutating func search(_ query: String) -> [BrowserAction] {
        self.query = query
        return reordered()
    }

    private mutating func reordered() -> [BrowserAction] {
        (selected, top, isSelectionLost) = (0, 0, false)
        return restart(following: false)
    }

    private mutating func delete() -> [BrowserAction] {
        isReading = false
        guard let joke = selectedJoke, !deleting.values.contains(where: { $0.id == joke.id }) else {
            return []
        }
        newestDeletion += 1
        deleting[newestDeletion] = joke
        return [.delete(number: newestDeletion, joke.id.rawValue)]
    }

    private mutating func move(by distance: Int) -> [BrowserAction] {
        // In the place of a joke that is gone stands the one after it.
        let first = isSelectionLost && distance > 0 ? selected - 1 : selected
        isSelectionLost = false
        selected = max(0, min(first + distance, jokes.count - 1))
        hasFailed = false
        return filled()
    }
}

// MARK: - What is seen

extension SavedBrowser {
    var selectedJoke: Joke? { !isSelectionLost && jokes.indices.contains(selected) ? jokes[selected] : nil }
    var hasMore: Bool { isStale || cursor != nil }

    /// Jokes beside each other.
    var columns: Int { layout == .list ? 1 : max(size.columns / SavedRenderer.gridCell.columns, 1) }

    /// Rows of the layout that fit.
    var visibleRows: Int {
        let lines = max(size.rows - SavedRenderer.above - SavedRenderer.below, 1)
        return layout == .list ? lines : max(lines / SavedRenderer.gridCell.rows, 1)
    }

    private mutating func keepVisible() {
        let row = selected / columns
        // Behind the last one stands what becomes of the next.
        let last = selected == jokes.count - 1 && hasMore ? (selected + 1) / columns : row
        top = max(min(top, row), last - visibleRows + 1, 0)
    }
}
