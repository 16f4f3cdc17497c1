// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

/// Draws a list of jokes, as rows or as a grid of small cards.
struct BrowserRenderer {
    let browser: JokeBrowser
    let display: DisplayOptions
    /// The current frame of the spinner, which is shown while a page is loading.
    let spinner: String

    /// The rows above the list for the title and the query, and below it for a message or credits (two rows) and the
    /// keys.
    static let (above, below) = (2, 3)
    /// The smallest size of a card with its margins. The cards of a row share the whole width.
    static let gridCell = Size(columns: 30, rows: 7)

    /// Returns the screen column at which a column of the grid begins. The column after the last one begins at the
    /// screen's end.
    private static func edge(of column: Int, in browser: JokeBrowser) -> Int {
        column * browser.size.columns / browser.columns
    }

    func draw(on canvas: inout Canvas) {
        drawTitle(on: &canvas)
        if browser.isReading, let joke = browser.selectedJoke { return drawWhole(joke, on: &canvas) }
        let first = browser.top * browser.columns
        let count = browser.visibleRows * browser.columns
        for place in first..<(first + count) {
            let cell = place - first
            if browser.jokes.indices.contains(place) {
                draw(browser.jokes[place], place, cell, on: &canvas)
            } else if place == browser.jokes.count {
                drawEnd(cell, on: &canvas)
            }
        }
    }

    /// Returns the index of the joke at the mouse, or nil if there is none. It may be beyond the last joke.
    static func place(at mouse: MouseReport, in browser: JokeBrowser) -> Int? {
        let row = mouse.row - above
        guard row >= 0, !browser.isReading else { return nil }
        let first = browser.top * browser.columns
        switch browser.layout {
        case .list: return row < browser.visibleRows ? first + row : nil
        case .grid:
            let line = row / gridCell.rows
            let column = (0..<browser.columns).first { mouse.column < edge(of: $0 + 1, in: browser) }
            guard line < browser.visibleRows, let column else { return nil }
            return first + line * browser.columns + column
        }
    }

    private func drawTitle(on canvas: inout Canvas) {
        canvas.put(
            " " + title.joined(separator: display.symbols.separator), row: 0, column: 0, Style(isBold: true))
        guard browser.isTyping || !browser.query.isEmpty else { return }
        let caret = browser.isTyping ? (display.isUnicode ? "▏" : "_") : ""
        canvas.put(" / \(browser.query)\(caret)", row: 1, column: 0, Style(.link), limit: canvas.size.columns)
    }

    private var title: [String] {
        let feed = browser.feed
        if browser.content == .saved {
            return [localized("Saved jokes")] + (browser.total.map { [$0.text] } ?? [])
                + [browser.isReversed ? localized("%s, reversed", order) : order]
        }
        guard let source = feed.source else { return [localized("Feeds")] }
        let category = feed.category.map { $0.name + ($0.count.map { " (\($0))" } ?? "") }
        let all = feed.categories.isEmpty ? nil : localized("all categories")
        return [localized("Jokes of %s", source)] + ((category ?? all).map { [$0] } ?? [])
    }

    private var order: String {
        switch browser.sort {
        case .text: localized("by text")
        case .date: localized("by date")
        case .source: localized("by source")
        case .category: localized("by category")
        }
    }

    /// Returns the shown text of a joke on one line, after the mark of a decision about it.
    private func text(of joke: Joke) -> String {
        let text = TerminalText.oneLine(joke.text(translated: browser.showsTranslation))
        return switch browser.feed.decision(on: joke) {
        case .undecided: text
        case .liked: "\(display.symbols.liked) \(text)"
        case .disliked: "\(display.symbols.disliked) \(text)"
        }
    }

    /// The word at the end of a row: the source of a saved joke, the first category of a joke of a feed.
    private func origin(of joke: Joke) -> String {
        browser.content == .saved ? joke.source : joke.categories.first ?? ""
    }

    /// Returns the reference of a translation to its credit, such as ` [1]`.
    private func mark(of joke: Joke) -> String {
        var credits = credits
        return credits.reference(for: joke, translated: browser.showsTranslation)
    }

    /// The credits of the translations that are on the screen.
    var credits: CreditList {
        var credits = CreditList()
        guard browser.showsTranslation else { return credits }
        let first = min(browser.top * browser.columns, browser.jokes.count)
        for joke in browser.jokes[first...].prefix(browser.visibleRows * browser.columns) {
            _ = credits.reference(for: joke, translated: true)
        }
        return credits
    }

    private func draw(_ joke: Joke, _ place: Int, _ cell: Int, on canvas: inout Canvas) {
        let isSelected = place == browser.selected && !browser.isSelectionLost
        switch browser.layout {
        case .list:
            let style = Style(on: isSelected ? .selection : .screen, isBold: isSelected)
            let row = Self.above + cell
            canvas.fill(row: row, columns: 0..<canvas.size.columns, style)
            canvas.put(isSelected ? pointer : " ", row: row, column: 1, style)
            let source = browser.size.columns >= 60 ? TerminalText.oneLine(origin(of: joke)) : ""
            let width = canvas.size.columns - 5 - (source.isEmpty ? 0 : 14)
            let mark = mark(of: joke)
            canvas.put(cut(text(of: joke), to: width - mark.count) + mark, row: row, column: 3, style)
            let faint = Style(.faint, on: style.background)
            canvas.put(source, row: row, column: canvas.size.columns - 14, faint, limit: 13)
        case .grid:
            let row = Self.above + cell / browser.columns * Self.gridCell.rows
            let column = cell % browser.columns
            let columns = Self.edge(of: column, in: browser)..<Self.edge(of: column + 1, in: browser)
            drawSmallCard(joke, isSelected: isSelected, row: row, columns: columns, on: &canvas)
        }
    }

    private func drawSmallCard(
        _ joke: Joke, isSelected: Bool, row: Int, columns: Range<Int>, on canvas: inout Canvas
    ) {
        let columns = (columns.lowerBound + 1)..<max(columns.upperBound - 1, columns.lowerBound + 2)
        let height = Self.gridCell.rows - 1
        let style = Style(on: isSelected ? .selection : .card(.gray))
        for line in 0..<height { canvas.fill(row: row + line, columns: columns, style) }
        let width = columns.count - 4
        let lines = WordWrap.lines(of: text(of: joke), width: max(width, 4))
        for (line, text) in lines.prefix(height - 2).enumerated() {
            let isCut = line == height - 3 && lines.count > height - 2
            let shown = isCut ? cut(text + " " + display.symbols.ellipsis, to: width) : text
            canvas.put(shown, row: row + line + 1, column: columns.lowerBound + 2, style, limit: width)
        }
        let faint = Style(.faint, on: style.background)
        canvas.put(
            TerminalText.oneLine(origin(of: joke)) + mark(of: joke), row: row + height - 1,
            column: columns.lowerBound + 2, faint,
            limit: width)
        if isSelected { canvas.put(pointer, row: row + 1, column: columns.lowerBound, style) }
    }

    /// Draws the cell after the last joke: the loading indicator, an error, or the reason why the list is empty.
    private func drawEnd(_ cell: Int, on canvas: inout Canvas) {
        let isGrid = browser.layout == .grid
        let row = Self.above + (isGrid ? cell / browser.columns * Self.gridCell.rows + 1 : cell)
        let column = (isGrid ? Self.edge(of: cell % browser.columns, in: browser) : 0) + 3
        if browser.isLoading {
            canvas.put("\(spinner) \(localized("loading"))", row: row, column: column, Style(.faint))
        } else if let failure = browser.failure {
            let text =
                failure.retry
                ? localized("loading failed; press an arrow key to try again") : localized("loading failed")
            canvas.put(text, row: row, column: column, Style(.trouble))
        } else if let text = ending {
            canvas.put(text, row: row, column: column, Style(.faint))
        }
    }

    /// The text after the last joke, or nil for none: why there are no more jokes, or how to get them.
    private var ending: String? {
        let feed = browser.feed
        if browser.content == .feed {
            if feed.sources == nil { return nil }
            if feed.source == nil {
                return localized("No source that is on has pages; `jokectl sources` lists them.")
            }
            if feed.isFull { return localized("These are %s jokes; search for others.", "\(PagedFeed.most)") }
            if feed.isPaused, feed.hasMore {
                return localized("No joke on the last pages; press an arrow key for more.")
            }
        }
        guard browser.jokes.isEmpty else { return nil }
        if browser.isUnread { return localized("jokesd does not reply.") }
        return !browser.query.isEmpty
            ? localized("No joke matches.")
            : browser.content == .saved ? localized("No joke is saved yet.") : localized("There is no joke.")
    }

    private func drawWhole(_ joke: Joke, on canvas: inout Canvas) {
        let state = CardState {
            ($0.fetching, $0.joke, $0.backgroundColor) = (false, joke, .gray)
            $0.decisionState = browser.feed.decision(on: joke)
            ($0.showTranslation, $0.cardTranslation, $0.error) = (browser.showsTranslation, 0, nil)
            ($0.online, $0.queue, $0.saved) = (true, .init(count: 0, capacity: 0), .init(count: 0))
        }
        CardRenderer(state: state, pose: .resting, scroll: 0, display: display).draw(on: &canvas)
    }

    private var pointer: String { display.isUnicode ? "▸" : ">" }

    private func cut(_ text: String, to width: Int) -> String {
        DisplayWidth.truncated(text, to: width, ellipsis: display.symbols.ellipsis)
    }
}

extension DisplayOptions {
    /// Returns the beginning of a joke's text, which names the joke in messages.
    func name(of joke: Joke, translated: Bool, width: Int) -> String {
        DisplayWidth.truncated(
            TerminalText.oneLine(joke.text(translated: translated)), to: width, ellipsis: symbols.ellipsis)
    }
}
