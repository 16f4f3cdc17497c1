// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal

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
        canvas.put(" jokesd: keys", row: 0, column: 0, Style(isBold: true))
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
            ("Enter", "show the whole joke"), ("/", "search"),
            ("o", "order by text, date, source or category"),
            ("r", "reverse the order"), ("d", "delete the joke"), ("u", "undo the last decision or deletion"),
            ("a", "add a joke in your editor"), ("e", "edit the joke in your editor"),
            ("c", "copy the joke to the clipboard"), ("s Esc", "return to the card"),
        ]
    }

    private var keysOfFeed: [(key: String, meaning: String)] {
        [
            ("Enter", "show the whole joke"), ("+", "save the joke"),
            ("-", "dislike: never show the joke again"),
            ("u", "undo the last decision or deletion"), ("o O", "the next source, the previous one"),
            ("k K", "the next category, the previous one"), ("/", "search"), ("f Esc", "return to the card"),
        ]
    }

    private var keysOfLists: [(key: String, meaning: String)] {
        [
            ("g", "switch between list and grid"), ("t", "switch between translation and original"),
            (
                display.isUnicode ? "↑↓" : "up, down",
                "select a joke; so do the mouse, PgUp, PgDn, Home and End"
            ),
            ("Ctrl-Z", "suspend; fg resumes"), ("q", "quit"),
        ]
    }

    private var keysOfCard: [(key: String, meaning: String)] {
        [
            (display.isUnicode ? "←→ h l" : "arrows h l", "drag the card by 10 % of its width; 60 % decides"),
            ("Enter", "release the card: it is decided or returns"), ("Esc", "move the card back"),
            ("mouse", "drag and release the card; far enough decides"),
            (display.isUnicode ? "↑↓" : "up, down", "scroll a long joke"),
            ("+", "like: save the joke and show the next one"), ("-", "dislike: never show the joke again"),
            ("n", "show the next joke"), ("p", "show the joke before this one"),
            ("Space", "tell the punch line"),
            ("u", "undo the last decision or deletion"),
            ("t", "switch between translation and original"), ("c", "copy the joke to the clipboard"),
            ("s", "list the saved jokes"), ("/", "search the saved jokes"),
            ("f", "browse the jokes of a source"),
            ("a", "add a joke in your editor"), ("e", "edit the joke in your editor, if it is saved"),
            ("Ctrl-Z", "suspend; fg resumes"),
            ("q", "quit"),
        ]
    }
}
