// SPDX-License-Identifier: MIT
import JokeClient

// The page that lists the keys. It scrolls if the screen is too small for it.
extension SwipeModel {
    mutating func openHelp() -> [Action] {
        (helpTopic, page, helpScroll) = (page, .help, 0)
        return []
    }

    mutating func pressInHelp(_ key: Key) -> [Action] {
        switch key {
        case .up: scrollHelp(by: -1)
        case .down: scrollHelp(by: 1)
        case .pageUp: scrollHelp(by: -helpRows)
        case .pageDown: scrollHelp(by: helpRows)
        default:
            page = helpTopic
            return key == .character("q") ? [.quit] : []
        }
        return []
    }

    mutating func scrollHelp(by lines: Int) { helpScroll = max(0, min(helpScroll + lines, mostHelpScroll)) }

    var mostHelpScroll: Int { max(helpLines.count - helpRows, 0) }

    /// The rows between the title and the footer.
    private var helpRows: Int { max(size.rows - 4, 1) }

    func drawHelp(on canvas: inout Canvas) {
        canvas.put(localized(" jokesd: keys"), row: 0, column: 0, Style(isBold: true))
        for (row, line) in helpLines.dropFirst(helpScroll).prefix(helpRows).enumerated() {
            canvas.put(line.key, row: row + 2, column: 1, Style(.link))
            canvas.put(line.meaning, row: row + 2, column: helpMargin)
        }
    }

    /// The column of the meanings.
    private var helpMargin: Int { helpKeys.map { DisplayWidth.of($0.key) + 3 }.max() ?? 0 }

    /// The keys and their meanings, wrapped to the screen's width.
    private var helpLines: [(key: String, meaning: String)] {
        helpKeys.flatMap { key, meaning in
            WordWrap.lines(of: meaning, width: size.columns - helpMargin - 1).enumerated().map { line, text in
                (line == 0 ? key : "", text)
            }
        }
    }

    private var helpKeys: [(key: String, meaning: String)] {
        switch helpTopic {
        case .saved: keysOfSaved + keysOfLists
        case .feed: keysOfFeed + keysOfLists
        case .card, .help: keysOfCard
        }
    }

    private var keysOfSaved: [(key: String, meaning: String)] {
        [
            (localized("Enter"), localized("show the whole joke")), ("/", localized("search the list")),
            ("o", localized("order by text, date, source or category")),
            ("r", localized("reverse the order")), ("d", localized("delete the joke")),
            ("u", localized("undo the last decision or deletion")),
            ("a", localized("add a joke in your editor")), ("e", localized("edit the joke in your editor")),
            ("c", localized("copy the joke to the clipboard")), ("s Esc", localized("return to the card")),
        ]
    }

    private var keysOfFeed: [(key: String, meaning: String)] {
        [
            (localized("Enter"), localized("show the whole joke")), ("+", localized("save the joke")),
            ("-", localized("dislike: never show the joke again")),
            ("u", localized("undo the last decision or deletion")),
            ("o O", localized("the next source, the previous one")),
            ("k K", localized("the next category, the previous one")), ("/", localized("search the list")),
            ("f Esc", localized("return to the card")),
        ]
    }

    private var keysOfLists: [(key: String, meaning: String)] {
        [
            ("g", localized("switch between list and grid")),
            ("t", localized("switch between translation and original")),
            (
                display.isUnicode ? "↑↓" : localized("up, down"),
                localized("select a joke; so do the mouse, PgUp, PgDn, Home and End")
            ),
            ("Ctrl-Z", localized("suspend; fg resumes")), ("q", localized("quit")),
        ]
    }

    private var keysOfCard: [(key: String, meaning: String)] {
        [
            (
                display.isUnicode ? "←→ h l" : localized("arrows h l"),
                localized("drag the card by 10 % of its width; 60 % decides")
            ),
            (localized("Enter"), localized("release the card: it is decided or returns")),
            ("Esc", localized("move the card back")),
            (localized("mouse"), localized("drag and release the card; far enough decides")),
            (display.isUnicode ? "↑↓" : localized("up, down"), localized("scroll a long joke")),
            ("+", localized("like: save the joke and show the next one")),
            ("-", localized("dislike: never show the joke again")),
            ("n", localized("show the next joke")), ("p", localized("show the joke before this one")),
            (localized("Space"), localized("tell the punch line")),
            ("u", localized("undo the last decision or deletion")),
            ("t", localized("switch between translation and original")),
            ("c", localized("copy the joke to the clipboard")),
            ("s", localized("list the saved jokes")), ("/", localized("search the saved jokes")),
            ("f", localized("browse the jokes of a source")),
            ("a", localized("add a joke in your editor")),
            ("e", localized("edit the joke in your editor, if it is saved")),
            ("Ctrl-Z", localized("suspend; fg resumes")),
            ("q", localized("quit")),
        ]
    }
}
