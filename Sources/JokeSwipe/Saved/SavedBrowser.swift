// SPDX-License-Identifier: MIT
import JokeWire

/// The saved jokes as somebody leafs through them: pages are asked for as they come near, what is typed is looked for at once.
struct SavedBrowser: Sendable {
    enum Sort: String, Sendable, CaseIterable { case text, date, source, category }
    enum Layout: Sendable { case list, grid }

    /// What it needs of whoever talks with the daemon.
    enum Want: Sendable {
        /// The answer goes to `add`, with the number of the list, or to `fail`.
        case page(list: Int, Method, JSONObject)
        case delete(String)
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
    private(set) var selected = 0
    /// The first row of the screen, in rows of the layout.
    private(set) var top = 0

    /// Answers to questions of an older list are dropped.
    private var list = 0
    private var cursor: String?
    /// The joke that stays selected while the list is read anew.
    private var kept: String?
    /// Whether the jokes are those of the list before, shown until its first page is there.
    private var isStale = false

    private static let page = 50

    mutating func open(searching: Bool) -> [Want] {
        (isTyping, isReading) = (searching, false)
        if searching { query = "" }
        return reload()
    }

    /// Reads it anew; what was selected stays so.
    mutating func reload() -> [Want] {
        kept = selectedJoke?.id.rawValue
        return restart()
    }

    /// The connection is gone, and with it whatever was under way.
    mutating func interrupt() { isLoading = false }

    private mutating func restart() -> [Want] {
        list += 1
        (cursor, isStale, isLoading, hasFailed) = (nil, true, false, false)
        return nextPage()
    }

    private mutating func nextPage() -> [Want] {
        guard !isLoading, isStale || cursor != nil else { return [] }
        (isLoading, hasFailed) = (true, false)
        var params: JSONObject = ["limit": .integer(Self.page), "sort": .string(sort.rawValue)]
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
    mutating func add(_ result: JSON, to list: Int) throws(WireMismatch) -> [Want] {
        guard list == self.list else { return [] }
        let shape = try Shape(result, at: "result")
        let items = try shape.array("items") { (item, path) throws(WireMismatch) in
            try Shape(item, at: path).value("joke", Joke.init(json:at:))
        }
        if isStale {
            jokes = items
            selected =
                kept.flatMap { id in items.firstIndex { $0.id.rawValue == id } }
                ?? min(selected, max(items.count - 1, 0))
            (isStale, kept) = (false, nil)
        } else {
            jokes += items
        }
        (cursor, total, isLoading) = (try shape.optionalString("next"), try shape.integer("total"), false)
        return filled()
    }

    mutating func fail(_ list: Int) {
        guard list == self.list else { return }
        (isLoading, hasFailed) = (false, true)
    }

    /// As far as is seen, and a screen beyond.
    mutating func filled() -> [Want] {
        keepVisible()
        let seen = (top + 2 * visibleRows) * columns
        return !hasFailed && jokes.count < seen ? nextPage() : []
    }
}

// MARK: - Keys and the mouse

extension SavedBrowser {
    mutating func press(_ key: Key) -> [Want] {
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

    private mutating func press(_ letter: Character) -> [Want] {
        switch letter {
        case "d": return delete()
        case "u": return [.undo]
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

    mutating func paste(_ text: String) -> [Want] { isTyping ? search(query + text) : [] }

    mutating func mouse(_ mouse: MouseReport) -> [Want] {
        switch mouse.kind {
        case .wheelUp: return move(by: -columns)
        case .wheelDown: return move(by: columns)
        case .press:
            guard let place = SavedPicture.place(at: mouse, in: self), jokes.indices.contains(place) else {
                return []
            }
            isReading = place == selected && !isReading
            return move(by: place - selected)
        case .drag, .release: return []
        }
    }

    private mutating func type(_ key: Key) -> [Want] {
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

    private mutating func search(_ query: String) -> [Want] {
        self.query = query
        return reordered()
    }

    private mutating func reordered() -> [Want] {
        (selected, top, kept) = (0, 0, nil)
        return restart()
    }

    private mutating func delete() -> [Want] {
        isReading = false
        return selectedJoke.map { [.delete($0.id.rawValue)] } ?? []
    }

    private mutating func move(by distance: Int) -> [Want] {
        selected = max(0, min(selected + distance, jokes.count - 1))
        hasFailed = false
        return filled()
    }
}

// MARK: - What is seen

extension SavedBrowser {
    var selectedJoke: Joke? { jokes.indices.contains(selected) ? jokes[selected] : nil }
    var hasMore: Bool { isStale || cursor != nil }

    /// Jokes beside each other.
    var columns: Int { layout == .list ? 1 : max(size.columns / SavedPicture.gridCell.columns, 1) }

    /// Rows of the layout that fit.
    var visibleRows: Int {
        let lines = max(size.rows - SavedPicture.above - SavedPicture.below, 1)
        return layout == .list ? lines : max(lines / SavedPicture.gridCell.rows, 1)
    }

    private mutating func keepVisible() {
        let row = selected / columns
        // Behind the last one stands what becomes of the next.
        let last = selected == jokes.count - 1 && hasMore ? (selected + 1) / columns : row
        top = max(min(top, row), last - visibleRows + 1, 0)
    }
}
